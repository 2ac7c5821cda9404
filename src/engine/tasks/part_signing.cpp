#include "engine/tasks/part_signing.hpp"

#include <optional>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

#include "cento/error.hpp"
#include "cento/option_table.hpp"
#include "core/parallel/per_thread.hpp"
#include "engine/api/job_run.hpp"
#include "engine/options/job_options.hpp"
#include "group/keep_policy.hpp"
#include "methods/ndd/document_similarity.hpp"
#include "methods/ndd/near_duplicate_signer.hpp"
#include "methods/ndd/near_duplicates.hpp"
#include "methods/ndd/text_claims.hpp"
#include "sign/shingle_feature.hpp"

namespace cento {

namespace {

void check_method(const DuplicateOptions& options) {
  const NearDuplicateSearch search = search_of_method(options.method);
  if (search == NearDuplicateSearch::simhash) {
    throw UsageError("`method` simhash is not available on Spark: minhash is, and the exact join finds all pairs there",
                     "method");
  }
  if (!options.statistics_file.empty() || needs_token_frequencies(compared_features(options))) {
    throw UsageError("features that need counts of the whole collection are not available on Spark", "method");
  }
}

/// As it is signed: sketches are made where sets show their bands.
NearDuplicateSearch signed_search(const std::string& method) {
  const NearDuplicateSearch search = search_of_method(method);
  return search == NearDuplicateSearch::minhash ? NearDuplicateSearch::all_pairs : search;
}

/// Collects what was made of the documents of a part, in their order.
class PartCollector {
 public:
  PartCollector(NearDuplicateSearch search, const KeepPolicy& keep, std::size_t groups)
      : search_(search), keep_(keep), groups_(groups), members_(groups) {}

  void add(const DocumentBatch& batch, const SignedFeatureSets& made) {
    std::size_t i = 0;  // index among the signed documents
    for (std::size_t document = 0; document < batch.documents.size(); ++document) {
      part_.documents.add(batch.documents[document], keep_);
      const Fingerprint& text = made.texts[document];
      if (made.are_copies[document] != 0) {
        sets_.add({});
        add_member(signed_.at(text), text);
        continue;
      }
      const std::span<const std::uint64_t> set = made.sets[i].features;
      const bool is_empty =
          search_ == NearDuplicateSearch::identical ? made.fingerprints[i] == Fingerprint{} : set.empty();
      const Signed now{made.fingerprints[i], static_cast<std::uint32_t>(set.size()), is_empty};
      sets_.add(set);
      add_member(signed_.emplace(text, now).first->second, text);
      ++i;
    }
  }

  [[nodiscard]] SignedForJoin take() {
    part_.members = members_.take();
    part_.sets = sets_.take();
    return std::move(part_);
  }

 private:
  struct Signed {
    Fingerprint features;
    std::uint32_t size = 0;
    bool is_empty = false;
  };

  void add_member(const Signed& document, const Fingerprint& text) {
    const auto number = static_cast<std::uint32_t>(part_.documents.ids.size() - 1);
    if (document.is_empty) return;
    members_.add(group_of(mix_feature(document.features.low), groups_),
                 ClassMember{document.features, text, number, document.size});
  }

  NearDuplicateSearch search_;
  const KeepPolicy& keep_;
  std::size_t groups_;
  OutgoingBlocks members_;
  SetBlockWriter sets_;
  SignedForJoin part_;
  boost::unordered_flat_map<Fingerprint, Signed, HashFingerprint> signed_;  // by the bytes
};

}  // namespace

void check_signing(const DuplicateOptions& options) {
  check_options(options);
  check_method(options);
  const KeepPolicy keep(options.keep);
}

SignedForJoin sign_part(const Source& source, const DuplicateOptions& options, std::size_t groups,
                        const RunOptions& run) {
  check_signing(options);
  JobRun own("cento pairs", run, source);
  constexpr std::size_t kPlacedFeatures = std::size_t{1} << 17;
  const NearDuplicateSearch search = signed_search(options.method);
  PerThread<NearDuplicateSigner> signers([&] {
    return NearDuplicateSigner({compared_features(options), options.sample, nullptr}, search, 0, kPlacedFeatures);
  });
  signers.local();  // so that a wrong name is reported at once
  TextClaims claims;
  const KeepPolicy keep(options.keep);
  PartCollector collector(search, keep, groups);
  const auto work = [&](DocumentBatch& batch) {
    SignedFeatureSets made;
    signers.local().sign(batch, std::nullopt, claims, made);
    return made;
  };
  own.job().read(own.inputs(),
                 WorkAndTake{work, [&](DocumentBatch& batch, SignedFeatureSets& made) { collector.add(batch, made); }});
  SignedForJoin part = collector.take();
  own.summarise(part.documents.totals, part.summary);
  return part;
}

}  // namespace cento
