#include "core/parallel/per_thread.hpp"

#include <gtest/gtest.h>

#include <set>
#include <thread>
#include <vector>

namespace cento {
namespace {

TEST(PerThread, GivesAThreadTheSameObjectEachTime) {
  PerThread<int> numbers;
  numbers.local() = 7;
  EXPECT_EQ(numbers.local(), 7);
}

TEST(PerThread, GivesNoTwoThreadsTheSameObject) {
  constexpr int kThreads = 8;
  PerThread<std::vector<int>> seen([] { return std::vector<int>{-1}; });
  std::vector<std::vector<int>*> objects(kThreads);
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&, i] {
        for (int turn = 0; turn < 1000; ++turn) seen.local().push_back(i);
        objects[i] = &seen.local();
      });
    }
  }
  // A thread that began after another had ended may be of the same name and go on with its object.
  std::size_t values = 0;
  for (const std::vector<int>* object : std::set(objects.begin(), objects.end())) {
    EXPECT_EQ(object->front(), -1) << "made by the function";
    values += object->size() - 1;
  }
  EXPECT_EQ(values, 1000U * kThreads);
}

TEST(PerThread, MakesNewObjectsAfterTheOldOnesWereFreed) {
  int made = 0;
  PerThread<int> numbers([&] { return ++made; });
  EXPECT_EQ(numbers.local(), 1);
  numbers.clear();
  EXPECT_EQ(numbers.local(), 2);
}

}  // namespace
}  // namespace cento
