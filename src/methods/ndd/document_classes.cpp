#include "methods/ndd/document_classes.hpp"

#include <functional>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

namespace cento {

namespace {

constexpr DocId kNoFeatures = ~DocId{0};

/// The first document with certain bytes, and the first one with its features.
struct KnownText {
  DocId document;
  DocId first_of_class;  // kNoFeatures: it has none
};

template <typename Value>
using SpillableMap = boost::unordered_flat_map<Fingerprint, Value, HashFingerprint, std::equal_to<>,
                                               SpillableAllocator<std::pair<const Fingerprint, Value>>>;
using ClassMap = SpillableMap<DocId>;
using TextMap = SpillableMap<KnownText>;

}  // namespace

struct DocumentClasses::Known {
  explicit Known(SpillableMemory& memory)
      : classes(ClassMap::allocator_type(&memory)), texts(TextMap::allocator_type(&memory)) {}

  ClassMap classes;  // from features to the first document
  TextMap texts;
};

DocumentClasses::DocumentClasses(SpillableMemory& memory) : known_(std::make_unique<Known>(memory)) {}

DocumentClasses::~DocumentClasses() = default;

bool DocumentClasses::add(const Fingerprint& text, const Fingerprint& features, bool is_empty) {
  const auto document = static_cast<DocId>(first_of_text_.size());
  const bool is_first = add_to_class(features, is_empty);
  const DocId first_of_class = is_empty ? kNoFeatures : first_of_class_.back();
  first_of_text_.push_back(known_->texts.emplace(text, KnownText{document, first_of_class}).first->second.document);
  return is_first;
}

bool DocumentClasses::add_copy(const Fingerprint& text) {
  const KnownText& known = known_->texts.at(text);
  first_of_text_.push_back(known.document);
  if (known.first_of_class == kNoFeatures) return add_to_class({}, true);
  first_of_class_.push_back(known.first_of_class);
  return false;
}

bool DocumentClasses::add_to_class(const Fingerprint& features, bool is_empty) {
  const auto document = static_cast<DocId>(first_of_class_.size());
  DocId first = document;
  if (is_empty) {
    ++without_features_;
  } else {
    first = known_->classes.emplace(features, document).first->second;
  }
  first_of_class_.push_back(first);
  if (first != document) return false;
  documents_.push_back(document);
  return true;
}

void DocumentClasses::end_adding() {
  known_.reset();
}

std::vector<std::uint32_t> DocumentClasses::sizes() const {
  std::vector<std::uint32_t> sizes(documents_.size(), 0);
  boost::unordered_flat_map<DocId, std::uint32_t> number_of;
  for (std::uint32_t number = 0; number < documents_.size(); ++number) number_of.emplace(documents_[number], number);
  for (const DocId first : first_of_class_) ++sizes[number_of.at(first)];
  return sizes;
}

void DocumentClasses::hand_over(NearDuplicates& result) {
  for (DocId document = 0; document < first_of_class_.size(); ++document) {
    if (first_of_class_[document] == document) continue;
    ++(first_of_text_[document] == document ? result.counts.same_features : result.counts.identical);
  }
  result.counts.without_features = without_features_;
  result.first_of_class = std::move(first_of_class_);
  result.first_of_text = std::move(first_of_text_);
}

}  // namespace cento
