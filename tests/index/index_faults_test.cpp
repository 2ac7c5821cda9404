#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "index/index_state.hpp"
#include "index/line_digester.hpp"
#include "index/live/index_writer.hpp"
#include "index/new_index.hpp"
#include "temp_folder.hpp"

namespace cento {
namespace {

namespace fs = std::filesystem;
using testing::add_batch;
using testing::add_each;
using testing::complaint_of;
using testing::Entry;
using testing::expect_sound;
using testing::fill;
using testing::line_digesters;
using testing::State;
using testing::state_of;
using testing::TempFolder;

/// Runs `work` in a separate process and returns its id.
pid_t start(const std::function<void()>& work) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  try {
    work();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    ::_exit(1);
  }
  ::_exit(0);
}

int status_of(pid_t child) {
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return status;
}

/// Changes that are acknowledged together: determined by the generator, so that both processes know them.
struct Step {
  enum class Kind { batch, one_by_one, merge, rebuild };
  Kind kind = Kind::batch;
  std::vector<Entry> added;
  std::vector<std::string> removed;  // after that
};

Step next_step(std::mt19937& random) {
  const auto below = [&random](unsigned bound) { return static_cast<unsigned>(random() % bound); };
  Step step;
  const unsigned kind = below(10);
  if (kind == 0) step.kind = Step::Kind::merge;
  if (kind == 1) step.kind = Step::Kind::rebuild;
  if (kind < 2) return step;
  step.kind = kind < 5 ? Step::Kind::batch : Step::Kind::one_by_one;
  for (unsigned i = below(6); i-- > 0;) {
    step.added.push_back(
        {"id" + std::to_string(below(60)), "Shared.\n" + std::string(below(300), 'x') + std::to_string(random())});
  }
  if (step.kind == Step::Kind::one_by_one) {
    for (unsigned i = below(4); i-- > 0;) step.removed.push_back("id" + std::to_string(below(60)));
  }
  return step;
}

void take(const Step& step, State& state) {
  for (const Entry& entry : step.added) state[entry.id] = entry.text;
  for (const std::string& id : step.removed) state.erase(id);
}

void take(const Step& step, IndexWriter& writer) {
  if (step.kind == Step::Kind::merge) return writer.merge();
  if (step.kind == Step::Kind::rebuild) return writer.rebuild(nullptr, nullptr);
  step.kind == Step::Kind::batch ? add_batch(writer, step.added) : add_each(writer, step.added);
  for (const std::string& id : step.removed) writer.remove(id);
  writer.commit();
}

/// Takes steps forever, writing a byte to the pipe after each.
void take_steps(const std::string& folder, unsigned seed, int pipe) {
  WriterOptions options;
  options.tail_bytes = 600;
  IndexWriter writer(folder, line_digesters(), options);
  std::mt19937 random(seed);
  for (;;) {
    take(next_step(random), writer);
    if (::write(pipe, "x", 1) != 1) return;
  }
}

/// Lets a process take steps, kills it after a while, and returns how many it had acknowledged.
std::size_t steps_until_killed(const std::string& folder, unsigned seed, std::chrono::microseconds after) {
  std::array<int, 2> pipe{};
  EXPECT_EQ(::pipe(pipe.data()), 0);
  const pid_t child = start([&] { take_steps(folder, seed, pipe[1]); });
  ::close(pipe[1]);
  std::this_thread::sleep_for(after);
  ::kill(child, SIGKILL);
  const int status = status_of(child);
  EXPECT_TRUE(WIFSIGNALED(status)) << "it ended by itself";
  std::size_t steps = 0;
  for (char byte = 0; ::read(pipe[0], &byte, 1) == 1;) ++steps;
  ::close(pipe[0]);
  return steps;
}

TEST(IndexFaults, KilledWritersLeaveWhatTheyAcknowledged) {
  constexpr unsigned kKills = 300;
  // Each is killed later if the last one did nothing and sooner if it did something, so that on a machine of any speed
  // most do a step or two.
  constexpr double kLater = 1.15;
  constexpr double kSooner = 0.97;
  double most_microseconds = 25'000;
  const TempFolder temporary;
  const std::string folder = temporary / "index";
  create_index(folder, IndexOptions(), {});
  State state;
  std::mt19937 random(2024);
  std::size_t acknowledged = 0;
  for (unsigned kill = 0; kill < kKills && !HasFailure(); ++kill) {
    const auto after = std::chrono::microseconds(random() % static_cast<unsigned>(most_microseconds));
    const std::size_t steps = steps_until_killed(folder, kill, after);
    most_microseconds *= steps == 0 ? kLater : kSooner;
    std::mt19937 same(kill);
    for (std::size_t i = 0; i < steps; ++i) take(next_step(same), state);
    State one_more = state;  // it may have been killed between the commit and its acknowledgement
    take(next_step(same), one_more);

    const State found = state_of(*open_index(folder, line_digesters()));
    EXPECT_TRUE(found == state || found == one_more) << "kill " << kill << " after " << steps << " steps";
    state = found;
    if (kill % 10 == 0) expect_sound(folder);
    acknowledged += steps;
  }
  EXPECT_GT(acknowledged, kKills / 2) << "they were killed before they did anything";
  IndexWriter writer(folder, line_digesters(), {});
  EXPECT_EQ(state_of(*writer.view()), state);
  writer.merge();
  EXPECT_EQ(state_of(*open_index(folder, line_digesters())), state);
  std::size_t segments = 0;
  for (const auto& entry : fs::directory_iterator(folder))
    segments += entry.path().string().find(".segment") != std::string::npos;
  EXPECT_LE(segments, 1U) << "what killed writers left is gone";
  expect_sound(folder);
}

/// Limits the size of files in this process until lifted.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(std::uint64_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    rlimit limit = before_;
    limit.rlim_cur = bytes;
    std::signal(SIGXFSZ, SIG_IGN);
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &before_); }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_{};
};

std::vector<Entry> large_entries(std::size_t count, std::mt19937& random) {
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < count; ++i) {
    std::string text;
    for (int j = 0; j < 400; ++j) text += std::to_string(random()) + "\n";  // does not compress well
    entries.push_back({"large" + std::to_string(i), text});
  }
  return entries;
}

void expect_goes_on(IndexWriter& writer, const std::string& folder, State& state, const std::string& id) {
  EXPECT_EQ(state_of(*writer.view()), state);
  EXPECT_EQ(state_of(*open_index(folder, line_digesters())), state);
  add_batch(writer, {{id, "There is room for this."}});
  writer.commit();
  state[id] = "There is room for this.";
  EXPECT_EQ(state_of(*writer.view()), state);
}

TEST(IndexFaults, ABatchThatDoesNotFitFailsWhole) {
  const TempFolder temporary;
  const std::string folder = temporary / "index";
  State state = fill(folder);
  IndexWriter writer(folder, line_digesters(), {});
  std::mt19937 random(1);
  const std::vector<Entry> entries = large_entries(100, random);
  std::size_t failures = 0;
  for (std::uint64_t limit = 60'000; limit < 600'000; limit += 90'000) {
    const std::string complaint = complaint_of([&] {
      const FileSizeLimit full(limit);
      add_batch(writer, entries);
      writer.commit();
    });
    ASSERT_NE(complaint, "") << limit;
    EXPECT_NE(complaint.find(folder), std::string::npos) << complaint;
    ++failures;
    expect_goes_on(writer, folder, state, "small" + std::to_string(limit));
    const std::string alone = complaint_of([&] {
      const FileSizeLimit full(limit);
      for (const Entry& entry : entries) add_each(writer, {entry});
      writer.commit();
    });
    EXPECT_NE(alone, "") << limit;
    expect_goes_on(writer, folder, state, "alone" + std::to_string(limit));
  }
  EXPECT_GT(failures, 3U);
  EXPECT_EQ(writer.counts().added, 2 * failures);
  expect_sound(folder);
  add_batch(writer, entries);
  writer.commit();
  for (const Entry& entry : entries) state[entry.id] = entry.text;
  EXPECT_EQ(state_of(*writer.view()), state);
  expect_sound(folder);
}

constexpr int kNoSmallDisk = 77;

/// On a separate file system of 3 MiB, in a separate process.
void fill_a_small_disk(const std::string& disk) {
  if (::unshare(CLONE_NEWNS) != 0 && ::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) ::_exit(kNoSmallDisk);
  ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
  if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=3m") != 0) ::_exit(kNoSmallDisk);
  const std::string folder = disk + "/index";
  State state = fill(folder);
  IndexWriter writer(folder, line_digesters(), {});
  std::mt19937 random(3);
  const std::vector<Entry> entries = large_entries(1000, random);
  for (int round = 0; round < 3; ++round) {
    const std::string complaint = complaint_of([&] {
      add_batch(writer, entries);
      writer.commit();
    });
    EXPECT_NE(complaint.find(folder), std::string::npos) << complaint;
    expect_goes_on(writer, folder, state, "small" + std::to_string(round));
  }
  expect_sound(folder);
  ::_exit(::testing::Test::HasFailure() ? 1 : 0);
}

TEST(IndexFaults, AFullDiskIsSurvived) {
  const TempFolder temporary;
  fs::create_directory(temporary / "disk");
  const int status = status_of(start([&] { fill_a_small_disk(temporary / "disk"); }));
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == kNoSmallDisk) GTEST_SKIP() << "a small file system may not be mounted here";
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace cento
