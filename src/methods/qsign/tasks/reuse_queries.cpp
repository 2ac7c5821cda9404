#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "core/hash/mix64.hpp"
#include "index/digest.hpp"
#include "methods/qsign/sentence_search.hpp"
#include "methods/qsign/tasks/reuse_task_records.hpp"
#include "methods/qsign/tasks/reuse_works.hpp"
#include "sign/bits/bit_signature.hpp"
#include "sign/sequence_fingerprint.hpp"
#include "sign/words/word_overlap.hpp"

namespace cento {

namespace {

/// Asks for the sentences of a part, those with the same words once.
class QueriesOfPart {
 public:
  QueriesOfPart(const ReuseTask& task, const TaskInputs& inputs, TaskOutput& out)
      : task_(task),
        part_(inputs.number),
        words_(inputs.stored.records<std::uint64_t>("words")),
        counted_(words_.size()),
        but_(task.parts.end(part_) - task.parts.begin(part_), kNoDocument),
        signer_(task.shape.signature_bits, task.shape.word_bits),
        query_(task.options.formula),
        sent_(out.kind_of("asked")) {
    for (const CountedWord& one : inputs.arrived.records<CountedWord>("counted")) {
      static_cast<void>(record_of_part(words_, one.word));
      counted_[one.word] = one;
    }
    set_but(inputs.arrived.records<SameDocument>("same"));
  }

  void ask(const ReusePlace& place, const std::vector<std::uint32_t>& sentence) {
    if (sentence.empty() || !set_query(sentence)) return;
    const std::uint32_t but = record_of_part(but_, place.document);
    Fingerprint key = sequence_fingerprint(hashes_);
    key.low ^= mix64(but);
    const auto next = static_cast<std::uint32_t>(left_out_.size());
    const auto [found, is_new] = queries_.emplace(key, next);
    if (is_new) left_out_.push_back(send(next, but));
    places_.add(AskedPlace{place, found->second});
    ++asked_;
    left_out_candidates_ += left_out_[found->second];
  }

  void finish(TaskOutput& out) {
    places_.store("asked_places", out);
    out.count("asked_sentences", asked_);
    out.count("different_sentences", left_out_.size());
    out.count("left_out_candidates", left_out_candidates_);
  }

 private:
  struct AskedWord {
    std::uint64_t hash = 0;
    std::uint32_t sentences = 0;
    double weight = 0;
  };

  void set_but(const std::vector<SameDocument>& same) {
    const bool have_ids = task_.known_has_ids && task_.asked_has_ids;
    if (task_.is_same && !have_ids) {
      const std::uint32_t first = task_.parts.begin(part_) - task_.known;
      for (std::uint32_t i = 0; i < but_.size(); ++i) but_[i] = first + i;
    }
    for (const SameDocument& one : same) {
      static_cast<void>(record_of_part(but_, one.document));
      but_[one.document] = one.known;
    }
  }

  /// As SentenceSearch::set_sentence() and find_lists().
  bool set_query(const std::vector<std::uint32_t>& sentence) {
    hashes_.clear();
    lists_.clear();
    documents_.clear();
    query_.clear();
    for (const std::uint32_t number : sentence) {
      const std::uint64_t hash = record_of_part(words_, number);
      const CountedWord& counted = counted_[number];
      const std::uint32_t word = stored_word(hash);
      if (query_.size() == 0 || query_.words().back() != word) {
        query_.add(word, weight_of(counted));
        documents_.push_back(counted.documents);
      }
      hashes_.push_back(hash);
      lists_.push_back({hash, counted.sentences, query_.weights().back()});
    }
    std::sort(lists_.begin(), lists_.end(), [](const AskedWord& x, const AskedWord& y) {
      return std::tuple(x.sentences, -x.weight, x.hash) < std::tuple(y.sentences, -y.weight, y.hash);
    });
    return query_.size() >= task_.options.min_words;
  }

  [[nodiscard]] double weight_of(const CountedWord& counted) const {
    return task_.has_word_counts && task_.known > 0 ? weight_of_count(counted.documents, task_.known) : 1;
  }

  /// Asks for the lists of the query; returns how much of them is left out.
  std::uint64_t send(std::uint32_t query, std::uint32_t but) {
    const ReuseOptions& options = task_.options;
    const std::size_t needed =
        lists_needed(query_, options.threshold, lists_.size(), [&](std::size_t list) { return lists_[list].weight; });
    std::uint64_t taken = 0;
    std::uint64_t left_out = 0;
    earlier_.clear();
    for (std::size_t i = 0; i < needed; ++i) {
      const AskedWord& list = lists_[i];
      const auto most =
          static_cast<std::uint32_t>(std::min<std::uint64_t>(list.sentences, options.most_candidates - taken));
      left_out += list.sentences - most;
      if (most == 0) continue;
      taken += most;
      send_list(list.hash, query, but, most);
      earlier_.push_back(stored_word(list.hash));
    }
    return left_out;
  }

  void send_list(std::uint64_t hash, std::uint32_t query, std::uint32_t but, std::uint32_t most) {
    AskedList list{hash,
                   place_in(part_, query),
                   but,
                   most,
                   0,
                   static_cast<std::uint32_t>(query_.size()),
                   static_cast<std::uint32_t>(earlier_.size()),
                   0};
    BitSignature signature;
    if (task_.has_bits()) {
      signature = signer_.sign({{}, hashes_, {}, {}});
      list.distance =
          distance_for(task_.options, task_.shape, list.words, task_.options.threshold / query_.score(query_.all()))
              .bits;
    }
    record_.clear();
    append_value(list, record_);
    append_values(query_.words(), record_);
    if (task_.has_word_counts) append_values(std::span<const std::uint32_t>(documents_), record_);
    append_values(std::span<const std::uint32_t>(earlier_), record_);
    if (task_.has_bits()) append_value(signature, record_);
    sent_.add(group_of_reuse_word(hash, task_.groups), record_);
  }

  const ReuseTask& task_;
  std::uint32_t part_;
  std::vector<std::uint64_t> words_;
  std::vector<CountedWord> counted_;  // by word
  std::vector<std::uint32_t> but_;    // by document
  BitSigner signer_;
  OverlapQuery query_;
  OutgoingBlocks& sent_;
  boost::unordered_flat_map<Fingerprint, std::uint32_t, HashFingerprint> queries_;
  std::vector<std::uint64_t> left_out_;  // by query
  std::uint64_t asked_ = 0;
  std::uint64_t left_out_candidates_ = 0;
  StoredBlocks places_;
  std::vector<std::uint64_t> hashes_;     // of the words
  std::vector<std::uint32_t> documents_;  // that have them, for each stored word
  std::vector<AskedWord> lists_;
  std::vector<std::uint32_t> earlier_;
  std::string record_;
};

}  // namespace

void ask_for_reuse(const ReuseTask& task, const TaskInputs& inputs, TaskOutput& out) {
  store_arrived<std::uint32_t>("replaced", inputs.arrived, out);
  if (task.is_known(inputs.number)) return out.store("asked_places", {});
  const auto sentence_words = inputs.stored.records<std::uint32_t>("sentence_words");
  QueriesOfPart queries(task, inputs, out);
  std::vector<std::uint32_t> sentence;
  std::size_t next = 0;
  inputs.stored.for_each<SentenceOfWords>("sentences", [&](std::uint32_t, const SentenceOfWords& one) {
    sentence.clear();
    for (const std::size_t end = next + one.words; next < end; ++next) {
      sentence.push_back(record_of_part(sentence_words, next));
    }
    queries.ask(one.place, sentence);
  });
  queries.finish(out);
}

}  // namespace cento
