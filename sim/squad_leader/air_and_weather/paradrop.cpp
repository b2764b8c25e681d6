#include <algorithm>
#include <array>
#include <tuple>

#include "combat_odds/sim/squad_leader/air_and_weather/board.hpp"
#include "combat_odds/sim/squad_leader/air_and_weather/wind.hpp"
#include "combat_odds/sim/squad_leader/infantry/ift.hpp"
#include "combat_odds/sim/units.hpp"

namespace combat_odds::squad_leader {
namespace {

constexpr int stick_length = 5;  // 99.23: a plane's counters come down on a line of five hexes
constexpr int most_counters = 7;
constexpr int descending = -2;  // 99.31: as if moving in the open

bool among(const std::vector<BoardHex>& hexes, BoardHex hex) {
  return std::find(hexes.begin(), hexes.end(), hex) != hexes.end();
}

/// 99: the counters of one plane drift, are fired at, and land.
class Paradrop : public Rule {
 public:
  Paradrop(const Arguments& arguments, const Charts& charts)
      : ift_(charts.get<Ift>(Ift::chart_name)),
        morale_(read_unit(arguments.text("unit"), "unit").morale),
        counters_(arguments.integer("counters")),
        near_(arguments.integer("near")),
        other_boards_(arguments.flag("other_boards")),
        steering_(arguments.flag("steering")),
        board_{arguments.integer("columns"), arguments.integer("rows")},
        rough_(read_hexes(arguments.text("rough"), "rough")),
        enemy_(read_hexes(arguments.text("enemy"), "enemy")),
        column_(ift_.column(arguments.number("firepower"))),
        fire_drm_(arguments.integer("fire_drm") + descending) {
    const BoardHex drop = hex_of(arguments, "drop_hex");
    objective_ = arguments.given("objective") ? hex_of(arguments, "objective") : drop;
    const std::string& drift = arguments.choice("drift");
    const Wind wind(arguments, drift == "mild_breeze" ? drift : "no_wind");
    for (int i = 0; i < counters_; ++i) {
      const BoardHex start = moved(drop, arguments.integer("heading"), i % stick_length);
      if (!board_.holds(start)) {
        throw ArgumentError("heading",
                            "the line of parachutes begins off the board at " +
                                std::to_string(i % stick_length + 1) + " hexes",
                            "a drop_hex and heading with room for the counters");
      }
      for (int direction = 1; direction <= 6; ++direction) {
        for (int roll = 1; roll <= 6; ++roll) {
          // 99.26, with the optional use of the wind.
          const int drm = drift == "standard" ? 0 : drift == "no_wind" ? -1 : wind.drm(direction);
          const BoardHex down = moved(start, direction, std::max(0, roll + drm));
          landings_[static_cast<std::size_t>(i)][static_cast<std::size_t>(
              6 * direction + roll - 7)] = {down, steering_ ? best_near(down) : down};
        }
      }
    }
  }

  Outcome resolve(Dice& dice) const override {
    enum class DropPoint : std::uint8_t { chosen, own_choice, opponents_choice };
    if (other_boards_) {
      const DropPoint point = dice.dr([](int roll) {
        return roll <= 3   ? DropPoint::chosen
               : roll <= 5 ? DropPoint::own_choice
                           : DropPoint::opponents_choice;
      });
      if (point != DropPoint::chosen) {
        Outcome outcome("other_board");
        outcome.event("opponents_board", point == DropPoint::opponents_choice);
        add_measures(outcome, {}, 0);
        if (counters_ == 1) outcome.measure("turns_to_return", 0);
        return outcome;
      }
    }
    return counters_ == 1 ? one(dice) : stick(dice);
  }

 private:
  struct Landing {
    BoardHex hex;      ///< where the drift ends
    BoardHex steered;  ///< where an unbroken unit moves to from there (99.28)
  };
  enum class Fate : std::uint8_t { good, broken, eliminated };
  enum class Ground : std::uint8_t { open, rough, enemy, off_board };

  /// How the counters landed so far.
  struct Landed {
    std::uint8_t counters = 0;
    std::uint8_t near = 0;
    std::uint8_t off_board = 0;
    std::uint8_t among_enemy = 0;
    std::uint8_t broken = 0;
    std::uint8_t eliminated = 0;
  };

  static BoardHex hex_of(const Arguments& arguments, const char* parameter) {
    const std::optional<BoardHex> hex = read_hex(arguments.text(parameter));
    if (!hex) {
      throw ArgumentError(parameter, "'" + arguments.text(parameter) + "' is not a hex",
                          "a hex such as Q5");
    }
    return *hex;
  }

  Ground ground(BoardHex hex) const {
    if (!board_.holds(hex)) return Ground::off_board;
    if (among(enemy_, hex)) return Ground::enemy;
    return among(rough_, hex) ? Ground::rough : Ground::open;
  }

  /// The hex itself or the adjacent one that is the best to land in.
  BoardHex best_near(BoardHex hex) const {
    const auto cost = [&](BoardHex to) { return std::tuple(ground(to), range(to, objective_)); };
    BoardHex best = hex;
    for (int direction = 1; direction <= 6; ++direction) {
      const BoardHex to = moved(hex, direction, 1);
      if (cost(to) < cost(best)) best = to;
    }
    return best;
  }

  /// 99.27: fire at the descending unit.
  Fate fired_at(Dice& dice) const {
    if (column_ < 0) return Fate::good;
    const FireResult result =
        dice.DR([&](TwoDice roll) { return ift_.at(column_, roll.total() + fire_drm_); });
    if (result.kind == FireResult::Kind::none) return Fate::good;
    if (result.kind == FireResult::Kind::kia) return Fate::eliminated;
    return check(dice, Fate::good, result.number);
  }

  Fate check(Dice& dice, Fate fate, int number) const {
    const int needed = morale_ - number;
    if (dice.DR([&](TwoDice roll) { return roll.total() <= needed; })) return fate;
    return fate == Fate::good ? Fate::broken : Fate::eliminated;
  }

  /// Where a unit comes down that is in this state after the fire, and how it is then.
  Fate lands(Dice& dice, BoardHex hex, Fate fate) const {
    return ground(hex) == Ground::rough ? check(dice, fate, 0) : fate;  // 99.4
  }

  /// One counter: the hex in which it lands is the outcome.
  Outcome one(Dice& dice) const {
    const int drift = dice.DR([](TwoDice roll) { return 6 * roll.coloured + roll.white - 7; });
    const Landing& landing = landings_[0][static_cast<std::size_t>(drift)];
    Fate fate = fired_at(dice);
    const BoardHex hex = fate == Fate::good ? landing.steered : landing.hex;
    if (fate != Fate::eliminated) fate = lands(dice, hex, fate);
    const bool off = ground(hex) == Ground::off_board;
    int turns = 0;
    if (off && fate != Fate::eliminated) turns = dice.DR([](TwoDice roll) { return roll.total(); });
    Landed landed;
    add(landed, hex, fate);
    Outcome outcome(fate == Fate::eliminated ? "eliminated" : off ? "off_board" : hex_name(hex));
    add_measures(outcome, landed, fate == Fate::eliminated ? 0 : range(hex, objective_));
    return std::move(outcome.measure("turns_to_return", turns));
  }

  /// All counters of the plane.
  Outcome stick(Dice& dice) const {
    struct Place {
      Ground ground;
      bool near;
    };
    struct Places {
      Place drifted;
      Place steered;
    };
    struct Progress {
      Landed landed;
      std::uint8_t place;  ///< of the line; what follows depends on it
    };
    Landed landed;
    for (int i = 0; i < counters_; ++i) {
      dice.at(Progress{landed, static_cast<std::uint8_t>(i)});
      const auto& landings = landings_[static_cast<std::size_t>(i)];
      const auto place = [&](BoardHex hex) -> Place {
        return {ground(hex), range(hex, objective_) <= near_};
      };
      const Places places = dice.DR([&](TwoDice roll) -> Places {
        const Landing& landing =
            landings[static_cast<std::size_t>(6 * roll.coloured + roll.white - 7)];
        return {place(landing.hex), place(landing.steered)};
      });
      Fate fate = fired_at(dice);
      const Place down = fate == Fate::good ? places.steered : places.drifted;
      if (fate != Fate::eliminated && down.ground == Ground::rough) fate = check(dice, fate, 0);
      add(landed, down.ground, down.near, fate);
    }
    Outcome outcome("dropped");
    add_measures(outcome, landed, 0);
    return outcome;
  }

  void add(Landed& landed, BoardHex hex, Fate fate) const {
    add(landed, ground(hex), range(hex, objective_) <= near_, fate);
  }

  static void add(Landed& landed, Ground ground, bool near, Fate fate) {
    ++landed.counters;
    if (fate == Fate::eliminated) {
      ++landed.eliminated;
      return;
    }
    if (fate == Fate::broken) ++landed.broken;
    if (ground == Ground::off_board) ++landed.off_board;
    if (ground == Ground::enemy) ++landed.among_enemy;
    if (fate == Fate::good && near && ground != Ground::off_board) ++landed.near;
  }

  void add_measures(Outcome& outcome, const Landed& landed, int distance) const {
    outcome.measure("near", landed.near)
        .measure("off_board", landed.off_board)
        .measure("among_enemy", landed.among_enemy)
        .measure("broken", landed.broken)
        .measure("eliminated", landed.eliminated);
    if (counters_ == 1) outcome.measure("distance", distance);
  }

  const Ift& ift_;
  int morale_;
  int counters_;
  int near_;
  bool other_boards_;
  bool steering_;
  Board board_;
  std::vector<BoardHex> rough_;
  std::vector<BoardHex> enemy_;
  int column_;
  int fire_drm_;
  BoardHex objective_;
  std::array<std::array<Landing, 36>, most_counters> landings_{};
};

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = {
      text("unit", "one unit such as 4-6-7 or 8-1", "the paratroops, for their morale")
          .tried_with({"4-6-7", "8-3-8", "8-1"}),
      integer("counters", 1, most_counters,
              "how many counters the plane drops; with one the outcome is the hex it lands in")
          .by_default("1"),
      text("drop_hex", "a hex such as Q5", "where the first counter is dropped")
          .by_default("Q5")
          .tried_with({"Q5", "C2", "DD8"}),
      integer("heading", 1, 6,
              "the direction of the line of counters: 1 up the board, then clockwise")
          .by_default("3"),
      text("objective", "a hex such as Q5", "where they should be; left out, the drop_hex")
          .optional()
          .tried_with({"", "R6", "H4"}),
      integer("near", 0, 40, "within how many hexes of the objective a counter counts as near")
          .by_default("3"),
      integer("columns", 10, 52, "columns of hexes of the board")
          .by_default("33")
          .tried_with({"33"}),
      integer("rows", 8, 99, "rows of hexes of the board; 20 for two boards joined")
          .by_default("10")
          .tried_with({"10", "20"}),
      flag("other_boards",
           "other boards are in play, so that the drop point may move there (99.22)"),
      text("rough", hex_form, "woods, forest-road and building hexes")
          .by_default("none")
          .tried_with({"none", "Q4 Q5 R5 R6 P7", "C1 C2 D2"}),
      text("enemy", hex_form, "hexes with enemy units")
          .by_default("none")
          .tried_with({"none", "Q6 R4"}),
      flag("steering", "unbroken units use their move of one hex before they land (99.28)"),
      number("firepower", 0, 1000, "of the fire at each counter while it descends")
          .or_of_unit(UnitFact::firepower)
          .by_default("0")
          .tried_with({"0", "4", "8"}),
      integer("fire_drm", -10, 10, "modifiers of that fire beside the -2 of 99.31").by_default("0"),
      choice("drift", {"standard", "no_wind", "mild_breeze"},
             "the roll for the distance: as it is, or with the optional wind"),
  };
  Wind::add_parameters(all);
  return all;
}

}  // namespace

Procedure paradrop() {
  return {
      .name = "sl.paradrop",
      .rule = "COI 99",
      .summary = "where paratroops come down: drop point, drift, fire, landing",
      .details =
          "A die decides whether the drop point is on the board that was chosen (1 to 3), on "
          "another of one's own choice (4, 5) or of the opponent's (6); that counts only where "
          "other_boards is given, and a plane that goes elsewhere is not played further. Each "
          "counter drifts in the direction of one die by the hexes of another (99.26). A plane's "
          "counters begin on a line of five hexes, the sixth and seventh on the first two of them "
          "(99.23, 99.25).\n"
          "Fire at the descending unit has -2 (99.31). Then unbroken units may move one hex "
          "(99.28): with steering they take the best one, on the board before off it, away from "
          "enemies before rough ground, nearest to the objective. In woods, forest-road and "
          "building hexes they check morale, broken ones too (99.4). Those off the board return "
          "after a DR in turns (99.5).\n"
          "The optional wind adds to the distance; -2 into the wind and -1 without wind are "
          "known, the other numbers of the diagram are parameters. Hexes have the names of the "
          "mapboards, odd columns half a hex higher than even ones (the example of 92 fits).",
      .parameters = parameters(),
      .outcomes =
          {
              {"other_board", "the plane's drop point is on another board"},
              {"off_board", "the counter drifted off the board"},
              {"eliminated", "it was eliminated"},
              {"dropped", "several counters: they came down here (see the measures)"},
          },
      .events = {{"opponents_board", "the drop point is on the board of the opponent's choice"}},
      .measures =
          {
              {"near", "unbroken counters on the board within `near` hexes of the objective"},
              {"off_board", "counters off the board"},
              {"among_enemy", "counters in a hex with an enemy"},
              {"broken", "broken counters"},
              {"eliminated", "eliminated counters"},
              {"distance", "one counter: hexes from the objective"},
              {"turns_to_return", "one counter: turns until it may enter; 0: it need not"},
          },
      .charts = {Ift::chart_name},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<Paradrop>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::squad_leader
