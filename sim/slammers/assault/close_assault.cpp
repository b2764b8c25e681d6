#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>

#include "core/text/number_text.hpp"
#include "core/text/words.hpp"
#include "sim/slammers/fire/defence_values.hpp"
#include "sim/slammers/fire/fire_target.hpp"
#include "sim/slammers/fire/weapons.hpp"

namespace combat_odds::slammers {
namespace {

constexpr const char* troops_form =
    "infantry TUs by quality, class or CA, with flamers or without, separated by spaces, such as 2*elite trained+flamers 5";
constexpr std::size_t most_on_a_vehicle = 4;  // one TU for each quarter
constexpr std::size_t most_infantry = 12;

/// An infantry TU in close assault.
struct Assaulter {
  int ca = 0;
  bool flamers = false;
};

/// What flamers add to the CA (play sheet): against infantry in the open, and against vehicles and
/// infantry in hard cover.
constexpr int flamers_ca = 1;
constexpr int flamers_ca_at_hard_targets = 2;

std::vector<int> with_flamers(const std::vector<Assaulter>& troops, bool hard_target) {
  const int more = hard_target ? flamers_ca_at_hard_targets : flamers_ca;
  std::vector<int> values;
  for (const Assaulter& tu : troops) values.push_back(tu.ca + (tu.flamers ? more : 0));
  return values;
}

/// Reads the TUs with their close assault values (CA).
std::vector<Assaulter> read_troops(std::string_view text, std::string_view parameter,
                                   const Charts& charts) {
  constexpr std::string_view flamers = "+flamers";
  std::vector<Assaulter> troops;
  for (std::string_view word : words_of(text)) {
    std::optional<std::size_t> count = 1;
    if (const std::size_t star = word.find('*'); star != word.npos) {
      count = number_in<std::size_t>(word.substr(0, star));
      if (!count || *count < 1 || *count > most_infantry) {
        throw ArgumentError(parameter,
                            fmt::format("'{}' is no number of TUs", word.substr(0, star)),
                            fmt::format("1 to {}, as in 2*elite", most_infantry));
      }
      word = word.substr(star + 1);
    }
    const bool has_flamers = word.ends_with(flamers);
    if (has_flamers) word.remove_suffix(flamers.size());
    std::optional<int> value = number_in<int>(word);
    if (value && (*value < 0 || *value > 20)) {
      throw ArgumentError(parameter, fmt::format("a CA of {}", *value), "0 to 20");
    }
    if (!value) {
      const Quality quality = charts.get<TroopClasses>().fights_as(word, parameter);
      value = charts.get<QualityLevels>().at(quality).close_assault;
    }
    troops.insert(troops.end(), *count, {*value, has_flamers});
  }
  return troops;
}

constexpr int least_dv = 1;
constexpr int most_dv = 30;

std::vector<int> read_dvs(std::string_view text, std::string_view parameter) {
  std::vector<int> dvs;
  for (const std::string_view word : words_of(text)) {
    const std::optional<int> dv = number_in<int>(word);
    if (!dv || *dv < least_dv || *dv > most_dv) {
      throw ArgumentError(parameter, fmt::format("'{}' is no DV", word), "1 to 30, such as 10 9");
    }
    dvs.push_back(*dv);
  }
  return dvs;
}

void check_number(const std::vector<Assaulter>& troops, const char* parameter, std::size_t most) {
  if (!troops.empty() && troops.size() <= most) return;
  throw ArgumentError(parameter, fmt::format("{} names {} TUs", parameter, troops.size()),
                      most == most_on_a_vehicle ? "1 to 4: one for each quarter of the vehicle"
                                                : fmt::format("1 to {}", most));
}

/// Infantry against a vehicle: 2D6 + the sum of CA against the most advantageous DV (play sheet;
/// Supplement 4, "Vehicle Close Assault").
struct AssaultOnVehicle {
  std::vector<int> attackers;  ///< their CA
  std::vector<int> dvs;        ///< of the quarter that each attacker faces
  int ca_modifier = 0;
  int rounds = 1;
  int top_dv = 0;
  Ads ads;
  int in_arc = 0;
  int infantry_dv = 0;
  DamageRules damage;

  Outcome resolve(Dice& dice) const {
    State state;
    for (; state.attacker < attackers.size(); ++state.attacker) {
      dice.at(state);
      if (!stopped_by_ads(dice, state)) {
        state.arrived = static_cast<std::uint8_t>(state.arrived | (1U << state.attacker));
      }
    }
    if (state.arrived != 0) {
      for (state.round = 0; state.round < rounds; ++state.round) {
        dice.at(state);
        if (state.target.dead()) continue;
        assault(dice, state);
      }
    }
    return FireTarget::vehicle(0, damage)
        .outcome(state.target)
        .event("all_stopped", state.arrived == 0)
        .event("reaches_damage_chart", state.got_through != 0)
        .measure("attackers_killed", state.killed)
        .measure("attackers_suppressed", state.suppressed);
  }

  struct State {
    std::uint8_t attacker = 0;
    std::uint8_t arrived = 0;  ///< a bit for each attacker that reached the target
    std::uint8_t killed = 0;
    std::uint8_t suppressed = 0;
    std::uint8_t round = 0;
    std::uint8_t got_through = 0;  ///< an assault came to a damage roll
    TargetState target;
  };

  /// The ADS attacks each TU in its arc before it arrives. A TU that is hit is killed or stops
  /// short.
  bool stopped_by_ads(Dice& dice, State& state) const {
    if (state.attacker >= in_arc) return false;
    bool stopped = false;
    bool killed = false;
    for (int shot = 0; shot < ads.shots && !killed; ++shot) {
      if (!ads.stops(dice)) continue;
      stopped = true;
      killed = dice.die([&](int dr) { return dr + ads.fp_infantry >= infantry_dv; });
    }
    if (killed) {
      ++state.killed;
    } else if (stopped) {
      ++state.suppressed;
    }
    return stopped;
  }

  void assault(Dice& dice, State& state) const {
    int sum = ca_modifier;
    int dv = 99;
    for (std::size_t i = 0; i < attackers.size(); ++i) {
      if ((state.arrived >> i & 1U) == 0) continue;
      sum += attackers[i];
      dv = std::min(dv, dvs[i]);
    }
    if (state.round > 0) dv = std::min(dv, top_dv);
    const bool reached = dice.DR([&](TwoDice roll) { return roll.total() + sum >= dv; });
    if (!reached) return;
    state.got_through = 1;
    const std::optional<Damage> done = damage.hit(dice, 0);
    if (done) DamageRules::record(state.target.vehicle, *done);
  }
};

struct InfantryFight {
  enum Result : std::uint8_t { undecided, attackers_win, defenders_win };
  Result result = undecided;
};

/// Infantry against infantry: 1D6 + CA for each TU, the higher total wins, ties are rerolled.
struct AssaultOnInfantry {
  int attackers = 0;
  int troops = 0;  ///< of both sides
  int margin = 0;  ///< the attackers' CA less the defenders', before the dice

  InfantryFight start() const { return {}; }

  InfantryFight step(const InfantryFight& /*fight*/, Dice& dice) const {
    struct State {
      std::int16_t rolled;
      std::int16_t margin;
    };
    State state{0, static_cast<std::int16_t>(margin)};
    for (; state.rolled < troops; ++state.rolled) {
      dice.at(state);
      const int dr = dice.die();
      state.margin =
          static_cast<std::int16_t>(state.margin + (state.rolled < attackers ? dr : -dr));
    }
    return {state.margin > 0   ? InfantryFight::attackers_win
            : state.margin < 0 ? InfantryFight::defenders_win
                               : InfantryFight::undecided};
  }

  std::optional<Outcome> outcome(const InfantryFight& fight) const {
    if (fight.result == InfantryFight::undecided) return std::nullopt;
    return Outcome(fight.result == InfantryFight::attackers_win ? "attackers_win"
                                                                : "defenders_win");
  }
};

struct CloseAssault {
  enum class Target : std::uint8_t { vehicle, infantry };

  Target target = Target::vehicle;
  std::vector<Assaulter> attackers;
  std::optional<std::vector<Assaulter>> defenders;
  bool hard_cover = false;
  std::optional<std::vector<int>> dvs;
  std::optional<int> top_dv;
  int rounds = 1;
  int ca_modifier = 0;
  Ads ads;
  std::optional<int> in_arc;
  std::optional<int> infantry_dv;
  DamageRules damage = DamageRules::as_charted();

  std::unique_ptr<Rule> rule(const Charts& /*charts*/) const {
    if (target == Target::vehicle) {
      return std::make_unique<PlayedOnce<AssaultOnVehicle>>(on_vehicle());
    }
    return std::make_unique<PlayedInTurns<AssaultOnInfantry>>(on_infantry());
  }

  AssaultOnVehicle on_vehicle() const {
    check_number(attackers, "attackers", most_on_a_vehicle);
    const int number = static_cast<int>(attackers.size());
    if (rounds > 1 && !top_dv) {
      throw ArgumentError("top_dv", "a second round without the Top DV",
                          "--top-dv; a TU is on the roof then");
    }
    if (in_arc.value_or(0) > number) {
      throw ArgumentError("in_arc", "more TUs in the ADS's arc than there are attackers",
                          fmt::format("0 to {}", number));
    }
    if (!ads.none() && !infantry_dv) {
      throw ArgumentError("infantry_dv", "an ADS attacks infantry without a DV",
                          "--infantry-dv, the attackers' DV from their Detachment Card");
    }
    return {with_flamers(attackers, true),
            quarters(),
            ca_modifier,
            rounds,
            top_dv.value_or(0),
            ads,
            in_arc.value_or(number),
            infantry_dv.value_or(0),
            damage};
  }

  /// The DV of the quarter that each attacker faces.
  std::vector<int> quarters() const {
    if (!dvs) {
      throw ArgumentError("dv", "the vehicle has no DV",
                          "the DV of the quarter that is attacked, or of each attacker's quarter");
    }
    if (dvs->size() == 1) return std::vector<int>(attackers.size(), dvs->front());
    if (dvs->size() != attackers.size()) {
      throw ArgumentError("dv",
                          fmt::format("{} DVs for {} attackers", dvs->size(), attackers.size()),
                          "one for all, or one for each attacker's quarter");
    }
    return *dvs;
  }

  AssaultOnInfantry on_infantry() const {
    const std::vector<Assaulter> against = defenders.value_or(std::vector<Assaulter>());
    check_number(attackers, "attackers", most_infantry);
    check_number(against, "defenders", most_infantry);
    AssaultOnInfantry fight;
    fight.attackers = static_cast<int>(attackers.size());
    fight.troops = fight.attackers + static_cast<int>(against.size());
    const std::vector<int> own = with_flamers(attackers, hard_cover);
    const std::vector<int> other = with_flamers(against, false);
    fight.margin = std::accumulate(own.begin(), own.end(), ca_modifier) -
                   std::accumulate(other.begin(), other.end(), 0);
    return fight;
  }
};

}  // namespace

Procedure close_assault() {
  const auto on_vehicle = [](const CloseAssault& assault) {
    return assault.target == CloseAssault::Target::vehicle;
  };
  const auto on_infantry = [=](const CloseAssault& assault) { return !on_vehicle(assault); };
  const auto defended = [](const CloseAssault& assault) { return !assault.ads.none(); };
  return procedure<CloseAssault>("slammers.close-assault",
                                 "play sheet, phase 6; Supplement 4, Vehicle Close Assault",
                                 "infantry swarms a vehicle or other infantry")
      .asks(&CloseAssault::target, "target", one_of({"vehicle", "infantry"}), "what is assaulted")
      .asks(&CloseAssault::attackers, "attackers", troops_form,
            "the infantry TUs that assault; at most four a vehicle", read_troops)
      .tried_with({"elite", "2*elite", "veteran+flamers trained", "3*warriors", "4*1+flamers"})
      .asks(&CloseAssault::defenders, "defenders", troops_form,
            "the infantry TUs that are assaulted (target infantry)", read_troops)
      .tried_with({"trained", "2*veteran"})
      .only_when(on_infantry, "", "--target infantry")
      .asks(&CloseAssault::hard_cover, "hard_cover",
            "the assaulted infantry is in hard cover: flamers have +2 instead of +1")
      .only_when(
          [=](const CloseAssault& assault) {
            return on_infantry(assault) &&
                   std::ranges::any_of(assault.attackers, &Assaulter::flamers);
          },
          "", "--target infantry and attackers with flamers")
      .asks(&CloseAssault::dvs, "dv",
            "one DV, or one for the quarter of each attacker such as 10 9",
            "the DV of the quarters of the vehicle that are attacked; the lowest counts", read_dvs)
      .tried_with({"9", "10", "12"})
      .adjust("dv",
              [](Parameter& dv) {  // several to compare: "4..10"
                dv.least = least_dv;
                dv.most = most_dv;
              })
      .only_when(on_vehicle, "", "--target vehicle")
      .asks(&CloseAssault::top_dv, "top_dv", 1, 30, "the Top DV, for the second round")
      .or_named(defence_values(), dv_form)
      .only_when(on_vehicle, "", "--target vehicle")
      .only_when([](const CloseAssault& assault) { return assault.rounds > 1; },
                 "the Top DV counts in a second round only", "--rounds 2")
      .asks(&CloseAssault::rounds, "rounds", 1, 2,
            "rounds of assault on a vehicle; in the second a TU is on the roof")
      .only_when(on_vehicle, "", "--target vehicle")
      .asks(&CloseAssault::ca_modifier, "ca_modifier", -10, 20,
            "added to the CA of all that arrive, for anything but flamers")
      .includes(&CloseAssault::ads, "",
                "the vehicle's working ADS, which attacks each TU before it arrives")
      .only_when(on_vehicle, "", "--target vehicle")
      .asks(&CloseAssault::in_arc, "in_arc", 0, 4,
            "how many of the attackers, the first ones, are in the ADS's arc; default: all")
      .only_when(on_vehicle, "", "--target vehicle")
      .only_when(defended, "", "--ads")
      .asks(&CloseAssault::infantry_dv, "infantry_dv", 1, 20,
            "the attackers' own DV, where there is an ADS")
      .or_named(defence_values(), dv_form)
      .only_when(defended, "only an ADS attacks the infantry's DV", "--ads")
      .includes(&CloseAssault::damage, "", DamageRules::Asked{.overkill = false, .order = false})
      .only_when({"field_mechanic"}, on_vehicle, "only vehicles roll for damage",
                 "--target vehicle")
      .outcome("attackers_win", "the defending infantry is destroyed")
      .outcome("defenders_win", "the attacking infantry is destroyed")
      .outcomes(FireTarget::vehicle_outcomes())
      .events(FireTarget::vehicle_events())
      .event("all_stopped", "the ADS stopped every TU")
      .event("reaches_damage_chart",
             "an assault on a vehicle is enough for a roll on the damage chart")
      .measure("weapons_lost", "weapons lost by a vehicle that survives")
      .measure("attackers_killed", "TUs that the ADS killed")
      .measure("attackers_suppressed", "TUs that the ADS suppressed short of the vehicle")
      .headline("attackers_win", "the attackers win")
      .headline("knocked_out", "the vehicle is knocked out")
      .headline("damaged", "it is damaged")
      .headline("mean attackers_killed", "{} attackers are killed on average");
}

}  // namespace combat_odds::slammers
