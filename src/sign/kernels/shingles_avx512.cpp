#include "sign/kernels/shingles_kernel.inl"
#include "sign/shingle_feature.hpp"

namespace cento {

void shingles_avx512(const std::uint64_t* tokens, std::size_t count, std::size_t length, std::uint64_t* out) {
  shingle_features(tokens, count, length, out);
}

}  // namespace cento
