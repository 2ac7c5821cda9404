import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from script_paths import ROOT

SCRIPT = ROOT / "scripts" / "install_packages.sh"


class InstallPackagesTest(unittest.TestCase):
    """Runs the script with fake dpkg-query, apt-get, id and sudo that record how they were called."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.bin = Path(folder.name) / "bin"
        self.bin.mkdir()
        self.calls = Path(folder.name) / "calls"
        self.calls.touch()
        for name in ("bash", "env"):
            (self.bin / name).symlink_to(f"/usr/bin/{name}")
        self.program("apt-get", f'echo "apt-get $*" >>{self.calls}')

    def program(self, name, body):
        path = self.bin / name
        path.write_text(f"#!/bin/bash\n{body}\n")
        path.chmod(0o755)

    def given(self, installed="", user=0, sudo=False):
        """A machine with some packages and a user."""
        self.program("dpkg-query", f'case " {installed} " in *" ${{!#}} "*) printf installed ;; *) exit 1 ;; esac')
        self.program("id", f"echo {user}")
        if sudo:
            self.program("sudo", f'echo "sudo $1" >>{self.calls}; "$@"')

    def run_script(self, *arguments):
        return subprocess.run([str(SCRIPT), *arguments], env={**os.environ, "PATH": str(self.bin)}, capture_output=True,
                              text=True)

    def test_only_what_is_missing_is_installed(self):
        self.given(installed="clang-14")
        done = self.run_script("fuzz")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.calls.read_text().splitlines(),
                         ["apt-get update -qq",
                          "apt-get install --yes --quiet --no-install-recommends libclang-rt-14-dev"])
        self.assertEqual(done.stdout, "Installing Debian packages: libclang-rt-14-dev\n")

    def test_nothing_is_done_when_nothing_is_missing(self):
        self.given(installed="clang-14 libclang-rt-14-dev")
        done = self.run_script("fuzz")
        self.assertEqual((done.returncode, done.stdout, self.calls.read_text()), (0, "", ""))

    def test_sudo_is_used_by_those_who_are_not_root(self):
        self.given(installed="clang-14", user=1000, sudo=True)
        self.assertEqual(self.run_script("fuzz").returncode, 0)
        self.assertEqual([line for line in self.calls.read_text().splitlines() if line.startswith("sudo")],
                         ["sudo apt-get", "sudo env"])

    def test_without_root_and_sudo_a_sentence_says_what_is_missing(self):
        self.given(installed="clang-14", user=1000)
        done = self.run_script("fuzz")
        self.assertEqual(done.returncode, 1)
        self.assertIn("Missing Debian packages: libclang-rt-14-dev.", done.stderr)
        self.assertIn("needs root or sudo", done.stderr)
        self.assertEqual(self.calls.read_text(), "")

    def test_checking_installs_nothing(self):
        self.given(installed="clang-14")
        done = self.run_script("--check", "fuzz")
        self.assertEqual((done.returncode, self.calls.read_text()), (1, ""))
        self.assertIn("`make packages` installs them", done.stderr)

    def test_an_unknown_group_is_wrong_usage(self):
        self.given()
        done = self.run_script("everything")
        self.assertEqual(done.returncode, 2)
        self.assertIn('unknown group "everything"', done.stderr)

    def test_other_systems_are_left_alone(self):
        done = self.run_script("--check", "build")
        self.assertEqual(done.returncode, 0)
        self.assertIn("not a Debian system", done.stderr)


if __name__ == "__main__":
    unittest.main()
