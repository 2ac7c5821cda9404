#include "group/sources.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

#include <fmt/format.h>

#include "read/metadata/metadata_fields.hpp"

namespace cento {

namespace {

constexpr std::size_t kSourceFields = 4;
constexpr std::array<std::string_view, 12> kFields{// that name a source
                                                   "source", "source_name", "domain", "site",
                                                   // that hold an address
                                                   "url", "warc_target_uri", "WARC-Target-URI", "target_uri", "uri",
                                                   "source_url", "canonical_url", "link"};
constexpr std::size_t kNameBytesMost = 200;
constexpr std::string_view kUnnamed = "(unnamed)";

/// The name fit for a message: no control characters, not too long, valid UTF-8 if it was.
std::string tidy(std::string_view name) {
  if (name.size() > kNameBytesMost) {
    std::size_t end = kNameBytesMost;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U) --end;
    name = name.substr(0, end);
  }
  std::string tidied(name);
  for (char& c : tidied) {
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = ' ';
  }
  return tidied;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  }
  return lower;
}

/// The host of "scheme://user@host:port/path"; empty if the text is not such an address.
std::string host_of(std::string_view address) {
  constexpr std::string_view kSchemeEnd = "://";
  constexpr std::size_t kLongestScheme = 16;
  const std::size_t scheme = address.substr(0, kLongestScheme + kSchemeEnd.size()).find(kSchemeEnd);
  if (scheme == std::string_view::npos) return {};
  address.remove_prefix(scheme + kSchemeEnd.size());
  std::string_view host = address.substr(0, address.find_first_of("/?#\\"));
  if (const std::size_t user = host.rfind('@'); user != std::string_view::npos) host.remove_prefix(user + 1);
  const std::size_t bracket = host.rfind(']');  // of an IPv6 address, which contains colons
  const std::size_t colon = host.find(':', bracket == std::string_view::npos ? 0 : bracket);
  std::string lower = lower_case(tidy(host.substr(0, colon)));
  return lower.starts_with("www.") && lower.size() > 4 ? lower.substr(4) : lower;
}

std::string file_name(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return tidy(name.empty() ? path : name);
}

/// What one source loses.
struct SourceLoss {
  std::uint32_t source = 0;
  std::uint64_t documents = 0;
  std::uint64_t lost = 0;
  std::uint32_t taker = 0;  // the source whose documents replace most of the lost ones
  std::uint64_t lost_to_taker = 0;

  [[nodiscard]] double share() const { return static_cast<double>(lost) / static_cast<double>(documents); }
};

class SourceLosses {
 public:
  SourceLosses(const SourceLossInput& input, const SourceLossOptions& options) : in_(input), options_(options) {}

  /// The sources that lose too much, the largest loss first.
  std::vector<SourceLoss> find() {
    count();
    std::erase_if(losses_, [&](const SourceLoss& loss) { return !is_too_much(loss); });
    if (losses_.empty()) return {};
    find_takers();
    std::sort(losses_.begin(), losses_.end(), [&](const SourceLoss& a, const SourceLoss& b) {
      return a.lost != b.lost ? a.lost > b.lost : in_.names.name(a.source) < in_.names.name(b.source);
    });
    return std::move(losses_);
  }

 private:
  [[nodiscard]] bool is_reference(std::size_t document) const {
    return !in_.references.empty() && in_.references[document] != 0;
  }

  [[nodiscard]] bool is_too_much(const SourceLoss& loss) const {
    return loss.lost > 0 && loss.lost >= options_.documents && loss.share() > options_.share;
  }

  void count() {
    losses_.resize(in_.names.size());
    for (std::uint32_t i = 0; i < losses_.size(); ++i) losses_[i].source = i;
    for (std::size_t document = 0; document < in_.verdicts.size(); ++document) {
      if (is_reference(document)) continue;
      SourceLoss& loss = losses_[in_.sources[document]];
      ++loss.documents;
      loss.lost += in_.verdicts[document].stays() ? 0 : 1;
    }
  }

  /// `losses_` ascends by source here.
  void find_takers() {
    std::unordered_map<std::uint64_t, std::uint64_t> lost_to;
    for (std::size_t document = 0; document < in_.verdicts.size(); ++document) {
      const Verdict& verdict = in_.verdicts[document];
      if (verdict.stays()) continue;
      SourceLoss* loss = find_loss(in_.sources[document]);
      if (loss == nullptr) continue;
      const std::uint32_t taker = in_.sources[verdict.kept];
      const std::uint64_t lost = ++lost_to[std::uint64_t{loss->source} << 32 | taker];
      if (lost < loss->lost_to_taker || (lost == loss->lost_to_taker && taker > loss->taker)) continue;
      loss->taker = taker;
      loss->lost_to_taker = lost;
    }
  }

  SourceLoss* find_loss(std::uint32_t source) {
    const auto found =
        std::lower_bound(losses_.begin(), losses_.end(), source,
                         [](const SourceLoss& loss, std::uint32_t wanted) { return loss.source < wanted; });
    return found != losses_.end() && found->source == source ? &*found : nullptr;
  }

  const SourceLossInput& in_;
  const SourceLossOptions& options_;
  std::vector<SourceLoss> losses_;
};

/// In percent, rounded down so that 100 means all.
int percent(const SourceLoss& loss) {
  return static_cast<int>(loss.lost * 100 / loss.documents);
}

std::string sentence(const SourceLoss& loss, const SourceNames& names) {
  const bool is_most = loss.lost_to_taker * 2 > loss.lost;
  const std::string how_many = is_most ? "most" : fmt::format("{}", loss.lost_to_taker);
  const std::string taker =
      loss.taker == loss.source ? "other documents of the same source" : std::string(names.name(loss.taker));
  return fmt::format("Source {} would lose {} of {} documents ({} %), {} of them to {}.", names.name(loss.source),
                     loss.lost, loss.documents, percent(loss), how_many, taker);
}

std::string closing_sentence(std::size_t sources, double share) {
  const bool is_one = sources == 1;
  return fmt::format("{} more source{} would lose more than {:g} % of {} documents.", sources, is_one ? "" : "s",
                     share * 100, is_one ? "its" : "their");
}

}  // namespace

std::string source_of(const Document& document) {
  std::array<std::string_view, kFields.size()> values;
  if (document.metadata != "{}") find_metadata(document.metadata, kFields, values);
  std::string unescaped;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string_view value = plain_text_of_json(values.at(i), unescaped);
    if (std::string host = host_of(value); !host.empty()) return host;
    if (i < kSourceFields && !value.empty()) return tidy(value);
  }
  if (std::string host = host_of(document.id); !host.empty()) return host;
  std::string name = file_name(document.place.file);
  return name.empty() ? std::string(kUnnamed) : name;
}

std::uint32_t SourceNames::number_of(std::string_view name) {
  if (const auto known = numbers_.find(name); known != numbers_.end()) return known->second;
  if (size() == kSourcesMost) {
    names_.emplace_back(kOthers);
  } else if (size() < kSourcesMost) {
    names_.emplace_back(name);
    numbers_.emplace(names_.back(), size() - 1);
  }
  return size() - 1;
}

std::vector<std::string> source_warnings(const SourceLossInput& input, const SourceLossOptions& options) {
  const std::vector<SourceLoss> losses = SourceLosses(input, options).find();
  std::vector<std::string> sentences;
  const std::size_t listed = std::min(losses.size(), options.listed_most);
  for (std::size_t i = 0; i < listed; ++i) sentences.push_back(sentence(losses[i], input.names));
  if (listed < losses.size()) sentences.push_back(closing_sentence(losses.size() - listed, options.share));
  return sentences;
}

}  // namespace cento
