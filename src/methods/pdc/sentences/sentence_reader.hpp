#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "methods/pdc/sentence_batch.hpp"
#include "methods/pdc/sentences/sentence_signer.hpp"
#include "read/document.hpp"

namespace cento {

struct SentenceReaderOptions {
  std::optional<NearSentenceOptions> near;  // set: sentences are also signed
  bool keep_edge_words = false;
  std::size_t long_text_bytes = ~std::size_t{0};  // texts of at least this many bytes are left unread
  std::size_t workers = 1;                        // with more than one, the slices of a long text are read in parallel
};

/// Cuts documents into sentences, and hashes and signs them; texts that came before are skipped. Used by
/// SentenceSequence.
class SentenceReader {
 public:
  /// Throws UsageError as SentenceSigner does.
  explicit SentenceReader(const SentenceReaderOptions& options);
  ~SentenceReader();

  /// Any number of threads. This must outlive the result, which refers to the texts that are left unread.
  [[nodiscard]] std::shared_ptr<SentenceBatch> read(const DocumentBatch& batch);

  /// Calls `use(piece)` with the sentences of each slice of a text, in order, on this thread. All threads read slices.
  void for_each_piece(std::string_view text, const std::function<void(const SentenceBatch&)>& use);

  /// Frees everything, after the last read.
  void end();

 private:
  struct ThreadTools;
  struct Tools;

  void read_text(std::string_view text, ThreadTools& tools, SentenceBatch& out);
  void read_slice(std::string_view slice, std::uint32_t offset, ThreadTools& tools, SentenceBatch& out);
  void sign_new(std::string_view text, const AnalyzedText& slice, SentenceSigner& signer, SentenceBatch& out);

  bool keep_edge_words_;
  std::size_t long_text_bytes_;
  std::size_t workers_;
  std::unique_ptr<Tools> tools_;
};

}  // namespace cento
