"""The examples of the docstrings, of the tour and of both README.md, but for those of what needs a
library that konig was built without."""
import doctest
import importlib
import pkgutil
import re

import konig
import numpy
import pytest

MODULES = [name for _, name, _ in pkgutil.iter_modules(konig.__path__)
           if name not in ('__main__', '_konig', 'networkx_backend')]


def missing():
    """A pattern of the calls that need one of those."""
    words = []
    try:
        konig.Graph.from_edges([0], [0], kind='undirected').eulerise()
    except konig.MissingLibrary:  # LEMON
        words.append(r'\.eulerise\(|\.route\(')
    try:
        konig.generate.complete(3).count_circuits()
    except konig.MissingLibrary:  # GMP
        words.append(r'\.count_circuits\(')
    try:
        importlib.import_module('pandas')
    except ImportError:
        words.append('pandas')
    return '|'.join(words) or '(?!)'


MISSING = missing()


def run(tests):
    """How many of the examples failed, and how many were tried."""
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for test in tests:
        if not any(re.search(MISSING, example.source) for example in test.examples):
            runner.run(test, clear_globs=False)
    return runner.failures, runner.tries


@pytest.mark.parametrize('name', ['', *MODULES])
def test_examples(name):
    module = importlib.import_module(f'konig.{name}' if name else 'konig')
    names = {'konig': konig, 'numpy': numpy}
    failed, tried = run(doctest.DocTestFinder().find(module, extraglobs=names))
    assert failed == 0
    if name in ('', '_array_generate', '_array_matrices', '_array_sequences', '_array_tours',
                '_batch', '_context', '_graph', '_made', '_plot', '_rows', '_shuffle', '_walk',
                'array', 'generate', 'grid', 'streets', 'tiles'):
        assert tried > 0


def test_tour():
    """docs/python.md, a section at a time; a fence ends what is expected."""
    names = {}
    with open('docs/python.md', encoding='utf-8') as file:
        text = re.sub('^```.*$', '', file.read(), flags=re.M)
    sections = [doctest.DocTestParser().get_doctest(section, names, 'tour', 'docs/python.md', 0)
                for section in text.split('\n## ')]
    for section in sections:
        section.globs = names  # not a copy
    failed, tried = run(sections)
    assert failed == 0 and tried > 30


@pytest.mark.parametrize('path', ['README.md', 'python/README.md'])
def test_readme(path, capsys):
    """A comment behind a print says what it prints."""
    with open(path, encoding='utf-8') as file:
        program = re.search('^```python\n(.*?)^```$', file.read(), re.S | re.M)[1]
    exec(program, {})
    assert capsys.readouterr().out.splitlines() == re.findall(r'print\(.*\) +# (.*)', program)
