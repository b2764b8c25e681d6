#include <algorithm>
#include <bit>
#include <sstream>

#include "core/dice/small.hpp"
#include "sim/squad_leader/air_and_weather/board.hpp"
#include "sim/squad_leader/air_and_weather/fire_charts.hpp"
#include "sim/squad_leader/air_and_weather/wind.hpp"

namespace combat_odds::squad_leader {
namespace {

constexpr std::size_t most_hexes = 10;
constexpr const char* patch_form =
    "hexes with woods, grain, wooden_building or stone_building: 'Q5=woods R5=grain "
    "S5=stone_building', and :a, :b behind buildings that are not the same";

struct PatchHex {
  BoardHex hex;
  Terrain terrain = Terrain::other;
  std::string building;  ///< its name, if there are several
};

std::vector<PatchHex> read_patch(std::string_view text, std::string_view parameter) {
  std::vector<PatchHex> patch;
  std::istringstream tokens{std::string(text)};
  for (std::string token; tokens >> token;) {
    const std::size_t equals = std::min(token.find('='), token.size());
    const std::optional<BoardHex> hex = read_hex(std::string_view(token).substr(0, equals));
    if (!hex || equals == token.size()) {
      throw ArgumentError(parameter, "'" + token + "' is not a hex with its terrain", patch_form);
    }
    std::string terrain = token.substr(equals + 1);
    std::string building;
    if (const std::size_t colon = terrain.find(':'); colon != std::string::npos) {
      building = terrain.substr(colon + 1);
      terrain.resize(colon);
    }
    const auto known = std::find(terrain_names.begin() + 1, terrain_names.end(), terrain);
    if (known == terrain_names.end()) {
      throw ArgumentError(parameter, "'" + terrain + "' can't burn here", patch_form);
    }
    if (std::any_of(patch.begin(), patch.end(),
                    [&](const PatchHex& other) { return other.hex == *hex; })) {
      throw ArgumentError(parameter, "hex " + hex_name(*hex) + " is named twice", patch_form);
    }
    patch.push_back({*hex, static_cast<Terrain>(known - terrain_names.begin()), building});
  }
  if (patch.empty() || patch.size() > most_hexes) {
    throw ArgumentError(parameter, "the patch has " + std::to_string(patch.size()) + " hexes",
                        "1 to 10 hexes");
  }
  return patch;
}

struct Patch {
  std::uint16_t burning = 0;  ///< one bit for each hex
  std::uint8_t step = 0;
  std::uint8_t objective_step = 0;  ///< the step in which the objective caught fire
};

/// 59.4, 102.2, 102.4: fire spreads from hex to hex in a small patch.
struct FireSpread {
  enum class Rolls { each_hex, each_fire };
  enum class Attempts { own_player_turns, every_player_turn };

  std::vector<PatchHex> hexes;
  std::vector<BoardHex> burning;
  std::optional<BoardHex> objective;
  int steps = 4;
  Rolls rolls = Rolls::each_hex;
  std::optional<int> month;
  int ec_drm = 0;
  int detached_drm = -1;
  bool kindle = false;
  Attempts attempts = Attempts::own_player_turns;
  std::optional<int> kindling_number;
  WindForce wind_force = WindForce::none;
  Wind wind;

  void prepare(const Charts& charts) {
    for (const BoardHex hex : burning) {
      first_ |= static_cast<std::uint16_t>(1u << position(hex, "burning"));
    }
    if (first_ == 0) {
      throw ArgumentError(
          "burning", "no hex burns",
          kindle ? "the hex that the unit is in and sets on fire" : "a hex of the patch");
    }
    if (objective) objective_ = static_cast<int>(position(*objective, "objective"));
    if (kindle) {
      if (std::popcount(first_) != 1) {
        throw ArgumentError("burning", "a unit kindles one hex", "the hex that it occupies");
      }
      const Terrain terrain = terrain_kindled();
      kindling_ = kindling_number ? *kindling_number : charts.get<Kindling>().number(terrain);
      if (!is_building(terrain)) kindling_ -= ec_drm;  // 102.32
    }
    if (!in_season()) {
      for (std::size_t hex = 0; hex < hexes.size(); ++hex) {
        if ((first_ >> hex & 1u) == 0 || is_building(hexes[hex].terrain)) continue;
        throw ArgumentError("burning",
                            hex_name(hexes[hex].hex) +
                                ": woods and grain burn from June to October "
                                "only (59.1)",
                            "a building, or a month from 6 to 10");
      }
    }
    wind.blow(wind_force);
    const auto& numbers = charts.get<SpreadingFire>();
    for (const PatchHex& to : hexes) {
      for (const PatchHex& from : hexes) needed_.push_back(needed(numbers, from, to));
    }
  }

  Patch start() const {
    Patch patch;
    if (!kindle) light(patch, first_);
    return patch;
  }

  Patch step(const Patch& before, Dice& dice) const {
    Patch after = before;
    ++after.step;
    if (before.burning == 0) {
      // 102.21: in the Advancing Fire Phase of its own player turns. The first turn is its own.
      const bool own_turn = after.step % 2 == 1;
      if (attempts == Attempts::own_player_turns && !own_turn) return after;
      if (dice.DR([&](TwoDice roll) { return roll.total() >= kindling_; })) light(after, first_);
      return after;
    }
    struct Progress {
      std::uint16_t before;
      std::uint16_t caught;
      std::uint8_t hex;
      std::uint8_t step;
      std::uint8_t objective_step;
      std::uint8_t unused;
    };
    std::uint16_t caught = 0;
    for (std::size_t hex = 0; hex < hexes.size(); ++hex) {
      if ((before.burning >> hex & 1u) != 0) continue;
      dice.at(Progress{before.burning, caught, small(hex), after.step, after.objective_step, 0});
      if (catches(dice, before.burning, hex)) caught |= static_cast<std::uint16_t>(1u << hex);
    }
    light(after, caught);
    return after;
  }

  std::optional<Outcome> outcome(const Patch& patch) const {
    if (patch.step < steps) return std::nullopt;
    const char* label = patch.burning == 0 ? "not_started"
                        : objective_ >= 0
                            ? patch.burning >> objective_ & 1 ? "objective_burns" : "objective_safe"
                        : patch.burning == first_ ? "no_spread"
                                                  : "spread";
    const bool objective_burns = objective_ >= 0 && (patch.burning >> objective_ & 1) != 0;
    return Outcome(label)
        .measure("burning", std::popcount(patch.burning))
        .measure_if(objective_burns, "objective_step", patch.objective_step);
  }

  static void describe(Declaration<FireSpread>& asked);

 private:
  static constexpr int never = 99;

  std::size_t position(BoardHex hex, const char* parameter) const {
    const auto known = std::find_if(hexes.begin(), hexes.end(),
                                    [&](const PatchHex& other) { return other.hex == hex; });
    if (known == hexes.end()) {
      throw ArgumentError(parameter, hex_name(hex) + " is not in the patch",
                          "one of the hexes given");
    }
    return static_cast<std::size_t>(known - hexes.begin());
  }

  /// The terrain of the hex that a unit kindles.
  Terrain terrain_kindled() const {
    return hexes[static_cast<std::size_t>(std::countr_zero(first_))].terrain;
  }

  /// 59.1: whether woods and grain can burn.
  bool in_season() const { return !month || (*month >= 6 && *month <= 10); }

  bool burns_by_season() const {
    return std::any_of(hexes.begin(), hexes.end(),
                       [](const PatchHex& hex) { return !is_building(hex.terrain); });
  }

  /// Whether woods or grain are adjacent to other terrain.
  bool has_detached() const {
    return std::any_of(hexes.begin(), hexes.end(), [&](const PatchHex& to) {
      return !is_building(to.terrain) &&
             std::any_of(hexes.begin(), hexes.end(), [&](const PatchHex& from) {
               return from.terrain != to.terrain && direction_to_neighbour(from.hex, to.hex) != 0;
             });
    });
  }

  /// The DR on which a hex catches fire from another.
  int needed(const SpreadingFire& numbers, const PatchHex& from, const PatchHex& to) const {
    const int direction = direction_to_neighbour(from.hex, to.hex);
    if (direction == 0 || (!in_season() && !is_building(to.terrain))) return never;
    const bool attached = from.terrain == to.terrain;
    if (is_building(to.terrain)) {
      const bool same = attached && from.building == to.building;
      return (same ? numbers.number(to.terrain) : numbers.different_building()) -
             wind.drm(direction);
    }
    // 102.4. The number of a different building already includes its modifier.
    return numbers.number(to.terrain) - ec_drm - wind.drm(direction) -
           (attached ? 0 : detached_drm);
  }

  void light(Patch& patch, std::uint16_t caught) const {
    patch.burning |= caught;
    if (objective_ >= 0 && (caught >> objective_ & 1) != 0) patch.objective_step = patch.step;
  }

  bool catches(Dice& dice, std::uint16_t alight, std::size_t hex) const {
    const bool each_fire = rolls == Rolls::each_fire;
    const auto rolled = [&](int number) {
      return dice.DR([=](TwoDice roll) { return roll.total() >= number; });
    };
    int best = never;
    for (std::size_t from = 0; from < hexes.size(); ++from) {
      if ((alight >> from & 1u) == 0) continue;
      const int number = needed_[hex * hexes.size() + from];
      if (each_fire && number <= 12 && rolled(number)) return true;
      best = std::min(best, number);
    }
    return !each_fire && best <= 12 && rolled(best);
  }

  std::uint16_t first_ = 0;
  int objective_ = -1;
  int kindling_ = 0;
  std::vector<int> needed_;  ///< by hex, and by the neighbour from which fire spreads
};

void FireSpread::describe(Declaration<FireSpread>& asked) {
  asked
      .asks(&FireSpread::hexes, "hexes", patch_form, "the patch of terrain, at most ten hexes",
            read_patch)
      .tried_with({"Q5=woods Q6=woods R5=woods R6=woods", "Q5=woods R5=grain R6=stone_building",
                   "Q5=wooden_building Q6=wooden_building R6=wooden_building:b S6=grain"})
      .asks(&FireSpread::burning, "burning", hexes_form,
            "where it burns at first; with kindle, the hex that the unit sets on fire", read_hexes)
      .tried_with({"Q5", "Q5 R6", "Q6"})
      .asks(&FireSpread::objective, "objective", "a hex of the patch", "a hex that it matters for",
            read_one_hex)
      .tried_with({"R6"})
      .asks(&FireSpread::steps, "steps", 1, 20,
            "player turns, at the end of whose Advancing Fire Phases the fire may spread (59.4)")
      .tried_with({"1", "3", "5"})
      .asks(&FireSpread::rolls, "rolls", one_of({"each_hex", "each_fire"}),
            "one DR for a hex next to fires, with the best modifiers (59.4), or one for each fire")
      .asks(
          &FireSpread::month, "month", 1, 12,
          "the month of the scenario: woods and grain burn from June to October only (59.1); left "
          "out: one of those")
      .tried_with({"8", "3"})
      .only_when(&FireSpread::burns_by_season, "buildings burn all the year round",
                 "woods or grain in the patch")
      .asks(&FireSpread::ec_drm, "ec_drm", -6, 6,
            "the kindling modifier of the Environmental Conditions (102.3)")
      .only_when(&FireSpread::burns_by_season,
                 "the weather does not change how buildings burn (102.32)",
                 "woods or grain in the patch")
      .asks(&FireSpread::detached_drm, "detached_drm", -2, 0,
            "for terrain that is not attached to the fire: -1 in Cross of Iron, -2 later (102.4)")
      .only_when(&FireSpread::has_detached,
                 "no woods or grain of the patch are next to other terrain", "")
      .asks(&FireSpread::kindle, "kindle",
            "a unit in the hex must start the fire first (102.2); it may try from the first player "
            "turn on, which is its own")
      .asks(&FireSpread::kindling_number, "kindling_number", 2, 13,
            "your own number for that; default: that of ASL")
      .only_when(&FireSpread::kindle, "", "--kindle")
      .asks(&FireSpread::attempts, "kindling_attempts",
            one_of({"own_player_turns", "every_player_turn"}),
            "in which player turns the unit may try (102.21)")
      .only_when([](const FireSpread& fire) { return fire.kindle && fire.steps > 1; }, "",
                 "--kindle and --steps 2 or more")
      .asks(&FireSpread::wind_force, "wind", one_of({"no_wind", "mild_breeze", "heavy_winds"}),
            "the force of the wind (102.6)")
      .includes(&FireSpread::wind)
      .only_when(
          Wind::asked_names,
          [](const FireSpread& fire) { return fire.wind_force != WindForce::none; }, "",
          "--wind mild_breeze or heavy_winds");
}

}  // namespace

Procedure fire_spread() {
  auto declared =
      procedure<FireSpread>("sl.fire-spread", "COI 59.4, 102.2-102.62",
                            "a fire is started and spreads over a small patch of hexes");
  FireSpread::describe(declared);
  return declared.outcome("objective_burns", "the objective burns")
      .outcome("objective_safe", "it does not")
      .outcome("spread", "without an objective: the fire has spread")
      .outcome("no_spread", "without an objective: it has not")
      .outcome("not_started", "the unit could not start it")
      .measure("burning", "hexes that burn")
      .measure("objective_step",
               "the step at which the objective caught fire; 0: it burned at first")
      .only_where({"objective_burns"})
      .less_is_better()
      .headline("objective_burns", "the objective burns")
      .headline("spread", "the fire spreads")
      .headline("not_started", "no fire starts")
      .headline("mean burning", "{} hexes burn on average");
}

}  // namespace combat_odds::squad_leader
