"""Tests run where the small inputs of data/ are. A test that needs a library which konig was built
without is skipped."""
import pathlib

import pytest

import konig

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def surroundings(monkeypatch):
    monkeypatch.chdir(ROOT)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call():
    try:
        return (yield)
    except (konig.MissingLibrary, konig.Unsupported) as error:
        if 'built without' not in str(error):
            raise
        pytest.skip(str(error))
