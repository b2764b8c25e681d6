#include <utility>

#include "core/dice/small.hpp"
#include "sim/asl/fire_and_rubble/burning.hpp"
#include "sim/asl/tasks/labor.hpp"
#include "sim/asl/units/casualty_points.hpp"
#include "sim/asl/units/wound.hpp"

namespace combat_odds::asl {
namespace {

/// The units at work, the turns so far, and the end.
struct Works {
  std::uint8_t turn = 0;
  std::int8_t labor_status = 0;
  std::uint8_t cleared = 0;
  std::uint8_t hampered = 0;
  std::uint8_t squads = 0;
  std::uint8_t sapper_squads = 0;
  std::uint8_t half_squads = 0;  ///< and crews
  std::uint8_t sapper_half_squads = 0;
  std::uint8_t heroes = 0;
  std::uint8_t wounded_heroes = 0;
  std::uint8_t leader = 0;  ///< 2: there, 1: wounded
  std::uint8_t casualties = 0;
  std::uint8_t stopped = 0;
  std::uint8_t crews = 0;  ///< of the half-squads, where points are counted
  std::uint8_t casualty_vp = 0;
};

struct Clearance {
  enum class Item { rubble, flame, wire, mines, set_dc, roadblock };

  enum class GoesOn { to_the_end, until_a_casualty };

  Item item = Item::rubble;
  int turns = 1;
  GoesOn goes_on = GoesOn::to_the_end;
  int squads = 0;
  int sapper_squads = 0;
  int half_squads = 0;
  int sapper_half_squads = 0;
  int bulldozers = 0;
  int heroes = 0;
  int crews = 0;
  bool casualty_vp = false;
  Labor labor;
  bool inexperienced = false;
  EnvironmentalConditions ec;
  int drm = 0;

  bool is_flame() const { return item == Item::flame; }
  bool is_mines() const { return item == Item::mines; }
  bool by_hand() const { return is_mines() || item == Item::set_dc || item == Item::wire; }
  bool by_bulldozer() const { return !by_hand(); }
  bool sapper_squads_fit() const { return sapper_squads <= squads; }
  bool crews_fit() const { return crews + sapper_half_squads <= half_squads; }
  bool sapper_half_squads_fit() const { return sapper_half_squads <= half_squads; }

  void prepare(const Charts& charts) {
    if (squads + half_squads + bulldozers == 0) {
      throw ArgumentError("squads", "Clearance takes an MMC or a bulldozer",
                          "squads, half_squads or bulldozers of 1 or more");
    }
    if (is_flame()) ec_drm_ = ec.drm(charts);
  }

  Works start() const {
    const auto number = [](int given) { return small(given); };
    Works works;
    works.labor_status = labor.status_at_start();
    works.squads = number(squads);
    works.sapper_squads = number(sapper_squads);
    works.half_squads = number(half_squads);
    works.sapper_half_squads = number(sapper_half_squads);
    works.heroes = number(heroes);
    works.leader = labor.leader_at_start();
    works.crews = number(crews);
    return works;
  }

  Works step(const Works& before, Dice& dice) const {
    enum class Result : std::uint8_t { failed, hampered, cleared, casualty, cleared_with_casualty };
    Works works = before;
    if (before.turn > 0 && !works_on(before, dice)) {
      works.stopped = 1;
      return works;
    }
    ++works.turn;
    const int modifier = modifier_of(works);
    const int least_casualty = !is_mines() ? 13 : inexperienced ? 11 : 12;
    const Result result = dice.DR([&](TwoDice roll) {
      const int final_dr = roll.total() + modifier;
      const bool casualty = roll.total() >= least_casualty;
      if (final_dr <= clearance_number) {
        return casualty ? Result::cleared_with_casualty : Result::cleared;
      }
      if (casualty) return Result::casualty;
      return is_flame() && final_dr <= 6 ? Result::hampered : Result::failed;
    });
    if (result == Result::hampered) works.hampered = 1;
    if (result == Result::casualty || result == Result::cleared_with_casualty) {
      casualty_reduction(works, dice);
    }
    if (result == Result::cleared || result == Result::cleared_with_casualty) {
      works.cleared = 1;
    } else {
      works.labor_status = after_failed_labor(works.labor_status);
    }
    return works;
  }

  std::optional<Outcome> outcome(const Works& works) const {
    const bool nobody = works.squads + works.half_squads + bulldozers == 0;
    if (works.cleared == 0 && !nobody && works.stopped == 0 && works.turn < turns) {
      return std::nullopt;
    }
    return Outcome(works.cleared != 0 ? "cleared"
                   : nobody           ? "nobody_left"
                                      : "not_cleared")
        .event("hampered", works.hampered != 0)
        .measure_if(works.cleared != 0, "turn", works.turn)
        .measure("casualties", works.casualties)
        .measure_if(casualty_vp, "casualty_vp", works.casualty_vp);
  }

 private:
  /// Clearance is voluntary, turn by turn.
  bool works_on(const Works& works, Dice& dice) const {
    static constexpr std::string_view options[] = {"stop", "go on"};
    const auto words = [&] {
      Facts facts = {{"turns to come", turns - works.turn},
                     {"Labor Status", int{works.labor_status}},
                     {"squads", int{works.squads}},
                     {"half-squads", int{works.half_squads}}};
      if (heroes > 0) facts.emplace_back("heroes", works.heroes + works.wounded_heroes);
      if (works.leader > 0) facts.emplace_back("leader", works.leader == 1 ? "wounded" : "unhurt");
      return facts;
    };
    const bool by_habit = goes_on == GoesOn::to_the_end || works.casualties == 0;
    return dice.choose({"goes_on", "Go on clearing?", options}, works, words, by_habit ? 1 : 0) !=
           0;
  }

  int modifier_of(const Works& works) const {
    int modifier = drm + ec_drm_ + works.labor_status + labor.leader_drm(works.leader) +
                   labor_drm(works.squads, works.half_squads, -1, 0) - 5 * bulldozers;
    if (by_hand()) {
      modifier -=
          works.heroes + works.wounded_heroes + 2 * works.sapper_squads + works.sapper_half_squads;
    }
    return modifier;
  }

  /// 24.74: the mines go off under all who clear them.
  void casualty_reduction(Works& works, Dice& dice) const {
    const int mmc = works.squads + works.half_squads;
    works.casualties = small(works.casualties + mmc + works.heroes + works.wounded_heroes +
                             (works.leader > 0 ? 1 : 0));
    works.sapper_half_squads = std::exchange(works.sapper_squads, std::uint8_t{0});
    int left = 0;
    for (int i = 0; i < works.heroes + works.wounded_heroes; ++i) {
      left += wound_kills(dice, i >= works.heroes) ? 0 : 1;
    }
    works.heroes = 0;
    works.wounded_heroes = small(left);
    using Kind = UnitType::Kind;
    const int crew_for_half_squad = casualty_points(Kind::crew) - casualty_points(Kind::half_squad);
    const int points =
        labor.casualty_reduction(dice, works.squads, works.half_squads, works.leader) +
        std::exchange(works.crews, std::uint8_t{0}) * crew_for_half_squad;
    if (casualty_vp) works.casualty_vp = small(works.casualty_vp + points);
  }

  int ec_drm_ = 0;
};

}  // namespace

Procedure clearance() {
  return procedure<Clearance>(
             "asl.clearance", "B24.7-.8",
             "clearing rubble, a Flame, wire, mines, a Set DC or a roadblock, turn after turn")
      .asks(&Clearance::item, "item",
            one_of({"rubble", "flame", "wire", "mines", "set_dc", "roadblock"}),
            "what is to be cleared")
      .asks(&Clearance::turns, "turns", 1, 30, "how many turns they go on at most")
      .asks(&Clearance::goes_on, "goes_on", one_of({"to_the_end", "until_a_casualty"}),
            "whether they go on after a Casualty Reduction")
      .decides()
      .asks(&Clearance::squads, "squads", 0, 6, "squads at work, sappers included")
      .asks(&Clearance::sapper_squads, "sapper_squads", 0, 6, "how many of the squads are sappers")
      .only_when(&Clearance::sapper_squads_fit, "sapper squads are counted among the squads",
                 "at least as many --squads")
      .only_when(&Clearance::by_hand, "sappers count only there", "--item wire, mines or set_dc")
      .asks(&Clearance::half_squads, "half_squads", 0, 6,
            "half-squads and crews at work, sappers included")
      .asks(&Clearance::sapper_half_squads, "sapper_half_squads", 0, 6,
            "how many of the half-squads are sappers")
      .only_when(&Clearance::sapper_half_squads_fit,
                 "sapper half-squads are counted among the half-squads",
                 "at least as many --half-squads")
      .only_when(&Clearance::by_hand, "sappers count only there", "--item wire, mines or set_dc")
      .asks(&Clearance::bulldozers, "bulldozers", 0, 3, "bulldozers at work")
      .only_when(&Clearance::by_bulldozer, "a bulldozer can't clear wire, mines or a Set DC",
                 "--item rubble, flame or roadblock")
      .asks(&Clearance::heroes, "heroes", 0, 3, "heroes at work")
      .only_when(&Clearance::by_hand, "heroes count only there", "--item wire, mines or set_dc")
      .includes(&Clearance::labor)
      .only_when({"leader"}, &Clearance::is_mines,
                 "a leader without modifier matters only where mines may wound him", "--item mines")
      .asks(&Clearance::inexperienced, "inexperienced",
            "mines: an Original 11 is a Casualty Reduction too")
      .only_when(&Clearance::is_mines, "", "--item mines")
      .includes(&Clearance::ec)
      .only_when(&Clearance::is_flame, "", "--item flame")
      .asks(&Clearance::drm, "drm", -10, 10, "the sum of any other modifiers")
      .asks(&Clearance::casualty_vp, "casualty_vp",
            "tells the Casualty VP that mines cost (A26.22): a squad or crew 2, a half-squad 1, a "
            "leader 1 and his modifier, a hero none")
      .only_when(&Clearance::is_mines, "only mines hurt who clears them", "--item mines")
      .asks(&Clearance::crews, "crews", 0, 6, "how many of the half-squads are crews")
      .only_when(&Clearance::crews_fit,
                 "crews are counted among the half-squads, and are no sappers",
                 "at least as many --half-squads")
      .only_when([](const Clearance& asked) { return asked.casualty_vp; }, "", "--casualty-vp")
      .outcome("cleared", "it is cleared")
      .outcome("not_cleared", "it is still there after the last turn")
      .outcome("nobody_left", "nobody is left to clear it")
      .event("hampered", "a Flame was hampered at least once")
      .measure("turn", "the turn in which it is cleared")
      .only_where({"cleared"})
      .less_is_better()
      .measure("casualties", "Casualty Reductions by mines")
      .measure("casualty_vp", "with --casualty-vp: those of who is lost")
      .less_is_better()
      .headline("cleared", "it is cleared")
      .headline("nobody_left", "nobody is left to clear it");
}

}  // namespace combat_odds::asl
