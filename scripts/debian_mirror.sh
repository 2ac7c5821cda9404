#!/usr/bin/env bash
# Prints the address of the Debian mirror that apt uses on this machine; fails if there is none.
set -euo pipefail

command -v apt-get >/dev/null || exit 1
apt-get indextargets --format '$(ORIGIN) $(CODENAME) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
  awk '$1 == "Debian" && $2 !~ /-/ && $3 == "main" { print $4; found = 1; exit } END { exit !found }'
