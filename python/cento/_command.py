"""The command `cento`, which the package brings."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NoReturn


def main() -> NoReturn:
    """Becomes the program, with the arguments of this process."""
    program = Path(__file__).parent / "bin" / "cento"
    os.execv(program, ["cento", *sys.argv[1:]])
