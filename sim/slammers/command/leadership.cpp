#include "combat_odds/sim/slammers/command/leaders.hpp"

namespace combat_odds::slammers {
namespace {

constexpr int counter_battery_lp = 4;  // Supplement 1, "Returning Fire"

/// Supplement 4, Master of Artillery: half, rounded up.
int halved(int points) { return (points + 1) / 2; }

struct LeadershipPoints {
  Leadership leadership;
  std::vector<int> moves;
  std::vector<int> deployed_moves;
  std::vector<int> fireflies;
  int confires = 0;
  int rapid_fires = 0;
  int double_taps = 0;
  int deployments = 0;
  int rotations = 0;
  int mounts = 0;
  int snipers = 0;
  int artillery_request = 0;
  bool counter_battery = false;
  bool master_of_artillery = false;
  std::vector<int> remotes_lost;
  int cost = 0;

  void prepare(const Charts& charts);

  Outcome resolve(Dice& dice) const {
    const int points = dice.DR([&](TwoDice roll) { return leadership.points(roll.total()); });
    const bool affordable = points >= plan;
    return Outcome(affordable ? "affordable" : "too_dear")
        .event("affordable", affordable)
        .measure("leadership_points", points)
        .measure("left", affordable ? points - plan : 0)
        .measure("short_by", affordable ? 0 : plan - points)
        .measure("cost", plan);
  }

  int plan = 0;  ///< what all of it costs
};

/// One thing that costs so many LP each time.
struct Price {
  int LeadershipPoints::*number;
  const char* parameter;
  int each;
  const char* meaning;
};

/// Supplement 4, its FAQ and the play sheet.
constexpr Price prices[] = {
    {&LeadershipPoints::confires, "confires", 2, "TUs that use ConFire: 2 LP each"},
    {&LeadershipPoints::rapid_fires, "rapid_fires", 3, "TUs that use Rapid Fire: 3 LP each"},
    {&LeadershipPoints::double_taps, "double_taps", 1, "weapons that use Double Tap: 1 LP each"},
    {&LeadershipPoints::deployments, "deployments", 2,
     "towed or deployable weapons deployed: 2 LP each"},
    {&LeadershipPoints::rotations, "rotations", 1,
     "towed weapons turned to another arc: 1 LP each"},
    {&LeadershipPoints::mounts, "mounts", 1, "TUs that mount or debus: 1 LP each"},
    {&LeadershipPoints::snipers, "snipers", 1, "snipers that fire, designate or spot: 1 LP each"},
};

void LeadershipPoints::prepare(const Charts& /*charts*/) {
  plan = cost;
  // Supplement 4: of the remotes of one controller the first costs nothing, the second a TU, the
  // third nothing more.
  for (const int lost : remotes_lost) leadership.bonus -= lost >= 2 ? 1 : 0;
  for (const int number : moves) plan += cost_of_moves(number);
  // A deployed weapon on its own motive power pays one more for every move: 2, 3 and 5.
  for (const int number : deployed_moves) plan += cost_of_moves(number) + number;
  // The Fireflies of one controller pay 1, 2 and 4 LP for the first, second and third of them.
  for (const int moved : fireflies) plan += cost_of_moves(moved);
  for (const Price& price : prices) plan += price.each * this->*price.number;
  const int returned = counter_battery ? counter_battery_lp : 0;
  plan += master_of_artillery ? halved(artillery_request) + halved(returned)
                              : artillery_request + returned;
}

}  // namespace

Procedure leadership() {
  const char* const form = "numbers from 0 to 3 such as 3 2 4*1";
  auto asked =
      procedure<LeadershipPoints>("slammers.leadership", "Supplement 4 and play sheet, phase 2",
                                  "leadership points of a turn, and whether they pay for a plan");
  asked.includes(&LeadershipPoints::leadership)
      .asks(
          &LeadershipPoints::moves, "moves", form,
          "how often each TU moves, at 1, 2 and 4 LP: 3 2 4*1 is a TU that moves three times, one twice and four once",
          read_moves)
      .by_default("")
      .tried_with({"", "3", "4*1", "3 2 1"})
      .asks(&LeadershipPoints::deployed_moves, "deployed_moves", form,
            "how often each deployed weapon moves on its own, at 2, 3 and 5 LP", read_moves)
      .by_default("")
      .tried_with({"", "2", "3"})
      .asks(&LeadershipPoints::fireflies, "fireflies", form,
            "how many Fireflies each controller moves, at 1, 2 and 4 LP", read_moves)
      .by_default("")
      .tried_with({"", "1", "3"});
  for (const Price& price : prices) {
    asked.asks(price.number, price.parameter, 0, 60, price.meaning).tried_with({"0", "0", "1"});
  }
  return asked
      .asks(&LeadershipPoints::artillery_request, "artillery_request", 0, 60,
            "LP that the off-table artillery asked for costs (no tariff was found)")
      .asks(&LeadershipPoints::counter_battery, "counter_battery",
            "counter-battery fire (Returning Fire): 4 LP")
      .asks(&LeadershipPoints::master_of_artillery, "master_of_artillery",
            "the skill halves both, rounded up")
      .only_when(
          [](const LeadershipPoints& plan) {
            return plan.artillery_request > 0 || plan.counter_battery;
          },
          "neither artillery nor counter-battery fire is asked for",
          "false, or give artillery_request or counter_battery")
      .asks(&LeadershipPoints::remotes_lost, "remotes_lost", form,
            "how many remote units each controller that is alive has lost: -1 for two or three",
            read_moves)
      .by_default("")
      .tried_with({"", "1", "2 3"})
      .asks(&LeadershipPoints::cost, "cost", 0, 200, "LP for anything else")
      .outcome("affordable", "the points pay for the plan")
      .outcome("too_dear", "they do not")
      .event("affordable", "the points pay for the plan")
      .measure("leadership_points", "leadership points of the turn")
      .measure("left", "points left when the plan is paid for; 0 where it can't be")
      .measure("short_by", "points that the plan lacks")
      .measure("cost", "what the plan costs")
      .headline("affordable", "the points are enough")
      .headline("mean leadership_points", "{} points on average");
}

}  // namespace combat_odds::slammers
