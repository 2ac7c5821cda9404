#include "methods/pdc/tasks/pdc_part.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

#include "cento/error.hpp"

namespace cento {

PdcPart::PdcPart(const PdcTask& task, std::size_t number, const TaskInput& stored)
    : task_(task),
      number_(static_cast<std::uint32_t>(number)),
      stored_(stored),
      sentences_(stored.blocks("sentences"), stored.blocks("texts")),
      is_content_(stored.records<std::uint8_t>("contents")),
      holders_(stored.records<TextHolder>("holders")),
      classes_(stored.records<GlobalClass>("classes")),
      near_(stored.records<NearClass>("near")) {
  index_holders();
}

void PdcPart::index_holders() {
  if (is_content_.empty()) return;
  first_holder_.assign(is_content_.size() + 1, 0);
  for (const TextHolder& holder : holders_) ++first_holder_[holder.text + 1];
  std::partial_sum(first_holder_.begin(), first_holder_.end(), first_holder_.begin());
  contents_.clear();
  for_each_content([&](std::uint32_t content) {
    if (text(content).sentences > 0) contents_.push_back(content);
  });
}

void PdcPart::set_contents(std::span<const std::uint32_t> later, std::vector<TextHolder> holders, TaskOutput& out) {
  const std::span<const TextOfPart> texts = sentences_.texts();
  const auto is_missing = [&](std::uint32_t text) { return text >= texts.size(); };
  if (std::any_of(later.begin(), later.end(), is_missing) ||
      std::any_of(holders.begin(), holders.end(), [&](const TextHolder& one) { return is_missing(one.text); })) {
    throw Error("the files of a part are missing or damaged: start the run again in another folder");
  }
  is_content_.assign(texts.size(), 1);
  for (const std::uint32_t text : later) is_content_[text] = 0;
  std::vector<std::uint8_t> is_shared(texts.size());
  for (const TextHolder& holder : holders) is_shared[holder.text] = 1;
  for_each_content([&](std::uint32_t number) {
    if (is_shared[number] != 0) return;
    const TextOfPart& own = texts[number];
    holders.push_back({own.document_bytes, number, task_.parts.begin(number_) + own.document, own.part_of_document,
                       own.texts_of_document});
  });
  std::sort(holders.begin(), holders.end(), [](const TextHolder& x, const TextHolder& y) {
    return std::tie(x.text, x.document, x.part_of_document) < std::tie(y.text, y.document, y.part_of_document);
  });
  holders_ = std::move(holders);
  index_holders();
  out.store("contents", block_of(is_content_));
  out.store("holders", block_of(holders_));
}

std::uint32_t PdcPart::content_of(std::uint32_t sentence) const {
  const auto after = std::upper_bound(
      contents_.begin(), contents_.end(), sentence,
      [&](std::uint32_t place, std::uint32_t content) { return place < text(content).first_sentence; });
  return *(after - 1);
}

std::vector<std::uint32_t> PdcPart::first_with_words() const {
  const std::span<const std::uint64_t> hashes = sentences_.hashes();
  std::vector<std::uint32_t> first(hashes.size());
  std::iota(first.begin(), first.end(), 0U);
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> known;
  for_each_sentence([&](std::uint32_t i) {
    if (sentences_.keys()[i] != 0) first[i] = known.emplace(hashes[i], i).first->second;
  });
  return first;
}

void PdcPart::set_classes(std::span<const std::uint32_t> first_same, std::span<const RepeatedSentence> repeated,
                          TaskOutput& out) {
  classes_.resize(first_same.size());
  for (std::uint32_t i = 0; i < classes_.size(); ++i) classes_[i] = place(i);
  for (const RepeatedSentence& one : repeated) classes_[one.sentence] = one.first | kClassRepeats;
  for (std::uint32_t i = 0; i < classes_.size(); ++i) {
    if (first_same[i] != i) classes_[first_same[i]] |= kClassRepeats;
  }
  for (std::uint32_t i = 0; i < classes_.size(); ++i) classes_[i] = classes_[first_same[i]];
  out.store("classes", block_of(classes_));
}

void PdcPart::set_near(std::vector<NearClass> near, TaskOutput& out) {
  std::sort(near.begin(), near.end());
  near.erase(std::unique(near.begin(), near.end()), near.end());
  near_ = std::move(near);
  out.store("near", block_of(near_));
}

std::span<const NearClass> PdcPart::near(GlobalPlace name) const {
  const auto [begin, end] = std::equal_range(near_.begin(), near_.end(), NearClass{name, 0, 0, 0},
                                             [](const NearClass& x, const NearClass& y) { return x.name < y.name; });
  return {begin, end};
}

}  // namespace cento
