#include "sign/shingles.hpp"

#include "sign/kernels/shingles_kernel.inl"
#include "sign/shingle_feature.hpp"

namespace cento {

namespace {

ShingleKernel shingle_kernel([[maybe_unused]] Kernel kernel) {
#ifdef __x86_64__
  if (kernel == Kernel::avx512 && has_kernel(kernel)) return shingles_avx512;
#endif
  return shingles_scalar;
}

}  // namespace

void shingles_scalar(const std::uint64_t* tokens, std::size_t count, std::size_t length, std::uint64_t* out) {
  shingle_features(tokens, count, length, out);
}

void ShingleSigner::sign(const TokenRange& tokens, Features& features) {
  if (tokens.size() == 0) return;
  if (tokens.size() < length_tokens_) {
    features.push_back(sequence_feature(tokens.hashes));
    return;
  }
  const std::size_t count = tokens.size() - length_tokens_ + 1;
  const std::size_t before = features.size();
  features.resize(before + count);
  shingle_kernel(kernel_)(tokens.hashes.data(), count, length_tokens_, features.data() + before);
}

std::uint64_t sequence_feature(std::span<const std::uint64_t> tokens) {
  std::uint64_t sum = 0;
  for (const std::uint64_t token : tokens) sum = sum * kShingleBase + token;
  return mix_feature(sum);
}

}  // namespace cento
