#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "core/play/packed_states.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

/// A state of 700 bytes, more than one mask tells of, with one byte that is not zero.
std::vector<std::byte> state_with(std::size_t place, int value) {
  std::vector<std::byte> state(700);
  state.at(place) = static_cast<std::byte>(value);
  return state;
}

TEST_CASE("packed states come back as they were, each under one number") {
  PackedStates states(700);
  constexpr std::size_t step = 7;
  for (int round = 0; round < 2; ++round) {
    std::uint32_t number = 0;
    for (int value = 1; value <= 250; ++value) {
      for (std::size_t place = 0; place < 700; place += step) {
        REQUIRE(states.index_of(state_with(place, value).data()) == number++);
      }
    }
    CHECK(states.size() == 25'000);
    CHECK(states.index_of(state_with(step, 2).data()) == 101);
    std::vector<std::byte> copied(700, std::byte{255});
    states.copy(101, copied.data());
    CHECK(copied == state_with(step, 2));
    states.copy(24'999, copied.data());
    CHECK(copied == state_with(693, 250));
    states.clear();
    CHECK(states.size() == 0);
  }
}

TEST_CASE("states that differ in any byte are different, also the empty one") {
  PackedStates states(13);
  std::vector<std::byte> state(13);
  CHECK(states.index_of(state.data()) == 0);
  for (std::uint32_t place = 0; place < 13; ++place) {
    state.at(place) = std::byte{1};
    CHECK(states.index_of(state.data()) == place + 1);
  }
  std::vector<std::byte> copied(13);
  states.copy(5, copied.data());
  CHECK(std::memcmp(copied.data(), state.data(), 5) == 0);
  CHECK(copied.at(5) == std::byte{0});
}

}  // namespace
}  // namespace combat_odds
