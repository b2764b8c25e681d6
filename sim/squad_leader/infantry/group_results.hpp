#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <string>
#include <vector>

#include "core/dice/small.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"

namespace combat_odds::squad_leader {

/// What one DR does to the groups of a target, "4-6-7@-2; 4-6-7", whose modifiers differ: a result
/// of the IFT for each, in half a byte, so that all of them are one class of the DR. Behind those
/// of the groups there is room for other results of that DR.
class GroupResults {
 public:
  static constexpr std::size_t most = 16;

  GroupResults() = default;
  /// `drms`: of each group, beside what `final_dr` has for all of them.
  GroupResults(const Ift& ift, int column, int final_dr, const std::vector<int>& drms) {
    for (std::size_t group = 0; group < drms.size(); ++group) {
      set(group, ift.at(column, final_dr + drms[group]));
    }
  }

  void set(std::size_t place, FireResult result) { note(place, packed(result)); }
  FireResult of(std::size_t place) const { return unpacked(noted(place)); }
  /// A number up to 15 in place of a result.
  void note(std::size_t place, std::uint8_t number) {
    assert(number < 16);
    std::uint8_t& both = halves_[place / 2];
    both = place % 2 == 0 ? small((both & 0xF0) | number) : small((both & 0x0F) | number << 4);
  }
  std::uint8_t noted(std::size_t place) const {
    return small(halves_[place / 2] >> (place % 2 == 0 ? 0 : 4) & 0x0F);
  }
  std::array<FireResult, most_groups> all() const {
    std::array<FireResult, most_groups> results;
    for (std::size_t group = 0; group < results.size(); ++group) results[group] = of(group);
    return results;
  }
  /// Of that many: "2", and where they differ "KIA / 2".
  std::string text(std::size_t count) const {
    std::string text = of(0).text();
    bool differ = false;
    std::string all = text;
    for (std::size_t place = 1; place < count; ++place) {
      differ = differ || noted(place) != noted(0);
      all += " / " + of(place).text();
    }
    return differ ? all : text;
  }
  std::string text() const { return text(last()); }

  friend bool operator==(const GroupResults&, const GroupResults&) = default;

  /// A result as half a byte, and back.
  static std::uint8_t packed(FireResult result) {
    if (result.kind == FireResult::Kind::kia) return kia;
    if (result.kind == FireResult::Kind::none) return nothing;
    return small(1 + result.number);
  }
  static FireResult unpacked(std::uint8_t result) {
    if (result == nothing) return {};
    if (result == kia) return {FireResult::Kind::kia, 0};
    return {FireResult::Kind::morale_check, small(result - 1)};
  }

 private:
  static constexpr std::uint8_t nothing = 0;
  static constexpr std::uint8_t kia = 15;

  /// How many groups there may be, by the results that are not nothing.
  std::size_t last() const {
    std::size_t count = most_groups;
    while (count > 1 && noted(count - 1) == nothing) --count;
    return count;
  }

  std::array<std::uint8_t, most / 2> halves_{};
};

}  // namespace combat_odds::squad_leader
