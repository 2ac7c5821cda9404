// HTML to text on one core, compared with md5sum on the same bytes.
//
//     html_text_bench FILE.jsonl [ROUNDS]      lines with a field "html"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <simdjson.h>

#include "cento/error.hpp"
#include "core/kernel.hpp"
#include "core/memory/arena.hpp"
#include "read/html/html_text.hpp"

namespace {

using cento::Arena;
using cento::Error;
using cento::Kernel;

constexpr int kRounds = 7;
constexpr double kMega = 1e6;

/// All pages, concatenated, and where each ends.
struct Pages {
  std::string bytes;
  std::vector<std::size_t> ends;
};

Pages load(const char* file) {
  Pages pages;
  simdjson::ondemand::parser parser;
  const simdjson::padded_string lines = simdjson::padded_string::load(file).take_value();
  simdjson::ondemand::document_stream stream = parser.iterate_many(lines, std::size_t{1} << 26).take_value();
  for (auto page : stream) {
    std::string_view html;
    if (page["html"].get_string().get(html) != simdjson::SUCCESS) continue;
    pages.bytes += html;
    pages.ends.push_back(pages.bytes.size());
  }
  return pages;
}

template <typename Work>
double seconds_of(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// A file with the pages, so that md5sum reads the same bytes (from the page cache).
class BytesOnDisk {
 public:
  explicit BytesOnDisk(const std::string& bytes) {
    const int descriptor = mkstemp(name_.data());
    if (descriptor < 0) throw Error("cannot create a temporary file");
    std::FILE* file = fdopen(descriptor, "wb");
    if (std::fwrite(bytes.data(), 1, bytes.size(), file) != bytes.size())
      throw Error("the temporary file is incomplete");
    std::fclose(file);
  }
  ~BytesOnDisk() { std::remove(name_.c_str()); }
  BytesOnDisk(const BytesOnDisk&) = delete;
  BytesOnDisk& operator=(const BytesOnDisk&) = delete;

  void md5sum() const {
    if (std::system(fmt::format("md5sum {} > /dev/null", name_).c_str()) != 0) throw Error("md5sum cannot be run");
  }

 private:
  std::string name_ = "/tmp/html_text_bench.XXXXXX";
};

std::size_t extract_all(const Pages& pages, Arena& arena, Kernel kernel) {
  std::size_t text_bytes = 0;
  std::size_t begin = 0;
  for (const std::size_t end : pages.ends) {
    arena.clear();
    const std::string_view page(pages.bytes.data() + begin, end - begin);
    text_bytes += cento::html_to_text(page, arena, kernel).size();
    begin = end;
  }
  return text_bytes;
}

void measure(const Pages& pages, Kernel kernel, int rounds) {
  const BytesOnDisk file(pages.bytes);
  Arena arena;
  std::size_t text_bytes = 0;
  double extract = 1e9;
  double md5 = 1e9;
  std::vector<double> ratios;
  for (int round = 0; round < rounds; ++round) {
    const double one = seconds_of([&] { text_bytes = extract_all(pages, arena, kernel); });
    const double other = seconds_of([&] { file.md5sum(); });
    extract = std::min(extract, one);
    md5 = std::min(md5, other);
    ratios.push_back(other / one);
  }
  std::sort(ratios.begin(), ratios.end());
  const double megabytes = static_cast<double>(pages.bytes.size()) / kMega;
  fmt::print("{:<7} {:8.0f} MB/s  md5sum {:6.0f} MB/s  ratio {:.2f} (median)  {} pages, {} bytes of text\n",
             name_of(kernel), megabytes / extract, megabytes / md5, ratios[ratios.size() / 2], pages.ends.size(),
             text_bytes);
}

void run(const char* file, int rounds) {
  const Pages pages = load(file);
  fmt::print("{} pages, {:.1f} MB of HTML\n", pages.ends.size(), static_cast<double>(pages.bytes.size()) / kMega);
  for (const Kernel kernel : {Kernel::scalar, Kernel::avx2}) {
    if (cento::has_kernel(kernel)) measure(pages, kernel, rounds);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: html_text_bench FILE.jsonl [ROUNDS]\n");
    return 2;
  }
  try {
    run(argv[1], argc > 2 ? std::atoi(argv[2]) : kRounds);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
  return 0;
}
