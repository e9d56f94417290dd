"""The examples of the docstrings."""
import doctest
import importlib
import pkgutil

import konig
import numpy
import pytest

MODULES = [name for _, name, _ in pkgutil.iter_modules(konig.__path__)
           if name not in ('_konig', 'networkx_backend')]


@pytest.mark.parametrize('name', ['', *MODULES])
def test_examples(name):
    module = importlib.import_module(f'konig.{name}' if name else 'konig')
    failed, tried = doctest.testmod(module, extraglobs={'konig': konig, 'numpy': numpy})
    assert failed == 0
    if name in ('', '_graph', '_context', 'array', 'generate', 'grid', 'tiles'):
        assert tried > 0
