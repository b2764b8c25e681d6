#include <algorithm>
#include <array>
#include <string_view>

#include "combat_odds/core/number_text.hpp"
#include "combat_odds/core/trimmed.hpp"
#include "combat_odds/sim/squad_leader/counters.hpp"
#include "combat_odds/sim/squad_leader/infantry/fire_attack.hpp"
#include "combat_odds/sim/squad_leader/ordnance/he_columns.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = HexUnit::Status;

constexpr const char* neighbours_form =
    "hexes 1 to 6 with their units and, behind @, their DRM: '2=4-6-7@1; 5=4-6-7 8-1', or none";

/// A hex that a shell may land in.
struct Place {
  std::vector<UnitName> units;
  int drm = 0;
};

int read_whole(std::string_view text, const char* parameter, const char* form) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const std::optional<int> value = number_in<int>(text);
  if (!value) {
    throw ArgumentError(parameter, "'" + std::string(text) + "' is not a whole number", form);
  }
  return *value;
}

/// Hex 1 is the one that the line of fire crosses, the others follow clockwise (100.3).
std::array<Place, 6> read_neighbours(std::string_view text) {
  std::array<Place, 6> places;
  if (text == "none") return places;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(';'), text.size());
    const std::string_view entry = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t equals = entry.find('=');
    if (equals == std::string_view::npos) {
      throw ArgumentError("neighbours", "'" + std::string(entry) + "' names no hex",
                          neighbours_form);
    }
    const int hex = read_whole(trimmed(entry.substr(0, equals)), "neighbours", neighbours_form);
    if (hex < 1 || hex > 6 || !places[static_cast<std::size_t>(hex - 1)].units.empty()) {
      throw ArgumentError("neighbours", "there is no further hex " + std::to_string(hex),
                          neighbours_form);
    }
    Place& place = places[static_cast<std::size_t>(hex - 1)];
    std::string_view units = entry.substr(equals + 1);
    if (const std::size_t at = units.find('@'); at != std::string_view::npos) {
      place.drm = read_whole(trimmed(units.substr(at + 1)), "neighbours", neighbours_form);
      units = units.substr(0, at);
    }
    place.units = read_units(trimmed(units), "neighbours", TargetHex::most_units);
  }
  return places;
}

/// For each roll of the die the adjacent hex in which the shell lands: the one rolled, or the
/// nearest to it that the gun can see, clockwise first; 0 where it sees none (100.3).
std::array<int, 6> landing_hexes(std::string_view out_of_sight) {
  std::array<bool, 6> hidden{};
  if (out_of_sight != "none") {
    for (const char digit : out_of_sight) {
      if (digit == ' ') continue;
      if (digit < '1' || digit > '6') {
        throw ArgumentError("out_of_sight", "there is no hex '" + std::string(1, digit) + "'",
                            "numbers from 1 to 6 such as '3 4', or none");
      }
      hidden[static_cast<std::size_t>(digit - '1')] = true;
    }
  }
  std::array<int, 6> landing{};
  for (int rolled = 0; rolled < 6; ++rolled) {
    for (const int step : {0, 1, -1, 2, -2, 3}) {
      const int hex = (rolled + step + 6) % 6;
      if (hidden[static_cast<std::size_t>(hex)]) continue;
      landing[static_cast<std::size_t>(rolled)] = hex + 1;
      break;
    }
  }
  return landing;
}

/// 100: a large shell that misses comes down somewhere.
class NearMiss : public Rule {
 public:
  NearMiss(const Arguments& arguments, const Charts& charts)
      : ift_(charts.get<Ift>(Ift::chart_name)),
        to_hit_(arguments.integer("to_hit")),
        at_vehicle_(arguments.choice("target_type") != "infantry"),
        soft_(arguments.choice("target_type") == "soft_vehicle"),
        neighbours_(read_neighbours(arguments.text("neighbours"))),
        landing_(landing_hexes(arguments.text("out_of_sight"))) {
    const int calibre = arguments.integer("calibre");
    const int firepower = charts.get<HeColumns>(HeColumns::chart_name).firepower(calibre);
    full_column_ = ift_.column(firepower);
    half_column_ = ift_.column(firepower / 2.0);  // Area Fire (100.5)
    target_.drm = arguments.integer("drm") + heavy_payload_drm(calibre);
    for (Place& place : neighbours_) place.drm += heavy_payload_drm(calibre);
    if (arguments.text("target") != "none") {
      target_.units = read_units(arguments.text("target"), "target", TargetHex::most_units);
    } else if (!at_vehicle_) {
      throw ArgumentError("target", "nobody is fired at", "the infantry in the target hex");
    }
    if (at_vehicle_) {
      if (!arguments.given("kill_number")) {
        throw ArgumentError("kill_number", "a hit on a vehicle needs its kill number",
                            "the number of the AFV Kill Table with all its modifiers");
      }
      kill_number_ = arguments.integer("kill_number");
    }
  }

  Outcome resolve(Dice& dice) const override {
    enum class Shot : std::uint8_t { hit, target_hex, adjacent_hex };
    const Shot shot = dice.DR([&](TwoDice roll) {
      return roll.total() <= to_hit_       ? Shot::hit
             : roll.total() <= to_hit_ + 1 ? Shot::target_hex
                                           : Shot::adjacent_hex;
    });
    if (shot == Shot::hit) return hit(dice);
    if (shot == Shot::target_hex) {
      Attacked attacked = attack(dice, target_, half_column_, soft_, 1, 0);
      return outcome("target_hex", 0, attacked, attacked.vehicle_killed);
    }
    const int hex = dice.dr([&](int roll) { return landing_[static_cast<std::size_t>(roll - 1)]; });
    if (hex == 0) return outcome("dud", -1, {}, false);
    const Place& place = neighbours_[static_cast<std::size_t>(hex - 1)];
    return outcome("adjacent_hex", hex, attack(dice, place, half_column_, false, 2, hex), false);
  }

 private:
  struct Attacked {
    int eliminated = 0;
    int broken = 0;
    bool vehicle_killed = false;
  };

  Outcome hit(Dice& dice) const {
    if (!at_vehicle_)
      return outcome("hit", 0, attack(dice, target_, full_column_, false, 0, 0), false);
    if (dice.DR([&](TwoDice roll) { return roll.total() <= kill_number_; })) {
      return outcome("hit", 0, {}, true);
    }
    return outcome("hit", 0, attack(dice, target_, half_column_, false, 0, 0), false);  // 100.6
  }

  /// An attack on the IFT; `soft_vehicle`: a vehicle in the hex is eliminated by a KIA (100.4).
  Attacked attack(Dice& dice, const Place& place, int column, bool soft_vehicle, std::uint8_t shot,
                  int hex_number) const {
    Attacked attacked;
    if (place.units.empty() && !soft_vehicle) return attacked;
    const FireResult result = dice.DR([&](TwoDice roll) {
      return column < 0 ? FireResult{} : ift_.at(column, roll.total() + place.drm);
    });
    attacked.vehicle_killed = soft_vehicle && result.kind == FireResult::Kind::kia;
    if (place.units.empty()) return attacked;
    TargetHex hex = target_hex(place.units, Status::good);
    hex.memo = {shot, static_cast<std::uint8_t>(hex_number),
                static_cast<std::uint8_t>(attacked.vehicle_killed ? 1 : 0), 0};
    resolve_fire(dice, hex, result);
    for (std::size_t i = 0; i < hex.unit_count; ++i) {
      attacked.eliminated += hex.units[i].status == Status::eliminated ? 1 : 0;
      attacked.broken += hex.units[i].status == Status::broken ? 1 : 0;
    }
    return attacked;
  }

  Outcome outcome(const char* label, int hex, const Attacked& attacked, bool vehicle) const {
    const bool elsewhere = hex != 0;
    return Outcome(label)
        .event("vehicle_eliminated", vehicle)
        .measure("landing_hex", hex)
        .measure("target_eliminated", elsewhere ? 0 : attacked.eliminated)
        .measure("target_broken", elsewhere ? 0 : attacked.broken)
        .measure("neighbours_eliminated", elsewhere ? attacked.eliminated : 0)
        .measure("neighbours_broken", elsewhere ? attacked.broken : 0);
  }

  const Ift& ift_;
  int to_hit_;
  bool at_vehicle_;
  bool soft_;
  int kill_number_ = 0;
  int full_column_ = -1;
  int half_column_ = -1;
  Place target_;
  std::array<Place, 6> neighbours_;
  std::array<int, 6> landing_;
};

}  // namespace

Procedure near_miss() {
  return {
      .name = "sl.near-miss",
      .rule = "COI 100",
      .summary = "a large HE shell hits, lands in the target hex, or in one next to it",
      .details =
          "A shell of 100mm or more that misses by one lands in the target hex, any other miss in "
          "an adjacent hex by the roll of a die: 1 is the hex that the line of fire crosses, then "
          "clockwise. It attacks all infantry there with half its firepower (100.2-100.5). A hit "
          "on infantry attacks with all of it; a hit on a vehicle that is no kill attacks the "
          "infantry in its hex with half (100.6). Near misses do nothing to armour and eliminate "
          "a soft vehicle with a KIA (100.4). Shells above 200mm have -1 for each further 50mm "
          "(63.8).\n"
          "If the gun can't see the hex that was rolled, the shell lands in the nearest adjacent "
          "hex that it can see; of two equally near ones the clockwise one is taken (100.3 does "
          "not say). The IFT column for the calibre is partly derived; the To Hit number is the "
          "one needed on the dice after all modifiers.",
      .parameters =
          {
              integer("to_hit", 2, 12, "the To Hit dice roll needed, after all modifiers"),
              integer("calibre", 100, 400, "the calibre of the HE shell in mm")
                  .or_named(vehicle_calibre(), vehicle_form)
                  .tried_with({"100", "122", "152", "300"}),
              choice("target_type", {"infantry", "afv", "soft_vehicle"}, "what was aimed at"),
              integer(
                  "kill_number", -5, 20,
                  "the kill number against the vehicle with its modifiers, on your AFV Kill Table")
                  .optional()
                  .tried_with({"", "5", "8"}),
              text("target", units_form, "the infantry in the target hex, or none")
                  .tried_with({"4-6-7", "4-6-7 8-1", "none"})
                  .by_default("none"),
              integer("drm", -10, 10, "the modifiers of an attack on the target hex")
                  .by_default("0"),
              text("neighbours", neighbours_form, "the infantry in the adjacent hexes")
                  .by_default("none")
                  .tried_with({"none", "2=4-6-7@1", "1=4-6-7; 4=2*4-4-7 8-0@2"}),
              text("out_of_sight", "numbers from 1 to 6 such as '3 4', or none",
                   "the adjacent hexes that the gun can't see")
                  .by_default("none")
                  .tried_with({"none", "2", "1 2 3", "1 2 3 4 5 6"}),
          },
      .outcomes =
          {
              {"hit", "the shot hit"},
              {"target_hex", "it missed by one and landed in the target hex"},
              {"adjacent_hex", "it landed in an adjacent hex"},
              {"dud", "there was no hex for it to land in"},
          },
      .events = {{"vehicle_eliminated", "the vehicle was eliminated"}},
      .measures =
          {
              {"landing_hex", "0 the target hex, 1 to 6 the adjacent hexes, -1 nowhere"},
              {"target_eliminated", "units eliminated in the target hex"},
              {"target_broken", "units broken there"},
              {"neighbours_eliminated", "units eliminated in an adjacent hex"},
              {"neighbours_broken", "units broken there"},
          },
      .charts = {Ift::chart_name, HeColumns::chart_name},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<NearMiss>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::squad_leader
