#include "index/damage.hpp"

namespace cento {

namespace {

thread_local std::uint64_t times_met = 0;

}  // namespace

std::uint64_t DamageWatch::met() {
  return times_met;
}

void DamageWatch::note() {
  ++times_met;
}

}  // namespace cento
