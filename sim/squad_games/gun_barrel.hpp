#pragma once

#include <optional>
#include <string_view>

namespace combat_odds {

/// The barrel of a gun, printed behind the calibre on its counter (COI 64.2, ASL C2.21).
enum class GunBarrel { plain, asterisk, l, ll };

/// Reads "" (plain), "*", "L" or "LL". Nothing for anything else.
inline std::optional<GunBarrel> gun_barrel(std::string_view letters) {
  if (letters.empty()) return GunBarrel::plain;
  if (letters == "*") return GunBarrel::asterisk;
  if (letters == "L" || letters == "l") return GunBarrel::l;
  if (letters == "LL" || letters == "ll") return GunBarrel::ll;
  return std::nullopt;
}

}  // namespace combat_odds
