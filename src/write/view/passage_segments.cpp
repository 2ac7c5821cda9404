#include "write/view/passage_segments.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace cento {

namespace {

/// Where a passage begins or ends.
struct Edge {
  std::uint32_t part;
  std::uint32_t byte;
  std::uint32_t passage;
  bool begins;
};

std::vector<Edge> edges_of(std::span<const PassageStretch> passages) {
  std::vector<Edge> edges;
  for (std::uint32_t i = 0; i < passages.size(); ++i) {
    edges.push_back({passages[i].part, passages[i].bytes.begin, i + 1, true});
    edges.push_back({passages[i].part, passages[i].bytes.end, i + 1, false});
  }
  std::sort(edges.begin(), edges.end(),
            [](const Edge& x, const Edge& y) { return std::tie(x.part, x.byte) < std::tie(y.part, y.byte); });
  return edges;
}

}  // namespace

std::vector<PassageStretch> stretches_in_a(std::span<const PartPassage> passages) {
  std::vector<PassageStretch> stretches;
  for (const PartPassage& found : passages) stretches.push_back({found.part_a, found.passage.a.bytes});
  return stretches;
}

std::vector<PassageStretch> stretches_in_b(std::span<const PartPassage> passages) {
  std::vector<PassageStretch> stretches;
  for (const PartPassage& found : passages) stretches.push_back({found.part_b, found.passage.b.bytes});
  return stretches;
}

std::vector<PassageSegment> cut_at_passages(std::span<const Part> parts, std::span<const PassageStretch> passages) {
  const std::vector<Edge> edges = edges_of(passages);
  std::vector<PassageSegment> segments;
  std::set<std::uint32_t> open;
  auto edge = edges.begin();
  for (std::uint32_t part = 0; part < parts.size(); ++part) {
    std::uint32_t begin = 0;
    const auto end_segment = [&](std::uint32_t end) {
      if (end > begin) segments.push_back({part, {begin, end}, open.empty() ? 0 : *open.begin(), open.size() > 1});
      begin = end;
    };
    for (; edge != edges.end() && edge->part == part; ++edge) {
      end_segment(edge->byte);
      if (edge->begins) {
        open.insert(edge->passage);
      } else {
        open.erase(edge->passage);
      }
    }
    end_segment(static_cast<std::uint32_t>(parts[part].text.size()));
  }
  return segments;
}

}  // namespace cento
