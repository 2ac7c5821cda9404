#include "methods/substring/tasks/runs_of_part.hpp"

#include <string_view>
#include <utility>

#include "core/hash/mix64.hpp"

namespace cento {

namespace {

constexpr std::size_t kBlockBytes = std::size_t{8} << 20;

/// The last block, or a new one if that has no room.
std::string& block_for(std::size_t bytes, std::vector<std::string>& blocks) {
  if (blocks.empty() || blocks.back().size() + bytes > kBlockBytes) blocks.emplace_back();
  return blocks.back();
}

}  // namespace

void RunsOfPartWriter::add(const SignedRuns& batch) {
  const SignedPart* parts = batch.parts.data();
  for (const SignedDocument& document : batch.documents) {
    add_document(document, parts);
    parts += document.part_count;
  }
  for (const Stretch& stretch : batch.stretches) {
    const Stretch moved{stretch.anchor, stretch.content, stretch.windows.moved_by(token_numbers_)};
    append_value(moved, block_for(sizeof moved, stretch_blocks_));
  }
  for (const TokenChunk& chunk : batch.chunks) add_chunk(chunk);
}

void RunsOfPartWriter::add_document(const SignedDocument& document, const SignedPart* parts) {
  const std::uint32_t number = documents_++;
  for (std::uint32_t i = 0; i < document.part_count; ++i) {
    const SignedPart& part = parts[i];
    texts_.push_back({token_numbers_ + part.first_token, part.bytes, part.token_count, number, part.part, 0});
  }
  if (document.part_count > 0) with_texts_.push_back({document.fingerprint, number, 0});
}

void RunsOfPartWriter::add_chunk(const TokenChunk& chunk) {
  const auto size = static_cast<std::uint32_t>(chunk.bytes.size());
  std::string& block = block_for(size, token_blocks_);
  append_value(size, block);
  append_value(chunk.token_count, block);
  block.append(chunk.bytes.data(), size);
  token_numbers_ += chunk.token_count;
}

void RunsOfPartWriter::finish(std::size_t groups, TaskOutput& out) {
  OutgoingBlocks& documents = out.kind_of("run_documents");
  for (const RunDocument& one : with_texts_) documents.add(group_of(mix64(one.fingerprint.low), groups), one);
  out.store("texts", block_of(texts_));
  for (std::string& block : stretch_blocks_) out.store("stretches", std::move(block));
  for (std::string& block : token_blocks_) out.store("tokens", std::move(block));
  out.count("token_numbers", token_numbers_);
}

}  // namespace cento
