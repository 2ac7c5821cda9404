#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/reporter.hpp"
#include "core/span.hpp"
#include "read/document.hpp"
#include "read/input/input.hpp"
#include "read/json/json_line.hpp"
#include "study/judge/pair_judgement.hpp"

namespace cento {

/// Two threads, and whether they ask the same question.
struct ForumLabel {
  std::string id;  // of the pair
  DocId a = 0;     // places in LabelledQuestions::threads
  DocId b = 0;
  bool is_positive = false;
  std::string query = {};  // pairs of the same query are ranked against each other; empty: no query
  std::string kind = {};
};

/// Threads, and the labels of some pairs of them.
struct LabelledQuestions {
  DocumentBatch threads;  // only documents and arena are used
  std::vector<ForumLabel> pairs;
};

/// Reads labelled pairs that include their texts, one `{"id", "a", "b", "label"}` per line, where a and b are a text
/// (the part `text`) or an object of named texts; `query` and `kind` are optional, and a pair without an id gets the
/// number of its line. Equal threads are one. A line that cannot be used, or that contradicts an earlier one, goes to
/// the reporter.
class LabelledLineReader {
 public:
  /// Adds to `out`, which must outlive this.
  explicit LabelledLineReader(LabelledQuestions& out) : out_(out) {}

  void read(Input& in, Reporter& reporter);

 private:
  struct First {
    std::size_t pair;
    std::uint64_t line;
  };

  std::string take(std::string_view line, std::uint64_t number);
  std::string take_fields(std::uint64_t number);
  std::string add(ForumLabel pair, std::uint64_t line);
  DocId thread_of(const JsonField* field, std::string_view side);
  void pack_parts(std::string_view object, std::string_view side);
  DocId intern(std::string_view id);
  void pack(std::string_view name, std::string_view text);

  LabelledQuestions& out_;
  JsonLineParser parser_;
  Arena line_arena_;
  std::string packed_;                                            // the parts of a thread: names and texts alternate
  std::vector<std::pair<std::size_t, std::size_t>> packed_ends_;  // of each name and of each text
  std::unordered_map<std::string_view, DocId> known_threads_;
  std::unordered_map<std::string, First> known_ids_;
  std::unordered_map<std::uint64_t, First> known_pairs_;
};

/// Adds copies of the documents of a batch. Of documents with the same id, the first is kept.
class LabelledQuestionCollector {
 public:
  /// Adds to `out`, which must outlive this.
  explicit LabelledQuestionCollector(LabelledQuestions& out) : out_(out) {}

  void add(const DocumentBatch& batch);

  /// Labels the threads. A pair that names an unknown thread, or the same one twice, goes to the reporter, with the
  /// file and its line.
  void label(const std::vector<LabelledPair>& gold, std::string_view file, Reporter& reporter);

 private:
  std::string take(const LabelledPair& pair);

  LabelledQuestions& out_;
  std::unordered_map<std::string_view, DocId> numbers_;
};

/// Throws Error, in one sentence that names `what`, unless there are pairs, and at least `least` of each label.
void check_labels(const LabelledQuestions& labelled, std::size_t least, std::string_view what);

}  // namespace cento
