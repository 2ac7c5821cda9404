#pragma once

#include <cstddef>
#include <cstdint>

namespace cento {

/// Replaces the size of each bucket with the place where it begins. `buckets` is a multiple of kBucketsAtATime; the sum
/// of the sizes is less than 2^16. Plain pointers, because each is compiled for one instruction set alone.
using BucketPlacesKernel = void (*)(std::uint16_t* sizes, std::size_t buckets);

inline constexpr std::size_t kBucketsAtATime = 32;

void bucket_places_scalar(std::uint16_t* sizes, std::size_t buckets);
void bucket_places_avx512(std::uint16_t* sizes, std::size_t buckets);

}  // namespace cento
