"""Texts that the tests share. They were written for this project."""

from __future__ import annotations

import pytest

RAIN = "It rained all day. The river rose by a metre. Nobody had expected that. "
DOME = "学校的圆顶在春天修好了。孩子们很高兴。老师也来看了。"


@pytest.fixture
def news() -> list[tuple[str, str]]:
    """Three articles of which two share a passage of three sentences."""
    return [
        ("monday", RAIN + "Shops closed early."),
        ("tuesday", "The sun came back. People swept the streets."),
        ("weekly", "A short week. " + RAIN + "More follows."),
    ]


@pytest.fixture
def repeated() -> list[dict[str, object]]:
    """Rows of which the second and the fourth repeat the first."""
    return [
        {"url": "x", "body": "The same old news again today.", "stars": 3},
        {"url": "y", "body": "The same old news again today!", "stars": 1},
        {"url": "z", "body": "Something else entirely happened here.", "stars": 5},
        {"url": "w", "body": "The same old news again today.", "stars": 2},
    ]
