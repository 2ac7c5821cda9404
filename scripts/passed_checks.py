"""Remembers what passed a slow check, so that a second call checks only what changed since."""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


class PassedChecks:
    """A file of fingerprints that passed. Those not asked for again are forgotten when it is saved.

    What the repository records as passed, in a file of lines "NAME FINGERPRINT", is known from the start.
    """

    def __init__(self, file, recorded=None):
        self.file = Path(file)
        self.recorded = recorded
        self.known = set(json.loads(self.file.read_text())) if self.file.exists() else set()
        if recorded is not None and recorded.exists():
            self.known |= {line.split()[-1] for line in recorded.read_text().splitlines() if line}

    def record(self, prints):
        """Writes {name: fingerprint} to the repository's file."""
        self.recorded.write_text("".join(f"{name} {prints[name]}\n" for name in sorted(prints)))

    def run(self, jobs, items, fingerprint, check):
        """Checks in parallel the items whose fingerprint is not known. `check(item)` gives complaints, "" for none.

        Returns how many items were checked and the complaints, in the order of the items.
        """
        prints = {item: fingerprint(item) for item in items}
        fresh = [item for item in items if prints[item] not in self.known]
        passed = {prints[item] for item in items} & self.known
        complaints = []
        with ThreadPoolExecutor(jobs) as pool:
            try:
                for item, complaint in zip(fresh, pool.map(check, fresh)):
                    if complaint:
                        complaints.append(complaint)
                    else:
                        passed.add(prints[item])
            finally:  # what passed before an interruption need not be checked again
                pool.shutdown(cancel_futures=True)
                self._save(passed)
        return len(fresh), complaints

    def _save(self, passed):
        self.known = passed
        self.file.parent.mkdir(parents=True, exist_ok=True)
        beside = self.file.with_suffix(".new")
        beside.write_text(json.dumps(sorted(passed)))
        os.replace(beside, self.file)
