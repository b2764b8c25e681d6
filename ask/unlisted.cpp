#include "ask/unlisted.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "ask/vocabulary.hpp"
#include "core/text/shell_word.hpp"
#include "sim/declare/names.hpp"
#include "sim/declare/registry.hpp"

namespace combat_odds {
namespace {

/// What is to be typed in of a counter, by game.
struct Counter {
  const char* game;
  const char* numbers;     ///< in words
  const char* headings;    ///< of the file
  const char* line;        ///< {} is the name
  const char* procedure;   ///< that takes those of the game's chart by name
  const char* parameter;   ///< of it
  const char* by_numbers;  ///< a question without a name
};

/// Columns of other files than a listing are those of the chart that they add to
/// (cli/options/own_listing.cpp).
constexpr Counter counters[] = {
    {"sl", "its gun, armor, size, MGs and movement, and the kill numbers of your chart",
     "nationality,name,kind,gun,turret,front_armor,side_armor,size,ap_front,ap_side,ap_rear,"
     "ap_unarmored,bow_mg,coaxial_mg,movement,survival",
     "?,{},closed_topped,,yes,,,,,,,,,,,", "sl.to-hit", "gun",
     "combat-odds odds sl.engagement --gun 75L --armor 0 --range 8"},
    {"asl", "its gun and the armor of hull and turret",
     "vehicle,nationality,turret,hull_front,hull_side,turret_front,turret_side,rof,main_armament,"
     "breakdown,intensive_fire,crew_survival,size",
     "{},?,yes,,,,,,,,,,", "asl.to-kill", "vehicle",
     "combat-odds odds asl.engagement --gun 75L --armor 14 --range 8"},
    {"slammers", "the DV of its facings", "target,dv", "{0} front,\n{0} side,\n{0} rear,\n{0} top,",
     "slammers.direct-fire", "dv",
     "combat-odds odds slammers.direct-fire --target vehicle --shots 3 --fp-vehicle 4 --dv 10"},
};

const Counter* counter_of(std::string_view game) {
  for (const Counter& counter : counters) {
    if (counter.game == game) return &counter;
  }
  return nullptr;
}

/// Those that the game's chart has numbers for, with the most alike names first.
std::vector<std::string> listed_near(const Counter& counter, std::string_view name) {
  std::vector<std::string> names;
  for (const BuiltInProcedure& each : built_in_procedures()) {
    if (each.name != counter.procedure) continue;
    const Procedure procedure = each.declare();
    static const Charts charts(built_in_charts());
    names = known_names(*procedure.parameter(counter.parameter), charts);
  }
  std::erase_if(names, [](const std::string& known) {  // "unarmored" is a kind
    return std::ranges::none_of(known, [](char c) { return c >= 'A' && c <= 'Z'; });
  });
  const std::string wanted = name_key(name);
  const auto shared = [&](const std::string& known) {
    const std::string key = name_key(known);
    return std::mismatch(wanted.begin(), wanted.end(), key.begin(), key.end()).first -
           wanted.begin();
  };
  std::ranges::stable_sort(names, std::greater<>(), shared);
  constexpr std::size_t most = 6;
  if (names.size() > most) names.resize(most);
  return names;
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
      "numbers are here for {}; by numbers of its counter: {}; to keep them: 'combat-odds set "
      "template {}' prints a file for {}; fill it in, and 'combat-odds set listing FILE' keeps it",
      fmt::join(listed_near(*counter, name_), ", "), counter->by_numbers,
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
