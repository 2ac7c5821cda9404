"""Which of our files include which; used by check_includes.py and run_clang_tidy.py."""

import hashlib
import os
import re
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)', re.MULTILINE)
SOURCE_ENDINGS = {".cpp", ".hpp", ".inl"}


def includes_of(path):
    """The names a file includes, as (quoted, angled) lists in their order."""
    found = INCLUDE.findall(path.read_text(encoding="utf-8"))
    return [quoted for quoted, _ in found if quoted], [angled for _, angled in found if angled]


def source_files(*folders):
    """All C++ files below the folders, sorted; folders that do not exist have none."""
    return sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in SOURCE_ENDINGS)


class IncludeGraph:
    """Resolves quoted includes: next to the including file first, as a compiler does, then in the search folders."""

    def __init__(self, search_folders):
        self.search_folders = [Path(folder) for folder in search_folders]
        self._direct = {}

    def resolve(self, name, from_file):
        """The file that an include names, or None if it is not ours."""
        for folder in [from_file.parent, *self.search_folders]:
            candidate = (folder / name).resolve()
            if candidate.is_file():
                return candidate
        return None

    def direct(self, path):
        """Our files that `path` includes directly."""
        path = path.resolve()
        if path not in self._direct:
            quoted, _ = includes_of(path)
            resolved = (self.resolve(name, path) for name in quoted)
            self._direct[path] = [found for found in resolved if found is not None]
        return self._direct[path]

    def closure(self, path):
        """`path` and all of our files that reach it through includes, sorted."""
        seen, waiting = set(), [path.resolve()]
        while waiting:
            current = waiting.pop()
            if current not in seen:
                seen.add(current)
                waiting.extend(self.direct(current))
        return sorted(seen)

    def fingerprint(self, path, *context):
        """Changes whenever the file, anything it includes of ours, or one of the context strings changes; not with the
        place of the checkout."""
        digest = hashlib.sha256()
        for piece in context:
            digest.update(piece.encode() + b"\0")
        for member in self.closure(path):
            digest.update(self._place_of(member).encode() + b"\0" + member.read_bytes() + b"\0")
        return digest.hexdigest()

    def _place_of(self, path):
        """Relative to the first search folder."""
        return os.path.relpath(path, self.search_folders[0].resolve())
