#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/hash/mix64.hpp"
#include "core/parallel/task_groups.hpp"
#include "core/spill/groups.hpp"
#include "index/digest.hpp"
#include "methods/qsign/tasks/reuse_task_records.hpp"
#include "methods/qsign/tasks/reuse_works.hpp"
#include "sign/bits/bit_signature.hpp"
#include "sign/words/word_overlap.hpp"

namespace cento {

namespace {

/// A record in the blocks of a word: an entry of its list, or, after these, a query.
struct RecordOfWord {
  std::uint64_t hash = 0;
  std::uint64_t first = 0;  // by which those of one kind are ordered: document and part of it, or the query
  std::uint32_t number = 0;
  std::uint32_t is_query = 0;
  std::uint64_t block = 0;
  std::uint64_t offset = 0;

  friend bool operator<(const RecordOfWord& x, const RecordOfWord& y) {
    return std::tie(x.hash, x.is_query, x.first, x.number) < std::tie(y.hash, y.is_query, y.first, y.number);
  }
};

struct KeyOfRecord {
  std::uint64_t operator()(const RecordOfWord& one) const { return mix64(~one.hash); }
};

/// Reads the words and the signature that follow an entry of a list.
struct ListedWords {
  ListedWords(const ReuseTask& task, std::string_view record) {
    BlockReader reader(record);
    sentence = reader.value<ListedSentence>();
    words = reader.values<std::uint32_t>(sentence.words);
    if (task.has_bits()) signature = reader.value<BitSignature>();
  }

  ListedSentence sentence;
  std::vector<std::uint32_t> words;
  BitSignature signature;
};

/// Compares queries with the list of a word.
class ListComparer {
 public:
  ListComparer(const ReuseTask& task, TaskOutput& out)
      : task_(task), query_(task.options.formula), hits_(out.kind_of("hits")), found_(out.kind_of("found")) {}

  void compare(std::string_view record, std::span<const ListedWords> list) {
    BlockReader reader(record);
    const auto asked = reader.value<AskedList>();
    set_query(asked, reader);
    const auto earlier = reader.values<std::uint32_t>(asked.earlier);
    const auto signature = task_.has_bits() ? reader.value<BitSignature>() : BitSignature();
    const std::uint32_t least = query_.least_shared(task_.options.threshold);
    reached_.clear();
    for (const ListedWords& one : list.first(std::min<std::size_t>(asked.most, list.size()))) {
      if (one.words.size() < least || one.sentence.place.document == asked.but) continue;
      const double score = query_.score(one.words);
      if (score < task_.options.threshold || has_any(one.words, earlier, stored_word(asked.hash))) continue;
      if (task_.has_bits() && !is_close(signature, one.signature, asked.distance)) continue;
      reached_.push_back({score, number_in(asked.query), one.sentence.place});
    }
    send(asked.query);
  }

 private:
  void set_query(const AskedList& asked, BlockReader& reader) {
    const auto words = reader.values<std::uint32_t>(asked.words);
    const auto documents = reader.values<std::uint32_t>(task_.has_word_counts ? asked.words : 0);
    query_.clear();
    for (std::size_t i = 0; i < words.size(); ++i) {
      query_.add(words[i], task_.has_word_counts ? weight_of_count(documents[i], task_.known) : 1);
    }
  }

  /// Whether a sentence is in an earlier list of the query, where it is found.
  static bool has_any(std::span<const std::uint32_t> words, std::span<const std::uint32_t> earlier, std::uint32_t own) {
    return std::any_of(earlier.begin(), earlier.end(), [&](std::uint32_t word) {
      return word != own && std::binary_search(words.begin(), words.end(), word);
    });
  }

  static bool is_close(const BitSignature& x, const BitSignature& y, std::uint32_t distance) {
    return hamming_distance(x, y) <= static_cast<int>(distance);
  }

  void send(GlobalPlace query) {
    if (reached_.empty()) return;
    const std::size_t listed = std::min<std::size_t>(reached_.size(), task_.options.limit);
    std::partial_sort(reached_.begin(), reached_.begin() + static_cast<std::ptrdiff_t>(listed), reached_.end());
    for (const OverlapHit& hit : std::span(reached_).first(listed)) hits_.add(part_of(query), hit);
    found_.add(part_of(query), OverlapCount{number_in(query), static_cast<std::uint32_t>(reached_.size())});
  }

  const ReuseTask& task_;
  OverlapQuery query_;
  OutgoingBlocks& hits_;
  OutgoingBlocks& found_;
  std::vector<OverlapHit> reached_;
};

/// The records of all words, by word.
template <typename Work>
void for_each_word(const ReuseTask& task, std::span<const TaskBlock> asked, std::span<const TaskBlock> listed,
                   const Work& work) {
  LocalExecutor executor = executor_of_task(task.memory);
  std::uint64_t bytes = 0;
  for (const TaskBlock& block : asked) bytes += block.bytes.size();
  for (const TaskBlock& block : listed) bytes += block.bytes.size();
  if (bytes == 0) return;
  auto regrouped = executor.regroup<RecordOfWord>(bytes / sizeof(AskedList), KeyOfRecord());
  auto& writer = regrouped.writer(0);
  const auto offset_in = [](const TaskBlock& block, const BlockReader& reader) {
    return block.bytes.size() - reader.rest().size();
  };
  for (std::size_t i = 0; i < asked.size(); ++i) {
    BlockReader reader(asked[i].bytes);
    while (!reader.is_at_end()) {
      const std::size_t offset = offset_in(asked[i], reader);
      const auto list = reader.value<AskedList>();
      reader.skip(list.rest_bytes(task));
      writer.add({list.hash, list.query, 0, 1, i, offset});
    }
  }
  for (std::size_t i = 0; i < listed.size(); ++i) {
    BlockReader reader(listed[i].bytes);
    while (!reader.is_at_end()) {
      const std::size_t offset = offset_in(listed[i], reader);
      const auto one = reader.value<ListedSentence>();
      reader.skip(one.rest_bytes(task));
      writer.add({one.hash, place_in(one.place.document, one.place.part), one.place.number, 0, i, offset});
    }
  }
  const auto same = [](const RecordOfWord& x, const RecordOfWord& y) { return x.hash == y.hash; };
  regrouped.for_each_batch(
      [&](std::span<const RecordOfWord> batch, std::size_t) { for_each_group(batch, same, work); });
}

}  // namespace

void send_word_lists(const ReuseTask& task, const TaskInputs& inputs, TaskOutput& out) {
  if (!task.is_known(inputs.number)) return;
  const auto words = inputs.stored.records<std::uint64_t>("words");
  const auto sentence_words = inputs.stored.records<std::uint32_t>("sentence_words");
  std::vector<std::uint8_t> is_replaced(task.parts.end(inputs.number) - task.parts.begin(inputs.number));
  for (const std::uint32_t document : inputs.stored.records<std::uint32_t>("replaced")) {
    static_cast<void>(record_of_part(is_replaced, document));
    is_replaced[document] = 1;
  }
  std::vector<std::uint32_t> most(words.size());
  for (const WantedList& wanted : inputs.arrived.records<WantedList>("wanted")) {
    static_cast<void>(record_of_part(most, wanted.word));
    most[wanted.word] = wanted.most;
  }
  const BitSigner signer(task.shape.signature_bits, task.shape.word_bits);
  OutgoingBlocks& listed = out.kind_of("listed");
  std::vector<std::uint64_t> hashes;
  std::vector<std::uint32_t> stored;
  std::string record;
  std::size_t next = 0;
  inputs.stored.for_each<SentenceOfWords>("sentences", [&](std::uint32_t, const SentenceOfWords& one) {
    const std::size_t begin = next;
    next += one.words;
    if (one.words > 0) static_cast<void>(record_of_part(sentence_words, next - 1));
    const std::span<const std::uint32_t> own(sentence_words.data() + begin, one.words);
    if (std::none_of(own.begin(), own.end(), [&](std::uint32_t word) { return record_of_part(most, word) > 0; }))
      return;
    hashes.clear();
    stored.clear();
    for (const std::uint32_t word : own) {
      hashes.push_back(words[word]);
      if (stored.empty() || stored.back() != stored_word(words[word])) stored.push_back(stored_word(words[word]));
    }
    const bool counts = is_replaced[one.place.document] == 0;
    ReusePlace place = one.place;
    place.document += task.parts.begin(inputs.number);
    ListedSentence listed_sentence{0, place, counts ? static_cast<std::uint32_t>(stored.size()) : 0};
    const BitSignature signature = task.has_bits() ? signer.sign({{}, hashes, {}, {}}) : BitSignature();
    for (const std::uint32_t word : own) {
      if (most[word] == 0) continue;
      --most[word];
      listed_sentence.hash = words[word];
      record.clear();
      append_value(listed_sentence, record);
      if (counts) append_values(std::span<const std::uint32_t>(stored), record);
      if (task.has_bits()) append_value(signature, record);
      listed.add(group_of_reuse_word(words[word], task.groups), record);
    }
  });
}

void compare_for_reuse(const ReuseTask& task, const TaskInputs& inputs, TaskOutput& out) {
  const std::span<const TaskBlock> asked = inputs.stored.blocks("asked");
  const std::span<const TaskBlock> listed = inputs.arrived.blocks("listed");
  ListComparer comparer(task, out);
  std::vector<ListedWords> list;
  for_each_word(task, asked, listed, [&](std::span<const RecordOfWord> records) {
    list.clear();
    for (const RecordOfWord& one : records) {
      const std::string_view block = (one.is_query != 0 ? asked : listed)[one.block].bytes;
      if (one.is_query != 0) {
        comparer.compare(block.substr(one.offset), list);
      } else {
        list.emplace_back(task, block.substr(one.offset));
      }
    }
  });
}

}  // namespace cento
