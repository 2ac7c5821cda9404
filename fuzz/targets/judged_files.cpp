// Any bytes as a gold file and as predictions: what is read is sound, and judging it against itself gives shares.

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "cento/error.hpp"
#include "core/utf8.hpp"
#include "study/judge/judged_files.hpp"

namespace {

using cento::JudgedContent;

void require(bool holds) {
  if (!holds) std::abort();
}

void require_share(std::optional<double> value) {
  constexpr double kRounding = 1e-9;
  require(!value || (*value >= 0 && *value <= 1 + kRounding));
}

void require_name(const cento::PairName& name) {
  require(cento::is_valid_utf8(name.a) && cento::is_valid_utf8(name.b));
}

/// A file read from its beginning.
struct File {
  File(std::string_view bytes, cento::JudgedRole role, std::optional<JudgedContent> expected)
      : input(cento::memory_input("FILE", bytes)), layout(cento::look_at_judged_file(*input, role, expected)) {}

  std::unique_ptr<cento::Input> input;
  cento::JudgedLayout layout;
};

void judge_as_pairs(std::string_view bytes, JudgedContent content, cento::Reporter& reporter) {
  File gold(bytes, cento::JudgedRole::gold, content);
  File found(bytes, cento::JudgedRole::found, content);
  const auto labelled = read_gold_pairs(*gold.input, gold.layout, reporter);
  const auto scored = read_found_pairs(*found.input, found.layout, reporter);
  for (const auto& pair : labelled) require_name(pair.name);
  for (const auto& pair : scored) require(!std::isnan(pair.score));
  const cento::PairReport report = judge_pairs(labelled, scored, {.closed = true});
  require_share(report.all.counts.precision());
  require_share(report.all.counts.f1());
  require_share(report.average_precision);
  require(report.all.counts.positives() == 0 || report.all.best->f1 >= report.all.counts.f1());
}

void judge_as_clusters(std::string_view bytes, cento::Reporter& reporter) {
  File file(bytes, cento::JudgedRole::gold, JudgedContent::clusters);
  const auto items = read_clusters(*file.input, file.layout, reporter);
  if (items.empty()) return;
  const cento::ClusterReport report = judge_clusters(items, items);
  require(std::abs(*report.b_cubed.f1() - 1) < 1e-9 && report.unknown == 0 && report.not_found == 0);
}

void judge_as_spans(std::string_view bytes, cento::Reporter& reporter) {
  File file(bytes, cento::JudgedRole::gold, JudgedContent::spans);
  const auto spans = read_spans(*file.input, file.layout, reporter).spans;
  for (const auto& span : spans) {
    require_name(span.documents);
    require(span.a.begin < span.a.end && span.b.begin < span.b.end);
  }
  const cento::SpanReport report = judge_spans(spans, spans, std::nullopt);
  require_share(report.all.macro.precision);
  require_share(report.all.macro.plagdet);
  require(report.all.detected == spans.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  cento::ReporterOptions options;
  options.quiet = true;
  cento::Reporter reporter(options);
  try {
    (void)cento::look_at_judged_file(*cento::memory_input("FILE", bytes), cento::JudgedRole::gold, std::nullopt);
    judge_as_pairs(bytes, JudgedContent::pairs, reporter);
    judge_as_pairs(bytes, JudgedContent::questions, reporter);
    judge_as_clusters(bytes, reporter);
    judge_as_spans(bytes, reporter);
  } catch (const cento::Error&) {
    return 0;
  }
  return 0;
}
