// A job is a guest in its process: it can be stopped, leaves nothing behind, and does not disturb others.

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "cento/error.hpp"
#include "engine/collected.hpp"
#include "temp_folder.hpp"

namespace cento {
namespace {

using testing::CollectedPairs;
using testing::CollectedPassages;
using testing::CollectedRemovals;
using testing::TempFolder;

/// Documents in which sentences of others occur.
DocumentSource many_documents(std::size_t count) {
  std::vector<TextDocument> documents;
  for (std::size_t i = 0; i < count; ++i) {
    std::string text;
    for (std::size_t j = 0; j < 12; ++j) {
      const std::string number = std::to_string((i / 3 + j) % (count / 2));
      text += "Sentence " + number + " of many says " + number + " things about " + number + " birds. ";
    }
    documents.emplace_back(std::to_string(i), text);
  }
  return DocumentSource(std::move(documents));
}

TEST(Job, ThatIsStoppedBeforeItBeginsThrows) {
  std::stop_source stop;
  stop.request_stop();
  RunOptions run;
  run.stop = stop.get_token();
  CollectedPairs found;
  EXPECT_THROW(pairs(many_documents(100), {}, found, run), Stopped);
  EXPECT_EQ(found.pairs, "");
}

TEST(Job, CanBeStoppedWhereverItIs) {
  const TempFolder folder;
  const DocumentSource source = many_documents(3000);
  // The job is asked to stop when its sink has got a record, or when a phase has begun.
  for (const std::string_view phase : {"reading", "joining", "aligning", "writing"}) {
    std::stop_source stop;
    RunOptions run;
    run.threads = 2;
    run.temp_dir = folder.path();
    run.memory_bytes = std::uint64_t{32} << 20;
    run.stop = stop.get_token();
    std::atomic<bool> was_seen = false;
    run.on_progress = [&](const ProgressReport& report) {
      if (report.phase != phase) return;
      was_seen = true;
      stop.request_stop();
    };
    CollectedPassages found;
    try {
      scan(source, {}, found, run);
      EXPECT_FALSE(was_seen && phase != "writing") << phase;
    } catch (const Stopped&) {
      EXPECT_TRUE(was_seen);
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "nothing is left behind";
  }
}

TEST(Job, ReportsItsProgress) {
  std::vector<std::string> phases;
  RunOptions run;
  run.threads = 1;
  run.on_progress = [&](const ProgressReport& report) {
    EXPECT_LE(report.share, 1);
    if (phases.empty() || phases.back() != report.phase) phases.emplace_back(report.phase);
  };
  CollectedPassages found;
  scan(many_documents(20'000), {}, found, run);
  EXPECT_FALSE(phases.empty());
}

TEST(Jobs, AtTheSameTimeGiveTheSameAsOneAfterTheOther) {
  const DocumentSource source = many_documents(600);
  RunOptions run;
  run.threads = 2;
  CollectedPassages passages;
  scan(source, {}, passages, run);
  CollectedPairs duplicates;
  PairsOptions options;
  options.threshold = 0.3;
  pairs(source, options, duplicates, run);
  std::vector<CollectedPassages> passages_at_once(3);
  std::vector<CollectedPairs> duplicates_at_once(3);
  {
    std::vector<std::jthread> jobs;
    for (CollectedPassages& sink : passages_at_once) jobs.emplace_back([&] { scan(source, {}, sink, run); });
    for (CollectedPairs& sink : duplicates_at_once) jobs.emplace_back([&] { pairs(source, options, sink, run); });
  }
  for (const CollectedPassages& sink : passages_at_once) EXPECT_EQ(sink.lines, passages.lines);
  for (const CollectedPairs& sink : duplicates_at_once) EXPECT_EQ(sink.pairs, duplicates.pairs);
}

}  // namespace
}  // namespace cento
