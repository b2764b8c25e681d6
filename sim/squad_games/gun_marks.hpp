#pragma once

#include <cstdint>

namespace combat_odds::gun_marks {

// Marks of a group's weapons that fire no more, behind those of its machine guns.
constexpr std::uint8_t out = 0x80;        ///< its gun has broken down, or is destroyed
constexpr std::uint8_t destroyed = 0x40;  ///< by fire

}  // namespace combat_odds::gun_marks
