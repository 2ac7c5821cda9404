#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "group/survivors.hpp"
#include "read/document.hpp"

namespace cento {

/// Where a document comes from, as people would name it: the field "source" (or "source_name", "domain", "site") of its
/// metadata, else the host of its address (the fields "url", "warc_target_uri" and the like), else the host of its id
/// if that is an address, else the name of its file. An address in place of a name gives its host; hosts are in lower
/// case, without user, port and "www.". Pure; never empty; at most about 200 bytes.
[[nodiscard]] std::string source_of(const Document& document);

/// Names of sources, numbered in the order in which they are met.
class SourceNames {
 public:
  /// Names beyond this many become one source, named kOthers: memory stays bounded even if every document has its own.
  static constexpr std::uint32_t kSourcesMost = 1'000'000;
  static constexpr std::string_view kOthers = "(others)";

  /// The number of a name, new or known.
  std::uint32_t number_of(std::string_view name);

  [[nodiscard]] std::string_view name(std::uint32_t number) const { return names_[number]; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(names_.size()); }

 private:
  std::deque<std::string> names_;  // their bytes never move
  std::unordered_map<std::string_view, std::uint32_t> numbers_;
};

/// When the loss of a source is worth a warning.
struct SourceLossOptions {
  double share = 0.5;            // more than this share of its documents would be removed
  std::uint64_t documents = 10;  // and at least this many
  std::size_t listed_most = 10;  // sources that are named; the rest are counted
};

/// What would be lost, source by source. `sources` has the number of each document's source; `references` is as in
/// SurvivorInput, and its documents count neither as lost nor as kept.
struct SourceLossInput {
  const SourceNames& names;
  std::span<const std::uint32_t> sources;
  std::span<const Verdict> verdicts;
  std::span<const std::uint8_t> references;
};

/// A sentence for each source that loses too much, the largest loss first: "Source bbc.co.uk would lose 120 of 150
/// documents (80 %), most of them to cnn.com."
[[nodiscard]] std::vector<std::string> source_warnings(const SourceLossInput& input, const SourceLossOptions& options);

}  // namespace cento
