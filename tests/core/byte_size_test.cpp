#include "core/byte_size.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "../temp_folder.hpp"

namespace cento {
namespace {

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

TEST(ByteSize, IsRead) {
  EXPECT_EQ(parse_byte_size("0"), 0U);
  EXPECT_EQ(parse_byte_size("4096"), 4096U);
  EXPECT_EQ(parse_byte_size("100B"), 100U);
  EXPECT_EQ(parse_byte_size("64k"), 64U << 10);
  EXPECT_EQ(parse_byte_size("64M"), 64U << 20);
  EXPECT_EQ(parse_byte_size("1.5G"), 3ULL << 29);
  EXPECT_EQ(parse_byte_size("2GiB"), 2ULL << 30);
  EXPECT_EQ(parse_byte_size("2 gb"), 2ULL << 30);
  EXPECT_EQ(parse_byte_size("3T"), 3ULL << 40);
}

TEST(ByteSize, IsRefusedWhenItIsNone) {
  for (const std::string_view text :
       {"", "M", "-1", "+1", "1x", "1Mx", "1.2.3", "1e5", "inf", "nan", "0x10", "99999999999T", "1 2", "1iB", "1 "}) {
    EXPECT_EQ(parse_byte_size(text), std::nullopt) << text;
  }
}

TEST(ByteSize, IsShownAsItIsGiven) {
  EXPECT_EQ(exact_byte_size(0), "0");
  EXPECT_EQ(exact_byte_size(1000), "1000");
  EXPECT_EQ(exact_byte_size(64U << 20), "64M");
  EXPECT_EQ(exact_byte_size(3ULL << 29), "1536M");
  EXPECT_EQ(exact_byte_size(4096ULL << 40), "4096T");
}

TEST(ByteSize, IsShownToPeople) {
  EXPECT_EQ(format_byte_size(0), "0 B");
  EXPECT_EQ(format_byte_size(999), "999 B");
  EXPECT_EQ(format_byte_size(1000), "1.0 kB");
  EXPECT_EQ(format_byte_size(999'949), "999.9 kB");
  EXPECT_EQ(format_byte_size(999'950), "1.0 MB");
  EXPECT_EQ(format_byte_size(1'500'000'000), "1.5 GB");
  EXPECT_EQ(format_byte_size(kUnlimited), "18.4 EB");
}

TEST(ControlGroup, OfVersion2IsHonouredWithTheGroupsAroundIt) {
  const testing::TempFolder root;
  root.write("proc/self/cgroup", "0::/outer/inner\n");
  EXPECT_EQ(control_group_limit_bytes(root.path()), kUnlimited);
  root.write("sys/fs/cgroup/outer/inner/memory.max", "max\n");
  EXPECT_EQ(control_group_limit_bytes(root.path()), kUnlimited);
  root.write("sys/fs/cgroup/outer/memory.max", "2000\n");
  EXPECT_EQ(control_group_limit_bytes(root.path()), 2000U);
  root.write("sys/fs/cgroup/outer/inner/memory.max", "1000\n");
  EXPECT_EQ(control_group_limit_bytes(root.path()), 1000U);
}

TEST(ControlGroup, OfVersion2IsFoundAtTheMountInAContainer) {
  const testing::TempFolder root;
  root.write("proc/self/cgroup", "0::/\n");
  root.write("sys/fs/cgroup/memory.max", "3000\n");
  EXPECT_EQ(control_group_limit_bytes(root.path()), 3000U);
}

TEST(ControlGroup, OfVersion1IsHonoured) {
  const testing::TempFolder root;
  root.write("proc/self/cgroup", "3:cpu,cpuacct:/other\n7:memory:/group\nnonsense\n");
  root.write("sys/fs/cgroup/memory/other/memory.limit_in_bytes", "1\n");
  root.write("sys/fs/cgroup/memory/group/memory.limit_in_bytes", "5000\n");
  EXPECT_EQ(control_group_limit_bytes(root.path()), 5000U);
}

TEST(DefaultMemory, IsSome) {
  EXPECT_GT(default_memory_bytes(), 1U << 20);
  EXPECT_LE(default_memory_bytes(), control_group_limit_bytes("/") / 2);
}

}  // namespace
}  // namespace cento
