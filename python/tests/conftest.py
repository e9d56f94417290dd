"""Tests run where the small inputs of data/ are."""
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def surroundings(monkeypatch):
    monkeypatch.chdir(ROOT)
