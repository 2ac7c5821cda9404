#pragma once

#include <memory>

#include "engine/source/collection.hpp"

namespace cento {

class Job;

/// What a public Source is: opens the collection for a job.
class SourceOpener {
 public:
  SourceOpener() = default;
  virtual ~SourceOpener() = default;
  SourceOpener(const SourceOpener&) = delete;
  SourceOpener& operator=(const SourceOpener&) = delete;

  /// Throws Error when it cannot be read.
  [[nodiscard]] virtual std::unique_ptr<Collection> open(Job& job) const = 0;
};

}  // namespace cento
