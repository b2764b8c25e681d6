#include <algorithm>
#include <array>

#include "core/dice/small.hpp"
#include "core/text/plain_text.hpp"
#include "sim/slammers/command/leaders.hpp"

namespace combat_odds::slammers {
namespace {

constexpr int counter_battery_lp = 4;  // Supplement 1, "Returning Fire"

/// Half, rounded up (Supplement 4, Master of Artillery).
int halved(int points) { return (points + 1) / 2; }

/// The measures, one for each kind of purchase.
constexpr std::array<const char*, 13> paid_kinds = {
    "paid_moves",       "paid_deployed_moves", "paid_fireflies",   "paid_confires",
    "paid_rapid_fires", "paid_double_taps",    "paid_deployments", "paid_rotations",
    "paid_mounts",      "paid_snipers",        "paid_artillery",   "paid_counter_battery",
    "paid_others"};

struct LeadershipPoints {
  enum class Pays { all_or_nothing, in_order };

  Leadership leadership;
  Pays pays = Pays::all_or_nothing;
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
    const Paid paid = pay(dice, points);
    Outcome outcome(affordable ? "affordable" : "too_dear");
    outcome.event("affordable", affordable)
        .measure("leadership_points", points)
        .measure("left", affordable ? points - plan : 0)
        .measure("short_by", affordable ? 0 : plan - points)
        .measure("cost", plan);
    for (std::size_t kind = 0; kind < paid_kinds.size(); ++kind) {
      const bool wanted =
          std::any_of(lots.begin(), lots.end(), [&](const Lot& lot) { return lot.kind == kind; });
      if (wanted) outcome.measure(paid_kinds[kind], paid.number[kind]);
    }
    return outcome;
  }

  int plan = 0;  ///< LP for the whole plan

 private:
  /// Purchases of one kind in a row: the moves of a TU, or all ConFires.
  struct Lot {
    std::size_t kind = 0;
    std::vector<int> costs;  ///< LP for none, one, two ...
  };
  struct Paid {
    std::uint8_t lots = 0;    ///< dealt with so far
    std::uint8_t points = 0;  ///< left
    std::array<std::uint8_t, paid_kinds.size()> number{};
  };

  Paid pay(Dice& dice, int points) const {
    Paid paid;
    paid.points = small(points);
    const bool all = points >= plan;
    for (std::size_t i = 0; i < lots.size(); ++i) {
      const Lot& lot = lots[i];
      int most = static_cast<int>(lot.costs.size()) - 1;
      while (lot.costs[static_cast<std::size_t>(most)] > paid.points) --most;
      const int by_habit = pays == Pays::in_order || all ? most : 0;
      const int number = most == 0 ? 0 : decided(dice, paid, i, most, by_habit);
      const int price = lot.costs[static_cast<std::size_t>(number)];
      ++paid.lots;
      paid.points = small(paid.points - price);
      paid.number[lot.kind] = static_cast<std::uint8_t>(paid.number[lot.kind] + number);
    }
    return paid;
  }

  int decided(Dice& dice, const Paid& paid, std::size_t number, int most, int by_habit) const {
    const Lot& lot = lots[number];
    const std::string_view measure = paid_kinds[lot.kind];
    const std::string name(measure.substr(5));
    std::vector<std::string> numbers;
    for (int count = 0; count <= most; ++count) numbers.push_back(std::to_string(count));
    const std::vector<std::string_view> options(numbers.begin(), numbers.end());
    const std::string question = "How many " + plain_name(name) + " to pay for?";
    const auto words = [&] {
      const auto same =
          std::count_if(lots.begin() + static_cast<std::ptrdiff_t>(number) + 1, lots.end(),
                        [&](const Lot& other) { return other.kind == lot.kind; });
      return Facts{{"points left", int{paid.points}},
                   {"wanted", static_cast<int>(lot.costs.size()) - 1},
                   {"TUs to come", static_cast<int>(same)}};
    };
    return dice.choose({"pays", question, options}, paid, words, by_habit);
  }

  void add(std::size_t kind, std::vector<int> costs) {
    plan += costs.back();
    if (costs.size() > 1 && costs.back() > 0) lots.push_back({kind, std::move(costs)});
  }

  std::vector<Lot> lots;
};

/// A purchase with a fixed price in LP.
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
  // Supplement 4: losing a controller's first remote costs nothing, the second counts as a TU, the
  // third costs nothing more.
  for (const int lost : remotes_lost) leadership.bonus -= lost >= 2 ? 1 : 0;
  const auto up_to = [](int number, auto cost_of) {
    std::vector<int> costs;
    for (int i = 0; i <= number; ++i) costs.push_back(i == 0 ? 0 : cost_of(i));
    return costs;
  };
  std::size_t kind = 0;
  for (const int number : moves) add(kind, up_to(number, cost_of_moves));
  ++kind;
  // A deployed weapon with its own motive power pays 1 LP more for every move: 2, 3 and 5.
  for (const int number : deployed_moves) {
    add(kind, up_to(number, [](int moved) { return cost_of_moves(moved) + moved; }));
  }
  ++kind;
  // The first, second and third Firefly of a controller cost 1, 2 and 4 LP.
  for (const int moved : fireflies) add(kind, up_to(moved, cost_of_moves));
  for (const Price& price : prices) {
    add(++kind, up_to(this->*price.number, [&](int bought) { return bought * price.each; }));
  }
  const int returned = counter_battery ? counter_battery_lp : 0;
  add(++kind, {0, master_of_artillery ? halved(artillery_request) : artillery_request});
  add(++kind, {0, master_of_artillery ? halved(returned) : returned});
  add(++kind, {0, cost});
}

std::vector<Term> paid_measures() {
  return {{"paid_moves", "moves of TUs that are paid for"},
          {"paid_deployed_moves", "moves of deployed weapons that are paid for"},
          {"paid_fireflies", "Fireflies whose move is paid for"},
          {"paid_confires", "ConFires that are paid for"},
          {"paid_rapid_fires", "Rapid Fires that are paid for"},
          {"paid_double_taps", "Double Taps that are paid for"},
          {"paid_deployments", "deployments that are paid for"},
          {"paid_rotations", "turns of towed weapons that are paid for"},
          {"paid_mounts", "TUs that may mount or debus"},
          {"paid_snipers", "snipers that may act"},
          {"paid_artillery", "1 where the artillery is paid for"},
          {"paid_counter_battery", "1 where the counter-battery fire is paid for"},
          {"paid_others", "1 where anything else is paid for"}};
}

}  // namespace

Procedure leadership() {
  const char* const form = "numbers from 0 to 3 such as 3 2 4*1";
  auto asked =
      procedure<LeadershipPoints>("slammers.leadership", "Supplement 4 and play sheet, phase 2",
                                  "leadership points of a turn, and whether they pay for a plan");
  asked.includes(&LeadershipPoints::leadership)
      .asks(
          &LeadershipPoints::pays, "pays", one_of({"all_or_nothing", "in_order"}),
          "what is paid for where the points are too few for all: nothing, or what can be, in the "
          "order of these parameters")
      .decides()
      .asks(
          &LeadershipPoints::moves, "moves", form,
          "how often each TU moves, at 1, 2 and 4 LP: 3 2 4*1 is a TU that moves three times, one twice and four once",
          read_moves)
      .by_default("")
      .tried_with({"3", "4*1", "3 2 1"})
      .asks(&LeadershipPoints::deployed_moves, "deployed_moves", form,
            "how often each deployed weapon moves on its own, at 2, 3 and 5 LP", read_moves)
      .by_default("")
      .tried_with({"2", "3"})
      .asks(&LeadershipPoints::fireflies, "fireflies", form,
            "how many Fireflies each controller moves, at 1, 2 and 4 LP", read_moves)
      .by_default("")
      .tried_with({"1", "3"});
  for (const Price& price : prices) {
    asked.asks(price.number, price.parameter, 0, 60, price.meaning);
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
          "", "--artillery-request or --counter-battery")
      .only_when(
          {"master_of_artillery"},
          [](const LeadershipPoints& plan) { return plan.leadership.rank != Rank::none; }, "",
          "the --rank of the officer who has the skill")
      .asks(&LeadershipPoints::remotes_lost, "remotes_lost", form,
            "how many remote units each controller that is alive has lost: -1 for two or three",
            read_moves)
      .by_default("")
      .tried_with({"1", "2 3"})
      .asks(&LeadershipPoints::cost, "cost", 0, 200, "LP for anything else")
      .outcome("affordable", "the points pay for the plan")
      .outcome("too_dear", "they do not")
      .event("affordable", "the points pay for the plan")
      .measure("leadership_points", "leadership points of the turn")
      .measure("left", "points left when the plan is paid for; 0 where it can't be")
      .measure("short_by", "points that the plan lacks")
      .measure("cost", "what the plan costs")
      .measures(paid_measures())
      .headline_beside("cost", "affordable", "the points are enough")
      .headline("mean leadership_points", "{} points on average");
}

}  // namespace combat_odds::slammers
