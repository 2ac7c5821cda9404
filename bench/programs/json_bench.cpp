// Times the JSONL reader against simdjson On-Demand, a library made for the purpose, on the same file in memory:
//   bench_json FILE [ROUNDS]
// Both find "id" and "text" of every line and unescape them; the reader also checks everything else and keeps it as
// metadata. Prints one JSON object.

#include <simdjson.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "read/formats.hpp"

namespace {

struct Counts {
  std::size_t documents = 0;
  std::size_t text_bytes = 0;
};

Counts read_with_cento(std::string_view file) {
  Counts counts;
  const auto in = cento::memory_input("FILE", file);
  const auto reader = cento::format_named("jsonl")->make({});
  cento::DocumentBatch batch;
  while (reader->cut(*in, batch)) {
    reader->parse(batch);
    counts.documents += batch.documents.size();
    for (const cento::Document& document : batch.documents) counts.text_bytes += document.parts[0].text.size();
    batch.clear();
  }
  return counts;
}

Counts read_with_simdjson(const simdjson::padded_string& file) {
  Counts counts;
  simdjson::ondemand::parser parser;
  const char* at = file.data();
  const char* const end = at + file.size();
  while (at < end) {
    const void* found = std::memchr(at, '\n', static_cast<std::size_t>(end - at));
    const char* const line_end = found == nullptr ? end : static_cast<const char*>(found);
    const auto size = static_cast<std::size_t>(line_end - at);
    simdjson::ondemand::document document;
    std::string_view id;
    std::string_view text;
    const bool is_read =
        parser.iterate(at, size, size + simdjson::SIMDJSON_PADDING).get(document) == simdjson::SUCCESS &&
        document["id"].get(id) == simdjson::SUCCESS && document["text"].get(text) == simdjson::SUCCESS;
    if (is_read) {
      ++counts.documents;
      counts.text_bytes += text.size();
    }
    at = line_end + 1;
  }
  return counts;
}

template <typename Read>
double best_seconds(int rounds, Counts& counts, const Read& read) {
  double best = 1e9;
  for (int i = 0; i < rounds; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    counts = read();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  std::ifstream stream(argv[1], std::ios::binary);
  const std::string file((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  const simdjson::padded_string padded(file);
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 7;
  Counts ours;
  Counts theirs;
  const double our_seconds = best_seconds(rounds, ours, [&] { return read_with_cento(file); });
  const double their_seconds = best_seconds(rounds, theirs, [&] { return read_with_simdjson(padded); });
  std::printf(R"({"bytes":%zu,"documents":%zu,"text_bytes":%zu,"seconds":%.4f,"simdjson_documents":%zu,)"
              R"("simdjson_text_bytes":%zu,"simdjson_seconds":%.4f})"
              "\n",
              file.size(), ours.documents, ours.text_bytes, our_seconds, theirs.documents, theirs.text_bytes,
              their_seconds);
  return 0;
}
