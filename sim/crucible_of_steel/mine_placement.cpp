#include <algorithm>
#include <utility>

#include "combat_odds/sim/asl/tasks/labor.hpp"
#include "combat_odds/sim/procedure.hpp"

namespace combat_odds::crucible_of_steel {
namespace {

struct Works {
  std::uint8_t turn = 0;
  std::int8_t labor_status = 0;
  std::uint8_t level = 0;  ///< position in the strengths of that kind of mine
  std::uint8_t first_turn = 0;
  std::uint8_t squads = 0;
  std::uint8_t half_squads = 0;
  std::uint8_t leader = 0;  ///< 2: there, 1: wounded
  std::uint8_t casualties = 0;
};

const std::vector<int>& strengths(bool antitank) {
  static const std::vector<int> personnel = {0, 6, 8, 12};
  static const std::vector<int> tank = {0, 1, 2, 3, 4, 5};
  return antitank ? tank : personnel;
}

/// 7.2: as the clearing of mines, by Anti-Mobility MMC.
class MinePlacement : public Process<Works> {
 public:
  explicit MinePlacement(const Arguments& arguments)
      : strengths_(strengths(arguments.choice("mines") == "at")),
        turns_(arguments.integer("turns")),
        leadership_(arguments.integer("leadership")),
        drm_(arguments.integer("drm")) {
    const int factors = arguments.integer("factors");
    const auto level = std::find(strengths_.begin(), strengths_.end(), factors);
    if (level == strengths_.end()) {
      throw ArgumentError(
          "factors", "no minefield of that strength",
          strengths_.back() == 12 ? "0, 6, 8 or 12 AP factors" : "0 to 5 AT factors");
    }
    if (factors == strengths_.back()) {
      throw ArgumentError("factors", "the minefield can't grow", "12 AP and 5 AT are the most");
    }
    start_.level = first_level_ = static_cast<std::uint8_t>(level - strengths_.begin());
    start_.squads = static_cast<std::uint8_t>(arguments.integer("squads"));
    start_.half_squads = static_cast<std::uint8_t>(arguments.integer("half_squads"));
    if (start_.squads + start_.half_squads == 0) {
      throw ArgumentError("squads", "nobody is there to place mines", "squads or half_squads");
    }
    start_.labor_status = static_cast<std::int8_t>(arguments.integer("labor_status"));
    start_.leader = arguments.flag("leader") || leadership_ != 0 ? 2 : 0;
  }

  Works start() const override { return start_; }

  Works step(const Works& before, Dice& dice) const override {
    struct Result {
      bool placed = false;
      bool casualty = false;
    };
    Works works = before;
    ++works.turn;
    int drm = drm_ + works.labor_status + asl::labor_drm(works.squads, works.half_squads, -3, -2);
    if (works.leader > 0) drm += leadership_ + (works.leader == 1 ? 1 : 0);
    const Result result = dice.DR([&](TwoDice roll) {
      return Result{roll.total() + drm <= asl::clearance_number, roll.total() == 12};
    });
    if (result.casualty) {
      works.casualties = static_cast<std::uint8_t>(works.casualties + works.squads +
                                                   works.half_squads + (works.leader > 0 ? 1 : 0));
      works.half_squads = std::exchange(works.squads, std::uint8_t{0});
      if (works.leader > 0) {
        const bool before_this = works.leader == 1;
        const bool killed = dice.dr([&](int roll) { return roll + (before_this ? 1 : 0) >= 5; });
        works.leader = killed ? 0 : 1;
      }
    }
    if (result.placed) {
      ++works.level;
      works.labor_status = 0;
      if (works.first_turn == 0) works.first_turn = works.turn;
    } else {
      works.labor_status = static_cast<std::int8_t>(asl::after_failed_labor(works.labor_status));
    }
    return works;
  }

  std::optional<Outcome> outcome(const Works& works) const override {
    const bool nobody = works.squads + works.half_squads == 0;
    const bool full = works.level + 1u == strengths_.size();
    if (!nobody && !full && works.turn < turns_) return std::nullopt;
    return Outcome(works.level > first_level_ ? "placed"
                   : nobody                   ? "nobody_left"
                                              : "not_placed")
        .measure("factors", strengths_[works.level])
        .measure("first_turn", works.first_turn)
        .measure("casualties", works.casualties);
  }

 private:
  const std::vector<int>& strengths_;
  int turns_;
  int leadership_;
  int drm_;
  std::uint8_t first_level_ = 0;
  Works start_;
};

}  // namespace

Procedure mine_placement() {
  return {
      .name = "cos.mine-placement",
      .rule = "Crucible of Steel 7.2",
      .summary = "Anti-Mobility MMC lay mines, turn after turn",
      .details =
          "In the manner of mine Clearance: a DR a turn, which succeeds on a Final DR of 2 or "
          "less. "
          "DRM: -2 for a half-squad, -1 for each further half-squad equivalent (a squad is two, so "
          "-3), leadership, Labor Status. A success lays 6 AP or 1 AT factors, or raises what is "
          "there by one column, to 12 AP or 5 AT at most, and ends the Labor Status; the work goes "
          "on until the turns are over.\n"
          "As with Clearance an Original 12 is a Casualty Reduction of all who work there.",
      .parameters =
          {
              choice("mines", {"ap", "at"}, "what they lay"),
              integer("turns", 1, 30, "how many turns they go on")
                  .by_default("1")
                  .tried_with({"1", "2", "3", "5"}),
              integer("squads", 0, 3, "AMMC squads (4-2-8)").by_default("0"),
              integer("half_squads", 0, 6, "AMMC half-squads (2-2-8)")
                  .by_default("0")
                  .tried_with({"0", "0", "1", "2"}),
              flag("leader", "a leader directs (needs to be said only for one with modifier 0)"),
              integer("leadership", -3, 1, "the modifier of the leader who directs")
                  .or_of_unit(UnitFact::leadership)
                  .by_default("0"),
              integer("labor_status", -2, 0, "the Labor Status to begin with").by_default("0"),
              integer("factors", 0, 12, "the factors that are there already")
                  .by_default("0")
                  .tried_with({"0", "0", "6", "1"}),
              integer("drm", -10, 10, "the sum of any other modifiers").by_default("0"),
          },
      .outcomes = {{"placed", "mines are laid or added"},
                   {"not_placed", "none are"},
                   {"nobody_left", "nobody is left, and none are"}},
      .events = {},
      .measures = {{"factors", "the factors in the hex at the end"},
                   {"first_turn", "the turn of the first success; 0: none"},
                   {"casualties", "Casualty Reductions"}},
      .charts = {},
      .rule_for = [](const Arguments& arguments,
                     const Charts&) { return std::make_unique<MinePlacement>(arguments); },
  };
}

}  // namespace combat_odds::crucible_of_steel
