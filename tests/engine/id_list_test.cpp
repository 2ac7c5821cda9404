#include "engine/index/id_list.hpp"

#include <gtest/gtest.h>

#include "cento/error.hpp"
#include "temp_folder.hpp"

namespace cento {
namespace {

using cento::testing::TempFolder;

TEST(IdList, HasAnIdPerLine) {
  const TempFolder folder;
  const std::string file = folder.write("ids.txt", "wire-101\r\n\nwire 102\nlast");
  EXPECT_EQ(read_id_list(file), (std::vector<std::string>{"wire-101", "wire 102", "last"}));
}

TEST(IdList, MustExist) {
  EXPECT_THROW(static_cast<void>(read_id_list("/nowhere/ids.txt")), Error);
}

}  // namespace
}  // namespace cento
