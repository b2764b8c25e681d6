#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>

#include "combat_odds/core/number_text.hpp"
#include "combat_odds/sim/slammers/fire/defence_values.hpp"
#include "combat_odds/sim/slammers/fire/fire_target.hpp"
#include "combat_odds/sim/slammers/fire/weapons.hpp"

namespace combat_odds::slammers {
namespace {

constexpr const char* troops_form =
    "infantry TUs by quality, class or CA, separated by spaces, such as 2*elite trained 5";
constexpr int most_on_a_vehicle = 4;  // one TU for each quarter
constexpr int most_infantry = 12;

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> all;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    if (end > start) all.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return all;
}

/// The close assault values (CA) of the TUs that a parameter names.
std::vector<int> read_troops(const Arguments& arguments, const Charts& charts,
                             std::string_view parameter, int most) {
  const auto& classes = charts.get<TroopClasses>(TroopClasses::chart_name);
  const auto& levels = charts.get<QualityLevels>(QualityLevels::chart_name);
  std::vector<int> values;
  for (std::string_view word : words(arguments.text(parameter))) {
    std::optional<int> count = 1;
    if (const std::size_t star = word.find('*'); star != std::string_view::npos) {
      count = number_in<int>(word.substr(0, star));
      if (!count || *count < 1 || *count > most_infantry) {
        throw ArgumentError(parameter,
                            fmt::format("'{}' is no number of TUs", word.substr(0, star)),
                            fmt::format("1 to {}, as in 2*elite", most_infantry));
      }
      word = word.substr(star + 1);
    }
    const std::optional<int> number = number_in<int>(word);
    if (number && (*number < 0 || *number > 20)) {
      throw ArgumentError(parameter, fmt::format("a CA of {}", *number), "0 to 20");
    }
    const int value =
        number ? *number : levels.at(classes.fights_as(word, parameter)).close_assault;
    values.insert(values.end(), static_cast<std::size_t>(*count), value);
  }
  if (values.empty() || static_cast<int>(values.size()) > most) {
    throw ArgumentError(parameter, fmt::format("{} names {} TUs", parameter, values.size()),
                        most == most_on_a_vehicle ? "1 to 4: one for each quarter of the vehicle"
                                                  : fmt::format("1 to {}", most));
  }
  return values;
}

/// Infantry against a vehicle: 2D6 + the sum of CA against the most advantageous DV (play sheet;
/// Supplement 4, "Vehicle Close Assault").
class AssaultOnVehicle : public Rule {
 public:
  AssaultOnVehicle(const Arguments& arguments, const Charts& charts)
      : attackers_(read_troops(arguments, charts, "attackers", most_on_a_vehicle)),
        dvs_(quarters(arguments, attackers_.size())),
        ca_modifier_(arguments.integer("ca_modifier")),
        rounds_(arguments.integer("rounds")),
        ads_(asked_ads(arguments, charts)),
        in_arc_(static_cast<int>(attackers_.size())),
        damage_(DamageRules::asked_without_overkill(arguments, charts)) {
    if (arguments.given("defenders")) {
      throw ArgumentError("defenders", "a vehicle is assaulted, no infantry",
                          "leave it out, or target infantry");
    }
    if (rounds_ > 1) {
      if (!arguments.given("top_dv")) {
        throw ArgumentError("top_dv", "a second round without the Top DV",
                            "give top_dv: a TU is on the roof then");
      }
      top_dv_ = arguments.integer("top_dv");
    }
    if (arguments.given("in_arc")) {
      in_arc_ = arguments.integer("in_arc");
      if (in_arc_ > static_cast<int>(attackers_.size())) {
        throw ArgumentError("in_arc", "more TUs in the ADS's arc than there are attackers",
                            fmt::format("0 to {}", attackers_.size()));
      }
    }
    if (arguments.choice("ads") != "none") {
      if (!arguments.given("infantry_dv")) {
        throw ArgumentError("infantry_dv", "an ADS attacks infantry without a DV",
                            "give infantry_dv: the attackers' DV from their Detachment Card");
      }
      infantry_dv_ = arguments.integer("infantry_dv");
    }
  }

  Outcome resolve(Dice& dice) const override {
    State state;
    for (; state.attacker < attackers_.size(); ++state.attacker) {
      dice.at(state);
      if (!stopped_by_ads(dice, state)) {
        state.arrived = static_cast<std::uint8_t>(state.arrived | (1U << state.attacker));
      }
    }
    if (state.arrived != 0) {
      for (state.round = 0; state.round < rounds_; ++state.round) {
        dice.at(state);
        if (state.target.dead()) continue;
        assault(dice, state);
      }
    }
    return FireTarget::vehicle(0, damage_)
        .outcome(state.target)
        .event("all_stopped", state.arrived == 0)
        .measure("attackers_killed", state.killed)
        .measure("attackers_suppressed", state.suppressed);
  }

 private:
  struct State {
    std::uint8_t attacker = 0;
    std::uint8_t arrived = 0;  ///< a bit for each attacker
    std::uint8_t killed = 0;
    std::uint8_t suppressed = 0;
    std::uint8_t round = 0;
    TargetState target;
  };

  static std::vector<int> quarters(const Arguments& arguments, std::size_t attackers) {
    std::vector<int> dvs;
    if (!arguments.given("dv")) {
      throw ArgumentError("dv", "the vehicle has no DV",
                          "the DV of the quarter that is attacked, or of each attacker's quarter");
    }
    for (const std::string_view word : words(arguments.text("dv"))) {
      const std::optional<int> dv = number_in<int>(word);
      if (!dv || *dv < 1 || *dv > 30) {
        throw ArgumentError("dv", fmt::format("'{}' is no DV", word), "1 to 30, such as 10 9");
      }
      dvs.push_back(*dv);
    }
    if (dvs.size() == 1) dvs.assign(attackers, dvs.front());
    if (dvs.size() != attackers) {
      throw ArgumentError("dv", fmt::format("{} DVs for {} attackers", dvs.size(), attackers),
                          "one for all, or one for each attacker's quarter");
    }
    return dvs;
  }

  /// The ADS attacks each TU in its arc before it arrives; a TU that is hit is killed or stops
  /// short.
  bool stopped_by_ads(Dice& dice, State& state) const {
    if (ads_.stops_at_least > 6 || state.attacker >= in_arc_) return false;
    bool stopped = false;
    bool killed = false;
    for (int shot = 0; shot < ads_.shots && !killed; ++shot) {
      if (!dice.dr([&](int dr) { return dr >= ads_.stops_at_least; })) continue;
      stopped = true;
      killed = dice.dr([&](int dr) { return dr + ads_.fp_infantry >= infantry_dv_; });
    }
    if (killed) {
      ++state.killed;
    } else if (stopped) {
      ++state.suppressed;
    }
    return stopped;
  }

  void assault(Dice& dice, State& state) const {
    int sum = ca_modifier_;
    int dv = 99;
    for (std::size_t i = 0; i < attackers_.size(); ++i) {
      if ((state.arrived >> i & 1U) == 0) continue;
      sum += attackers_[i];
      dv = std::min(dv, dvs_[i]);
    }
    if (state.round > 0) dv = std::min(dv, top_dv_);
    const bool reached = dice.DR([&](TwoDice roll) { return roll.total() + sum >= dv; });
    if (reached) damage_.apply(dice, state.target.vehicle, 0);
  }

  std::vector<int> attackers_;
  std::vector<int> dvs_;  ///< of the quarter of each attacker
  int ca_modifier_;
  int rounds_;
  int top_dv_ = 0;
  Ads ads_;
  int in_arc_;
  int infantry_dv_ = 0;
  DamageRules damage_;
};

struct InfantryFight {
  enum Result : std::uint8_t { undecided, attackers_win, defenders_win };
  Result result = undecided;
};

/// Infantry against infantry: 1D6 + CA for each TU, the higher total wins, a tie is rolled again.
class AssaultOnInfantry : public Process<InfantryFight> {
 public:
  AssaultOnInfantry(const Arguments& arguments, const Charts& charts) {
    const std::vector<int> attackers = read_troops(arguments, charts, "attackers", most_infantry);
    const std::vector<int> defenders = read_troops(arguments, charts, "defenders", most_infantry);
    for (const char* const parameter : {"dv", "top_dv", "in_arc"}) {
      if (arguments.given(parameter)) {
        throw ArgumentError(parameter, fmt::format("{} in a fight against infantry", parameter),
                            "leave it out, or target vehicle");
      }
    }
    if (arguments.choice("ads") != "none" || arguments.integer("rounds") > 1) {
      throw ArgumentError(arguments.choice("ads") != "none" ? "ads" : "rounds",
                          "only an assault on a vehicle has an ADS or a second round",
                          "the default, or target vehicle");
    }
    attackers_ = static_cast<int>(attackers.size());
    dice_ = attackers_ + static_cast<int>(defenders.size());
    margin_ = arguments.integer("ca_modifier");
    for (const int value : attackers) margin_ += value;
    for (const int value : defenders) margin_ -= value;
  }

  InfantryFight start() const override { return {}; }

  InfantryFight step(const InfantryFight& /*fight*/, Dice& dice) const override {
    struct State {
      std::int16_t rolled;
      std::int16_t margin;
    };
    State state{0, static_cast<std::int16_t>(margin_)};
    for (; state.rolled < dice_; ++state.rolled) {
      dice.at(state);
      const int dr = dice.dr();
      state.margin =
          static_cast<std::int16_t>(state.margin + (state.rolled < attackers_ ? dr : -dr));
    }
    return {state.margin > 0   ? InfantryFight::attackers_win
            : state.margin < 0 ? InfantryFight::defenders_win
                               : InfantryFight::undecided};
  }

  std::optional<Outcome> outcome(const InfantryFight& fight) const override {
    if (fight.result == InfantryFight::undecided) return std::nullopt;
    return Outcome(fight.result == InfantryFight::attackers_win ? "attackers_win"
                                                                : "defenders_win");
  }

 private:
  int attackers_ = 0;
  int dice_ = 0;
  int margin_ = 0;  ///< of CA, before the dice
};

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = {
      choice("target", {"vehicle", "infantry"}, "what is assaulted"),
      text("attackers", troops_form, "the infantry TUs that assault; at most four a vehicle")
          .tried_with({"elite", "2*elite", "veteran trained", "3*warriors", "4*1"}),
      text("defenders", troops_form, "the infantry TUs that are assaulted (target infantry)")
          .optional()
          .tried_with({"", "trained", "2*veteran"}),
      text("dv", "one DV, or one for the quarter of each attacker such as 10 9",
           "the DV of the quarters of the vehicle that are attacked; the lowest counts")
          .optional()
          .tried_with({"", "9", "10", "12"}),
      integer("top_dv", 1, 30, "the Top DV, for the second round")
          .or_named(defence_values(), dv_form)
          .optional()
          .tried_with({"", "7"}),
      integer("rounds", 1, 2, "rounds of assault on a vehicle; in the second a TU is on the roof")
          .by_default("1"),
      integer("ca_modifier", -10, 20, "added to the attackers' CA: 1 for each TU with flamers")
          .by_default("0"),
      ads_parameter("the vehicle's working ADS, which attacks each TU before it arrives"),
      integer("in_arc", 0, 4,
              "how many of the attackers, the first ones, are in the ADS's arc; "
              "left out: all")
          .optional()
          .tried_with({"", "1"}),
      integer("infantry_dv", 1, 20, "the attackers' own DV, where there is an ADS")
          .or_named(defence_values(), dv_form)
          .optional()
          .tried_with({"5", "6"}),
  };
  append(all, DamageRules::parameters_without_overkill());
  return all;
}

std::vector<Term> outcomes() {
  std::vector<Term> all = {{"attackers_win", "the defending infantry is destroyed"},
                           {"defenders_win", "the attacking infantry is destroyed"}};
  for (Term& term : FireTarget::outcomes()) {
    if (term.name != "killed" && term.name != "suppressed") all.push_back(std::move(term));
  }
  return all;
}

}  // namespace

Procedure close_assault() {
  return {
      .name = "slammers.close-assault",
      .rule = "play sheet, phase 6; Supplement 4, Vehicle Close Assault",
      .summary = "infantry swarms a vehicle or other infantry",
      .details =
          "Against a vehicle: 2D6 + the CA of all TUs that arrive, against the lowest DV of the "
          "quarters that they attack; equal is enough. Then the damage chart, without Overkill. "
          "One TU for each quarter, four at most. An ADS attacks each TU in its arc first, on its "
          "own number: a TU that it hits is killed where 1D6 + its FP reaches the TU's DV and "
          "stops short otherwise, and the DV of its quarter no longer counts. In the second round "
          "a TU is on the roof and the Top DV counts if it is lower; a vehicle that is destroyed "
          "is not attacked again, and the ADS does not fire at TUs that have arrived.\n"
          "Against infantry: each TU has 1D6 + CA, the side with the higher total wins, all TUs of "
          "the other are destroyed; ties are rolled again. CA is 4 for elite, 3 veteran, 1 "
          "trained, 0 untrained; a number in place of a quality is the CA itself. Infantry with "
          "flamers has +1 (ca_modifier).\n"
          "Results 1 and 2 of the damage chart are contested (see damage_order).",
      .parameters = parameters(),
      .outcomes = outcomes(),
      .events =
          [] {
            std::vector<Term> all = FireTarget::events();
            all.push_back({"all_stopped", "the ADS stopped every TU"});
            return all;
          }(),
      .measures = {{"weapons_lost", "weapons lost by a vehicle that survives"},
                   {"attackers_killed", "TUs that the ADS killed"},
                   {"attackers_suppressed", "TUs that the ADS suppressed short of the vehicle"}},
      .charts = {QualityLevels::chart_name, TroopClasses::chart_name, AdsChart::chart_name,
                 VehicleDamageChart::chart_name},
      .rule_for = [](const Arguments& arguments, const Charts& charts) -> std::unique_ptr<Rule> {
        if (arguments.choice("target") == "infantry") {
          return std::make_unique<AssaultOnInfantry>(arguments, charts);
        }
        return std::make_unique<AssaultOnVehicle>(arguments, charts);
      },
  };
}

}  // namespace combat_odds::slammers
