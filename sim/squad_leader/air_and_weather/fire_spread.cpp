#include <algorithm>
#include <bit>
#include <map>
#include <sstream>

#include "combat_odds/sim/squad_leader/air_and_weather/board.hpp"
#include "combat_odds/sim/squad_leader/air_and_weather/wind.hpp"

namespace combat_odds::squad_leader {
namespace {

constexpr std::size_t most_hexes = 10;
constexpr const char* patch_form =
    "hexes with woods, grain, wooden_building or stone_building: 'Q5=woods R5=grain "
    "S5=stone_building', and :a, :b behind buildings that are not the same";

/// A column of numbers by terrain.
std::map<std::string, int> read_numbers(const CsvTable& chart, const char* key, const char* value) {
  const auto name = chart_column(chart, key);
  const auto number = chart_column(chart, value);
  std::map<std::string, int> numbers;
  for (const auto& row : chart.rows) numbers[row[name].text] = chart_integer(chart, row[number]);
  return numbers;
}

int number_for(const std::map<std::string, int>& numbers, const std::string& terrain,
               const char* chart) {
  const auto known = numbers.find(terrain);
  if (known == numbers.end()) {
    throw InputError({chart, 1, 1}, "no number for " + terrain, "the rows of the built-in chart");
  }
  return known->second;
}

/// To spread on a DR of the number or more (59.4), chart squad-leader/spreading-fire.csv.
struct SpreadingFire {
  static constexpr const char* chart_name = "squad-leader/spreading-fire.csv";
  explicit SpreadingFire(const CsvTable& chart)
      : numbers(read_numbers(chart, "target_terrain", "spreads_on_dr_at_least")) {}
  int number(const std::string& terrain) const { return number_for(numbers, terrain, chart_name); }
  std::map<std::string, int> numbers;
};

/// To start a fire on a DR of the number or more (102.22), chart squad-leader/kindling.csv.
struct Kindling {
  static constexpr const char* chart_name = "squad-leader/kindling.csv";
  explicit Kindling(const CsvTable& chart)
      : numbers(read_numbers(chart, "terrain", "kindling_number")) {}
  int number(const std::string& terrain) const { return number_for(numbers, terrain, chart_name); }
  std::map<std::string, int> numbers;
};

struct PatchHex {
  BoardHex hex;
  std::string terrain;
  std::string building;  ///< which one, where there are several

  bool is_building() const { return terrain == "wooden_building" || terrain == "stone_building"; }
};

std::vector<PatchHex> read_patch(const std::string& text) {
  std::vector<PatchHex> patch;
  std::istringstream tokens(text);
  for (std::string token; tokens >> token;) {
    const std::size_t equals = std::min(token.find('='), token.size());
    const std::optional<BoardHex> hex = read_hex(std::string_view(token).substr(0, equals));
    if (!hex || equals == token.size()) {
      throw ArgumentError("hexes", "'" + token + "' is not a hex with its terrain", patch_form);
    }
    PatchHex added{*hex, token.substr(equals + 1), ""};
    if (const std::size_t colon = added.terrain.find(':'); colon != std::string::npos) {
      added.building = added.terrain.substr(colon + 1);
      added.terrain.resize(colon);
    }
    if (added.terrain != "woods" && added.terrain != "grain" && !added.is_building()) {
      throw ArgumentError("hexes", "'" + added.terrain + "' can't burn here", patch_form);
    }
    if (std::any_of(patch.begin(), patch.end(),
                    [&](const PatchHex& other) { return other.hex == *hex; })) {
      throw ArgumentError("hexes", "hex " + hex_name(*hex) + " is named twice", patch_form);
    }
    patch.push_back(std::move(added));
  }
  if (patch.empty() || patch.size() > most_hexes) {
    throw ArgumentError("hexes", "the patch has " + std::to_string(patch.size()) + " hexes",
                        "1 to 10 hexes");
  }
  return patch;
}

struct Patch {
  std::uint16_t burning = 0;  ///< a bit for each hex
  std::uint8_t step = 0;
  std::uint8_t objective_step = 0;  ///< when the objective caught fire
};

/// 59.4, 102.2, 102.4: fire spreads from hex to hex of a small patch.
class FireSpread : public Process<Patch> {
 public:
  FireSpread(const Arguments& arguments, const Charts& charts)
      : patch_(read_patch(arguments.text("hexes"))),
        steps_(arguments.integer("steps")),
        each_fire_(arguments.choice("rolls") == "each_fire"),
        set_by_hand_(arguments.flag("kindle")) {
    for (const BoardHex hex : read_hexes(arguments.text("burning"), "burning")) {
      first_ |= static_cast<std::uint16_t>(1u << position(hex, "burning"));
    }
    if (first_ == 0) throw ArgumentError("burning", "no hex burns", "a hex of the patch");
    if (arguments.given("objective")) {
      const std::vector<BoardHex> hex = read_hexes(arguments.text("objective"), "objective");
      if (hex.size() != 1) {
        throw ArgumentError("objective", "one hex is the objective", "a hex of the patch");
      }
      objective_ = static_cast<int>(position(hex.front(), "objective"));
    }
    const int ec_drm = arguments.integer("ec_drm");
    if (set_by_hand_) {
      if (std::popcount(first_) != 1) {
        throw ArgumentError("burning", "a unit kindles one hex", "the hex that it occupies");
      }
      const PatchHex& hex = patch_[static_cast<std::size_t>(std::countr_zero(first_))];
      kindling_ = arguments.given("kindling_number")
                      ? arguments.integer("kindling_number")
                      : charts.get<Kindling>(Kindling::chart_name).number(hex.terrain);
      if (!hex.is_building()) kindling_ -= ec_drm;  // 102.32
    }
    const Wind wind(arguments, arguments.choice("wind"));
    const auto& numbers = charts.get<SpreadingFire>(SpreadingFire::chart_name);
    for (const PatchHex& to : patch_) {
      for (const PatchHex& from : patch_) {
        const int direction = direction_to_neighbour(from.hex, to.hex);
        needed_.push_back(direction == 0
                              ? never
                              : number(numbers, from, to) - (to.is_building() ? 0 : ec_drm) -
                                    wind.drm(direction) - detached_drm(from, to, arguments));
      }
    }
  }

  Patch start() const override {
    Patch patch;
    if (!set_by_hand_) light(patch, first_);
    return patch;
  }

  Patch step(const Patch& before, Dice& dice) const override {
    Patch after = before;
    ++after.step;
    if (before.burning == 0) {
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
    for (std::size_t hex = 0; hex < patch_.size(); ++hex) {
      if ((before.burning >> hex & 1u) != 0) continue;
      dice.at(Progress{before.burning, caught, static_cast<std::uint8_t>(hex), after.step,
                       after.objective_step, 0});
      if (catches(dice, before.burning, hex)) caught |= static_cast<std::uint16_t>(1u << hex);
    }
    light(after, caught);
    return after;
  }

  std::optional<Outcome> outcome(const Patch& patch) const override {
    if (patch.step < steps_) return std::nullopt;
    const char* label = patch.burning == 0 ? "not_started"
                        : objective_ >= 0
                            ? patch.burning >> objective_ & 1 ? "objective_burns" : "objective_safe"
                        : patch.burning == first_ ? "no_spread"
                                                  : "spread";
    return Outcome(label)
        .measure("burning", std::popcount(patch.burning))
        .measure("objective_step", patch.objective_step);
  }

 private:
  static constexpr int never = 99;

  std::size_t position(BoardHex hex, const char* parameter) const {
    const auto known = std::find_if(patch_.begin(), patch_.end(),
                                    [&](const PatchHex& other) { return other.hex == hex; });
    if (known == patch_.end()) {
      throw ArgumentError(parameter, hex_name(hex) + " is not in the patch",
                          "one of the hexes given");
    }
    return static_cast<std::size_t>(known - patch_.begin());
  }

  static int number(const SpreadingFire& numbers, const PatchHex& from, const PatchHex& to) {
    if (!to.is_building()) return numbers.number(to.terrain);
    const bool same = from.terrain == to.terrain && from.building == to.building;
    return numbers.number(same ? "same_" + to.terrain : "different_building");
  }

  /// 102.4; that a building is not the same is in its number already.
  static int detached_drm(const PatchHex& from, const PatchHex& to, const Arguments& arguments) {
    if (to.is_building() || from.terrain == to.terrain) return 0;
    return arguments.integer("detached_drm");
  }

  void light(Patch& patch, std::uint16_t hexes) const {
    patch.burning |= hexes;
    if (objective_ >= 0 && (hexes >> objective_ & 1) != 0) patch.objective_step = patch.step;
  }

  bool catches(Dice& dice, std::uint16_t burning, std::size_t hex) const {
    const auto rolled = [&](int needed) {
      return dice.DR([=](TwoDice roll) { return roll.total() >= needed; });
    };
    int best = never;
    for (std::size_t from = 0; from < patch_.size(); ++from) {
      if ((burning >> from & 1u) == 0) continue;
      const int needed = needed_[hex * patch_.size() + from];
      if (each_fire_ && needed <= 12 && rolled(needed)) return true;
      best = std::min(best, needed);
    }
    return !each_fire_ && best <= 12 && rolled(best);
  }

  std::vector<PatchHex> patch_;
  int steps_;
  bool each_fire_;
  bool set_by_hand_;
  std::uint16_t first_ = 0;
  int objective_ = -1;
  int kindling_ = 0;
  std::vector<int> needed_;  ///< for each hex, by each of its neighbours
};

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = {
      text("hexes", patch_form, "the patch of terrain, at most ten hexes")
          .tried_with({"Q5=woods Q6=woods R5=woods R6=woods", "Q5=woods R5=grain R6=stone_building",
                       "Q5=wooden_building Q6=wooden_building R6=wooden_building:b S6=grain"}),
      text("burning", hex_form, "where it burns at first").tried_with({"Q5", "Q5 R6", "Q6"}),
      text("objective", "a hex of the patch", "a hex that it matters for")
          .optional()
          .tried_with({"", "R6"}),
      integer("steps", 1, 20, "how many times the fire may spread")
          .by_default("4")
          .tried_with({"1", "3", "5"}),
      choice("rolls", {"each_fire", "each_hex"},
             "a DR for each fire next to a hex, or one for the hex, with the best modifiers"),
      integer("ec_drm", -6, 6, "the kindling modifier of the Environmental Conditions (102.3)")
          .by_default("0"),
      integer("detached_drm", -2, 0,
              "for terrain that is not attached to the fire: -1 in Cross of Iron, -2 later (102.4)")
          .by_default("-1")
          .tried_with({"-1", "-2"}),
      flag("kindle",
           "a unit in the hex must start the fire first, one attempt at each step (102.2)"),
      integer("kindling_number", 2, 13, "your own number for that; left out, that of ASL")
          .optional()
          .tried_with({"", "8"}),
      choice("wind", {"no_wind", "mild_breeze", "heavy_winds"}, "the force of the wind (102.6)"),
  };
  Wind::add_parameters(all);
  return all;
}

}  // namespace

Procedure fire_spread() {
  return {
      .name = "sl.fire-spread",
      .rule = "COI 59.4, 102.2-102.62",
      .summary = "a fire is started and spreads over a small patch of hexes",
      .details =
          "At each step a fire may spread to the hexes next to it on a DR of the number for their "
          "terrain or more (59.4), with the kindling modifier of the weather, though not to "
          "buildings (102.32), -1 where the terrain is not attached (102.4; here: of another "
          "kind), and the modifier of the wind, doubled in heavy winds (102.62). A fire does not "
          "go out. Started by hand, it takes a DR of the kindling number, one attempt at each "
          "step; leaders do not matter (102.23).\n"
          "Readings: the fire spreads from hexes that burned when the step began; each fire next "
          "to a hex rolls for it, or with `each_hex` one roll is made by the best. A building "
          "that is not the same has its own number, and no -1 beside it.\n"
          "The kindling numbers of 102.22 were not found and those of ASL stand in; of the wind "
          "diagram of 102.5 only the -2 into the wind is known, the rest is asked for.",
      .parameters = parameters(),
      .outcomes =
          {
              {"objective_burns", "the objective burns"},
              {"objective_safe", "it does not"},
              {"spread", "without an objective: the fire has spread"},
              {"no_spread", "without an objective: it has not"},
              {"not_started", "the unit could not start it"},
          },
      .events = {},
      .measures =
          {
              {"burning", "hexes that burn"},
              {"objective_step",
               "the step at which the objective caught fire; 0: it did not, or "
               "burned at first"},
          },
      .charts = {SpreadingFire::chart_name, Kindling::chart_name},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<FireSpread>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::squad_leader
