"""The examples of the docstrings, of the tour and of both README.md."""
import doctest
import importlib
import pkgutil
import re

import konig
import numpy
import pytest

MODULES = [name for _, name, _ in pkgutil.iter_modules(konig.__path__)
           if name not in ('__main__', '_konig', 'networkx_backend')]


@pytest.mark.parametrize('name', ['', *MODULES])
def test_examples(name):
    module = importlib.import_module(f'konig.{name}' if name else 'konig')
    failed, tried = doctest.testmod(module, extraglobs={'konig': konig, 'numpy': numpy})
    assert failed == 0
    if name in ('', '_context', '_graph', '_made', '_plot', '_rows', '_shuffle', '_walk', 'array',
                'generate', 'grid', 'tiles'):
        assert tried > 0


def test_tour():
    """docs/python.md; a fence ends what is expected."""
    with open('docs/python.md', encoding='utf-8') as file:
        text = re.sub('^```.*$', '', file.read(), flags=re.M)
    examples = doctest.DocTestParser().get_doctest(text, {}, 'python.md', 'docs/python.md', 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    assert runner.run(examples).failed == 0
    assert runner.tries > 30


@pytest.mark.parametrize('path', ['README.md', 'python/README.md'])
def test_readme(path, capsys):
    """A comment behind a print says what it prints."""
    with open(path, encoding='utf-8') as file:
        program = re.search('^```python\n(.*?)^```$', file.read(), re.S | re.M)[1]
    exec(program, {})
    assert capsys.readouterr().out.splitlines() == re.findall(r'print\(.*\) +# (.*)', program)
