#pragma once

#include <string>

#include "engine/collection_totals.hpp"
#include "engine/job.hpp"
#include "index/live/index_writer.hpp"

namespace cento {

/// Creates an index with default options if the folder has none, and removes it again if nothing was added to it and
/// keep() was not called: the run failed.
class IndexToFill {
 public:
  explicit IndexToFill(std::string folder);
  ~IndexToFill();
  IndexToFill(const IndexToFill&) = delete;
  IndexToFill& operator=(const IndexToFill&) = delete;

  /// Whether it was created here and is not kept yet.
  [[nodiscard]] bool is_new() const { return is_new_; }

  /// The run succeeded: the index stays, even if it is empty.
  void keep() { is_new_ = false; }

 private:
  std::string folder_;
  bool is_new_ = false;
};

/// Adds all documents of a collection and commits them.
CollectionTotals add_collection(IndexWriter& writer, const Collection& collection, Job& job);

}  // namespace cento
