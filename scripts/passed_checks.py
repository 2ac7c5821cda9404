"""Remembers what passed a slow check, so that a second call checks only what changed since."""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


class PassedChecks:
    """A file of fingerprints that passed. Those not requested again are dropped when it is saved."""

    def __init__(self, file):
        self.file = Path(file)
        self.known = set(json.loads(self.file.read_text())) if self.file.exists() else set()

    def run(self, jobs, items, fingerprint, check):
        """Checks in parallel the items whose fingerprint is not known. `check(item)` returns complaints, "" for none.

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
