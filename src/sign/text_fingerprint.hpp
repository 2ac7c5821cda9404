#pragma once

#include <string_view>

#include "sign/signer.hpp"

namespace cento {

/// The 128-bit hash of a text's bytes, at several bytes per cycle: finds equal texts before any other work is done on
/// them. Guards against accidental collisions, not against an adversary. Part of every index, so its values must not
/// change.
[[nodiscard]] Fingerprint text_fingerprint(std::string_view text);

/// Of `text` following what `before` is the fingerprint of: for texts in several parts.
[[nodiscard]] Fingerprint text_fingerprint(std::string_view text, const Fingerprint& before);

}  // namespace cento
