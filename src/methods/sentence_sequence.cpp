#include "methods/sentence_sequence.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <numeric>

#include <boost/unordered/unordered_flat_map.hpp>

#include "core/error.hpp"
#include "core/freed_memory.hpp"
#include "core/groups.hpp"
#include "core/warm_pool.hpp"
#include "methods/hashed_position.hpp"
#include "methods/text_claims.hpp"
#include "sign/mix64.hpp"
#include "sign/sentence_hash.hpp"
#include "sign/text_fingerprint.hpp"
#include "text/analysis.hpp"

namespace cento {

namespace {

constexpr std::uint64_t kLikelySentences = std::uint64_t{1} << 24U;  // how many come is not known while reading

const std::uint64_t kHashOfNoWords = sentence_hash({});

}  // namespace

struct SentenceSequence::ThreadTools {
  explicit ThreadTools(const std::optional<NearSentenceOptions>& near) {
    if (near) signer.emplace(*near);
  }

  TextAnalyzer analyzer;
  AnalyzedText text;
  std::optional<SentenceSigner> signer;
};

namespace {

/// Remembers which sentences were signed, not surely: a sentence may be forgotten for another, and is then signed
/// again. Any number of threads.
class SignedBefore {
 public:
  explicit SignedBefore(std::size_t bits) : shift_(64 - bits), slots_(std::size_t{1} << bits, 0) {}

  /// Has the memory for a later question fetched.
  void prepare(std::uint64_t hash) const { __builtin_prefetch(&slots_[hash >> shift_], 1); }

  /// Whether the sentence was signed for sure; if not, it is from now on.
  bool is_known(std::uint64_t hash) {
    const std::atomic_ref slot(slots_[hash >> shift_]);
    if (slot.load(std::memory_order_relaxed) == hash) return true;
    slot.store(hash, std::memory_order_relaxed);
    return false;
  }

  void clear() { release(slots_); }

 private:
  std::size_t shift_;
  PlainVector<std::uint64_t> slots_;  // in huge pages, whose places the processor knows by heart
};

constexpr std::size_t kSignedBits = 20;  // 8 MB, which the usual caches hold a good part of

TokenRange tokens_of(std::string_view text, const Tokens& tokens, const Sentence& sentence) {
  const std::size_t first = sentence.first_token;
  const std::size_t count = sentence.token_count;
  return {text, std::span(tokens.hashes).subspan(first, count), std::span(tokens.begins).subspan(first, count),
          std::span(tokens.ends).subspan(first, count)};
}

constexpr std::size_t kEdgeWords = 3;
constexpr unsigned kHalf = 32;
constexpr unsigned kEdgeBits = 8;
constexpr std::uint16_t kLastWords = (1U << kEdgeBits) - 1;

/// A number of eight bits for three tokens, not 0.
std::uint16_t short_hash(const std::uint64_t* tokens) {
  const std::uint64_t hash = mix64(tokens[0] + kGoldenStep * (tokens[1] + kGoldenStep * tokens[2]));
  return static_cast<std::uint16_t>(1 + (hash >> kHalf) * kLastWords / (std::uint64_t{1} << kHalf));
}

}  // namespace

/// What read() makes of a batch: sentences of the texts that are no copies, one text behind the other.
struct SentenceSequence::Batch {
  struct Text {
    Fingerprint fingerprint;
    std::uint32_t sentences = 0;
    std::size_t span_words = 0;    // of `spans`
    std::string_view unread = {};  // the text, if it is so long that it is read when it is added
  };
  std::vector<std::uint32_t> parts;  // of each document
  std::vector<Text> texts;           // of each part
  PlainVector<std::uint64_t> hashes;
  PlainVector<Span> last_spans;           // of the text that is being read
  PlainVector<std::uint64_t> spans;       // of those before it, packed
  PlainVector<std::uint16_t> edge_words;  // see SentenceSequence; empty if not wanted
  SignedSentences signatures;             // entries number the sentences of the batch

  /// Keeps memory of usual size: several batches wait for their next use.
  void clear() {
    constexpr std::size_t kUsualBytes = std::size_t{4} << 20U;
    if (capacity_bytes() > kUsualBytes) {
      *this = Batch();
      return;
    }
    signatures.clear();
    parts.clear();
    texts.clear();
    hashes.clear();
    spans.clear();
    last_spans.clear();
    edge_words.clear();
  }

  [[nodiscard]] std::size_t capacity_bytes() const {
    return signatures.capacity_bytes() + texts.capacity() * sizeof(Text) +
           (hashes.capacity() + spans.capacity() + last_spans.capacity()) * sizeof(std::uint64_t) +
           edge_words.capacity() * sizeof(std::uint16_t);
  }

  /// Adds the sentences of a slice that begins at byte `offset` of its text.
  void add_slice(const AnalyzedText& slice, std::uint32_t offset) {
    const std::size_t before = hashes.size();
    hashes.resize(before + slice.sentences.size());
    const std::span<const std::uint64_t> tokens(slice.tokens.hashes);
    for (std::size_t i = 0; i < slice.sentences.size(); ++i) {
      const Sentence& sentence = slice.sentences[i];
      hashes[before + i] = sentence_hash(tokens.subspan(sentence.first_token, sentence.token_count));
      last_spans.push_back({sentence.bytes.begin + offset, sentence.bytes.end + offset});
    }
  }

  /// Adds the sentences of a piece of the text that follows.
  void append(const Batch& piece) {
    signatures.append(piece.signatures, static_cast<std::uint32_t>(hashes.size()));
    hashes.insert(hashes.end(), piece.hashes.begin(), piece.hashes.end());
    last_spans.insert(last_spans.end(), piece.last_spans.begin(), piece.last_spans.end());
    edge_words.insert(edge_words.end(), piece.edge_words.begin(), piece.edge_words.end());
  }

  /// A text was read, of which this was the first sentence.
  void end_text(const Fingerprint& fingerprint, std::size_t first_sentence) {
    const std::size_t first_word = spans.size();
    pack_sentence_spans(last_spans, spans);
    last_spans.clear();
    release_if_large(last_spans);
    texts.push_back(
        {fingerprint, static_cast<std::uint32_t>(hashes.size() - first_sentence), spans.size() - first_word, {}});
  }

  /// A text was not read, but is to be when it is added.
  void leave_text(const Fingerprint& fingerprint, std::string_view text) { texts.push_back({fingerprint, 0, 0, text}); }

  /// Words may run on into the next sentence, or come from the one before, within the slice.
  void add_edge_words(const AnalyzedText& slice) {
    const PlainVector<std::uint64_t>& tokens = slice.tokens.hashes;
    for (const Sentence& sentence : slice.sentences) {
      const std::size_t end = sentence.first_token + sentence.token_count;
      const unsigned first =
          sentence.first_token + kEdgeWords <= tokens.size() ? short_hash(tokens.data() + sentence.first_token) : 0;
      const unsigned last = end >= kEdgeWords ? short_hash(tokens.data() + end - kEdgeWords) : 0;
      edge_words.push_back(static_cast<std::uint16_t>(first << kEdgeBits | last));
    }
  }
};

/// The contents by the bytes of their text.
struct SentenceSequence::TextTable {
  boost::unordered_flat_map<Fingerprint, ContentId, HashFingerprint> content_of;
};

/// What is needed until the classes are found.
struct SentenceSequence::Interning {
  Interning(const SequenceOptions& options, LocalExecutor& executor)
      : tools([near = options.near] { return ThreadTools(near); }),
        signed_before(options.near ? kSignedBits : 0),
        sentences(executor.regroup<HashedPosition>(kLikelySentences, HashOfPosition{})) {
    tools.local();  // so that a wrong name is told at once
  }

  /// Gives back what reading took, and sorting needs memory.
  void end_reading() {
    tools.clear();
    claims.reset();
    signed_before.clear();
    batches.clear();
    release(positions);
  }

  oneapi::tbb::enumerable_thread_specific<ThreadTools> tools;
  std::unique_ptr<TextClaims> claims = std::make_unique<TextClaims>();
  SignedBefore signed_before;
  WarmPool<Batch> batches;
  LocalExecutor::Regrouping<HashedPosition, HashOfPosition> sentences;
  std::vector<Position> positions;  // of the signed sentences of a batch
};

SentenceSequence::SentenceSequence(const SequenceOptions& options, LocalExecutor& executor)
    : executor_(executor),
      near_(options.near ? std::make_unique<NearSentences>(*options.near, executor) : nullptr),
      interning_(std::make_unique<Interning>(options, executor)),
      texts_(std::make_unique<TextTable>()),
      keep_edge_words_(options.keep_edge_words),
      long_text_bytes_(options.long_text_bytes),
      begins_{1},  // behind the class that stands before the first content
      spans_(options.memory_bytes, options.temp_dir),
      first_part_{0},
      class_memory_(options.class_bytes, options.temp_dir),
      classes_(&class_memory_) {
  edge_words_.emplace(options.memory_bytes, options.temp_dir);
}

SentenceSequence::~SentenceSequence() = default;

std::shared_ptr<void> SentenceSequence::read(const DocumentBatch& batch) {
  const std::shared_ptr<Batch> out = interning_->batches.take();
  ThreadTools& tools = interning_->tools.local();
  for (const Document& document : batch.documents) {
    out->parts.push_back(static_cast<std::uint32_t>(document.parts.size()));
    for (const Part& part : document.parts) {
      const Fingerprint fingerprint = text_fingerprint(part.text);
      const std::size_t before = out->hashes.size();
      if (!interning_->claims->is_copy(fingerprint, batch.number << 32U | out->texts.size())) {
        if (part.text.size() >= long_text_bytes_) {
          out->leave_text(fingerprint, part.text);
          continue;
        }
        read_text(part.text, tools, *out);
      }
      out->end_text(fingerprint, before);
    }
  }
  return out;
}

void SentenceSequence::read_text(std::string_view text, ThreadTools& tools, Batch& out) {
  constexpr std::size_t kLongText = 4 * kSliceBytes;
  if (text.size() >= kLongText && executor_.workers() > 1) {
    for_each_piece(text, [&](const Batch& piece) { out.append(piece); });
    return;
  }
  for_each_slice(text, [&](std::string_view slice, std::uint32_t offset) { read_slice(slice, offset, tools, out); });
}

void SentenceSequence::read_slice(std::string_view slice, std::uint32_t offset, ThreadTools& tools, Batch& out) {
  tools.analyzer.analyze(slice, tools.text);
  out.add_slice(tools.text, offset);
  if (keep_edge_words_) out.add_edge_words(tools.text);
  if (tools.signer) sign_new(slice, tools.text, *tools.signer, out);
  constexpr std::size_t kLongSlice = 4 * kSliceBytes;
  if (slice.size() > kLongSlice) tools.text = {};
}

/// Calls `use(piece)` with what is read of the slices of a text, one after the other. The other threads help: what they
/// could do else is soon done, and then they would wait for this text.
template <typename Use>
void SentenceSequence::for_each_piece(std::string_view text, const Use& use) {
  std::vector<std::pair<std::string_view, std::uint32_t>> slices;
  for_each_slice(text, [&](std::string_view slice, std::uint32_t offset) { slices.emplace_back(slice, offset); });
  const std::size_t at_once = 4 * executor_.workers();
  std::vector<std::shared_ptr<Batch>> pieces;
  for (std::size_t first = 0; first < slices.size(); first += at_once) {
    pieces.resize(std::min(at_once, slices.size() - first));
    // Otherwise a thread that waits here could begin with another batch, and use its tools for it.
    oneapi::tbb::this_task_arena::isolate([&] {
      oneapi::tbb::parallel_for(std::size_t{0}, pieces.size(), [&](std::size_t i) {
        pieces[i] = interning_->batches.take();
        const auto& [slice, offset] = slices[first + i];
        read_slice(slice, offset, interning_->tools.local(), *pieces[i]);
      });
    });
    for (std::shared_ptr<Batch>& piece : pieces) {
      use(*piece);
      piece.reset();
    }
  }
}

/// Signs the sentences of the slice that was added last, if they are new.
void SentenceSequence::sign_new(std::string_view text, const AnalyzedText& slice, SentenceSigner& signer, Batch& out) {
  const std::size_t first = out.hashes.size() - slice.sentences.size();
  constexpr std::size_t kAhead = 8;
  for (std::size_t i = 0; i < slice.sentences.size(); ++i) {
    interning_->signed_before.prepare(out.hashes[std::min(first + i + kAhead, out.hashes.size() - 1)]);
    if (slice.sentences[i].token_count == 0 || interning_->signed_before.is_known(out.hashes[first + i])) continue;
    signer.sign(tokens_of(text, slice.tokens, slice.sentences[i]), static_cast<std::uint32_t>(first + i),
                out.signatures);
  }
}

void SentenceSequence::add(const void* read_batch) {
  const Batch& batch = *static_cast<const Batch*>(read_batch);
  std::size_t sentence = 0;
  std::size_t span_word = 0;
  std::vector<Position>& positions = interning_->positions;
  positions.clear();
  for (const Batch::Text& text : batch.texts) {
    const auto [known, is_new] = texts_->content_of.emplace(text.fingerprint, static_cast<ContentId>(contents()));
    content_of_part_.push_back(known->second);
    const std::span<const std::uint64_t> spans = std::span(batch.spans).subspan(span_word, text.span_words);
    if (is_new && !text.unread.empty()) {
      add_long_text(text.unread);
    } else if (is_new) {
      add_content(batch, sentence, text.sentences, spans);
    }
    // A text that was read although it is known has its signatures at the sentences of the first.
    const std::vector<SignedSentences::Entry>& entries = batch.signatures.entries;
    while (positions.size() < entries.size() && entries[positions.size()].sentence < sentence + text.sentences) {
      const auto number = entries[positions.size()].sentence - static_cast<std::uint32_t>(sentence);
      positions.push_back(begin_of(known->second) + number);
    }
    sentence += text.sentences;
    span_word += text.span_words;
  }
  if (near_ != nullptr) near_->add(batch.signatures, positions);
  for (const std::uint32_t parts : batch.parts) first_part_.push_back(first_part_.back() + parts);
}

void SentenceSequence::add_content(const Batch& batch, std::size_t first, std::size_t count,
                                   std::span<const std::uint64_t> spans) {
  const Position begin = begins_.back();
  if (keep_edge_words_) edge_words_->push_back(0);
  add_sentences(batch, first, count, begin);
  spans_.add(spans);
  begins_.push_back(begin + static_cast<Position>(count) + 1);
}

/// A text whose sentences are not read yet.
void SentenceSequence::add_long_text(std::string_view text) {
  Position position = begins_.back();
  PlainVector<Span> spans;
  if (keep_edge_words_) edge_words_->push_back(0);
  for_each_piece(text, [&](const Batch& piece) {
    add_sentences(piece, 0, piece.hashes.size(), position);
    if (near_ != nullptr) {
      std::vector<Position> positions;
      for (const SignedSentences::Entry& entry : piece.signatures.entries)
        positions.push_back(position + entry.sentence);
      near_->add(piece.signatures, positions);
    }
    spans.insert(spans.end(), piece.last_spans.begin(), piece.last_spans.end());
    position += static_cast<Position>(piece.hashes.size());
  });
  PlainVector<std::uint64_t> packed;
  pack_sentence_spans(spans, packed);
  spans_.add(packed);
  begins_.push_back(position + 1);
}

/// Sentences of the content that is being added, of which the first is at position `begin`.
void SentenceSequence::add_sentences(const Batch& batch, std::size_t first, std::size_t count, Position begin) {
  const auto hashes = std::span(batch.hashes).subspan(first, count);
  if (hashes.size() + 2 > kRepeats - begin) {
    throw Error("the collection has more than 2^31 sentences, which is more than one run can number: split it");
  }
  auto& writer = interning_->sentences.writer(0);
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    if (hashes[i] == kHashOfNoWords) continue;
    writer.add({hashes[i], begin + static_cast<Position>(i)});
  }
  if (keep_edge_words_) {
    for (std::size_t i = first; i < first + count; ++i) edge_words_->push_back(batch.edge_words[i]);
  }
  sentences_ += hashes.size();
}

void SentenceSequence::end_reading() {
  interning_->end_reading();
}

void SentenceSequence::find_classes() {
  edge_words_->push_back(0);
  edge_words_->finish();
  classes_.resize(begins_.back());
  executor_.for_each_range(classes_.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
    std::iota(classes_.data() + begin, classes_.data() + end, static_cast<std::uint32_t>(begin));
  });
  std::atomic<std::uint64_t> distinct = 0;
  interning_->sentences.for_each_batch([&](std::span<const HashedPosition> sentences, std::size_t) {
    std::uint64_t groups = 0;
    for_each_group(sentences, SameHash(), [&](std::span<const HashedPosition> group) {
      ++groups;
      if (group.size() == 1) return;
      for (const HashedPosition& sentence : group) classes_[sentence.position] = group.front().position | kRepeats;
    });
    distinct += groups;
  });
  distinct_ = distinct;
  if (near_ != nullptr) near_->merge_equal({classes_.data(), classes_.size()}, kRepeats);
  spilled_bytes_ += interning_->sentences.spilled_bytes();
  interning_.reset();
  index_contents();
  list_parts();
}

std::vector<NearPair> SentenceSequence::find_near() {
  if (near_ == nullptr) return {};
  std::vector<NearPair> pairs = near_->find(classes(), kRepeats);
  near_counts_ = near_->counts();
  spilled_bytes_ += near_counts_.spilled_bytes;
  near_.reset();
  return pairs;
}

void SentenceSequence::forget_classes() {
  release(classes_);
  spilled_bytes_ += edge_words_->spilled_bytes();
  edge_words_.reset();
}

void SentenceSequence::index_contents() {
  content_of_block_.resize(positions() / kBlock + 1);
  ContentId content = 0;
  for (std::size_t block = 0; block < content_of_block_.size(); ++block) {
    while (content + 1 < contents() && begins_[content + 1] <= block * kBlock) ++content;
    content_of_block_[block] = content;
  }
}

void SentenceSequence::list_parts() {
  first_of_content_.resize(contents() + 1);
  std::fill(first_of_content_.begin(), first_of_content_.end(), 0);
  for (const ContentId content : content_of_part_) ++first_of_content_[content + 1];
  std::partial_sum(first_of_content_.begin(), first_of_content_.end(), first_of_content_.begin());
  PlainVector<std::uint32_t> next(first_of_content_.begin(), first_of_content_.end());
  parts_.resize(content_of_part_.size());
  for (DocId document = 0; document < documents(); ++document) {
    for (std::uint32_t part = 0; part < parts_of(document); ++part) {
      parts_[next[content_of({document, part})]++] = {document, part};
    }
  }
}

bool SentenceSequence::may_begin_alike(Position a, Position b) const {
  const unsigned first = (*edge_words_)[a] >> kEdgeBits;
  return first != 0 && first == (*edge_words_)[b] >> kEdgeBits;
}

bool SentenceSequence::may_end_alike(Position a, Position b) const {
  const unsigned last = (*edge_words_)[a] & kLastWords;
  return last != 0 && last == ((*edge_words_)[b] & kLastWords);
}

ContentId SentenceSequence::find_content(const Fingerprint& text) const {
  const auto found = texts_->content_of.find(text);
  return found == texts_->content_of.end() ? static_cast<ContentId>(contents()) : found->second;
}

Span SentenceSequence::bytes_of(ContentId content, const SentenceRange& range, Features& scratch) const {
  if (range.size() == 0) return {};
  return {spans_.get(content, range.begin, scratch).begin, spans_.get(content, range.end - 1, scratch).end};
}

}  // namespace cento
