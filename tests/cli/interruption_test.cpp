#include "output/interruption.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <thread>

#include "core/files/atomic_file.hpp"
#include "temp_folder.hpp"

namespace cento::cli {
namespace {

using std::chrono::milliseconds;
using testing::TempFolder;

/// Runs `work` in another process that gets the signal after a moment. Returns the signal that ended it, or 0.
int signal_that_ended(int signal, const std::function<void()>& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    work();
    ::_exit(0);
  }
  std::this_thread::sleep_for(milliseconds(200));
  ::kill(child, signal);
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

TEST(Interruption, AsksToStop) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const TempFolder folder;
    const int ended_by = signal_that_ended(signal, [&] {
      Interruption::watch();
      {
        const AtomicFile unpublished(folder / "out");
        while (!Interruption::token().stop_requested()) std::this_thread::sleep_for(milliseconds(1));
      }
      AtomicFile(folder / "stopped").publish();
      Interruption::end();
    });
    EXPECT_EQ(ended_by, signal);
    EXPECT_TRUE(std::filesystem::exists(folder / "stopped"));
    EXPECT_EQ(folder.size(), 1U);
  }
}

TEST(Interruption, EndsWhatDoesNotStop) {
  const TempFolder folder;
  const int ended_by = signal_that_ended(SIGINT, [&] {
    Interruption::watch();
    const AtomicFile unpublished(folder / "out");
    std::this_thread::sleep_for(std::chrono::seconds(60));
  });
  EXPECT_EQ(ended_by, SIGINT);
  EXPECT_EQ(folder.size(), 0U);
}

TEST(Interruption, LeavesIgnoredSignalsIgnored) {
  const TempFolder folder;
  const int ended_by = signal_that_ended(SIGHUP, [&] {
    ::signal(SIGHUP, SIG_IGN);
    Interruption::watch();
    AtomicFile file(folder / "out");
    std::this_thread::sleep_for(milliseconds(400));
    if (!Interruption::token().stop_requested()) file.publish();
  });
  EXPECT_EQ(ended_by, 0);
  EXPECT_TRUE(std::filesystem::exists(folder / "out"));
}

}  // namespace
}  // namespace cento::cli
