#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "core/spill/task_blocks.hpp"
#include "core/spill/task_exchange.hpp"
#include "sign/signer.hpp"

// Ids that several documents have, as tasks: where an id does not tell which document is meant, records also name its
// place.

namespace cento {

/// The id of a document, by its fingerprint, for the group of the fingerprint.
struct IdMember {
  Fingerprint id;
  std::uint32_t row = 0;  // of the document, in its part
  std::uint32_t zero = 0;
};
static_assert(sizeof(IdMember) == 24 && std::is_trivially_copyable_v<IdMember>);

/// Part. The ids of its documents, in their order → IdMember for the groups.
[[nodiscard]] std::vector<OutgoingBlocks::Block> show_ids(std::span<const std::string> ids, std::size_t groups);

/// Group. `ids` → for each part the rows of its documents whose id others have as well, 4 bytes each.
[[nodiscard]] std::vector<OutgoingBlocks::Block> find_repeated_ids(const TaskInput& arrived, std::size_t parts,
                                                                   const TaskMemory& memory);

}  // namespace cento
