#include "sim/declare/games.hpp"

#include <utility>

namespace combat_odds {

std::string game_title(std::string_view game) {
  static constexpr std::pair<std::string_view, std::string_view> titles[] = {
      {"asl", "Advanced Squad Leader"},
      {"cos", "Crucible of Steel"},
      {"dice", "Dice"},
      {"rb", "Red Barricades"},
      {"sl", "Squad Leader and Cross of Iron"},
      {"slammers", "Hammer's Slammers"},
  };
  for (const auto& [prefix, title] : titles) {
    if (prefix == game) return std::string(title);
  }
  return std::string(game);
}

}  // namespace combat_odds
