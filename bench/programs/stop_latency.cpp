// How long a job goes on after it was asked to stop.
//
//   stop_latency FILE [TIMES [JOB]]
//
// Runs each job on the file again and again, asks it to stop at other moments of its run, and prints the longest and
// the median time until it ended, and the phase in which it took longest.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cento/dedup.hpp"
#include "cento/error.hpp"
#include "cento/pairs.hpp"
#include "cento/scan.hpp"

namespace {

using Clock = std::chrono::steady_clock;

struct NoPairs final : cento::PairSink {
  void pair(const cento::PairRecord& /*record*/) override {}
};

struct NoPassages final : cento::PassageSink {
  std::unique_ptr<cento::PassedOn> render(const cento::PassageBatch& /*batch*/) override {
    return std::make_unique<cento::PassedOn>();
  }
  void take(cento::PassedOn& /*rendered*/) override {}
};

using RunJob = std::function<void(const cento::Source&, const cento::RunOptions&)>;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

struct Stop {
  double milliseconds = 0;
  std::string phase;
};

/// Runs a job, asks it to stop after a while, and returns how long that took.
Stop stop_after(const RunJob& job, const cento::Source& source, double wait_milliseconds) {
  std::stop_source stop;
  std::mutex mutex;
  std::string phase;
  cento::RunOptions run;
  run.stop = stop.get_token();
  run.on_progress = [&](const cento::ProgressReport& report) {
    const std::lock_guard lock(mutex);
    phase = report.phase;
  };
  Clock::time_point asked;
  std::jthread asker([&] {
    std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(wait_milliseconds));
    asked = Clock::now();
    stop.request_stop();
  });
  try {
    job(source, run);
    return {};
  } catch (const cento::Stopped&) {
    return {milliseconds_since(asked), phase};
  }
}

void measure(const char* name, const RunJob& job, const cento::Source& source, int times) {
  const Clock::time_point start = Clock::now();
  job(source, {});
  const double whole = milliseconds_since(start);
  std::vector<Stop> stops;
  for (int i = 0; i < times; ++i) stops.push_back(stop_after(job, source, whole * (i + 0.5) / times));
  std::sort(stops.begin(), stops.end(), [](const Stop& x, const Stop& y) { return x.milliseconds < y.milliseconds; });
  std::printf("%-14s %7.0f ms alone; stopped %d times: median %4.0f ms, longest %4.0f ms (%s)\n", name, whole, times,
              stops[stops.size() / 2].milliseconds, stops.back().milliseconds, stops.back().phase.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: stop_latency FILE [TIMES [JOB]]\n", stderr);
    return 2;
  }
  constexpr int kUsualTimes = 20;
  constexpr int kJob = 3;  // the argument
  const int times = argc > 2 ? std::atoi(argv[2]) : kUsualTimes;
  const cento::FileSource source({argv[1]});
  NoPairs pairs;
  NoPassages passages;
  cento::DedupSink removals;
  cento::ScanOptions loose;
  loose.passages.match = cento::SentenceMatching::loose;
  cento::DedupOptions cuts;
  cuts.level = cento::DedupLevel::passage;
  const std::vector<std::pair<std::string, RunJob>> jobs = {
      {"scan", [&](const auto& from, const auto& run) { cento::scan(from, {}, passages, run); }},
      {"loose", [&](const auto& from, const auto& run) { cento::scan(from, loose, passages, run); }},
      {"pairs", [&](const auto& from, const auto& run) { cento::pairs(from, {}, pairs, run); }},
      {"passages", [&](const auto& from, const auto& run) { cento::dedup(from, cuts, removals, run); }},
  };
  for (const auto& [name, job] : jobs) {
    if (argc <= kJob || name == argv[kJob]) measure(name.c_str(), job, source, times);
  }
}
