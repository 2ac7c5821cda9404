#pragma once

#include <string_view>

namespace cento {

/// Which implementation of the vectorised loops runs. All give the same result.
enum class Kernel { scalar, avx2, avx512 };

/// The fastest kernel this processor has; the environment variable CENTO_KERNEL (scalar, avx2, avx512) may ask for a
/// slower one.
[[nodiscard]] Kernel best_kernel();
[[nodiscard]] bool has_kernel(Kernel kernel);
[[nodiscard]] std::string_view name_of(Kernel kernel);

}  // namespace cento
