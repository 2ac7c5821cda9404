#include "methods/near_duplicates.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <utility>

#include <fmt/format.h>
#include <boost/unordered/unordered_flat_map.hpp>

#include "core/error.hpp"
#include "core/executor.hpp"
#include "core/idle_memory.hpp"
#include "core/spillable_memory.hpp"
#include "core/warm_pool.hpp"
#include "join/candidate_join.hpp"
#include "methods/common_features.hpp"
#include "methods/document_signer.hpp"
#include "methods/text_claims.hpp"
#include "sign/feature_store.hpp"
#include "sign/minhash.hpp"
#include "sign/sequence_fingerprint.hpp"
#include "sign/signers.hpp"
#include "sign/simhash.hpp"

namespace cento {

namespace {

enum class Search { all_pairs, minhash, simhash, identical };

Search search_of(const std::string& method) {
  if (method == "exact") return Search::identical;
  if (method == "simhash") return Search::simhash;
  if (method == "minhash" || method.starts_with("minhash:")) return Search::minhash;
  return Search::all_pairs;
}

std::string full_name(const std::string& features) {
  return features == "ndd" ? fmt::format("chars:{}", CharShingleSigner::kDefaultLength) : features;
}

void check(const NearDuplicateOptions& options) {
  if (!(options.threshold > 0 && options.threshold <= 1)) {
    throw UsageError(fmt::format("--threshold must be greater than 0 and at most 1, not {}", options.threshold));
  }
  if (!(options.recall > 0 && options.recall < 1)) {
    throw UsageError(fmt::format("--recall must be greater than 0 and less than 1, not {}", options.recall));
  }
  if (options.distance > NearDuplicateOptions::kDistanceMost) {
    throw UsageError(fmt::format("--distance must be a whole number from 0 to {}, not {}",
                                 NearDuplicateOptions::kDistanceMost, options.distance));
  }
}

/// The sets of a batch, one behind the other, and what is needed to find candidates.
struct SignedBatch {
  Features features;
  std::vector<std::uint32_t> sizes;
  std::vector<Fingerprint> fingerprints;
  std::vector<Fingerprint> texts;        // of the bytes of each document
  std::vector<std::uint8_t> are_copies;  // of an earlier document's bytes: not signed
  std::vector<std::uint64_t> keys;       // bands or SimHash signatures, the same number for each signed document

  static constexpr std::size_t kKeptFeatures = std::size_t{1} << 17;

  void clear() {
    if (features.capacity() > kKeptFeatures) features = {};
    features.clear();
    sizes.clear();
    fingerprints.clear();
    texts.clear();
    are_copies.clear();
    keys.clear();
  }
};

/// What a thread needs to sign documents.
struct ThreadTools {
  ThreadTools(const FeatureOptions& options, std::size_t sketch_values)
      : signer(options), minhash(std::max<std::size_t>(1, sketch_values)), sketch(minhash.slots()) {}

  DocumentSigner signer;
  MinHash minhash;
  std::vector<std::uint32_t> sketch;
  Tokenizer tokenizer;
  Tokens tokens;
  Features features;
};

}  // namespace

std::string compared_features(const NearDuplicateOptions& options) {
  switch (search_of(options.method)) {
    case Search::all_pairs: return full_name(options.method);
    case Search::identical: return "tokens";
    default: return full_name(options.features);
  }
}

class NearDuplicateFinder::State {
 public:
  explicit State(const NearDuplicateOptions& options)
      : options_(options),
        search_(search_of(options.method)),
        sketch_values_(search_ == Search::minhash ? make_minhash(options.method).slots() : 0),
        tools_([features = FeatureOptions{compared_features(options), options.sample, options.tokens},
                values = sketch_values_] { return ThreadTools(features, values); }),
        executor_(options.threads, options.memory_bytes / kShuffleShare, options.temp_dir, options.progress),
        document_memory_(options.memory_bytes / kDocumentsShare, options.temp_dir),
        claims_(&document_memory_),
        store_(options.memory_bytes / kStoreShare, options.temp_dir),
        classes_(ClassMap::allocator_type(&document_memory_)),
        texts_(TextMap::allocator_type(&document_memory_)) {
    check(options);
    join_options_.threshold = options.threshold;
    tools_.local();  // so that a wrong name is told at once
    if (search_ == Search::minhash) {
      const auto values = static_cast<std::uint32_t>(sketch_values_);
      banding_ = choose_banding(options.threshold, options.recall, values);
    }
    if (search_ == Search::minhash || search_ == Search::simhash) {
      candidates_.emplace(join_options_, executor_, kLikelyKeys);
    }
  }

  std::shared_ptr<void> sign(const DocumentBatch& batch) {
    const std::shared_ptr<SignedBatch> out = batches_.take();
    ThreadTools& tools = tools_.local();
    for (std::size_t i = 0; i < batch.documents.size(); ++i) {
      const Document& document = batch.documents[i];
      out->texts.push_back(fingerprint_of(document));
      out->are_copies.push_back(claims_.is_copy(out->texts.back(), batch.number << 32U | i) ? 1 : 0);
      if (out->are_copies.back() != 0) continue;
      if (search_ == Search::identical) {
        sign_whole(document, tools, *out);
      } else {
        sign_by_features(document, tools, *out);
      }
    }
    if (tools.features.capacity() > SignedBatch::kKeptFeatures) tools.features = {};
    return out;
  }

  void add(const SignedBatch& batch) {
    const std::uint64_t* features = batch.features.data();
    const std::size_t keys = batch.sizes.empty() ? 0 : batch.keys.size() / batch.sizes.size();
    std::size_t i = 0;  // of the signed documents
    for (std::size_t document = 0; document < batch.texts.size(); ++document) {
      if (batch.are_copies[document] != 0) {
        add_copy(batch.texts[document]);
        continue;
      }
      const std::span<const std::uint64_t> set(features, batch.sizes[i]);
      features += batch.sizes[i];
      const bool is_empty = set.empty() && (search_ != Search::identical || batch.fingerprints[i] == Fingerprint{});
      const bool is_new = !is_known(batch.fingerprints[i], is_empty);
      add_text(batch.texts[document], is_empty ? kNoFeatures : first_of_class_.back());
      if (is_new) add_set(set, std::span(batch.keys).subspan(i * keys, keys));
      ++i;
    }
  }

  NearDuplicates find() {
    forget_reading();
    NearDuplicates result;
    if (options_.sct > 0) leave_out_common(result.counts);
    result.counts.features = store().features();
    JoinResult joined = join();
    for (SimilarPair& pair : joined.pairs) {
      pair.a = documents_[pair.a];
      pair.b = documents_[pair.b];
    }
    result.pairs = std::move(joined.pairs);
    result.counts.join = joined.counts;
    result.counts.join.spilled_bytes += store_.spilled_bytes() + (rare_ ? rare_->spilled_bytes() : 0);
    count_copies(result.counts);
    result.counts.without_features = without_features_;
    result.first_of_class = std::move(first_of_class_);
    result.first_of_text = std::move(first_of_text_);
    return result;
  }

  [[nodiscard]] std::optional<Banding> banding() const { return banding_; }

 private:
  // Shares of the memory: what is being read, the store, two shuffles at a time, and what documents need besides.
  static constexpr std::uint64_t kStoreShare = 4;
  static constexpr std::uint64_t kShuffleShare = 6;
  static constexpr std::uint64_t kDocumentsShare = 16;
  static constexpr std::size_t kLargeSet = std::size_t{1} << 17;
  static constexpr DocId kNoFeatures = ~DocId{0};
  /// The first document with some bytes, and the first one with its features.
  struct KnownText {
    DocId document;
    DocId first_of_class;  // kNoFeatures: it has none
  };

  template <typename Value>
  using SpillableMap = boost::unordered_flat_map<Fingerprint, Value, HashFingerprint, std::equal_to<>,
                                                 SpillableAllocator<std::pair<const Fingerprint, Value>>>;
  using ClassMap = SpillableMap<DocId>;
  using TextMap = SpillableMap<KnownText>;
  static constexpr std::uint64_t kLikelyKeys = std::uint64_t{1} << 24;  // how many come is not known while reading

  /// Gives back what only reading needs.
  void forget_reading() {
    classes_ = ClassMap(ClassMap::allocator_type(&document_memory_));
    texts_ = TextMap(TextMap::allocator_type(&document_memory_));
    claims_.clear();
    batches_.clear();
    tools_.clear();
    give_idle_memory_back(options_.memory_bytes);
  }

  void sign_by_features(const Document& document, ThreadTools& tools, SignedBatch& out) const {
    tools.signer.sign(document, tools.features);
    out.sizes.push_back(static_cast<std::uint32_t>(tools.features.size()));
    out.fingerprints.push_back(fingerprint_of_set(tools.features));
    if (search_ == Search::minhash) {
      tools.minhash.sketch(tools.features, tools.sketch);
      append_band_keys(tools.sketch, *banding_, out.keys);
    } else if (search_ == Search::simhash) {
      out.keys.push_back(simhash(tools.features));
    }
    append_features(tools.features, out.features);
  }

  /// A large set is mostly alone in its batch, and is then not copied.
  static void append_features(Features& set, Features& all) {
    if (all.empty() && set.size() > kLargeSet) return std::swap(set, all);
    all.insert(all.end(), set.begin(), set.end());
  }

  /// The tokens in their order as one fingerprint; the set stays empty.
  static void sign_whole(const Document& document, ThreadTools& tools, SignedBatch& out) {
    tools.features.clear();
    for (const Part& part : document.parts) {
      tools.tokenizer.tokenize(part.text, tools.tokens);
      tools.features.insert(tools.features.end(), tools.tokens.hashes.begin(), tools.tokens.hashes.end());
    }
    out.sizes.push_back(0);
    out.fingerprints.push_back(tools.features.empty() ? Fingerprint{} : sequence_fingerprint(tools.features));
  }

  void count_copies(NearDuplicateCounts& counts) const {
    for (DocId document = 0; document < first_of_class_.size(); ++document) {
      if (first_of_class_[document] == document) continue;
      ++(first_of_text_[document] == document ? counts.same_features : counts.identical);
    }
  }

  /// Notes with which bytes the last document came.
  void add_text(const Fingerprint& text, DocId first_of_class) {
    const auto document = static_cast<DocId>(first_of_text_.size());
    first_of_text_.push_back(texts_.emplace(text, KnownText{document, first_of_class}).first->second.document);
  }

  /// A document whose bytes came before.
  void add_copy(const Fingerprint& text) {
    const KnownText& known = texts_.at(text);
    first_of_text_.push_back(known.document);
    if (known.first_of_class != kNoFeatures) return first_of_class_.push_back(known.first_of_class);
    constexpr std::uint64_t kKeyOfNothing = 0;
    is_known({}, true);
    add_set({}, std::span(&kKeyOfNothing, 1));
  }

  void add_set(std::span<const std::uint64_t> set, std::span<const std::uint64_t> keys) {
    const auto number = static_cast<std::uint32_t>(store_.size());
    store_.add(set);
    add_keys(number, keys);
  }

  /// Whether the same features came before; notes the document either way. Documents without features are alike only
  /// in having none: each stays for itself.
  bool is_known(const Fingerprint& fingerprint, bool is_empty) {
    const auto document = static_cast<DocId>(first_of_class_.size());
    DocId first = document;
    if (is_empty) {
      ++without_features_;
    } else {
      first = classes_.emplace(fingerprint, document).first->second;
    }
    first_of_class_.push_back(first);
    if (first != document) return true;
    documents_.push_back(document);
    return false;
  }

  void add_keys(std::uint32_t set, std::span<const std::uint64_t> keys) {
    if (search_ == Search::simhash) {
      signatures_.push_back(keys.front());
      block_keys_.clear();
      append_block_keys(keys.front(), options_.distance, block_keys_);
      keys = block_keys_;
    }
    if (candidates_ && store_.size_of(set) > 0) candidates_->add(set, keys);
  }

  [[nodiscard]] CommonFeatures common_features() {
    if (options_.known_features != nullptr) return options_.known_features->over(options_.sct);
    std::vector<std::uint32_t> copies(documents_.size(), 0);
    boost::unordered_flat_map<DocId, std::uint32_t> set_of;
    for (std::uint32_t set = 0; set < documents_.size(); ++set) set_of.emplace(documents_[set], set);
    for (const DocId first : first_of_class_) ++copies[set_of.at(first)];
    return find_common_features(store_, copies, options_.sct, executor_);
  }

  void leave_out_common(NearDuplicateCounts& counts) {
    const CommonFeatures common = common_features();
    rare_.emplace(options_.memory_bytes / kStoreShare, options_.temp_dir);
    counts.sct_occurrences = copy_without(store_, common, *rare_);
    counts.sct_features = common.size();
  }

  [[nodiscard]] const FeatureStore& store() const { return rare_ ? *rare_ : store_; }

  JoinResult join() {
    switch (search_) {
      case Search::all_pairs: return exact_join(store(), join_options_, executor_);
      case Search::minhash: return candidates_->find(store(), [](std::uint32_t, std::uint32_t) { return true; });
      case Search::simhash:
        return candidates_->find(store(), [&](std::uint32_t a, std::uint32_t b) {
          return hamming_distance(signatures_[a], signatures_[b]) <= static_cast<int>(options_.distance);
        });
      default: return {};
    }
  }

  NearDuplicateOptions options_;
  Search search_;
  std::size_t sketch_values_;
  JoinOptions join_options_;
  std::optional<Banding> banding_;
  oneapi::tbb::enumerable_thread_specific<ThreadTools> tools_;
  WarmPool<SignedBatch> batches_;
  LocalExecutor executor_;
  SpillableMemory document_memory_;
  TextClaims claims_;
  FeatureStore store_;
  std::optional<FeatureStore> rare_;  // what SCT leaves of it
  std::optional<CandidateJoin> candidates_;
  ClassMap classes_;
  TextMap texts_;
  std::vector<DocId> first_of_text_;
  std::vector<DocId> first_of_class_;
  std::vector<DocId> documents_;           // the first document of each set
  std::vector<std::uint64_t> signatures_;  // SimHash, of each set
  std::vector<std::uint64_t> block_keys_;
  std::uint64_t without_features_ = 0;
};

NearDuplicateFinder::NearDuplicateFinder(const NearDuplicateOptions& options)
    : state_(std::make_unique<State>(options)) {}

NearDuplicateFinder::~NearDuplicateFinder() = default;

std::shared_ptr<void> NearDuplicateFinder::sign(const DocumentBatch& batch) const {
  return state_->sign(batch);
}

void NearDuplicateFinder::add(const void* signed_batch) {
  state_->add(*static_cast<const SignedBatch*>(signed_batch));
}

NearDuplicates NearDuplicateFinder::find() {
  return state_->find();
}

std::optional<Banding> NearDuplicateFinder::banding() const {
  return state_->banding();
}

}  // namespace cento
