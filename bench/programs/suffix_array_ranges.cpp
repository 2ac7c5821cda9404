// The ranges of a collection's bytes that are covered by repeats of at least BYTES bytes, by a suffix array: the search
// for repeated runs of `cento` is timed against it. libdivsufsort makes the array; neighbours in it are compared.
//
//   suffix_array_ranges [BYTES] INPUT      prints {"results": ranges, "bytes": covered, "build": s, "scan": s}

#include <divsufsort.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "read/collection.hpp"

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// All texts, each followed by bytes that occur nowhere else, so that no repeat extends from one to the next.
std::string read_texts(const std::string& input) {
  cento::Reporter reporter;
  const cento::InputList list({input}, reporter);
  std::string all;
  std::uint32_t number = 0;
  cento::TakeOnly step([&](cento::DocumentBatch& batch) {
    for (const cento::Document& document : batch.documents) {
      for (const cento::Part& part : document.parts) {
        all += part.text;
        all += "\xff\xff";
        all.append(reinterpret_cast<const char*>(&number), sizeof number);
        ++number;
      }
    }
  });
  cento::ReadProgress progress;
  cento::read_collection(list, {}, 1, reporter, progress, step);
  return all;
}

std::vector<saidx_t> suffix_array(const std::string& text) {
  std::vector<saidx_t> suffixes(text.size());
  const auto* bytes = reinterpret_cast<const sauchar_t*>(text.data());
  if (divsufsort(bytes, suffixes.data(), static_cast<saidx_t>(text.size())) != 0) {
    throw std::runtime_error("suffix_array_ranges: libdivsufsort failed");
  }
  return suffixes;
}

bool agree(const std::string& text, saidx_t a, saidx_t b, std::size_t length) {
  const auto last = static_cast<std::size_t>(std::max(a, b));
  return last + length <= text.size() && std::memcmp(text.data() + a, text.data() + b, length) == 0;
}

struct Covered {
  std::uint64_t ranges = 0;
  std::uint64_t bytes = 0;
};

Covered cover(const std::string& text, const std::vector<saidx_t>& suffixes, std::size_t length) {
  std::vector<bool> is_repeated(text.size());
  for (std::size_t i = 1; i < suffixes.size(); ++i) {
    if (!agree(text, suffixes[i - 1], suffixes[i], length)) continue;
    is_repeated[static_cast<std::size_t>(suffixes[i - 1])] = true;
    is_repeated[static_cast<std::size_t>(suffixes[i])] = true;
  }
  Covered covered;
  std::size_t end = 0;
  for (std::size_t i = 0; i < is_repeated.size(); ++i) {
    if (!is_repeated[i]) continue;
    if (i > end || covered.ranges == 0) ++covered.ranges;
    covered.bytes += i + length - std::max(i, end);
    end = i + length;
  }
  return covered;
}

void run(const std::vector<std::string>& arguments) {
  constexpr std::size_t kUsualBytes = 200;
  if (arguments.empty()) throw std::invalid_argument("usage: suffix_array_ranges [BYTES] INPUT");
  const std::size_t length = arguments.size() > 1 ? std::stoul(arguments[0]) : kUsualBytes;
  const std::string text = read_texts(arguments.back());
  const auto begin = Clock::now();
  const std::vector<saidx_t> suffixes = suffix_array(text);
  const double build = seconds_since(begin);
  const auto built = Clock::now();
  const Covered covered = cover(text, suffixes, length);
  std::printf("{\"results\": %llu, \"bytes\": %llu, \"build\": %.2f, \"scan\": %.2f}\n",
              static_cast<unsigned long long>(covered.ranges), static_cast<unsigned long long>(covered.bytes), build,
              seconds_since(built));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run({argv + 1, argv + argc});
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
}
