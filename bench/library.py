"""A context of libkonig on the CPU, for the benchmarks in Python."""
import ctypes


class Options(ctypes.Structure):
    """kg_context_options; what it has behind these fields stays zero."""
    _fields_ = [("device", ctypes.c_char_p), ("threads", ctypes.c_int),
                ("memory_limit", ctypes.c_uint64), ("progress", ctypes.c_void_p),
                ("progress_user", ctypes.c_void_p), ("more", ctypes.c_uint64 * 8)]


class Library:
    def __init__(self, path, threads):
        self.lib = ctypes.CDLL(path)
        self.lib.kg_context_message.restype = ctypes.c_char_p
        self.context = ctypes.c_void_p()
        options = Options(b"cpu", threads)
        self.check(self.lib.kg_context_create(ctypes.byref(self.context), ctypes.byref(options)))

    def check(self, status):
        if status:
            message = self.lib.kg_context_message(self.context)
            raise RuntimeError(f"konig: status {status}: {message.decode()}")
