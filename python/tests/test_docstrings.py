"""The examples of the docstrings."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import cento
import pytest

MODULES = [f"cento.{module.name}" for module in pkgutil.iter_modules(cento.__path__) if module.name != "_cento"]


@pytest.mark.parametrize("name", ["cento", *MODULES])
def test_examples_give_what_they_show(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_every_public_function_has_an_example() -> None:
    functions = [getattr(cento, name) for name in cento.__all__ if name[0].islower()]
    assert functions
    assert [function.__name__ for function in functions if ">>>" not in (function.__doc__ or "")] == []
