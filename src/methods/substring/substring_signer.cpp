#include "methods/substring/substring_signer.hpp"

#include <functional>
#include <mutex>
#include <shared_mutex>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

#include "sign/sequence_fingerprint.hpp"
#include "text/analysis.hpp"

namespace cento {

namespace {

constexpr std::size_t kLongTextBytes = std::size_t{1} << 20;

/// The tokens of a long text would take several times its memory, so they are made slice by slice.
std::size_t slice_end(std::string_view text, std::string_view rest) {
  return text.size() > kLongTextBytes ? end_of_slice(rest) : rest.size();
}

}  // namespace

struct KnownDocuments::Numbers {
  using Allocator = SpillableAllocator<std::pair<const Fingerprint, std::uint32_t>>;

  explicit Numbers(SpillableMemory& memory) : map(Allocator(&memory)) {}

  std::shared_mutex mutex;
  boost::unordered_flat_map<Fingerprint, std::uint32_t, HashFingerprint, std::equal_to<>, Allocator> map;
};

KnownDocuments::KnownDocuments(SpillableMemory& memory)
    : memory_(memory), numbers_(std::make_unique<Numbers>(memory)) {}

KnownDocuments::~KnownDocuments() = default;

std::uint32_t KnownDocuments::find(const Fingerprint& fingerprint) const {
  const std::shared_lock lock(numbers_->mutex);
  const auto known = numbers_->map.find(fingerprint);
  return known == numbers_->map.end() ? kNone : known->second;
}

void KnownDocuments::add(const Fingerprint& fingerprint, std::uint32_t number) {
  const std::unique_lock lock(numbers_->mutex);
  numbers_->map.emplace(fingerprint, number);
}

void KnownDocuments::forget() {
  numbers_ = std::make_unique<Numbers>(memory_);
}

void RunSigner::sign(const DocumentBatch& batch, const KnownDocuments& known, SignedRuns& out) {
  for (const Document& document : batch.documents) sign_document(document, known, out);
  out.chunks = packer_.take();
  release_if_large(tokens_);
}

void RunSigner::sign_document(const Document& document, const KnownDocuments& known, SignedRuns& out) {
  const TokenPacker::Mark mark = packer_.mark();
  const std::size_t first_part = out.parts.size();
  const std::size_t first_stretch = out.stretches.size();
  for (std::uint32_t i = 0; i < document.parts.size(); ++i) sign_part(document.parts[i].text, i, out);
  SignedDocument signed_document;
  signed_document.part_count = static_cast<std::uint32_t>(out.parts.size() - first_part);
  if (signed_document.part_count > 0) {
    signed_document.fingerprint = fingerprint_of(out, first_part, first_stretch);
    if (known.find(signed_document.fingerprint) != KnownDocuments::kNone) {
      packer_.go_back(mark);
      out.stretches.resize(first_stretch);
    }
  }
  signed_document.stretch_count = static_cast<std::uint32_t>(out.stretches.size() - first_stretch);
  out.documents.push_back(signed_document);
}

void RunSigner::sign_part(std::string_view text, std::uint32_t part, SignedRuns& out) {
  const TokenPacker::Mark mark = packer_.mark();
  SignedPart signed_part;
  signed_part.part = part;
  signed_part.first_token = packer_.size();
  cutter_.begin(packer_.size());
  add_slices(text, signed_part, out);
  cutter_.end(out.stretches);
  if (signed_part.token_count < shape_.run_tokens) {
    packer_.go_back(mark);
    return;
  }
  packer_.end_part();
  out.parts.push_back(signed_part);
}

void RunSigner::add_slices(std::string_view text, SignedPart& part, SignedRuns& out) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t size = slice_end(text, text.substr(begin));
    const auto offset = static_cast<std::uint32_t>(begin);
    tokenizer_.tokenize(text.substr(begin, size), tokens_);
    begin += size;
    if (tokens_.size() == 0) continue;
    if (part.token_count == 0) part.bytes.begin = offset + tokens_.begins[0];
    part.bytes.end = offset + tokens_.ends[tokens_.size() - 1];
    part.token_count += static_cast<std::uint32_t>(tokens_.size());
    packer_.add(tokens_, offset);
    cutter_.add(tokens_.hashes, out.stretches);
  }
}

/// The stretches cover all tokens; the lengths say where parts end.
Fingerprint RunSigner::fingerprint_of(const SignedRuns& out, std::size_t first_part, std::size_t first_stretch) {
  contents_.clear();
  for (std::size_t i = first_part; i < out.parts.size(); ++i) contents_.push_back(out.parts[i].token_count);
  for (std::size_t i = first_stretch; i < out.stretches.size(); ++i) contents_.push_back(out.stretches[i].content);
  return sequence_fingerprint(contents_);
}

}  // namespace cento
