"""Makes the scripts of the repository importable by its tests."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

sys.dont_write_bytecode = True
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "bench")]
