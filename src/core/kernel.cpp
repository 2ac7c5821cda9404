#include "core/kernel.hpp"

#include <cstdlib>

namespace cento {

namespace {

Kernel choose() {
  Kernel best = Kernel::scalar;
  if (has_kernel(Kernel::avx2)) best = Kernel::avx2;
  if (has_kernel(Kernel::avx512)) best = Kernel::avx512;
  const char* asked = std::getenv("CENTO_KERNEL");
  if (asked == nullptr) return best;
  for (const Kernel kernel : {Kernel::scalar, Kernel::avx2, Kernel::avx512}) {
    if (name_of(kernel) == asked && kernel < best) return kernel;
  }
  return best;
}

}  // namespace

bool has_kernel(Kernel kernel) {
#if defined(__x86_64__)
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                    __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("aes") &&
                    __builtin_cpu_supports("pclmul");
  const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2");
  if (kernel == Kernel::avx512) return avx512;
  if (kernel == Kernel::avx2) return avx2;
#endif
  return kernel == Kernel::scalar;
}

Kernel best_kernel() {
  static const Kernel best = choose();
  return best;
}

std::string_view name_of(Kernel kernel) {
  switch (kernel) {
    case Kernel::avx2: return "avx2";
    case Kernel::avx512: return "avx512";
    case Kernel::scalar: break;
  }
  return "scalar";
}

}  // namespace cento
