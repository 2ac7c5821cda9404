#include "engine/tasks/repeated_ids.hpp"

#include <tuple>

#include "core/hash/mix64.hpp"
#include "core/parallel/task_groups.hpp"
#include "core/spill/groups.hpp"
#include "sign/text_fingerprint.hpp"

namespace cento {

namespace {

/// An id and the document that has it.
struct PlacedId {
  Fingerprint id;
  GlobalPlace place = 0;

  friend bool operator<(const PlacedId& x, const PlacedId& y) {
    return std::tie(x.id.high, x.id.low, x.place) < std::tie(y.id.high, y.id.low, y.place);
  }
};

/// The ids of a group are those of one range of spread ones, so they are spread in another way.
struct KeyOfPlacedId {
  std::uint64_t operator()(const PlacedId& one) const { return mix64(~one.id.high); }
};

}  // namespace

std::vector<OutgoingBlocks::Block> show_ids(std::span<const std::string> ids, std::size_t groups) {
  OutgoingBlocks members(groups);
  for (std::size_t row = 0; row < ids.size(); ++row) {
    const Fingerprint id = text_fingerprint(ids[row]);
    members.add(group_of(mix64(id.high), groups), IdMember{id, static_cast<std::uint32_t>(row), 0});
  }
  return members.take();
}

std::vector<OutgoingBlocks::Block> find_repeated_ids(const TaskInput& arrived, std::size_t parts,
                                                     const TaskMemory& memory) {
  OutgoingBlocks rows(parts);
  const auto make = [](std::uint32_t from, const IdMember& member) {
    return PlacedId{member.id, place_in(from, member.row)};
  };
  const auto same = [](const PlacedId& x, const PlacedId& y) { return x.id == y.id; };
  for_each_batch_made<PlacedId, IdMember>(arrived, "ids", memory, KeyOfPlacedId(), make,
                                          [&](std::span<const PlacedId> batch) {
                                            for_each_group(batch, same, [&](std::span<const PlacedId> group) {
                                              if (group.size() < 2) return;
                                              for (const PlacedId& one : group)
                                                rows.add(part_of(one.place), number_in(one.place));
                                            });
                                          });
  return rows.take();
}

}  // namespace cento
