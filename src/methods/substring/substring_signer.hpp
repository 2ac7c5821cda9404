#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "align/substring/substring_stretches.hpp"
#include "align/substring/token_archive.hpp"
#include "core/memory/plain_vector.hpp"
#include "core/memory/spillable_memory.hpp"
#include "core/span.hpp"
#include "read/document.hpp"
#include "sign/signer.hpp"
#include "text/tokenizer.hpp"

namespace cento {

/// A part that is long enough for a run.
struct SignedPart {
  std::uint64_t first_token = 0;  // number in the batch
  std::uint32_t token_count = 0;
  std::uint32_t part = 0;  // number in the document
  Span bytes;              // from the first token to the last
};

struct SignedDocument {
  Fingerprint fingerprint;  // of the tokens of its parts that are long enough
  std::uint32_t part_count = 0;
  std::uint32_t stretch_count = 0;
};

/// The result of signing a batch, document after document.
struct SignedRuns {
  std::vector<SignedDocument> documents;
  std::vector<SignedPart> parts;
  PlainVector<Stretch> stretches;  // tokens are numbered in the batch
  std::vector<TokenChunk> chunks;
};

/// Documents by their tokens, each with a number. Thread-safe.
class KnownDocuments {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  /// `memory` holds them and must outlive this.
  explicit KnownDocuments(SpillableMemory& memory);
  ~KnownDocuments();

  /// The number of the document, or kNone.
  [[nodiscard]] std::uint32_t find(const Fingerprint& fingerprint) const;
  void add(const Fingerprint& fingerprint, std::uint32_t number);
  /// Frees the memory; no document is known then.
  void forget();

 private:
  struct Numbers;
  SpillableMemory& memory_;
  std::unique_ptr<Numbers> numbers_;
};

/// Cuts documents into stretches and packs their tokens. One object for each thread.
class RunSigner {
 public:
  explicit RunSigner(const RunShape& shape) : shape_(shape), cutter_(shape) {}

  /// `out` must be empty. Documents that are known keep neither stretches nor tokens.
  void sign(const DocumentBatch& batch, const KnownDocuments& known, SignedRuns& out);

 private:
  void sign_document(const Document& document, const KnownDocuments& known, SignedRuns& out);
  void sign_part(std::string_view text, std::uint32_t part, SignedRuns& out);
  void add_slices(std::string_view text, SignedPart& part, SignedRuns& out);
  [[nodiscard]] Fingerprint fingerprint_of(const SignedRuns& out, std::size_t first_part, std::size_t first_stretch);

  RunShape shape_;
  StretchCutter cutter_;
  TokenPacker packer_;
  Tokenizer tokenizer_;
  Tokens tokens_;
  Features contents_;
};

}  // namespace cento
