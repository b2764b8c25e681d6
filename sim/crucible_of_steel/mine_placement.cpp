#include <algorithm>

#include "core/dice/small.hpp"
#include "sim/asl/tasks/labor.hpp"

namespace combat_odds::crucible_of_steel {
namespace {

struct Works {
  std::uint8_t turn = 0;
  std::int8_t labor_status = 0;
  std::uint8_t level = 0;  ///< index in the strengths of that kind of mine
  std::uint8_t first_turn = 0;
  std::uint8_t squads = 0;
  std::uint8_t half_squads = 0;
  std::uint8_t leader = 0;  ///< 2: present, 1: wounded
  std::uint8_t casualties = 0;
  std::uint8_t casualty_vp = 0;
};

/// 7.2: Anti-Mobility MMC place mines by the rules for clearing them.
struct MinePlacement {
  enum class Mines { ap, at } mines = Mines::ap;
  int turns = 1;
  int squads = 0;
  int half_squads = 0;
  asl::Labor labor;
  int factors = 0;
  int drm = 0;
  bool casualty_vp = false;

  void prepare(const Charts&) {
    const bool antitank = mines == Mines::at;
    strengths_ = antitank ? std::vector{0, 1, 2, 3, 4, 5} : std::vector{0, 6, 8, 12};
    const auto level = std::find(strengths_.begin(), strengths_.end(), factors);
    if (level == strengths_.end()) {
      throw ArgumentError("factors", "no minefield of that strength",
                          antitank ? "0 to 5 AT factors" : "0, 6, 8 or 12 AP factors");
    }
    if (factors == strengths_.back()) {
      throw ArgumentError("factors", "the minefield can't grow", "12 AP and 5 AT are the most");
    }
    if (squads + half_squads == 0) {
      throw ArgumentError("squads", "nobody is there to place mines", "squads or half_squads");
    }
    first_level_ = small(level - strengths_.begin());
  }

  Works start() const {
    Works works;
    works.labor_status = labor.status_at_start();
    works.level = first_level_;
    works.squads = small(squads);
    works.half_squads = small(half_squads);
    works.leader = labor.leader_at_start();
    return works;
  }

  Works step(const Works& before, Dice& dice) const {
    struct Result {
      bool placed = false;
      bool casualty = false;
    };
    Works works = before;
    ++works.turn;
    const int modifier = drm + works.labor_status + labor.leader_drm(works.leader) +
                         asl::labor_drm(works.squads, works.half_squads, -3, -2);
    const Result result = dice.DR([&](TwoDice roll) {
      return Result{roll.total() + modifier <= asl::clearance_number, roll.total() == 12};
    });
    if (result.casualty) {
      works.casualties =
          small(works.casualties + works.squads + works.half_squads + (works.leader > 0 ? 1 : 0));
      const int points =
          labor.casualty_reduction(dice, works.squads, works.half_squads, works.leader);
      if (casualty_vp) works.casualty_vp = small(works.casualty_vp + points);
    }
    if (result.placed) {
      ++works.level;
      works.labor_status = 0;
      if (works.first_turn == 0) works.first_turn = works.turn;
    } else {
      works.labor_status = asl::after_failed_labor(works.labor_status);
    }
    return works;
  }

  std::optional<Outcome> outcome(const Works& works) const {
    const bool nobody = works.squads + works.half_squads == 0;
    const bool full = works.level + 1u == strengths_.size();
    if (!nobody && !full && works.turn < turns) return std::nullopt;
    return Outcome(works.level > first_level_ ? "placed"
                   : nobody                   ? "nobody_left"
                                              : "not_placed")
        .measure("factors", strengths_[works.level])
        .measure_if(works.first_turn > 0, "first_turn", works.first_turn)
        .measure("casualties", works.casualties)
        .measure_if(casualty_vp, "casualty_vp", works.casualty_vp);
  }

 private:
  std::vector<int> strengths_;  ///< possible strengths of that kind of minefield
  std::uint8_t first_level_ = 0;
};

}  // namespace

Procedure mine_placement() {
  return procedure<MinePlacement>("cos.mine-placement", "Crucible of Steel 7.2",
                                  "Anti-Mobility MMC lay mines, turn after turn")
      .asks(&MinePlacement::mines, "mines", one_of({"ap", "at"}), "what they lay")
      .asks(&MinePlacement::turns, "turns", 1, 30, "how many turns they go on")
      .asks(&MinePlacement::squads, "squads", 0, 3, "AMMC squads (4-2-8)")
      .asks(&MinePlacement::half_squads, "half_squads", 0, 6, "AMMC half-squads (2-2-8)")
      .includes(&MinePlacement::labor)
      .asks(&MinePlacement::factors, "factors", 0, 12, "the factors that are there already")
      .asks(&MinePlacement::drm, "drm", -10, 10, "the sum of any other modifiers")
      .asks(
          &MinePlacement::casualty_vp, "casualty_vp",
          "tells the Casualty VP that the work costs (A26.22): a squad 2, a half-squad 1, a leader "
          "1 and his modifier")
      .outcome("placed", "mines are laid or added")
      .outcome("not_placed", "none are")
      .outcome("nobody_left", "nobody is left, and none are")
      .measure("factors", "the factors in the hex at the end")
      .measure("first_turn", "the turn of the first success")
      .only_where({"placed"})
      .less_is_better()
      .measure("casualties", "Casualty Reductions")
      .measure("casualty_vp", "with --casualty-vp: those of who is lost")
      .less_is_better()
      .headline("placed", "mines are laid")
      .headline("mean factors", "{} factors on average")
      .headline("nobody_left", "nobody is left");
}

}  // namespace combat_odds::crucible_of_steel
