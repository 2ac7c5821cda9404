#include "methods/cuts/tasks/cut_part.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

#include "cento/error.hpp"
#include "core/hash/mix64.hpp"
#include "methods/cuts/repeat_signer.hpp"

namespace cento {

namespace {

[[noreturn]] void throw_missing() {
  throw Error("the files of a part are missing or damaged: start the run again in another folder");
}

}  // namespace

struct CutPartWriter::Known {
  boost::unordered_flat_map<Fingerprint, std::uint32_t, HashFingerprint> first;  // of equal windows
};

CutPartWriter::CutPartWriter(std::size_t groups) : groups_(groups), known_(std::make_unique<Known>()), shown_(groups) {}

CutPartWriter::~CutPartWriter() = default;

void CutPartWriter::add(const RepeatBatch& batch) {
  const std::uint64_t before = sentences_.size();
  if (before + batch.sentences.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw Error("a part of a collection has at most 2^32 - 1 sentences: divide the rows into more partitions");
  }
  sentences_.insert(sentences_.end(), batch.sentences.begin(), batch.sentences.end());
  for (StoredText text : batch.texts) {
    text.first += before;
    text.document += documents_;
    texts_.push_back(text);
  }
  documents_ += batch.documents;
  for (SignedWindow window : batch.windows) {
    window.first += before;
    const auto first = static_cast<std::uint32_t>(window.first);
    const auto [known, is_new] = known_->first.emplace(window.fingerprint, first);
    windows_.push_back({first, known->second});
    if (is_new) shown_.add(group_of(mix64(window.fingerprint.low), groups_), window);
  }
}

void CutPartWriter::finish(TaskOutput& out) {
  out.store("texts", block_of(texts_));
  out.store("sentences", block_of(sentences_));
  out.store("windows", block_of(windows_));
  out.kind_of("windows") = std::move(shown_);
}

CutPart::CutPart(const CutTask& task, std::size_t number, const TaskInput& stored)
    : task_(task),
      number_(static_cast<std::uint32_t>(number)),
      texts_(stored.records<StoredText>("texts")),
      sentences_(stored.records<StoredSentence>("sentences")),
      windows_(stored.records<WindowInPart>("windows")),
      equal_(stored.records<GlobalPlace>("equal")),
      elsewhere_(stored.records<KeptElsewhere>("elsewhere")) {
  const auto is_after_all = [&](const StoredText& text) { return text.first > sentences_.size(); };
  if (std::any_of(texts_.begin(), texts_.end(), is_after_all)) throw_missing();
  const std::uint64_t last_begin =
      sentences_.size() - std::min<std::size_t>(sentences_.size(), task.rule.min_sentences);
  const auto is_outside = [&](const WindowInPart& window) { return window.first > last_begin; };
  if (std::any_of(windows_.begin(), windows_.end(), is_outside)) throw_missing();
}

void CutPart::set_equal(std::vector<GlobalPlace> equal, TaskOutput& out) {
  equal_ = std::move(equal);
  out.store("equal", block_of(equal_));
  std::vector<KeptElsewhere> elsewhere;
  for (const GlobalPlace one : equal_) {
    if (is_here(one)) continue;
    KeptElsewhere open;
    open.place = open.kept = one;
    elsewhere.push_back(open);
  }
  std::sort(elsewhere.begin(), elsewhere.end());
  const auto same = [](const KeptElsewhere& x, const KeptElsewhere& y) { return x.place == y.place; };
  elsewhere.erase(std::unique(elsewhere.begin(), elsewhere.end(), same), elsewhere.end());
  set_elsewhere(std::move(elsewhere), out);
}

const KeptElsewhere& CutPart::elsewhere(GlobalPlace place) const {
  KeptElsewhere wanted;
  wanted.place = place;
  const auto found = std::lower_bound(elsewhere_.begin(), elsewhere_.end(), wanted);
  if (found == elsewhere_.end() || found->place != place) throw_missing();
  return *found;
}

void CutPart::set_elsewhere(std::vector<KeptElsewhere> elsewhere, TaskOutput& out) {
  elsewhere_ = std::move(elsewhere);
  out.store("elsewhere", block_of(elsewhere_));
}

KeptElsewhere CutPart::kept(std::uint32_t sentence) const {
  if (sentence >= equal_.size()) throw_missing();
  const GlobalPlace equal = equal_[sentence];
  KeptElsewhere kept = is_here(equal) ? facts_of(number_in(equal)) : elsewhere(equal);
  kept.place = place(sentence);
  return kept;
}

/// Of a sentence here that stays.
KeptElsewhere CutPart::facts_of(std::uint32_t sentence) const {
  const auto begins_after = [](std::uint32_t number, const StoredText& text) { return number < text.first; };
  const auto after = std::upper_bound(texts_.begin(), texts_.end(), sentence, begins_after);
  const auto text = static_cast<std::uint32_t>(after - texts_.begin()) - 1;
  const StoredSentence& own = sentences_[sentence];
  return {0, place(sentence), text, document_of(text), texts_[text].part, own.number, own.bytes};
}

}  // namespace cento
