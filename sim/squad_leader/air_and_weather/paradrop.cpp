#include <algorithm>
#include <array>
#include <tuple>

#include "core/dice/small.hpp"
#include "sim/declare/units.hpp"
#include "sim/squad_games/numbers_needed.hpp"
#include "sim/squad_leader/air_and_weather/board.hpp"
#include "sim/squad_leader/air_and_weather/wind.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/infantry/ift.hpp"

namespace combat_odds::squad_leader {
namespace {

constexpr int stick_length = 5;  // 99.23: hexes in a row over which a plane drops its counters
constexpr int most_counters = 7;
constexpr int most_squads = 5;     // 99.21: in a plane
constexpr int between_planes = 5;  // 99.24: hexes
constexpr int descending = -2;     // 99.31: as for moving in the open

bool among(const std::vector<BoardHex>& hexes, BoardHex hex) {
  return std::find(hexes.begin(), hexes.end(), hex) != hexes.end();
}

/// 99: the counters of one plane drift, are fired at, and land.
struct Paradrop {
  enum class Drift { standard, no_wind, mild_breeze };
  enum class AmongEnemy { broken, eliminated };

  UnitName unit;
  int counters = 1;
  BoardHex drop_hex;
  int heading = 3;
  std::optional<BoardHex> objective;
  int near = 3;
  Board board;
  bool other_boards = false;
  std::vector<BoardHex> rough;
  std::vector<BoardHex> enemy;
  bool steering = false;
  AmongEnemy broken_among_enemy = AmongEnemy::broken;
  std::optional<int> broken_morale;
  double firepower = 0;
  int fire_drm = 0;
  Drift drift = Drift::standard;
  Wind wind;
  std::vector<BoardHex> further_drop_hexes;
  bool canisters = false;
  int canister_reach = 0;

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    column_ = ift_->column(firepower);
    objective_ = objective.value_or(drop_hex);
    wind.blow(drift == Drift::mild_breeze ? WindForce::mild_breeze : WindForce::none);
    std::vector<BoardHex> drops = {drop_hex};
    for (const BoardHex further : further_drop_hexes) {
      for (const BoardHex other : drops) {
        if (range(further, other) >= between_planes) continue;
        throw ArgumentError("further_drop_hexes",
                            hex_name(further) + " is less than 5 hexes from " + hex_name(other),
                            "drop hexes that are 5 hexes or more apart (99.24)");
      }
      drops.push_back(further);
    }
    planes_.clear();
    for (const BoardHex drop : drops) planes_.push_back(landings_from(drop));
  }

  Outcome resolve(Dice& dice) const {
    const bool alone = planes_.size() == 1;
    if (other_boards && alone) {
      const DropPoint point = drop_point(dice);
      if (point != DropPoint::chosen) {
        Outcome outcome("other_board");
        outcome.event("opponents_board", point == DropPoint::opponents_choice);
        add_measures(outcome, {});
        return outcome;
      }
    }
    return counters == 1 && alone ? one(dice) : sticks(dice);
  }

  bool several() const { return counters > 1 || !further_drop_hexes.empty(); }

 private:
  enum class DropPoint : std::uint8_t { chosen, own_choice, opponents_choice };
  /// 99.22.
  static DropPoint drop_point(Dice& dice) {
    return dice.die([](int roll) {
      return roll <= 3   ? DropPoint::chosen
             : roll <= 5 ? DropPoint::own_choice
                         : DropPoint::opponents_choice;
    });
  }

  struct Landing {
    BoardHex hex;      ///< the end of the drift
    BoardHex steered;  ///< the hex to which an unbroken unit moves from there (99.28)
  };
  /// The landing hexes of a plane's counters, by the dice for drift.
  using Landings = std::array<std::array<Landing, 36>, most_counters>;

  Landings landings_from(BoardHex drop) const {
    Landings landings{};
    for (int i = 0; i < counters; ++i) {
      const BoardHex start = moved(drop, heading, i % stick_length);
      if (!board.holds(start)) {
        throw ArgumentError("heading",
                            "the line of parachutes begins off the board at " +
                                std::to_string(i % stick_length + 1) + " hexes",
                            "a drop_hex and heading with room for the counters");
      }
      for (int direction = 1; direction <= 6; ++direction) {
        for (int roll = 1; roll <= 6; ++roll) {
          // 99.26, with the optional use of the wind.
          const int drm = drift == Drift::no_wind ? -1 : wind.drm(direction);
          const BoardHex down = moved(start, direction, std::max(0, roll + drm));
          landings[static_cast<std::size_t>(i)][static_cast<std::size_t>(
              6 * direction + roll - 7)] = {down, steering ? best_near(down) : down};
        }
      }
    }
    return landings;
  }

  enum class Fate : std::uint8_t { good, broken, eliminated };
  /// The properties of a hex that matter to a counter landing there.
  struct LandingHex {
    bool off_board;
    bool enemy;
    bool rough;
    bool near;
  };

  /// The counters landed so far.
  struct Landed {
    std::uint8_t counters = 0;
    std::uint8_t near = 0;
    std::uint8_t off_board = 0;
    std::uint8_t among_enemy = 0;
    std::uint8_t broken = 0;
    std::uint8_t eliminated = 0;
    std::uint8_t armed = 0;      ///< near enough to their canisters
    std::uint8_t elsewhere = 0;  ///< planes whose drop point is on another board
  };

  LandingHex landing_hex(BoardHex hex) const {
    if (!board.holds(hex)) return {true, false, false, false};
    return {false, among(enemy, hex), among(rough, hex), range(hex, objective_) <= near};
  }

  /// The best hex to land in: the hex itself or an adjacent one.
  BoardHex best_near(BoardHex hex) const {
    const auto cost = [&](BoardHex to) {
      const LandingHex there = landing_hex(to);
      return std::tuple(there.off_board, there.enemy, there.rough, range(to, objective_));
    };
    BoardHex best = hex;
    for (int direction = 1; direction <= 6; ++direction) {
      const BoardHex to = moved(hex, direction, 1);
      if (cost(to) < cost(best)) best = to;
    }
    return best;
  }

  /// 99.27: fire at the descending unit, if it is over the board.
  Fate fired_at(Dice& dice, bool over_board) const {
    if (column_ < 0 || !over_board) return Fate::good;
    const FireResult result = dice.DR(
        [&](TwoDice roll) { return ift_->at(column_, roll.total() + fire_drm + descending); });
    if (result.kind == FireResult::Kind::none) return Fate::good;
    if (result.kind == FireResult::Kind::kia) return Fate::eliminated;
    return check(dice, Fate::good, result.number);
  }

  Fate check(Dice& dice, Fate fate, int number) const {
    const bool reverse = fate == Fate::broken && !unit.leader;  // 13.6
    const int needed =
        (reverse ? broken_morale.value_or(broken_side_morale(unit)) : unit.morale) - number;
    if (DR_at_most(dice, needed)) return fate;
    return fate == Fate::good ? Fate::broken : Fate::eliminated;
  }

  /// 99.4: the fate of a counter after landing there, also among enemies (99.41).
  Fate lands(Dice& dice, const LandingHex& ground, Fate fate) const {
    if (ground.rough && fate != Fate::eliminated) fate = check(dice, fate, 0);
    const bool lost = ground.enemy && broken_among_enemy == AmongEnemy::eliminated;
    return fate == Fate::broken && lost ? Fate::eliminated : fate;
  }

  /// One counter: the hex in which it lands is the outcome.
  Outcome one(Dice& dice) const {
    const int drifts = dice.DR([](TwoDice roll) { return 6 * roll.coloured + roll.white - 7; });
    const Landing& landing = planes_[0][0][static_cast<std::size_t>(drifts)];
    Fate fate = fired_at(dice, board.holds(landing.hex));
    const BoardHex hex = fate == Fate::good ? landing.steered : landing.hex;
    const LandingHex ground = landing_hex(hex);
    fate = lands(dice, ground, fate);
    const bool off = ground.off_board;
    int turns = 0;
    if (off) turns = dice.DR([](TwoDice roll) { return roll.total(); });
    Landed landed;
    add(landed, ground, fate);
    const bool lives = fate != Fate::eliminated;
    std::optional<int> apart;
    if (canisters && lives && !off) {
      apart = canister_apart(dice, planes_[0][0], hex);
      if (fate == Fate::good && apart && *apart <= canister_reach) ++landed.armed;
    }
    Outcome outcome(!lives ? "eliminated" : off ? "off_board" : hex_name(hex));
    add_measures(outcome, landed);
    if (lives && !off) outcome.measure("distance", range(hex, objective_));
    if (apart) outcome.measure("canister_distance", *apart);
    return std::move(outcome.measure_if(lives && off, "turns_to_return", turns));
  }

  /// 99.7: the distance from a hex at which the counter's canister lands. Canisters are not steered
  /// or fired at. Nothing: off the board.
  std::optional<int> canister_apart(Dice& dice, const std::array<Landing, 36>& landings,
                                    BoardHex hex) const {
    constexpr int lost = 255;
    const int apart = dice.DR([&](TwoDice roll) {
      const BoardHex down =
          landings[static_cast<std::size_t>(6 * roll.coloured + roll.white - 7)].hex;
      return board.holds(down) ? range(hex, down) : lost;
    });
    return apart == lost ? std::optional<int>() : apart;
  }

  /// All counters of all planes.
  Outcome sticks(Dice& dice) const {
    struct Progress {
      Landed landed;
      std::uint8_t plane;
      std::uint8_t place;  ///< in the row; the rest depends on it
    };
    Landed landed;
    for (std::size_t plane = 0; plane < planes_.size(); ++plane) {
      if (planes_.size() > 1 && other_boards) {
        dice.at(Progress{landed, small(plane), most_counters});
        if (drop_point(dice) != DropPoint::chosen) {
          ++landed.elsewhere;
          continue;
        }
      }
      for (int i = 0; i < counters; ++i) {
        dice.at(Progress{landed, small(plane), small(i)});
        drop(dice, landed, planes_[plane][static_cast<std::size_t>(i)],
             canisters && i < most_squads);
      }
    }
    Outcome outcome("dropped");
    add_measures(outcome, landed);
    return outcome;
  }

  /// One counter among several.
  void drop(Dice& dice, Landed& landed, const std::array<Landing, 36>& landings,
            bool with_canister) const {
    struct LandingHexes {
      LandingHex drifted;
      LandingHex steered;
    };
    const auto hexes_of = [&](std::size_t number) -> LandingHexes {
      return {landing_hex(landings[number].hex), landing_hex(landings[number].steered)};
    };
    const auto number_of = [](TwoDice roll) { return small(6 * roll.coloured + roll.white - 7); };
    // The hex itself matters only for the distance of the canister.
    const std::uint8_t number = with_canister ? dice.DR(number_of) : std::uint8_t{0};
    const LandingHexes hexes =
        with_canister ? hexes_of(number)
                      : dice.DR([&](TwoDice roll) { return hexes_of(number_of(roll)); });
    Fate fate = fired_at(dice, !hexes.drifted.off_board);
    const bool steers = fate == Fate::good;
    const LandingHex down = steers ? hexes.steered : hexes.drifted;
    fate = lands(dice, down, fate);
    add(landed, down, fate);
    if (!with_canister || fate != Fate::good || down.off_board) return;
    const Landing& landing = landings[number];
    const std::optional<int> apart =
        canister_apart(dice, landings, steers ? landing.steered : landing.hex);
    if (apart && *apart <= canister_reach) ++landed.armed;
  }

  static void add(Landed& landed, LandingHex hex, Fate fate) {
    ++landed.counters;
    if (fate == Fate::eliminated) {
      ++landed.eliminated;
      return;
    }
    if (fate == Fate::broken) ++landed.broken;
    if (hex.off_board) ++landed.off_board;
    if (hex.enemy) ++landed.among_enemy;
    if (fate == Fate::good && hex.near) ++landed.near;
  }

  void add_measures(Outcome& outcome, const Landed& landed) const {
    outcome.measure("near", landed.near)
        .measure("off_board", landed.off_board)
        .measure("among_enemy", landed.among_enemy)
        .measure("broken", landed.broken)
        .measure("eliminated", landed.eliminated);
    if (canisters) outcome.measure("armed", landed.armed);
    if (planes_.size() > 1 && other_boards) outcome.measure("planes_elsewhere", landed.elsewhere);
  }

  const Ift* ift_ = nullptr;
  int column_ = -1;
  BoardHex objective_;
  std::vector<Landings> planes_;
};

}  // namespace

Procedure paradrop() {
  return procedure<Paradrop>("sl.paradrop", "COI 99",
                             "where paratroops come down: drop point, drift, fire, landing")
      .asks(&Paradrop::unit, "unit", "one unit such as 4-6-7 or 8-1",
            "the paratroops, for their morale", read_unit)
      .tried_with({"4-6-7", "8-3-8", "8-1"})
      .asks(&Paradrop::counters, "counters", 1, most_counters,
            "how many counters the plane drops; with one the outcome is the hex it lands in")
      .asks(&Paradrop::drop_hex, "drop_hex", hex_form, "where the first counter is dropped",
            read_one_hex)
      .by_default("Q5")
      .tried_with({"C2", "DD8"})
      .asks(&Paradrop::heading, "heading", 1, 6,
            "the direction of the line of counters: 1 up the board, then clockwise")
      .only_when(&Paradrop::several, "one counter comes down where it is dropped",
                 "two counters or more")
      .asks(&Paradrop::objective, "objective", hex_form,
            "where they should be; default: the drop_hex", read_one_hex)
      .tried_with({"R6", "H4"})
      .asks(&Paradrop::near, "near", 0, 40,
            "within how many hexes of the objective a counter counts as near")
      .includes(&Paradrop::board,
                [](Declaration<Board>& asked) {
                  asked.asks(&Board::columns, "columns", 10, 52, "columns of hexes of the board")
                      .asks(&Board::rows, "rows", 8, 99,
                            "rows of hexes of the board; 20 for two boards joined")
                      .tried_with({"10", "20"});
                })
      .asks(&Paradrop::other_boards, "other_boards",
            "other boards are in play, so that the drop point may move there (99.22)")
      .asks(&Paradrop::rough, "rough", hexes_form, "woods, forest-road and building hexes",
            read_hexes)
      .by_default("none")
      .tried_with({"Q4 Q5 R5 R6 P7", "C1 C2 D2"})
      .asks(&Paradrop::enemy, "enemy", hexes_form, "hexes with enemy units", read_hexes)
      .by_default("none")
      .tried_with({"Q6 R4", "Q4 Q6"})
      .asks(&Paradrop::steering, "steering",
            "unbroken units use their move of one hex before they land (99.28)")
      .asks(
          &Paradrop::broken_among_enemy, "broken_among_enemy", one_of({"broken", "eliminated"}),
          "what a counter is that comes down broken among enemies; 20.9 eliminates broken units in "
          "a melee")
      .only_when([](const Paradrop& drop) { return !drop.enemy.empty(); }, "", "--enemy")
      .asks(&Paradrop::broken_morale, "broken_morale", 2, 12,
            "the morale on its broken side, where it is not that of the front (13.6)")
      .only_when([](const Paradrop& drop) { return drop.firepower > 0 && !drop.rough.empty(); },
                 "only units that fire breaks and that land in rough terrain check with it",
                 "--firepower and --rough")
      .only_when([](const Paradrop& drop) { return !drop.unit.leader; },
                 "a leader has the same morale on both sides", "")
      .asks(&Paradrop::firepower, "firepower", 0, 1000,
            "of the fire at each counter that is over the board while it descends")
      .or_of_unit(UnitFact::firepower)
      .tried_with({"0", "4", "8"})
      .asks(&Paradrop::fire_drm, "fire_drm", -10, 10,
            "modifiers of that fire beside the -2 of 99.31")
      .only_when([](const Paradrop& drop) { return drop.firepower >= 1; }, "",
                 "--firepower 1 or more")
      .asks(&Paradrop::drift, "drift", one_of({"standard", "no_wind", "mild_breeze"}),
            "the roll for the distance: as it is, or with the optional wind")
      .includes(&Paradrop::wind)
      .only_when(
          Wind::asked_names,
          [](const Paradrop& drop) { return drop.drift == Paradrop::Drift::mild_breeze; }, "",
          "--drift mild_breeze")
      .asks(&Paradrop::further_drop_hexes, "further_drop_hexes", hexes_form,
            "where other planes drop as many counters in the same direction, 5 hexes or more from "
            "each other (99.24)",
            read_hexes)
      .by_default("none")
      .tried_with({"H4"})
      .asks(&Paradrop::canisters, "canisters",
            "each squad, five of a plane at most, drops with an arms canister of its own (99.7)")
      .only_when([](const Paradrop& drop) { return !drop.unit.leader; }, "", "a squad as --unit")
      .asks(
          &Paradrop::canister_reach, "canister_reach", 0, 12,
          "within how many hexes of its canister an unbroken squad counts as armed; 0: in its hex")
      .only_when([](const Paradrop& drop) { return drop.canisters; }, "", "--canisters")
      .outcome("other_board", "the plane's drop point is on another board")
      .outcome("off_board", "the counter drifted off the board")
      .outcome("eliminated", "it was eliminated")
      .outcome("dropped", "several counters: they came down here (see the measures)")
      .event("opponents_board", "the drop point is on the board of the opponent's choice")
      .measure("near", "unbroken counters on the board within `near` hexes of the objective")
      .measure("off_board", "counters off the board")
      .measure("among_enemy", "counters in a hex with an enemy")
      .measure("broken", "broken counters")
      .measure("eliminated", "eliminated counters")
      .measure("distance", "one counter that landed on the board: hexes from the objective")
      .measure("armed", "unbroken squads that have their own canister in reach")
      .measure("canister_distance",
               "one counter: hexes to its canister, where both are on the board")
      .measure("planes_elsewhere", "planes whose drop point is on another board")
      .measure("turns_to_return", "one counter: turns until it may enter")
      .only_where({"off_board"})
      .less_is_better()
      .headline("mean near", "{} counters near the objective on average")
      .headline("mean eliminated", "{} eliminated")
      .headline("mean off_board", "{} off the board");
}

}  // namespace combat_odds::squad_leader
