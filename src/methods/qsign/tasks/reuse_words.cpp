#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include <boost/unordered/unordered_flat_map.hpp>

#include "core/hash/mix64.hpp"
#include "core/parallel/task_groups.hpp"
#include "core/spill/groups.hpp"
#include "methods/qsign/tasks/reuse_task_records.hpp"
#include "methods/qsign/tasks/reuse_works.hpp"

namespace cento {

namespace {

/// A WordInPart and the part that it comes from.
struct PlacedWord {
  WordInPart word;
  std::uint32_t part = 0;
  std::uint32_t zero = 0;

  friend bool operator<(const PlacedWord& x, const PlacedWord& y) {
    return x.word.hash != y.word.hash ? x.word.hash < y.word.hash : x.part < y.part;
  }
};

/// An IdOfDocument with the document's number in the whole collection: known ones come first.
struct PlacedId {
  Fingerprint id;
  std::uint32_t document = 0;
  std::uint32_t part = 0;

  friend bool operator<(const PlacedId& x, const PlacedId& y) {
    return x.id != y.id ? x.id < y.id : x.document < y.document;
  }
};

/// The keys of a task are those of one range of spread ones, so they are spread in another way.
struct SpreadOfPlaced {
  std::uint64_t operator()(const PlacedWord& one) const { return mix64(~one.word.hash); }
  std::uint64_t operator()(const PlacedId& one) const { return mix64(~one.id.high); }
};

/// Of a word, first the parts that know it, then those that ask.
void count_word(const ReuseTask& task, std::span<const PlacedWord> word, StoredBlocks& holders,
                OutgoingBlocks& counts) {
  const auto is_known = [&](const PlacedWord& one) { return task.is_known(one.part); };
  const auto asked = std::partition_point(word.begin(), word.end(), is_known);
  std::uint64_t sentences = 0;
  std::uint64_t documents = 0;
  for (auto one = word.begin(); one != asked; ++one) {
    sentences += one->word.sentences;
    documents += one->word.documents;
  }
  if (asked == word.end() || asked == word.begin()) return;
  for (auto one = word.begin(); one != asked; ++one) {
    holders.add(WordHolder{one->word.hash, one->part, one->word.word, one->word.sentences, 0});
  }
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  const auto most = static_cast<std::uint32_t>(std::min(sentences, kMost));
  for (auto one = asked; one != word.end(); ++one) {
    counts.add(one->part, CountedWord{one->word.word, most, static_cast<std::uint32_t>(documents)});
  }
}

/// Of the documents with an id, the last known one counts.
void match_ids(const ReuseTask& task, std::span<const PlacedId> documents, OutgoingBlocks& replaced,
               OutgoingBlocks& same) {
  const auto is_known = [&](const PlacedId& one) { return one.document < task.known; };
  const auto asked = std::partition_point(documents.begin(), documents.end(), is_known);
  if (asked == documents.begin()) return;
  const PlacedId& last = *(asked - 1);
  if (task.known_has_ids) {
    for (auto one = documents.begin(); one != asked - 1; ++one) {
      replaced.add(one->part, one->document - task.parts.begin(one->part));
    }
  }
  if (!task.known_has_ids || !task.asked_has_ids) return;
  for (auto one = asked; one != documents.end(); ++one) {
    same.add(one->part, SameDocument{one->document - task.parts.begin(one->part), last.document});
  }
}

}  // namespace

void count_reuse_words(const ReuseTask& task, const TaskInputs& inputs, TaskOutput& out) {
  OutgoingBlocks& counts = out.kind_of("counted");
  StoredBlocks holders;
  const auto same_word = [](const PlacedWord& x, const PlacedWord& y) { return x.word.hash == y.word.hash; };
  for_each_batch_made<PlacedWord, WordInPart>(
      inputs.arrived, "words", task.memory, SpreadOfPlaced(),
      [](std::uint32_t from, const WordInPart& one) {
        return PlacedWord{one, from, 0};
      },
      [&](std::span<const PlacedWord> batch) {
        for_each_group(batch, same_word,
                       [&](std::span<const PlacedWord> word) { count_word(task, word, holders, counts); });
      });
  holders.store("holders", out);
  OutgoingBlocks& replaced = out.kind_of("replaced");
  OutgoingBlocks& same = out.kind_of("same");
  const auto same_id = [](const PlacedId& x, const PlacedId& y) { return x.id == y.id; };
  for_each_batch_made<PlacedId, IdOfDocument>(
      inputs.arrived, "ids", task.memory, SpreadOfPlaced(),
      [&](std::uint32_t from, const IdOfDocument& one) {
        return PlacedId{one.id, task.parts.begin(from) + one.document, from};
      },
      [&](std::span<const PlacedId> batch) {
        for_each_group(batch, same_id,
                       [&](std::span<const PlacedId> documents) { match_ids(task, documents, replaced, same); });
      });
}

void want_word_lists(const ReuseTask& task, const TaskInputs& inputs, TaskOutput& out) {
  out.store("asked", {});
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> most;  // of the lists that are asked for
  for (const TaskBlock& block : inputs.arrived.blocks("asked")) {
    BlockReader reader(block.bytes);
    while (!reader.is_at_end()) {
      const auto list = reader.value<AskedList>();
      reader.skip(list.rest_bytes(task));
      std::uint32_t& wanted = most[list.hash];
      wanted = std::max(wanted, list.most);
    }
    out.store("asked", std::string(block.bytes));
  }
  OutgoingBlocks& wanted = out.kind_of("wanted");
  std::uint64_t hash = 0;
  std::uint32_t left = 0;
  bool is_first = true;
  inputs.stored.for_each<WordHolder>("holders", [&](std::uint32_t, const WordHolder& holder) {
    if (is_first || holder.hash != hash) {
      const auto found = most.find(holder.hash);
      left = found == most.end() ? 0 : found->second;
      hash = holder.hash;
      is_first = false;
    }
    const std::uint32_t taken = std::min(left, holder.sentences);
    if (taken > 0) wanted.add(holder.part, WantedList{holder.word, taken});
    left -= taken;
  });
}

}  // namespace cento
