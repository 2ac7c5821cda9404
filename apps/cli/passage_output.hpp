#pragma once

#include <cstdint>
#include <string>

#include "core/atomic_file.hpp"
#include "methods/pdc.hpp"
#include "scan_documents.hpp"

namespace cento::cli {

/// Where results go; null: they are only counted.
struct PassageFiles {
  AtomicFile* documents = nullptr;
  AtomicFile* passages = nullptr;
  AtomicFile* families = nullptr;

  [[nodiscard]] bool are_written() const { return passages != nullptr; }
};

struct PassageOutputCounts {
  std::uint64_t document_pairs = 0;
  std::uint64_t near_duplicates = 0;
  std::uint64_t passages = 0;
  std::uint64_t boilerplate = 0;  // families
};

/// What is written, and how documents are judged.
struct PassageResults {
  PdcFinder& finder;
  const ScanDocuments& documents;
  double near_duplicate = 0.8;
  std::uint32_t boilerplate = 50;
  std::size_t threads = 1;
};

/// Writes passages, pairs of documents and families, or only counts them.
PassageOutputCounts write_passages(const PassageResults& results, const PassageFiles& files);

}  // namespace cento::cli
