#include <fmt/format.h>

#include <algorithm>

#include "core/dice/small.hpp"
#include "sim/squad_games/fire_group.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_games/terrain.hpp"
#include "sim/squad_leader/artillery/artillery_charts.hpp"
#include "sim/squad_leader/artillery/fire_mission.hpp"
#include "sim/squad_leader/artillery/hex_places.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/counters/he_columns.hpp"
#include "sim/squad_leader/he/barrage_drm.hpp"

namespace combat_odds::squad_leader {
namespace {

using Battery = FireMission::Battery;
using Marker = FireMission::Marker;

constexpr int rocket_accuracy = 1;  // 63.743
constexpr int pre_ranged_drm = -2;  // 78.5
constexpr int light_mortar = 60;    // 63.6: mm

/// 63.76: player turns to reload that many tubes. Nothing if the rule does not say.
std::optional<int> reloading_takes(int tubes) {
  if (tubes >= 20) return 9;
  if (tubes >= 10) return 5;
  if (tubes >= 4) return 2;
  return std::nullopt;
}

std::vector<UnitName> read_groups_if_any(std::string_view text, std::string_view parameter) {
  constexpr std::size_t most = TargetStack::most_units;
  return text == "none" ? std::vector<UnitName>() : read_groups(text, parameter, most, most);
}

struct Artillery {
  using State = FireMission::State;
  enum class Begin { no_contact, artillery_request, spotting_round, fire_for_effect };
  enum class Vehicle { none, unarmored, open_topped_afv, tank, sp_gun };
  enum class BrokenUnits { leave, stay };
  enum class First { own, enemy };

  Battery battery = Battery::off_board;
  Communications communications;
  std::optional<int> accuracy;
  bool pre_ranged = false;
  std::optional<int> calibre;
  std::optional<int> missions;
  int guns = 1;
  bool leader_mortar = false;
  int tubes = 6;
  int spotting_rounds = 1;
  std::optional<int> reload_turns;
  int reload_leader = 0;
  FireMission::When when = FireMission::When::covering;
  Begin begin = Begin::no_contact;
  FireMission::Landing spotting_round;
  HexTable out_of_sight{};
  std::vector<UnitName> target;
  int drm = 0;
  bool concealed = false;
  Vehicle vehicle = Vehicle::none;
  int vehicle_armor = 0;
  int vehicle_drm = 0;
  Neighbours neighbours;
  BrokenUnits broken_units = BrokenUnits::leave;
  int turns = 12;
  First first = First::own;
  int counter_battery = 0;
  std::optional<int> counter_battery_contact;
  Marsh marsh;

  void prepare(const Charts& charts) {
    mission_.battery = battery;
    mission_.communications = communications;
    aim(charts);
    load(charts);
    mission_.missions = missions;
    mission_.guns = guns;
    mission_.when = when;
    mission_.broken_units_leave = broken_units == BrokenUnits::leave;
    mission_.turns = turns;
    mission_.own_turn_first = first == First::own;
    mission_.counter_battery = counter_battery;
    mission_.counter_battery_contact = counter_battery_contact;
    mission_.zone = BeatenZone({target, drm}, neighbours, drm_of_vehicle(charts), marsh);
    mission_.neighbours_matter = has_neighbours();
    begin_with();
    target_notes_ = unlisted_notes(target, charts);
  }

  State start() const { return mission_.start(); }
  int rounds() const { return turns; }
  State round(const State& state, int number) const { return mission_.begin(state, number); }
  bool round_over(const State& state) const { return state.step == FireMission::Step::done; }
  State step(const State& before, Dice& dice) const {
    State state = before;
    mission_.step(state, dice);
    return state;
  }
  State alike(const State& state) const {
    State same = state;
    make_alike(same.attack.stack);
    return same;
  }

  std::optional<Outcome> outcome(const State& state, int played) const {
    return mission_.outcome(state, played);
  }

  Working working() const {
    Working working;
    working.situation =
        fmt::format("{}{}", column_text_, target.empty() ? "" : ", at " + units_text(target));
    if (communications.rolls()) {
      working.sums.push_back(fmt::format("contact on a DR of {} or less, maintained on {} or less",
                                         communications.needed(false),
                                         communications.needed(true)));
    }
    working.sums.push_back(
        fmt::format("the spotting round is on target on a die of {} or less", mission_.accuracy));
    working.notes = target_notes_;
    return working;
  }

  bool off_board() const { return battery == Battery::off_board; }
  bool on_board() const { return battery == Battery::on_board; }
  bool by_rockets() const { return battery == Battery::rockets; }
  bool by_guns_on_board() const { return !off_board(); }
  bool fits_the_guns() const {
    return communications.means != Communications::Means::beside_the_gun || !off_board();
  }
  bool fits_a_leader() const { return on_board() && calibre && *calibre <= light_mortar; }
  bool has_target() const { return !target.empty(); }
  bool has_vehicle() const { return vehicle != Vehicle::none; }
  bool has_armor() const { return vehicle == Vehicle::tank || vehicle == Vehicle::sp_gun; }
  bool has_anything() const { return has_target() || has_vehicle() || has_neighbours(); }
  bool has_infantry() const { return has_target() || has_neighbours(); }
  bool has_neighbours() const {
    return std::any_of(neighbours.begin(), neighbours.end(),
                       [](const OccupiedHex& hex) { return !hex.units.empty(); });
  }
  bool reload_is_unknown() const { return by_rockets() && !reloading_takes(tubes); }
  bool turns_differ() const { return by_rockets() || counter_battery > 0; }

 private:
  void aim(const Charts& charts) {
    int base = 0;
    if (accuracy) {
      base = *accuracy;
    } else {
      base = charts.get<ArtilleryNations>()
                 .at(communications.nationality, communications.year)
                 .accuracy;
      if (by_rockets()) base = std::min(base, rocket_accuracy);
    }
    mission_.accuracy = base - (pre_ranged ? pre_ranged_drm : 0);
    mission_.salvo_accuracy = 2 * base;
    mission_.out_of_sight = out_of_sight;
  }

  void load(const Charts& charts) {
    const Ift& ift = charts.get<Ift>();
    mission_.ift = &ift;
    const auto& columns = charts.get<HeColumns>();
    const auto shell = [&](int of_calibre) {
      const double firepower = columns.firepower(of_calibre) / (leader_mortar ? 2.0 : 1.0);
      const double at_target = firepower / (concealed ? 2.0 : 1.0) * marsh.of_high_explosive();
      return FireMission::Shell{{ift.column(at_target), ift.column(firepower)},
                                {ift.column(at_target / 2), ift.column(firepower / 2)},
                                heavy_payload_drm(of_calibre)};
    };
    if (calibre || !has_anything()) {
      mission_.shells = {shell(calibre.value_or(0))};
      if (calibre)
        column_text_ = fmt::format("{}mm ({} column)", *calibre,
                                   column_heading(ift, mission_.shells[0].columns[0]));
    } else {
      std::vector<int> calibres;
      for (std::size_t die = 0; die < 6; ++die) {
        const int here = charts.get<ArtilleryModules>().of(communications.nationality)[die];
        const auto known = std::find(calibres.begin(), calibres.end(), here);
        mission_.shell_of_die[die] = small(known - calibres.begin());
        if (known != calibres.end()) continue;
        calibres.push_back(here);
        mission_.shells.push_back(shell(here));
      }
      column_text_ = "a module by the die";
    }
    mission_.tubes = tubes;
    mission_.spotting_rounds = spotting_rounds;
    if (by_rockets()) {
      const int turns_each = reload_turns ? *reload_turns : *reloading_takes(tubes);
      mission_.reload_turns = std::max(1, turns_each + reload_leader);
    }
  }

  static std::string column_heading(const Ift& ift, int column) {
    return column < 0 ? "no" : std::to_string(ift.heading(column));
  }

  /// 46.54, 63.39.
  std::optional<int> drm_of_vehicle(const Charts& charts) const {
    if (!has_vehicle()) return std::nullopt;
    const std::string& name = BarrageDrm::vehicles()[static_cast<std::size_t>(vehicle) - 1];
    return charts.get<BarrageDrm>().at(name) + std::max(0, vehicle_armor) + vehicle_drm;
  }

  void begin_with() {
    switch (begin) {
      case Begin::no_contact:
        break;
      case Begin::artillery_request:
        mission_.begins_with = Marker::request;
        break;
      case Begin::spotting_round:
        mission_.begins_with = mission_.marker(spotting_round);
        if (mission_.begins_with == Marker::request) {
          throw ArgumentError("spotting_round", "that hex is out of sight",
                              "a hex that is not in --out-of-sight");
        }
        mission_.begins_beside = spotting_round.direction;
        break;
      case Begin::fire_for_effect:
        mission_.begins_with = Marker::on_target;
        break;
    }
  }

  FireMission mission_;
  std::string column_text_;
  std::vector<std::string> target_notes_;
};

}  // namespace

Procedure artillery() {
  using Asked = Artillery;
  return procedure<Asked>("sl.artillery", "45, 46, COI 63.3-63.7, 78.5, Supplement H",
                          "artillery is called for: when does it come, where, and what does it do")
      .asks(&Asked::battery, "battery", one_of({"off_board", "on_board", "rockets"}),
            "off_board: a module that strikes seven hexes; on_board: guns or mortars in indirect "
            "fire, which strike one; rockets: a launcher on the board")
      .includes(&Asked::communications)
      .only_when({"communication"}, &Asked::fits_the_guns, "off-board guns are not on the board",
                 "--communication radio, field_phone or kept")
      .asks(&Asked::accuracy, "accuracy", 0, 6,
            "the spotting round is on target on a die of this or less; default: the chart's for "
            "the nationality, for rockets 1 (63.743)")
      .asks(&Asked::pre_ranged, "pre_ranged",
            "the hex aimed at is the battery's pre-ranged one: -2 to that die (78.5)")
      .only_when(&Asked::by_guns_on_board, "only weapons on the board are pre-ranged (78.5)",
                 "--battery on_board or rockets")
      .asks(&Asked::calibre, "calibre", 37, 400,
            "of the shells in mm; of a module left out: it is rolled for (45.2)")
      .needed_when(
          [](const Asked& asked) { return asked.by_guns_on_board() && asked.has_anything(); },
          "what do the guns fire?", "the calibre on the gun's counter")
      .tried_with({"105", "81", "50", "150", "300"})
      .asks(&Asked::missions, "missions", 1, 4,
            "the fire missions of the module, each the fire of one player turn; default: a chit "
            "of 1 to 4 (45.2)")
      .only_when(&Asked::off_board, "guns on the board fire as often as they like (63.35)",
                 "--battery off_board")
      .asks(&Asked::guns, "guns", 1, 6,
            "how many guns in one hex or in adjacent ones fire together, each with a roll of its "
            "own (63.32)")
      .only_when(&Asked::on_board, "", "--battery on_board")
      .asks(&Asked::leader_mortar, "leader_mortar",
            "a leader alone fires a light mortar: half firepower (63.6)")
      .only_when(&Asked::fits_a_leader, "a leader alone fires only a mortar of up to 60mm (63.6)",
                 "--battery on_board and --calibre 60 or less")
      .asks(&Asked::tubes, "tubes", 1, 60, "the launcher's rockets, its rate of fire (63.7)")
      .only_when(&Asked::by_rockets, "", "--battery rockets")
      .tried_with({"6", "4", "10"})
      .asks(&Asked::spotting_rounds, "spotting_rounds", 1, 6,
            "how many rockets are fired as spotting rounds in a player turn; the best is kept "
            "(63.741)")
      .only_when(&Asked::by_rockets, "only rockets are fired so (63.741)", "--battery rockets")
      .asks(&Asked::reload_turns, "reload_turns", 1, 20,
            "player turns that reloading takes; default: 2 for 4 to 9 tubes, 5 for 10 to 19, 9 "
            "for more (63.76)")
      .only_when(&Asked::by_rockets, "", "--battery rockets")
      .needed_when(&Asked::reload_is_unknown, "63.76 begins with 4 tubes",
                   "the player turns that reloading takes")
      .asks(&Asked::reload_leader, "reload_leader", -3, 0,
            "the modifier of the leader who helps to reload (63.77)")
      .or_of_unit(UnitFact::leadership)
      .only_when(&Asked::by_rockets, "", "--battery rockets")
      .asks(&Asked::when, "fire_for_effect", one_of({"covering", "on_target"}),
            "when it is called for: as soon as the seven hexes cover the one aimed at, or only "
            "when they are centred on it")
      .only_when(&Asked::off_board, "one hex covers no other (63.34)", "--battery off_board")
      .asks(&Asked::begin, "begin",
            one_of({"no_contact", "artillery_request", "spotting_round", "fire_for_effect"}),
            "how things stand before the first player turn; fire_for_effect: in the hex aimed at")
      .asks(&Asked::spotting_round, "spotting_round", landing_form,
            "where it lies, seen from the hex aimed at", read_landing)
      .by_default("0")
      .only_when([](const Asked& asked) { return asked.begin == Asked::Begin::spotting_round; }, "",
                 "--begin spotting_round")
      .tried_with({"3.4", "6.5"})
      .asks(&Asked::out_of_sight, "out_of_sight", hex_table_form,
            "where the spotter can't see a spotting round, or where the board ends: it is called "
            "for again",
            read_hex_table)
      .by_default("none")
      .tried_with({"3", "1.2-6 4.4"})
      .asks(&Asked::target, "target", groups_form,
            "the units in the hex aimed at, or none; with their own modifiers all by one DR (54.4)",
            read_groups_if_any)
      .or_named(infantry_names())
      .by_default("none")
      .tried_with({"4-6-7", "2*4-4-7 8-0", "4-6-7@-2; 4-6-7"})
      .asks(&Asked::drm, "drm", -10, 10,
            "the modifiers of the hex aimed at: its terrain, an entrenchment +4")
      .or_named(terrain_names("squad-leader/terrain-effects.csv", AttackKind::indirect),
                "a terrain such as stone")
      .only_when(&Asked::has_target, "", "--target")
      .asks(&Asked::concealed, "concealed", "the hex aimed at is concealed: half firepower (9.4)")
      .only_when([](const Asked& asked) { return asked.has_target() || asked.has_vehicle(); }, "",
                 "--target or --vehicle")
      .asks(&Asked::vehicle, "vehicle",
            one_of({"none", "unarmored", "open_topped_afv", "tank", "sp_gun"}),
            "a vehicle in the hex aimed at: a KIA eliminates it (46.54)")
      .asks(&Asked::vehicle_armor, "vehicle_armor", 0, 9,
            "the lowest positive armor modifier on its counter (63.39)")
      .only_when(&Asked::has_armor, "it counts for closed-topped AFVs only (63.39)",
                 "--vehicle tank or sp_gun")
      .asks(&Asked::vehicle_drm, "vehicle_drm", -10, 10, "other modifiers of the vehicle")
      .only_when(&Asked::has_vehicle, "", "--vehicle")
      .asks(&Asked::neighbours, "neighbours", neighbours_form,
            "the infantry around it, hexes by the die of 46.22: 1 at the top, then clockwise",
            read_neighbours)
      .by_default("none")
      .tried_with({"2=4-6-7@1", "1=4-6-7; 4=4-4-7 8-0@2"})
      .asks(&Asked::broken_units, "broken_units", one_of({"leave", "stay"}),
            "whether they rout out of the hexes in the Rout Phase or stay and are struck again")
      .only_when(&Asked::has_infantry, "", "infantry as --target")
      .asks(&Asked::turns, "turns", 1, 40, "how many player turns; two are a game turn")
      .tried_with({"2", "4", "7"})
      .asks(&Asked::first, "first", one_of({"own", "enemy"}),
            "whose player turn is the first, as the artillery sees it")
      .only_when(
          &Asked::turns_differ,
          "the player turns of both sides are alike without rockets and counter-battery fire", "")
      .asks(&Asked::counter_battery, "counter_battery", 0, 4,
            "the fire missions that the enemy spends on this battery, one in each of his Prep Fire "
            "Phases after it has fired (45.4)")
      .only_when(&Asked::off_board, "", "--battery off_board")
      .asks(&Asked::counter_battery_contact, "counter_battery_contact", 2, 12,
            "his contact number: he is in contact and maintains it on 2 more; default: he stays "
            "in contact")
      .only_when([](const Asked& asked) { return asked.counter_battery > 0; }, "",
                 "--counter-battery")
      .includes(&Asked::marsh)
      .only_when(
          {"marsh"}, [](const Asked& asked) { return asked.has_target() && !asked.has_vehicle(); },
          "no vehicle enters a marsh (75.1)", "--target and no --vehicle")
      .outcome("on_target", "the first fire for effect comes down in the hex aimed at")
      .outcome("beside", "it comes down in the next hex and covers the one aimed at")
      .outcome("never", "it never comes")
      .event("arrives", "there is fire for effect")
      .event("contact_lost_for_good", "the radio could not be repaired, or the field phone is lost")
      .event("battery_destroyed", "counter-battery fire destroyed the battery")
      .event("ammunition_gone", "the last fire mission was fired")
      .event("first_group_broken_or_worse",
             "target '4-6-7@-2; 4-6-7': one of the first group broke or was eliminated")
      .event("other_groups_broken_or_worse", "one of another group did")
      .events(infantry_events(Pins::no))
      .events(vehicle_events())
      .measure("turn", "the player turn of the first fire for effect")
      .only_where({"arrives"})
      .less_is_better()
      .measure("eliminated", "units eliminated in the hex aimed at")
      .measure("broken", "units broken there, routed away or not")
      .measure("unharmed", "units there to which nothing happened")
      .measure("neighbours_eliminated", "units eliminated around it")
      .measure("neighbours_broken", "units broken there")
      .measures(infantry_measures())
      .headline("arrives", "the artillery arrives")
      .headline("broken_or_worse", "at least one in the hex breaks or worse", "it breaks or worse")
      .headline("knocked_out", "the vehicle is knocked out");
}

}  // namespace combat_odds::squad_leader
