// All pairs of near-duplicate documents by comparing every document with every other: slow and plain, as the reference
// for the program's own results. It shares with the program only how files are read and text is cut into tokens.
//
//   all_pairs words:5|chars:64 THRESHOLD INPUT…      prints a, b, similarity, contained_a, contained_b, tab-separated

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "read/collection.hpp"
#include "text/tokenizer.hpp"

namespace {

using ShingleNumber = std::uint32_t;
using ShingleSet = std::vector<ShingleNumber>;  // ascending, each once

struct ShingleKind {
  bool is_of_words = true;  // otherwise of characters, from the start of each word on
  std::size_t length = 0;
};

struct DocumentSet {
  std::string id;
  ShingleSet shingles;
};

struct FoundPair {
  std::size_t a = 0;
  std::size_t b = 0;
  std::size_t shared = 0;
};

ShingleKind parse_kind(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  if (colon == std::string_view::npos || (name != "words" && name != "chars")) {
    throw std::invalid_argument("all_pairs: shingles are words:N or chars:N");
  }
  return {name == "words", std::stoul(std::string(text.substr(colon + 1)))};
}

/// Numbers shingles as they come, by their exact bytes, so that no two ever share a number.
class Shingler {
 public:
  explicit Shingler(const ShingleKind& kind) : kind_(kind) {}

  ShingleSet set_of(const cento::Document& document) {
    ShingleSet set;
    for (const cento::Part& part : document.parts) {
      if (kind_.is_of_words) {
        add_words(part.text, set);
      } else {
        add_characters(part.text, set);
      }
    }
    std::sort(set.begin(), set.end());
    set.erase(std::unique(set.begin(), set.end()), set.end());
    return set;
  }

 private:
  void add_words(std::string_view text, ShingleSet& set) {
    cento::Tokens tokens;
    tokenizer_.tokenize(text, tokens);
    const std::size_t count = tokens.size();
    if (count == 0) return;
    const std::size_t length = std::min(kind_.length, count);
    for (std::size_t first = 0; first + length <= count; ++first) {
      const char* bytes = reinterpret_cast<const char*>(&tokens.hashes[first]);
      set.push_back(number_of(std::string(bytes, length * sizeof(tokens.hashes[0]))));
    }
  }

  void add_characters(std::string_view text, ShingleSet& set) {
    cento::FoldedText folded;
    tokenizer_.fold(text, folded);
    const std::size_t before = set.size();
    for (const std::uint32_t first : folded.begins) {
      if (first + kind_.length > folded.character_count()) break;
      const std::uint32_t begin = folded.byte_of(first);
      const std::uint32_t end = folded.byte_of(first + static_cast<std::uint32_t>(kind_.length));
      set.push_back(number_of(std::string(folded.text().substr(begin, end - begin))));
    }
    if (set.size() == before && !folded.begins.empty()) set.push_back(number_of(std::string(folded.text())));
  }

  ShingleNumber number_of(std::string shingle) {
    const auto next = static_cast<ShingleNumber>(numbers_.size());
    return numbers_.emplace(std::move(shingle), next).first->second;
  }

  ShingleKind kind_;
  cento::Tokenizer tokenizer_;
  std::unordered_map<std::string, ShingleNumber> numbers_;
};

std::vector<DocumentSet> read_sets(const std::vector<std::string>& inputs, const ShingleKind& kind) {
  cento::Reporter reporter;
  const cento::InputList list(inputs, reporter);
  Shingler shingler(kind);
  std::vector<DocumentSet> sets;
  cento::TakeOnly step([&](cento::DocumentBatch& batch) {
    for (const cento::Document& document : batch.documents) {
      sets.push_back({std::string(document.id), shingler.set_of(document)});
    }
  });
  cento::ReadProgress progress;
  cento::read_collection(list, {}, 1, reporter, progress, step);
  return sets;
}

double share(std::size_t part, std::size_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

double jaccard(const ShingleSet& a, const ShingleSet& b, std::size_t shared) {
  return share(shared, a.size() + b.size() - shared);
}

/// All pairs of one document with those after it in `by_size`, as long as the sizes alone allow the threshold.
void compare_with_larger(const std::vector<DocumentSet>& sets, const std::vector<std::size_t>& by_size,
                         std::size_t place, double threshold, std::vector<FoundPair>& found) {
  const ShingleSet& a = sets[by_size[place]].shingles;
  ShingleSet shared;
  for (std::size_t other = place + 1; other < by_size.size(); ++other) {
    const ShingleSet& b = sets[by_size[other]].shingles;
    if (share(a.size(), b.size()) < threshold) return;
    shared.clear();
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(shared));
    if (jaccard(a, b, shared.size()) < threshold) continue;
    const auto [first, second] = std::minmax(by_size[place], by_size[other]);
    found.push_back({first, second, shared.size()});
  }
}

std::vector<FoundPair> compare_all(const std::vector<DocumentSet>& sets, double threshold) {
  constexpr std::size_t kThreads = 2;
  std::vector<std::size_t> by_size;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (!sets[i].shingles.empty()) by_size.push_back(i);
  }
  std::stable_sort(by_size.begin(), by_size.end(),
                   [&](std::size_t a, std::size_t b) { return sets[a].shingles.size() < sets[b].shingles.size(); });
  std::vector<std::vector<FoundPair>> parts(kThreads);
  std::atomic<std::size_t> next = 0;
  {
    std::vector<std::jthread> threads;
    for (std::vector<FoundPair>& part : parts) {
      threads.emplace_back([&] {
        for (std::size_t i = next++; i < by_size.size(); i = next++) {
          compare_with_larger(sets, by_size, i, threshold, part);
        }
      });
    }
  }
  std::vector<FoundPair> found;
  for (const auto& part : parts) found.insert(found.end(), part.begin(), part.end());
  std::sort(found.begin(), found.end(),
            [](const FoundPair& x, const FoundPair& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
  return found;
}

void print_pair(const DocumentSet& a, const DocumentSet& b, std::size_t shared) {
  std::printf("%s\t%s\t%.6g\t%.6g\t%.6g\n", a.id.c_str(), b.id.c_str(), jaccard(a.shingles, b.shingles, shared),
              share(shared, a.shingles.size()), share(shared, b.shingles.size()));
}

void print_all_pairs(const std::vector<std::string>& arguments) {
  if (arguments.size() < 3) throw std::invalid_argument("usage: all_pairs words:5|chars:64 THRESHOLD INPUT...");
  const std::vector<DocumentSet> sets = read_sets({arguments.begin() + 2, arguments.end()}, parse_kind(arguments[0]));
  std::printf("a\tb\tsimilarity\tcontained_a\tcontained_b\n");
  for (const FoundPair& pair : compare_all(sets, std::stod(arguments[1]))) {
    print_pair(sets[pair.a], sets[pair.b], pair.shared);
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    print_all_pairs({argv + 1, argv + argc});
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
}
