#include "sign/chars/rabin.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bitset>
#include <string>
#include <vector>

namespace cento {
namespace {

constexpr std::size_t kDegree = 64;
using Polynomial = std::bitset<2 * kDegree>;  // coefficient i at i

Polynomial modulus() {
  Polynomial polynomial(kRabinPolynomial);
  polynomial.set(kDegree);
  return polynomial;
}

int degree(const Polynomial& polynomial) {
  for (int i = static_cast<int>(polynomial.size()) - 1; i >= 0; --i) {
    if (polynomial.test(static_cast<std::size_t>(i))) return i;
  }
  return -1;
}

Polynomial remainder(Polynomial dividend, const Polynomial& divisor) {
  while (degree(dividend) >= degree(divisor)) {
    dividend ^= divisor << static_cast<std::size_t>(degree(dividend) - degree(divisor));
  }
  return dividend;
}

Polynomial greatest_common_divisor(Polynomial a, Polynomial b) {
  while (b.any()) {
    a = remainder(a, b);
    std::swap(a, b);
  }
  return a;
}

Polynomial square(const Polynomial& polynomial, const Polynomial& divisor) {
  Polynomial squared;
  for (std::size_t i = 0; i < kDegree; ++i) squared[2 * i] = polynomial[i];
  return remainder(squared, divisor);
}

/// Rabin's test for degree 64, whose only prime factor is 2: it divides x^(2^64) - x and shares no factor with x^(2^32)
/// - x.
bool is_irreducible(const Polynomial& polynomial) {
  const Polynomial x(2);
  Polynomial power = x;
  for (std::size_t i = 0; i < kDegree / 2; ++i) power = square(power, polynomial);
  if (degree(greatest_common_divisor(polynomial, power ^ x)) != 0) return false;
  for (std::size_t i = 0; i < kDegree / 2; ++i) power = square(power, polynomial);
  return power == x;
}

std::vector<Kernel> rabin_kernels() {
  std::vector<Kernel> all;
  for (const Kernel kernel : {Kernel::scalar, Kernel::avx2, Kernel::avx512}) {
    if (has_kernel(kernel)) all.push_back(kernel);
  }
  return all;
}

struct Windows {
  std::vector<std::uint32_t> begins;
  std::vector<std::uint32_t> ends;
};

void expect_fingerprints(std::string_view text, const Windows& windows, std::size_t longest) {
  for (const Kernel kernel : rabin_kernels()) {
    std::vector<std::uint64_t> fingerprints(windows.begins.size());
    RabinWindows(longest, kernel).fingerprint(text, windows.begins, windows.ends, fingerprints.data());
    for (std::size_t i = 0; i < fingerprints.size(); ++i) {
      const std::string_view window = text.substr(windows.begins[i], windows.ends[i] - windows.begins[i]);
      ASSERT_EQ(fingerprints[i], rabin_fingerprint(window)) << name_of(kernel) << ", window " << i << ": " << window;
    }
  }
}

TEST(Rabin, ModulusIsIrreducible) {
  EXPECT_TRUE(is_irreducible(modulus()));
  EXPECT_FALSE(is_irreducible(modulus() ^ Polynomial(1))) << "x divides it";
  EXPECT_TRUE(is_irreducible((Polynomial(1) << kDegree) ^ Polynomial(0x1B))) << "a known one";
}

TEST(Rabin, QuotientIsThatOfTheModulus) {
  const Polynomial quotient = Polynomial(kRabinQuotient).set(kDegree);
  std::bitset<2 * kDegree + 1> product;  // quotient * modulus differs from x^128 by the remainder alone
  for (std::size_t i = 0; i <= kDegree; ++i) {
    if (!quotient[i]) continue;
    for (std::size_t j = 0; j <= kDegree; ++j) product[i + j] = product[i + j] ^ modulus()[j];
  }
  product.flip(2 * kDegree);
  for (std::size_t i = kDegree; i <= 2 * kDegree; ++i) EXPECT_FALSE(product[i]) << i;
}

TEST(Rabin, IsTheRemainderOfTheTextAsAPolynomial) {
  EXPECT_EQ(rabin_fingerprint(""), 0U);
  EXPECT_EQ(rabin_fingerprint("A"), 0x41U) << "shorter than the modulus";
  EXPECT_EQ(rabin_fingerprint("ABCDEFGH"), 0x4142434445464748U);
  EXPECT_EQ(rabin_fingerprint(std::string_view("\x01\0\0\0\0\0\0\0\0", 9)), kRabinPolynomial) << "x^64";
  Polynomial text;
  for (const char c : std::string_view("Cento and text.")) text = text << 8 ^ Polynomial(static_cast<unsigned char>(c));
  EXPECT_EQ(rabin_fingerprint("Cento and text."), remainder(text, modulus()).to_ullong());
}

TEST(Rabin, IsLinear) {
  EXPECT_EQ(rabin_fingerprint("the cat and the dog") ^ rabin_fingerprint("the rat and the dog"),
            rabin_fingerprint("a cat and the dog") ^ rabin_fingerprint("a rat and the dog"))
      << "the same difference in the same place: why fingerprints are mixed before use";
}

TEST(Rabin, DefinitionIsFixed) {
  EXPECT_EQ(rabin_fingerprint("the text of every index"), 7535282728560107919ULL);
}

TEST(Rabin, WindowsMayTouchOverlapAndLieApart) {
  const std::string text = "a text that is cut into windows of many kinds, short and long ones";
  expect_fingerprints(text, {{0, 0, 0, 3, 3, 20, 20, 21, 60, 66}, {0, 1, 8, 9, 18, 20, 40, 60, 66, 66}}, 64);
}

TEST(Rabin, StretchesOfPrefixesDoNotShow) {
  std::string text;
  for (int i = 0; i < 4000; ++i) text += std::to_string(i * i) + (i % 7 == 0 ? "\xFF" : " ");
  for (const std::uint32_t length : {1U, 64U, 700U, 9000U}) {
    Windows windows;
    for (std::uint32_t begin = 0; begin + length <= text.size(); begin += 1 + begin % 211) {
      windows.begins.push_back(begin);
      windows.ends.push_back(begin + length);
    }
    expect_fingerprints(text, windows, length);
  }
}

RC_GTEST_PROP(Rabin, KernelsAgreeWithTheBitByBitReference, ()) {
  const auto text = *rc::gen::resize(800, rc::gen::arbitrary<std::string>());
  const auto size = static_cast<std::uint32_t>(text.size());
  const auto longest = *rc::gen::inRange<std::uint32_t>(1, 600);
  Windows windows;
  windows.begins = *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, size + 1));
  std::sort(windows.begins.begin(), windows.begins.end());
  for (const std::uint32_t begin : windows.begins) {
    const std::uint32_t least = windows.ends.empty() ? begin : std::max(begin, windows.ends.back());
    windows.ends.push_back(*rc::gen::inRange(least, std::max(least, std::min(size, begin + longest)) + 1));
  }
  expect_fingerprints(text, windows, longest);
}

}  // namespace
}  // namespace cento
