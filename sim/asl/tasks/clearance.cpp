#include <utility>

#include "combat_odds/sim/asl/fire_and_rubble/burning.hpp"
#include "combat_odds/sim/asl/tasks/labor.hpp"
#include "combat_odds/sim/procedure.hpp"

namespace combat_odds::asl {
namespace {

/// Who is at work, what went before, and how it ended.
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
};

class Clearance : public Process<Works> {
 public:
  Clearance(const Arguments& arguments, const Charts& charts)
      : item_(arguments.choice("item")),
        turns_(arguments.integer("turns")),
        leadership_(arguments.integer("leadership")),
        bulldozers_(arguments.integer("bulldozers")),
        drm_(arguments.integer("drm")),
        worst_(item_ != "mines"                  ? 13
               : arguments.flag("inexperienced") ? 11
                                                 : 12) {
    const auto number = [&](const char* name) {
      return static_cast<std::uint8_t>(arguments.integer(name));
    };
    start_.labor_status = static_cast<std::int8_t>(arguments.integer("labor_status"));
    start_.squads = number("squads");
    start_.sapper_squads = number("sapper_squads");
    start_.half_squads = number("half_squads");
    start_.sapper_half_squads = number("sapper_half_squads");
    start_.heroes = number("heroes");
    start_.leader = arguments.flag("leader") || leadership_ != 0 ? 2 : 0;
    if (start_.sapper_squads > start_.squads) {
      throw ArgumentError("sapper_squads", "more sapper squads than squads",
                          "sapper_squads are among the squads");
    }
    if (start_.sapper_half_squads > start_.half_squads) {
      throw ArgumentError("sapper_half_squads", "more sapper half-squads than half-squads",
                          "sapper_half_squads are among the half_squads");
    }
    const bool dozer_work = item_ == "flame" || item_ == "roadblock" || item_ == "rubble";
    if (bulldozers_ > 0 && !dozer_work) {
      throw ArgumentError("bulldozers", "a bulldozer can't clear " + item_,
                          "rubble, flame or roadblock");
    }
    if (start_.squads + start_.half_squads + bulldozers_ == 0) {
      throw ArgumentError("squads", "Clearance takes an MMC or a bulldozer",
                          "squads, half_squads or bulldozers of 1 or more");
    }
    by_hand_ = item_ == "mines" || item_ == "set_dc" || item_ == "wire";
    if (item_ == "flame") {
      drm_ += ec_drm(arguments, charts);
    } else if (arguments.choice("ec") != "moderate") {
      throw ArgumentError("ec", "the Environmental Conditions matter only for a Flame",
                          "item flame");
    }
    if (item_ != "mines" && arguments.flag("inexperienced")) {
      throw ArgumentError("inexperienced", "it matters only for mines", "item mines");
    }
  }

  Works start() const override { return start_; }

  Works step(const Works& before, Dice& dice) const override {
    enum class Result : std::uint8_t { failed, hampered, cleared, casualty, cleared_with_casualty };
    Works works = before;
    ++works.turn;
    const int modifier = drm(works);
    const Result result = dice.DR([&](TwoDice roll) {
      const int final_dr = roll.total() + modifier;
      const bool casualty = roll.total() >= worst_;
      if (final_dr <= clearance_number) {
        return casualty ? Result::cleared_with_casualty : Result::cleared;
      }
      if (casualty) return Result::casualty;
      return item_ == "flame" && final_dr <= 6 ? Result::hampered : Result::failed;
    });
    if (result == Result::hampered) works.hampered = 1;
    if (result == Result::casualty || result == Result::cleared_with_casualty) {
      casualty_reduction(works, dice);
    }
    if (result == Result::cleared || result == Result::cleared_with_casualty) {
      works.cleared = 1;
    } else {
      works.labor_status = static_cast<std::int8_t>(after_failed_labor(works.labor_status));
    }
    return works;
  }

  std::optional<Outcome> outcome(const Works& works) const override {
    const bool nobody = works.squads + works.half_squads + bulldozers_ == 0;
    if (works.cleared == 0 && !nobody && works.turn < turns_) return std::nullopt;
    Outcome outcome(works.cleared != 0 ? "cleared" : nobody ? "nobody_left" : "not_cleared");
    return outcome.event("hampered", works.hampered != 0)
        .measure("turn", works.cleared != 0 ? works.turn : 0)
        .measure("casualties", works.casualties);
  }

 private:
  int drm(const Works& works) const {
    int drm = drm_ + works.labor_status + labor_drm(works.squads, works.half_squads, -1, 0) -
              5 * bulldozers_;
    if (works.leader > 0) drm += leadership_ + (works.leader == 1 ? 1 : 0);
    if (by_hand_) {
      drm -=
          works.heroes + works.wounded_heroes + 2 * works.sapper_squads + works.sapper_half_squads;
    }
    return drm;
  }

  /// 24.74: the mines go off under all who clear them.
  static void casualty_reduction(Works& works, Dice& dice) {
    const int mmc = works.squads + works.half_squads;
    works.casualties = static_cast<std::uint8_t>(works.casualties + mmc + works.heroes +
                                                 works.wounded_heroes + (works.leader > 0 ? 1 : 0));
    works.half_squads = std::exchange(works.squads, std::uint8_t{0});
    works.sapper_half_squads = std::exchange(works.sapper_squads, std::uint8_t{0});
    int left = 0;
    for (int i = 0; i < works.heroes + works.wounded_heroes; ++i) {
      left += wound_kills(dice, i >= works.heroes) ? 0 : 1;
    }
    works.heroes = 0;
    works.wounded_heroes = static_cast<std::uint8_t>(left);
    if (works.leader > 0) works.leader = wound_kills(dice, works.leader == 1) ? 0 : 1;
  }

  /// A17.11
  static bool wound_kills(Dice& dice, bool wounded_before) {
    return dice.dr([&](int roll) { return roll + (wounded_before ? 1 : 0) >= 5; });
  }

  std::string item_;
  int turns_;
  int leadership_;
  int bulldozers_;
  int drm_;
  int worst_;
  bool by_hand_ = false;
  Works start_;
};

}  // namespace

Procedure clearance() {
  return {
      .name = "asl.clearance",
      .rule = "B24.7-.8",
      .summary = "clearing rubble, a Flame, wire, mines, a Set DC or a roadblock, turn after turn",
      .details =
          "A Clearance DR a turn, which succeeds on a Final DR of 2 or less (the compilation "
          "prints "
          "2 or more; its own example needs an Original 9 or less at -7). DRM: -1 for a squad, -1 "
          "for each half-squad or crew beyond the first MMC (a further squad -2), leadership, -5 "
          "for each bulldozer (Flame, roadblock, rubble), -1 for each hero and, beside its number, "
          "-2 for each sapper squad and -1 for each sapper half-squad (mines, Set DC, wire), EC "
          "(Flame), Labor Status. As in the example a squad beside a bulldozer counts as the first "
          "MMC. A failure gives Labor Status -1, the next one -2.\n"
          "Mines: an Original 12 (11 or 12 if inexperienced) is a Casualty Reduction of all who "
          "clear, an SMC is wounded; the text names the clearing units and no Random Selection. "
          "Who is left goes on. Flame: a Final DR of 3 to 6 hampers; whether it becomes a Blaze "
          "meanwhile is asked of asl.flame.",
      .parameters =
          {
              choice("item", {"rubble", "flame", "wire", "mines", "set_dc", "roadblock"},
                     "what is to be cleared"),
              integer("turns", 1, 30, "how many turns they go on at most")
                  .by_default("1")
                  .tried_with({"1", "2", "3", "6"}),
              integer("squads", 0, 6, "squads at work, sappers included")
                  .by_default("0")
                  .tried_with({"0", "1", "1", "2", "3"}),
              integer("sapper_squads", 0, 6, "how many of the squads are sappers")
                  .by_default("0")
                  .tried_with({"0", "0", "1"}),
              integer("half_squads", 0, 6, "half-squads and crews at work, sappers included")
                  .by_default("0")
                  .tried_with({"0", "0", "1", "2"}),
              integer("sapper_half_squads", 0, 6, "how many of the half-squads are sappers")
                  .by_default("0")
                  .tried_with({"0", "0", "1"}),
              integer("bulldozers", 0, 3, "bulldozers at work")
                  .by_default("0")
                  .tried_with({"0", "0", "1"}),
              integer("heroes", 0, 3, "heroes at work")
                  .by_default("0")
                  .tried_with({"0", "0", "1", "2"}),
              flag("leader", "a leader directs (needs to be said only for one with modifier 0)"),
              integer("leadership", -3, 1, "the modifier of the leader who directs")
                  .or_of_unit(UnitFact::leadership)
                  .by_default("0"),
              integer("labor_status", -2, 0, "the Labor Status to begin with").by_default("0"),
              flag("inexperienced", "mines: an Original 11 is a Casualty Reduction too")
                  .tried_with({"false", "false", "true"}),
              Parameter(ec_parameter()).tried_with({"moderate", "moderate", "wet"}),
              integer("drm", -10, 10, "the sum of any other modifiers").by_default("0"),
          },
      .outcomes = {{"cleared", "it is cleared"},
                   {"not_cleared", "it is still there after the last turn"},
                   {"nobody_left", "nobody is left to clear it"}},
      .events = {{"hampered", "a Flame was hampered at least once"}},
      .measures = {{"turn", "the turn in which it is cleared; 0: it is not"},
                   {"casualties", "Casualty Reductions by mines"}},
      .charts = {conditions_chart},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<Clearance>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::asl
