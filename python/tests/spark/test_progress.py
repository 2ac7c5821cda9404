"""Whoever watches a run hears of its stages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import cento.spark
import pytest
from cento.spark import StageProgress
from cento.spark._stage_watch import StageWatch

from .conftest import frame_of, some_documents

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@pytest.mark.slow
def test_a_callback_hears_of_every_stage(spark: SparkSession, work: str) -> None:
    frame = frame_of(spark, some_documents(2, 60), 3)
    heard: list[StageProgress] = []
    cento.spark.pairs(frame, work, groups=2, progress=heard.append)
    stages = [now.stage for now in heard if now.state == "begun"]
    done = [now for now in heard if now.state == "done"]
    assert stages == [now.stage for now in done]
    assert stages[:2] == ["signed", "classes"] and stages[-1] == "similar"
    for now in done:
        assert now.tasks_done == now.tasks > 0 and now.seconds > 0, now
        files = [path for path in Path(work, now.stage).rglob("*") if path.is_file() and path.name != "_stage.json"]
        assert now.bytes == sum(path.stat().st_size for path in files), now
    assert {now.stage: now.tasks for now in done}["signed"] == 3
    assert spark.sparkContext.getLocalProperty("spark.jobGroup.id") is None
    again: list[StageProgress] = []
    cento.spark.pairs(frame, work, groups=2, resume=True, progress=again.append)
    assert [(now.stage, now.state) for now in again] == [(stage, "kept") for stage in stages]


def test_lines_for_people(spark: SparkSession, work: str, capsys: pytest.CaptureFixture[str]) -> None:
    with StageWatch(spark, True).stage("signed", lambda: 1_500_000):
        spark.range(0, 10, 1, 2).count()
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "cento: signed begins"
    assert lines[-1].startswith("cento: signed: 3 of 3 tasks, 1.5 MB, ")
    with pytest.raises(ZeroDivisionError), StageWatch(spark, True).stage("classes", lambda: 0):
        raise ZeroDivisionError
    assert "cento: classes failed after " in capsys.readouterr().err


def test_nobody_hears_when_nobody_watches(spark: SparkSession, capsys: pytest.CaptureFixture[str]) -> None:
    for watcher in (False, None):
        with StageWatch(spark, watcher).stage("signed", lambda: 1 // 0):
            pass
    assert capsys.readouterr().err == ""


def test_jobs_stay_in_the_group_of_whoever_calls(spark: SparkSession) -> None:
    heard: list[StageProgress] = []
    spark.sparkContext.setJobGroup("mine", "of the caller")
    try:
        spark.range(5).count()
        with StageWatch(spark, heard.append).stage("signed", lambda: 0):
            spark.range(0, 10, 1, 2).count()
            assert spark.sparkContext.getLocalProperty("spark.jobGroup.id") == "mine"
    finally:
        spark.sparkContext.setLocalProperty("spark.jobGroup.id", None)  # type: ignore[arg-type]
    assert heard[-1].tasks == 3
