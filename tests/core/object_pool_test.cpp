#include "core/memory/object_pool.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace cento {
namespace {

std::unique_ptr<std::string> make_new() {
  return std::make_unique<std::string>("new");
}

TEST(ObjectPool, MakesAnObjectOnlyIfNoneIsIdle) {
  ObjectPool<std::string> pool;
  EXPECT_EQ(*pool.take(make_new), "new");
  pool.give_back(std::make_unique<std::string>("used"));
  EXPECT_EQ(*pool.take(make_new), "used") << "as it was given back";
  EXPECT_EQ(*pool.take(make_new), "new");
}

TEST(ObjectPool, KeepsAtMostAsManyAsItMay) {
  ObjectPool<std::string> pool(2);
  for (int i = 0; i < 3; ++i) pool.give_back(std::make_unique<std::string>("used"));
  for (const char* expected : {"used", "used", "new"}) EXPECT_EQ(*pool.take(make_new), expected);
}

TEST(ObjectPool, FreesIdleObjects) {
  ObjectPool<std::string> pool;
  pool.give_back(std::make_unique<std::string>("used"));
  pool.clear();
  EXPECT_EQ(*pool.take(make_new), "new");
}

TEST(ObjectPool, LendsObjectsThatReturnEmptyByThemselves) {
  ObjectPool<std::string> pool;
  std::shared_ptr<std::string> first = pool.lend();
  std::shared_ptr<std::string> holder = first;
  const std::string* const where = first.get();
  *first = "a text that is too long to be held in the string itself";
  first.reset();
  EXPECT_NE(pool.lend().get(), where) << "somebody still holds it";
  pool.clear();
  holder.reset();
  const std::shared_ptr<std::string> again = pool.lend();
  EXPECT_EQ(again.get(), where);
  EXPECT_TRUE(again->empty());
  EXPECT_GT(again->capacity(), 50U);
}

TEST(ObjectPool, LendsAnObjectToOneThreadAtATime) {
  ObjectPool<std::string> pool;
  std::vector<std::jthread> threads;
  for (char letter = 'a'; letter <= 'd'; ++letter) {
    threads.emplace_back([&pool, letter] {
      for (int round = 0; round < 1000; ++round) {
        const std::shared_ptr<std::string> text = pool.lend();
        ASSERT_TRUE(text->empty());
        text->assign(100, letter);
        ASSERT_EQ(*text, std::string(100, letter));
      }
    });
  }
}

}  // namespace
}  // namespace cento
