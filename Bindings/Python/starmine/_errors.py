"""Exceptions with the position of the error in the document."""

from __future__ import annotations

import json
import operator
from collections.abc import Sequence
from typing import Any, SupportsIndex

from . import _library as native


class StarmineError(Exception):
    """The base class of all errors. `problems` is a list of dictionaries with severity, problem, and if known file,
    line, column and key."""

    def __init__(self, problems: Sequence[dict[str, Any]]) -> None:
        self.problems = list(problems)
        super().__init__("\n".join(_line(problem) for problem in self.problems))


class Problem(StarmineError):
    """The document or a change to it has errors."""


class UnknownScene(StarmineError, LookupError):
    """No preset and no file has this name."""


class ArgumentError(StarmineError, ValueError):
    """An argument is outside its range."""


class OutOfMemory(StarmineError, MemoryError):
    """The frame needs more memory than is available."""


class Cancelled(StarmineError):
    """`Scene.cancel` stopped the call."""


_KINDS: dict[int, type[StarmineError]] = {
    native.PROBLEMS: Problem,
    native.UNKNOWN: UnknownScene,
    native.ARGUMENT: ArgumentError,
    native.MEMORY: OutOfMemory,
    native.CANCELLED: Cancelled,
}


def _line(problem: dict[str, Any]) -> str:
    message = str(problem.get("problem", ""))
    if "line" not in problem or not problem["line"]:
        return message
    return f"{problem.get('file', '')}:{problem['line']}:{problem.get('column', 0)}: {message}"


def check(status: int, error: str | None) -> None:
    """Raises the exception for a status."""
    if status != native.OK:
        problems = json.loads(error) if error else [{"severity": "error", "problem": "the call was not possible"}]
        raise _KINDS.get(status, StarmineError)(problems)


def integer(value: SupportsIndex, name: str, allowed: range = range(-(1 << 31), 1 << 31)) -> int:
    """Returns an integer that fits the C type; ctypes would drop excess bits."""
    number = operator.index(value)
    if number not in allowed:
        raise _argument(f"{name}={number}: expected {allowed[0]} to {allowed[-1]}")
    return number


def text(value: str | bytes, name: str) -> bytes:
    """Returns text without NUL characters, at which C would end it."""
    data = value.encode() if isinstance(value, str) else value
    if b"\0" in data:
        raise _argument(f"{name} contains a NUL character")
    return data


def _argument(problem: str) -> ArgumentError:
    return ArgumentError([{"severity": "error", "problem": problem}])
