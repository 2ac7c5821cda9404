#!/usr/bin/env bash
# Starts a Spark cluster of a master and two workers on this machine, finds near-duplicates on it, shows them, and stops
# everything again. Needs Java 17, and no network.
#
#   two_workers.sh
#
# PYTHON names an interpreter that has Cento, pyarrow, pandas and pyspark: build/venv/bin/python by default, which
# `make python` makes.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
given=${PYTHON:-$root/build/venv/bin/python}
if ! python=$("$given" -c 'import sys, cento.spark, pandas, pyarrow, pyspark; print(sys.executable)'); then
  echo "$given does not have all of cento, pandas, pyarrow and pyspark: run \`make python\`, or set PYTHON" >&2
  exit 1
fi
if ! command -v "${JAVA_HOME:+$JAVA_HOME/bin/}java" >/dev/null; then
  echo "Spark needs Java 17 (openjdk-17-jre-headless on Debian 12)" >&2
  exit 1
fi

work=$(mktemp -d)
finish() {
  local status=$?
  trap '' EXIT INT TERM
  local running
  running=$(jobs -rp)
  if [ -n "$running" ]; then
    echo "Stopping"
    # shellcheck disable=SC2086  # one number a word
    kill $running 2>/dev/null || true
    for _ in {1..100}; do
      [ -n "$(jobs -rp)" ] || break
      sleep 0.2
    done
    for process in $(jobs -rp); do
      kill -KILL "$process" 2>/dev/null || true
    done
  fi
  rm -rf "$work" || { sleep 2; rm -rf "$work"; }
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# The package pyspark is a whole Spark: its folder is SPARK_HOME. Whatever is written goes below $work.
SPARK_HOME=$("$python" -c 'import os, pyspark; print(os.path.dirname(pyspark.__file__))')
export SPARK_HOME
export SPARK_LOCAL_IP=127.0.0.1            # nothing listens to other machines
export SPARK_LOCAL_DIRS=$work/scratch      # blocks of shuffles
export SPARK_CONF_DIR=$work/conf
export SPARK_DAEMON_MEMORY=512m
export PYSPARK_PYTHON=$python              # what executors start: it must have Cento
export TMPDIR=$work/temporary
mkdir "$SPARK_LOCAL_DIRS" "$SPARK_CONF_DIR" "$TMPDIR"
printf '%s\n' 'spark.ui.enabled false' 'spark.log.level ERROR' >"$SPARK_CONF_DIR/spark-defaults.conf"

# Waits until TEXT is in COUNT lines of a log: wait_for TEXT COUNT LOG
wait_for() {
  local end=$((SECONDS + 60)) count
  while true; do
    count=$(grep -c -- "$1" "$3" || true)
    if [ "$count" -ge "$2" ]; then return; fi
    if [ "$SECONDS" -ge "$end" ] || [ -z "$(jobs -rp)" ]; then break; fi
    sleep 0.2
  done
  tail -n 20 "$3" >&2
  echo "\"$1\" did not appear in the log above" >&2
  exit 1
}

echo "Starting a master"
touch "$work/master.log"
"$SPARK_HOME/bin/spark-class" org.apache.spark.deploy.master.Master \
  --host 127.0.0.1 --port 0 --webui-port 0 >"$work/master.log" 2>&1 &
wait_for 'Starting Spark master at' 1 "$work/master.log"
master=$(sed -n 's/.*Starting Spark master at \(spark:[^ ]*\).*/\1/p' "$work/master.log")

echo "Starting two workers, of one core and 1 GB each, for the master at $master"
for number in 1 2; do
  "$SPARK_HOME/bin/spark-class" org.apache.spark.deploy.worker.Worker --host 127.0.0.1 --webui-port 0 \
    --cores 1 --memory 1g --work-dir "$work/worker$number" "$master" >"$work/worker$number.log" 2>&1 &
done
wait_for 'Registering worker' 2 "$work/master.log"

# Executors work in folders of their own, so paths must be absolute.
echo "Finding near-duplicates among examples/dispatches"
"$python" -m cento.spark pairs --master "$master" --groups 4 \
  --input "$root/examples/dispatches" --output "$work/found" >"$work/summary.txt" 2>"$work/driver.log" &
driver=$!
if ! wait "$driver"; then
  tail -n 40 "$work/driver.log" >&2
  echo "cento.spark failed: see above" >&2
  exit 1
fi

echo "The master launched $(grep -c 'Launching executor' "$work/master.log") executors. The pairs, read with pyarrow:"
"$python" - "$work/found" "$root/examples/dispatches" <<'END'
import json
import sys

import cento
import pyarrow.parquet

found, documents = sys.argv[1:]
table = pyarrow.parquet.read_table(f"{found}/pairs").sort_by([("a_id", "ascending"), ("b_id", "ascending")])
for pair in table.to_pylist():
    print(f"  {pair['a_id']}  {pair['b_id']}  {pair['similarity']:.3f}")

print("The steps, their tasks, and the bytes that their tasks received from others:")
with open(f"{found}/summary.json", encoding="utf-8") as file:
    for step in json.load(file)["steps"]:
        print(f"  {step['step']:<10} {step['tasks']:>3} {step['shuffled_bytes']:>8}")

on_spark = {(pair["a_id"], pair["b_id"], pair["similarity"]) for pair in table.to_pylist()}
alone = {(pair.a.id, pair.b.id, pair.similarity) for pair in cento.pairs(documents).pairs}
if on_spark != alone:
    sys.exit("One machine finds other pairs: this is a fault of Cento")
print(f"cento.pairs() finds the same {len(alone)} pairs on one machine.")
END
