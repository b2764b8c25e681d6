#include "combat_odds/sim/slammers/command/leaders.hpp"

namespace combat_odds::slammers {
namespace {

/// One thing that costs so many LP each time.
struct Price {
  const char* parameter;
  int each;
  const char* meaning;
};

/// Supplement 4, its FAQ and the play sheet.
constexpr Price prices[] = {
    {"confires", 2, "TUs that use ConFire: 2 LP each"},
    {"rapid_fires", 3, "TUs that use Rapid Fire: 3 LP each"},
    {"double_taps", 1, "weapons that use Double Tap: 1 LP each"},
    {"deployments", 2, "towed or deployable weapons deployed: 2 LP each"},
    {"rotations", 1, "towed weapons turned to another arc: 1 LP each"},
    {"mounts", 1, "TUs that mount or debus: 1 LP each"},
    {"snipers", 1, "snipers that fire, designate or spot: 1 LP each"},
};

constexpr int counter_battery_lp = 4;  // Supplement 1, "Returning Fire"

/// Supplement 4, Master of Artillery: half, rounded up.
int halved(int points) { return (points + 1) / 2; }

int cost_of_plan(const Arguments& arguments) {
  int cost = arguments.integer("cost");
  for (const int moves : read_moves(arguments.text("moves"), "moves", 3)) {
    cost += cost_of_moves(moves);
  }
  // A deployed weapon on its own motive power pays one more for every move: 2, 3 and 5.
  for (const int moves : read_moves(arguments.text("deployed_moves"), "deployed_moves", 3)) {
    cost += cost_of_moves(moves) + moves;
  }
  // The Fireflies of one controller pay 1, 2 and 4 LP for the first, second and third of them.
  for (const int moved : read_moves(arguments.text("fireflies"), "fireflies", 3)) {
    cost += cost_of_moves(moved);
  }
  for (const Price& price : prices) cost += price.each * arguments.integer(price.parameter);
  int artillery = arguments.integer("artillery_request");
  int counter_battery = arguments.flag("counter_battery") ? counter_battery_lp : 0;
  if (arguments.flag("master_of_artillery")) {
    artillery = halved(artillery);
    counter_battery = halved(counter_battery);
  }
  return cost + artillery + counter_battery;
}

class LeadershipPoints : public Rule {
 public:
  LeadershipPoints(const Arguments& arguments, const Charts& charts)
      : leadership_(Leadership::asked(arguments, charts)), cost_(cost_of_plan(arguments)) {}

  Outcome resolve(Dice& dice) const override {
    const int points = dice.DR([&](TwoDice roll) { return leadership_.points(roll.total()); });
    const bool affordable = points >= cost_;
    return Outcome(affordable ? "affordable" : "too_dear")
        .event("affordable", affordable)
        .measure("leadership_points", points)
        .measure("left", affordable ? points - cost_ : 0)
        .measure("short_by", affordable ? 0 : cost_ - points)
        .measure("cost", cost_);
  }

 private:
  Leadership leadership_;
  int cost_;
};

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = Leadership::parameters();
  const char* const form = "numbers from 0 to 3 such as 3 2 4*1";
  append(all, {text("moves", form,
                    "how often each TU moves, at 1, 2 and 4 LP: 3 2 4*1 is a TU "
                    "that moves three times, one twice and four once")
                   .by_default("")
                   .tried_with({"", "3", "4*1", "3 2 1"}),
               text("deployed_moves", form,
                    "how often each deployed weapon moves on its own, at 2, 3 and 5 LP")
                   .by_default("")
                   .tried_with({"", "2", "3"}),
               text("fireflies", form, "how many Fireflies each controller moves, at 1, 2 and 4 LP")
                   .by_default("")
                   .tried_with({"", "1", "3"})});
  for (const Price& price : prices) {
    all.push_back(
        integer(price.parameter, 0, 60, price.meaning).by_default("0").tried_with({"0", "0", "1"}));
  }
  append(all, {integer("artillery_request", 0, 60,
                       "LP that the off-table artillery asked for costs (no tariff was found)")
                   .by_default("0"),
               flag("counter_battery", "counter-battery fire (Returning Fire): 4 LP"),
               flag("master_of_artillery", "the skill halves both, rounded up"),
               integer("cost", 0, 200, "LP for anything else").by_default("0")});
  return all;
}

}  // namespace

Procedure leadership() {
  return {
      .name = "slammers.leadership",
      .rule = "Supplement 4 and play sheet, phase 2",
      .summary = "leadership points of a turn, and whether they pay for a plan",
      .details =
          std::string(leadership_details) +
          "\nThe plan is paid for by the 1-2-4 rule: a TU's first move of a turn costs 1 LP, its "
          "second 2, its third 4. A master control vehicle and each of its remotes count as a TU "
          "that moves (one with three remotes: moves 4*1); for Mounting Chaos the first remote "
          "lost costs nothing, the second one, the third nothing more. A move kept up by a "
          "Thunder Run costs nothing (slammers.thunder-run).",
      .parameters = parameters(),
      .outcomes = {{"affordable", "the points pay for the plan"}, {"too_dear", "they do not"}},
      .events = {{"affordable", "the points pay for the plan"}},
      .measures = {{"leadership_points", "leadership points of the turn"},
                   {"left", "points left when the plan is paid for; 0 where it can't be"},
                   {"short_by", "points that the plan lacks"},
                   {"cost", "what the plan costs"}},
      .charts = {Leaders::chart_name, TroopClasses::chart_name},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<LeadershipPoints>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::slammers
