#include "sim/asl/to_kill/latw.hpp"

#include <fmt/format.h>

#include <array>

namespace combat_odds::asl {

const std::vector<std::string>& latw_words() {
  static const std::vector<std::string> words = {"ATR",   "PF",     "PFk", "PSK",
                                                 "BAZ43", "BAZ44+", "PIAT"};
  return words;
}

std::string latw_form() { return fmt::format("{}", fmt::join(latw_words(), ", ")); }

std::optional<Latw> find_latw(std::string_view text) {
  if (find_name(text, {"Panzerfaust"})) return Latw{Latw::Kind::pf};
  if (find_name(text, {"Panzerschreck"})) return Latw{Latw::Kind::psk};
  const std::optional<std::size_t> found = find_name(text, latw_words());
  if (!found) return std::nullopt;
  return Latw{static_cast<Latw::Kind>(*found)};
}

Projectile latw_projectile(Latw weapon, bool russian, const Charts& charts) {
  if (weapon.is_rifle()) return antitank_rifle(russian, charts);
  // C8.31: the equivalent of HE, by the enumerators; an ATR has none.
  static constexpr std::array<int, 7> firepower = {0, 16, 12, 12, 8, 8, 8};
  const auto kind = static_cast<std::size_t>(weapon.kind);
  return shaped_charge(latw_words()[kind], firepower[kind], charts);
}

}  // namespace combat_odds::asl
