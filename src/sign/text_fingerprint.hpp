#pragma once

#include <string_view>

#include "sign/signer.hpp"

namespace cento {

/// The 128-bit hash of a text's bytes, at several bytes a cycle: equal texts are found by it before anything is done
/// with them. Made for accidental collisions, not against an adversary. Part of every index, so its values may not
/// change.
[[nodiscard]] Fingerprint text_fingerprint(std::string_view text);

/// Of `text` after what `before` stands for: for texts in several parts.
[[nodiscard]] Fingerprint text_fingerprint(std::string_view text, const Fingerprint& before);

}  // namespace cento
