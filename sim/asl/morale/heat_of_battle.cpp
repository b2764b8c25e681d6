#include "sim/asl/morale/heat_of_battle.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/dice/small.hpp"
#include "core/text/columns.hpp"
#include "sim/asl/units/named_numbers.hpp"

namespace combat_odds::asl {
namespace {

constexpr const char* heat_modifiers = "asl/heat-of-battle-drm.csv";
constexpr const char* creation_table = "asl/leader-creation.csv";
constexpr const char* creation_modifiers = "asl/leader-creation-drm.csv";

/// The rows of a chart of results up to a limit, in rising order.
std::vector<std::pair<int, std::string>> steps(const CsvTable& chart, const char* limit,
                                               const char* what) {
  const Columns columns = Columns::of_chart(chart, {limit, what});
  std::vector<std::pair<int, std::string>> rows;
  for (const Columns::Row row : columns) {
    const int most = row.whole_number(limit);
    if (!rows.empty() && most <= rows.back().first) {
      throw row.error(limit, fmt::format("{} after {}", most, rows.back().first), "rising numbers");
    }
    rows.emplace_back(most, row.text(what));
  }
  return rows;
}

struct CreationTable {
  explicit CreationTable(const CsvTable& chart)
      : rows(steps(chart, "final_dr_at_most", "leader")), file(chart.file) {}
  std::vector<std::pair<int, std::string>> rows;
  std::string file;
};

}  // namespace

const std::string& nation_text(Nation nation) {
  static const std::vector<std::string> texts = {
      "none",     "german",       "russian", "american",   "british",  "finnish", "french",
      "partisan", "allied_minor", "italian", "axis_minor", "japanese", "chinese"};
  return texts[static_cast<std::size_t>(nation)];
}

HeatOfBattleTable::HeatOfBattleTable(const CsvTable& chart) {
  static const std::vector<std::string> results = {"hero", "hero_and_battle_hardening",
                                                   "battle_hardening", "berserk", "surrender"};
  for (const auto& [most, text] : steps(chart, "final_dr_at_most", "result")) {
    const auto known = std::find(results.begin(), results.end(), text);
    if (known == results.end()) {
      throw InputError({chart.file, 1, 1}, fmt::format("result '{}'", text),
                       fmt::format("{}", fmt::join(results, ", ")));
    }
    rows_.emplace_back(most, static_cast<Result>(known - results.begin()));
  }
}

HeatOfBattleTable::Result HeatOfBattleTable::at(int final_dr) const {
  for (const auto& [most, result] : rows_) {
    if (final_dr <= most) return result;
  }
  return rows_.back().second;
}

void HeatOfBattle::describe_in_sight(Declaration<HeatOfBattle>& heat, const std::string& about) {
  heat.asks(&HeatOfBattle::nation, "heat_of_battle", one_of({"none", "german", "russian"}), about)
      .asks(&HeatOfBattle::no_quarter, "no_quarter",
            "Surrender by Heat of Battle is Berserk, as in all of Red Barricades (RB14)")
      .only_when(&HeatOfBattle::played, "", "--heat-of-battle german or russian");
}

void HeatOfBattle::describe(Declaration<HeatOfBattle>& heat, const std::string& about) {
  heat.asks(&HeatOfBattle::nation, "heat_of_battle", one_of({"none", "german", "russian"}), about)
      .asks(&HeatOfBattle::no_quarter, "no_quarter",
            "Surrender by Heat of Battle is Berserk, as in all of Red Barricades (RB14)")
      .asks(&HeatOfBattle::no_known_enemy, "no_known_enemy",
            "no Known enemy is in LOS: Berserk by Heat of Battle is Battle Hardening (A15.44)")
      .only_when({"no_quarter", "no_known_enemy"}, &HeatOfBattle::played, "",
                 "--heat-of-battle german or russian");
}

void HeatOfBattle::prepare(const Charts& charts) {
  if (!played()) return;
  table_ = &charts.get<HeatOfBattleTable>();
  hardening_ = &charts.get<BattleHardening>();
  const NamedNumbers& modifiers = charts.get<NamedNumbers>(heat_modifiers);
  of_nation_ = modifiers.at(nation_text(nation), "drm");
  of_elite_ = modifiers.at("elite", "drm");
  of_inexperienced_ = modifiers.at("inexperienced", "drm");
  of_broken_ = modifiers.at("broken", "drm");
}

int HeatOfBattle::modifier(const BattleHardening::Row& of_class, bool broken) const {
  return drm + of_nation_ + (of_class.elite ? of_elite_ : 0) +
         (of_class.inexperienced ? of_inexperienced_ : 0) + (broken ? of_broken_ : 0);
}

bool HeatOfBattle::may_surrender(const UnitType& unit) const {
  const bool fights_on = no_quarter || unit.traits.fanatic || unit.is_commissar() ||
                         nation == Nation::japanese || nation == Nation::partisan;
  return concerns(unit) && !fights_on;
}

/// A15.1 and its notes: units that never surrender go berserk; without a Known enemy they harden
/// instead.
HeatOfBattle::Result HeatOfBattle::result(int final_dr, const UnitType& unit, bool elite) const {
  Result result = table_->at(final_dr);
  const bool gives_up_early = nation == Nation::italian || nation == Nation::axis_minor;
  if (gives_up_early && !elite && final_dr >= 10) result = Result::surrender;  // A25.6, A25.82
  if (result == Result::surrender && !may_surrender(unit)) result = Result::berserk;
  if (result == Result::berserk && no_known_enemy) result = Result::battle_hardening;
  return result;
}

HeatOfBattle::Result HeatOfBattle::roll(Dice& dice, const UnitType& unit, bool broken) const {
  const BattleHardening::Row* const row = hardening_->find(nation_text(nation), unit.name.text);
  return roll(dice, unit, row != nullptr ? *row : BattleHardening::Row(), broken);
}

HeatOfBattle::Result HeatOfBattle::roll(Dice& dice, const UnitType& unit,
                                        BattleHardening::Row of_class, bool broken) const {
  const int with = modifier(of_class, broken);
  return dice.DR([&](TwoDice roll) { return result(roll.total() + with, unit, of_class.elite); });
}

void LeaderCreation::prepare(const Charts& charts, Nation nation) {
  const CreationTable& table = charts.get<CreationTable>(creation_table);
  std::size_t count = 0;
  for (const auto& [most, leader] : table.rows) {
    if (leader == "none") continue;
    if (count == kinds) {
      throw InputError({table.file, 1, 1}, "more leaders than the chart prints", "four of them");
    }
    leaders_[count] = leader;
    at_most_[count++] = most;
  }
  const NamedNumbers& modifiers = charts.get<NamedNumbers>(creation_modifiers);
  static const std::vector<Nation> named = {Nation::american, Nation::british, Nation::german,
                                            Nation::russian,  Nation::italian, Nation::chinese};
  if (std::find(named.begin(), named.end(), nation) != named.end()) {
    of_nation_ = modifiers.at(nation_text(nation), "drm");
  }
  of_high_morale_ = modifiers.at("morale_8_or_more", "drm");
  of_low_morale_ = modifiers.at("morale_6_or_less", "drm");
  of_broken_ = modifiers.at("broken", "drm");
  of_vehicle_ = modifiers.at("vehicle", "drm");
  of_column_ = modifiers.at("column_below_1_1", "drm");
}

int LeaderCreation::modifier(const Unit& unit) const {
  int sum = of_nation_;
  if (unit.morale >= 8) sum += of_high_morale_;
  if (unit.morale <= 6) sum += of_low_morale_;
  if (unit.broken) sum += of_broken_;
  if (unit.against_vehicle) sum += of_vehicle_;
  return sum + unit.columns_below_1_1 * of_column_;
}

std::uint8_t LeaderCreation::at(int final_dr) const {
  for (std::size_t i = 0; i < kinds; ++i) {
    if (!leaders_[i].empty() && final_dr <= at_most_[i]) return small(i);
  }
  return nobody;
}

std::uint8_t LeaderCreation::roll(Dice& dice, const Unit& unit) const {
  const int drm = modifier(unit);
  return dice.die([&](int roll) { return at(roll + drm); });
}

}  // namespace combat_odds::asl
