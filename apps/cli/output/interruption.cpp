#include "output/interruption.hpp"

#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "core/files/removed_on_signal.hpp"

namespace cento::cli {

namespace {

/// A job notices within 0.2 s; what is not a job, or waits for input, does not.
constexpr std::chrono::milliseconds kPatience{500};

std::stop_source& source() {
  static auto& only = *new std::stop_source();  // NOLINT: outlives the thread that watches
  return only;
}

std::atomic<int>& received() {
  static std::atomic<int> signal = 0;
  return signal;
}

[[noreturn]] void end_by(int signal) {
  std::signal(signal, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  ::pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  ::raise(signal);
  std::_Exit(EXIT_FAILURE);
}

void wait_for(sigset_t set) {
  int signal = 0;
  if (sigwait(&set, &signal) != 0) return;
  received() = signal;
  source().request_stop();
  std::this_thread::sleep_for(kPatience);
  remove_unpublished_files();
  end_by(signal);
}

bool is_ignored(int signal) {
  struct sigaction action {};
  ::sigaction(signal, nullptr, &action);
  return action.sa_handler == SIG_IGN;  // as under nohup
}

}  // namespace

void Interruption::watch() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (!is_ignored(signal)) sigaddset(&set, signal);
  }
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);  // all threads inherit this
  static_cast<void>(source());
  std::thread(wait_for, set).detach();
}

std::stop_token Interruption::token() {
  return source().get_token();
}

void Interruption::end() {
  end_by(received());
}

}  // namespace cento::cli
