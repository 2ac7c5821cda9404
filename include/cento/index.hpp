#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cento/method_options.hpp"
#include "cento/options.hpp"
#include "cento/records.hpp"
#include "cento/source.hpp"
#include "cento/visible.hpp"

namespace cento {

/// A document of the index that is similar to the query document.
struct SimilarAnswer {
  std::string id;
  double similarity = 0;
  double contained_a = 0;  // the share of the query document's features that the other has
  double contained_b = 0;
};

/// A passage of the query document that occurs in a document of the index.
struct PassageAnswer {
  std::string id;
  std::string part_a;  // named where a document has several
  std::string part_b;
  PassageSide a;
  PassageSide b;
  std::uint32_t matched = 0;
  double similarity = 1;
};

/// What an index knows about a document. One with the same id is taken for the query document itself.
struct QueryAnswer {
  std::vector<std::string> identical;  // ids
  std::vector<SimilarAnswer> similar;
  std::vector<PassageAnswer> passages;
  bool is_incomplete = false;  // part of the index is damaged
};

/// What was added to an index.
struct AddSummary : JobSummary {
  std::uint64_t added = 0;
  std::uint64_t replaced = 0;         // of these, in place of one with the same id
  std::uint64_t index_documents = 0;  // in the index now
};

/// A durable index of documents, which grows and answers. For one thread at a time; several objects, also of other
/// processes, may read one index while one adds to it.
class CENTO_VISIBLE Index {
 public:
  /// Opens the index in a folder. Throws Error when there is none, or it is damaged.
  explicit Index(std::string folder);
  ~Index();
  Index(Index&&) noexcept;
  Index& operator=(Index&&) noexcept;

  /// Creates an empty index in a folder that does not exist or is empty.
  static Index create(std::string folder, const IndexOptions& options = {});

  /// Adds documents; one whose id exists replaces the old one. When it returns they are safe on disk.
  AddSummary add(const Source& source, const RunOptions& run = {});

  /// Removes the document with this id. Returns whether there was one.
  bool remove(std::string_view id);

  [[nodiscard]] QueryAnswer ask(const TextDocument& document, const AskOptions& options = {});

  /// The answers to many, in their order, on all threads of `run`. Throws Stopped when it is asked to stop.
  [[nodiscard]] std::vector<QueryAnswer> ask_many(std::span<const TextDocument> documents,
                                                  const AskOptions& options = {}, const RunOptions& run = {});

  /// The document with this id, as it was added.
  [[nodiscard]] std::optional<TextDocument> get(std::string_view id) const;

  /// Calls `use` with every document, in the order in which they were added; with empty texts unless they are wanted.
  /// Throws Error when one is damaged.
  void for_each(bool with_texts, const std::function<void(const TextDocument&)>& use) const;

  /// The number of documents.
  [[nodiscard]] std::uint64_t size() const;

  /// What the index keeps.
  [[nodiscard]] const IndexOptions& options() const;

  /// Shows what others have added since it was opened.
  void refresh();

  /// Reads everything and returns what is wrong, a sentence each; nothing if all is well.
  [[nodiscard]] std::vector<std::string> verify() const;

  /// Copies the index into a new folder, while others may read and write it.
  void back_up(const std::string& folder) const;

  /// Merges all segments into one, without removed documents.
  void merge();

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
