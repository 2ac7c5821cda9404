#include "methods/forum/tasks/thread_collector.hpp"

#include <algorithm>

#include <boost/unordered/unordered_flat_set.hpp>

#include "core/hash/mix64.hpp"
#include "methods/forum/tasks/thread_part.hpp"

namespace cento {

/// Of the threads so far.
struct ThreadCollector::Prints {
  boost::unordered_flat_set<Fingerprint, HashFingerprint> prints;
};

ThreadCollector::ThreadCollector(const ThreadPlan& plan, std::size_t groups)
    : plan_(plan), groups_(groups), texts_(groups), known_(std::make_unique<Prints>()) {}
ThreadCollector::~ThreadCollector() = default;

void ThreadCollector::add(const SignedThreads& batch) {
  const std::size_t fields = plan_.fields().size();
  const std::size_t parts = plan_.model().parts.size();
  const std::uint64_t* features = batch.features.data();
  std::vector<std::span<const std::uint64_t>> texts(fields);
  for (std::size_t thread = 0; thread * fields < batch.sizes.size(); ++thread) {
    for (std::size_t field = 0; field < fields; ++field) {
      texts[field] = {features, batch.sizes[thread * fields + field]};
      features += texts[field].size();
    }
    add(texts, std::span(batch.fingerprints).subspan(thread * fields, fields),
        std::span(batch.facts).subspan(thread * parts, parts));
  }
}

void ThreadCollector::add(std::span<const std::span<const std::uint64_t>> texts,
                          std::span<const Fingerprint> fingerprints, std::span<const QuestionFacts> facts) {
  std::vector<std::uint64_t> packed;
  for (const QuestionFacts& of_part : facts) packed.push_back(packed_facts(of_part));
  for (const auto& text : texts) sets_.add(text);
  sets_.add(packed);
  if (std::all_of(texts.begin(), texts.end(), [](const auto& text) { return text.empty(); })) {
    ++without_features_;
  } else {
    const Fingerprint print = print_of(texts, fingerprints, packed);
    add_text(print, print, texts.size());
    if (known_->prints.insert(print).second) {
      for (std::size_t field = 0; field < texts.size(); ++field) {
        if (!texts[field].empty() && plan_.is_counted(field)) add_text(fingerprints[field], print, field);
      }
    }
  }
  ++threads_;
}

/// As ForumFields::fingerprint_of(), with what a field has instead of its number there.
Fingerprint ThreadCollector::print_of(std::span<const std::span<const std::uint64_t>> texts,
                                      std::span<const Fingerprint> fingerprints,
                                      std::span<const std::uint64_t> facts) const {
  Fingerprint print{1, 2};
  const auto add = [&](std::uint64_t value) {
    print.low = mix64(print.low + kGoldenStep + value);
    print.high = mix64(print.high ^ (value * kGoldenStep)) + print.low;
  };
  for (std::size_t field = 0; field < texts.size(); ++field) {
    add(texts[field].size());
    if (plan_.fields()[field].is_order()) {
      for (const std::uint64_t token : texts[field]) add(static_cast<std::uint32_t>(token));
    } else {
      add(fingerprints[field].low);
      add(fingerprints[field].high);
    }
  }
  for (const std::uint64_t of_part : facts) add(of_part);
  return print;
}

void ThreadCollector::add_text(const Fingerprint& text, const Fingerprint& print, std::size_t field) {
  const auto number = static_cast<std::uint32_t>(field);
  texts_.add(group_of_text(text, number, groups_), TextOfThread{text, print, threads_, number});
}

}  // namespace cento
