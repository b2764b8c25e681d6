#include "ask/unlisted.hpp"

#include <fmt/format.h>

#include "ask/vocabulary.hpp"
#include "core/text/shell_word.hpp"
#include "sim/declare/names.hpp"

namespace combat_odds {
namespace {

/// What is to be typed in of a counter, by game.
struct Counter {
  const char* game;
  const char* numbers;   ///< in words
  const char* headings;  ///< of the file
  const char* line;      ///< {} is the name
};

/// Columns of other files than a listing are those of the chart that they add to
/// (cli/options/own_listing.cpp).
constexpr Counter counters[] = {
    {"sl", "its gun, armor, size, MGs and movement, and the kill numbers of your chart",
     "nationality,name,kind,gun,turret,front_armor,side_armor,size,ap_front,ap_side,ap_rear,"
     "ap_unarmored,bow_mg,coaxial_mg,movement,survival",
     "?,{},closed_topped,,yes,,,,,,,,,,,"},
    {"asl", "its gun and the armor of hull and turret",
     "vehicle,nationality,turret,hull_front,hull_side,turret_front,turret_side,rof,main_armament,"
     "breakdown,intensive_fire,crew_survival,size",
     "{},?,yes,,,,,,,,,,"},
    {"slammers", "the DV of its facings", "target,dv",
     "{0} front,\n{0} side,\n{0} rear,\n{0} top,"},
};

const Counter* counter_of(std::string_view game) {
  for (const Counter& counter : counters) {
    if (counter.game == game) return &counter;
  }
  return nullptr;
}

}  // namespace

std::string UnlistedVehicle::wrong() const {
  return fmt::format(
      "{} is known by name only: its numbers are on its counter, and in no chart here", name_);
}

std::string UnlistedVehicle::right() const {
  const Counter* const counter = counter_of(game_);
  if (counter == nullptr) return "give its numbers";
  return fmt::format(
      "'combat-odds set template {}' prints a file for {}; fill it in, and 'combat-odds set "
      "listing FILE' keeps it",
      shell_word(game_ + ":" + name_), counter->numbers);
}

std::string game_of_unlisted(const std::string& name, std::string otherwise) {
  const auto known = common_words().unlisted_games.find(name);
  return known == common_words().unlisted_games.end() ? std::move(otherwise) : known->second;
}

std::optional<UnlistedVehicle> unlisted_vehicle(std::string_view value,
                                                const Procedure& procedure) {
  const std::string key = name_key(value);
  std::optional<std::string> found;
  std::size_t longest = 0;
  for (const auto& [spelling, name] : common_words().unlisted) {
    const std::string known = name_key(spelling);
    if (!key.starts_with(known) || known.size() < longest) continue;
    const std::string_view rest = std::string_view(key).substr(known.size());
    if (!rest.empty() && rest != "hulldown" && rest != "inwoods" && rest != "front" &&
        rest != "side" && rest != "rear" && rest != "top") {
      continue;
    }
    longest = known.size();
    found = name;
  }
  if (!found) return std::nullopt;
  return UnlistedVehicle(*found, game_of_unlisted(*found, procedure.game()));
}

std::string listing_template(std::string_view game, std::string_view name) {
  const Counter* const counter = counter_of(game);
  if (counter == nullptr) return "";
  return std::string(counter->headings) + "\n" + fmt::format(fmt::runtime(counter->line), name) +
         "\n";
}

}  // namespace combat_odds
