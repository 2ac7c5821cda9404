#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "index/line_digester.hpp"
#include "index/live/index_writer.hpp"

namespace cento::testing {

/// Texts by id.
using State = std::map<std::string, std::string>;

inline State state_of(const IndexView& view) {
  State state;
  for (auto& [id, text] : documents_of(view)) EXPECT_TRUE(state.emplace(id, text).second) << id << " is there twice";
  EXPECT_EQ(state.size(), view.documents());
  return state;
}

inline void expect_sound(const std::string& folder) {
  const IndexFaults faults = verify_index(folder, line_digesters());
  EXPECT_EQ(faults.catalog, std::vector<std::string>{});
  EXPECT_EQ(faults.segments, std::vector<std::string>{});
}

/// An index with a segment, removed documents and a tail; no program has it open.
inline State fill(const std::string& folder) {
  create_index(folder, IndexOptions(), {});
  IndexWriter writer(folder, line_digesters(), {});
  add_batch(writer,
            {{"a", "The first line of it.\nThe second line."}, {"b", "Something else."}, {"c", "A third text."}});
  writer.commit();
  EXPECT_TRUE(writer.remove("c"));
  add_each(writer, {{"d", "This is in the tail."}});
  writer.commit();
  return state_of(*writer.view());
}

}  // namespace cento::testing
