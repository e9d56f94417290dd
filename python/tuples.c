/*
 * Edges as Python's tuples, (source, target) or (source, target, key), for NetworkX: an iterator
 * that makes each when it is asked for, from the arrays of a walk.
 *
 * Python's garbage collector tracks every new tuple, and runs again and again while many are made.
 * It stops tracking a tuple once it has found that no object in the tuple can be part of a
 * reference cycle. Where no node and no key can be, as numbers and texts cannot, that is known
 * beforehand: such tuples are not tracked from the start.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

/* How many edges ahead nodes are fetched: they lie anywhere in memory. */
enum { AHEAD = 16 };

typedef struct edges {
    PyObject ob_base;
    PyObject *nodes;  /* a list: the node of each vertex */
    PyObject *keys;   /* a list: the key of each edge; or None: tuples have no keys */
    Py_buffer vertex; /* [count + 1] uint32 */
    Py_buffer edge;   /* [count] uint32 or uint64, if there are keys */
    Py_ssize_t at, count;
    int plain; /* no node and no key can be part of a reference cycle */
} edges;

/* Whether the collector never has to look into an object. */
static int is_plain(PyObject *object)
{
    return !(PyType_GetFlags(Py_TYPE(object)) & Py_TPFLAGS_HAVE_GC) ||
           (PyTuple_CheckExact(object) && !PyObject_GC_IsTracked(object));
}

static PyObject *plain(PyObject *module, PyObject *list)
{
    int all = 1;

    (void)module;
    if (!PyList_Check(list))
        return PyErr_Format(PyExc_TypeError, "expected a list");
    for (Py_ssize_t i = 0; all && i < PyList_Size(list); i++)
        all = is_plain(PyList_GetItem(list, i));
    return PyBool_FromLong(all);
}

static PyObject *edges_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"nodes", "vertices", "keys", "edges", "plain", NULL};
    PyObject *nodes, *vertices, *keys, *ids;
    int is_plain_all;
    edges *self;

    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O!OOOp", names, &PyList_Type, &nodes,
            &vertices, &keys, &ids, &is_plain_all))
        return NULL;
    self = (edges *)PyType_GenericAlloc(type, 0);
    if (!self)
        return NULL;
    self->nodes = Py_NewRef(nodes);
    self->keys = Py_NewRef(keys);
    self->plain = is_plain_all;
    if (PyObject_GetBuffer(vertices, &self->vertex, PyBUF_ND) != 0)
        goto failed;
    self->count = self->vertex.len / (Py_ssize_t)sizeof(uint32_t) - 1;
    if (keys != Py_None && PyObject_GetBuffer(ids, &self->edge, PyBUF_ND) != 0)
        goto failed;
    if (self->vertex.itemsize == 4 &&
        (keys == Py_None ||
            (PyList_Check(keys) && (self->edge.itemsize == 4 || self->edge.itemsize == 8) &&
                self->edge.len == self->edge.itemsize * self->count)))
        return (PyObject *)self;
    PyErr_SetString(PyExc_ValueError, "expected 32-bit vertices, and with keys a list and an edge "
                                      "of 32 or 64 bits from each vertex to the next");
failed:
    Py_DECREF(self);
    return NULL;
}

/* The key of edge i of the walk, or NULL. */
static PyObject *key_of(const edges *self, Py_ssize_t i)
{
    uint64_t edge = self->edge.itemsize == 4 ? ((const uint32_t *)self->edge.buf)[i]
                                             : ((const uint64_t *)self->edge.buf)[i];

    return PyList_GetItem(self->keys, (Py_ssize_t)edge);
}

static PyObject *edges_next(PyObject *object)
{
    edges *self = (edges *)object;
    const uint32_t *vertex = self->vertex.buf;
    PyObject *tuple, *item[3];
    Py_ssize_t i;
    int size = 2;

    if (self->at >= self->count)
        return NULL;
    /* The first thing done: it may run the collector, and so any code. What follows runs none. */
    tuple = PyTuple_New(self->keys == Py_None ? 2 : 3);
    if (!tuple)
        return NULL;
    i = self->at;
    if (i >= self->count) /* that code has taken the last edge; no error is set: the end */
        goto failed;
    if (self->count - i > AHEAD) {
        PyObject *soon = PyList_GetItem(self->nodes, vertex[i + AHEAD]);

        if (!soon)
            goto failed;
        __builtin_prefetch(soon, 1);
    }
    item[0] = PyList_GetItem(self->nodes, vertex[i]);
    item[1] = PyList_GetItem(self->nodes, vertex[i + 1]);
    if (self->keys != Py_None)
        item[size++] = key_of(self, i);
    if (!item[0] || !item[1] || !item[size - 1])
        goto failed;
    for (int k = 0; k < size; k++)
        PyTuple_SetItem(tuple, k, Py_NewRef(item[k]));
    if (self->plain)
        PyObject_GC_UnTrack(tuple);
    self->at = i + 1;
    return tuple;
failed:
    Py_DECREF(tuple);
    return NULL;
}

static PyObject *edges_length_hint(PyObject *object, PyObject *nothing)
{
    const edges *self = (const edges *)object;

    (void)nothing;
    return PyLong_FromSsize_t(self->count > self->at ? self->count - self->at : 0);
}

static int edges_traverse(PyObject *object, visitproc visit, void *arg)
{
    edges *self = (edges *)object;

    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->nodes);
    Py_VISIT(self->keys);
    Py_VISIT(self->vertex.obj);
    Py_VISIT(self->edge.obj);
    return 0;
}

static int edges_clear(PyObject *object)
{
    edges *self = (edges *)object;

    self->count = 0;
    Py_CLEAR(self->nodes);
    Py_CLEAR(self->keys);
    PyBuffer_Release(&self->vertex);
    PyBuffer_Release(&self->edge);
    return 0;
}

static void edges_free(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);

    PyObject_GC_UnTrack(object);
    edges_clear(object);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

static PyMethodDef edges_methods[] = {
    {"__length_hint__", edges_length_hint, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot edges_slots[] = {
    {Py_tp_new, edges_new},
    {Py_tp_iter, PyObject_SelfIter},
    {Py_tp_iternext, edges_next},
    {Py_tp_methods, edges_methods},
    {Py_tp_traverse, edges_traverse},
    {Py_tp_clear, edges_clear},
    {Py_tp_dealloc, edges_free},
    {0, NULL},
};

static PyType_Spec edges_spec = {
    .name = "konig._tuples.Edges",
    .basicsize = sizeof(edges),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = edges_slots,
};

static PyMethodDef functions[] = {
    {"plain", plain, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int fill(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &edges_spec, NULL);
    int status = type ? PyModule_AddType(module, (PyTypeObject *)type) : -1;

    Py_XDECREF(type);
    return status;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, fill}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "konig._tuples",
    .m_methods = functions,
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__tuples(void)
{
    return PyModuleDef_Init(&definition);
}
