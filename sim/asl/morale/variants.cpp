#include "sim/asl/morale/variants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "core/text/columns.hpp"
#include "core/text/suggest.hpp"
#include "sim/declare/procedure.hpp"

namespace combat_odds::asl {
namespace {

/// A15.2
constexpr int heroic_morale = 9;

constexpr const char* hero = "1-4-9";

}  // namespace

BattleHardening::BattleHardening(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(chart, {"nationality", "unit", "class", "hardened"});
  static const std::vector<std::string> classes = {"elite", "first_line", "second_line",
                                                   "green", "conscript",  "none"};
  for (const Columns::Row row : columns) {
    const std::string& text = row.text("class");
    row.one_of("class", classes);
    keys_.emplace_back(row.text("nationality"), row.text("unit"));
    rows_.push_back(
        {text == "elite", text == "conscript" || text == "green", row.text("hardened")});
  }
}

const BattleHardening::Row* BattleHardening::listed(std::string_view nation,
                                                    const std::string& unit) const {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const auto& [whose, what] = keys_[i];
    if (what == unit && (whose == nation || whose == "any")) return &rows_[i];
  }
  return nullptr;
}

const BattleHardening::Row* BattleHardening::find(std::string_view nation,
                                                  const std::string& unit) const {
  if (const Row* const row = listed(nation, unit)) return row;
  const auto other =
      std::find_if(keys_.begin(), keys_.end(), [&](const auto& key) { return key.second == unit; });
  return other == keys_.end() ? nullptr : &rows_[static_cast<std::size_t>(other - keys_.begin())];
}

Traits Variants::allowed(int type, Traits wanted) const {
  const UnitType& unit = roster_[static_cast<std::size_t>(type)];
  if (!unit.is_smc()) wanted.wounded = false;
  if (unit.is_hero()) wanted.berserk = false;  // A15.2
  return wanted;
}

/// Does not apply the maximum of 10: it holds for the sum with all later changes (A.18).
UnitType Variants::with_traits(const UnitType& printed, Traits traits) const {
  UnitType type = printed;
  type.traits = traits;
  int change = traits.fanatic ? 1 : 0;
  if (traits.heroic) type.name.morale = std::max(type.name.morale, heroic_morale);
  if (type.is_leader() && traits.wounded) {  // a wounded hero has a counter of his own
    --change;
    ++type.name.modifier;
  }
  if (traits.encircled && !type.is_hero()) --change;
  type.broken_morale += change;
  type.name.morale += change;
  if (traits.berserk) type.name.morale = highest_morale;
  return type;
}

int Variants::of(int type, Traits traits) {
  const UnitType before = roster_[static_cast<std::size_t>(type)];
  const int printed = before.printed >= 0 ? before.printed : type;
  const UnitType plain = roster_[static_cast<std::size_t>(printed)];
  if (plain.kind == UnitType::Kind::hero && traits.wounded) {
    Traits others = traits;
    others.wounded = false;
    return of(plain.reduced_to >= 0 ? plain.reduced_to : printed, others);
  }
  for (std::size_t i = 0; i < roster_.size(); ++i) {
    if (roster_[i].printed == printed && roster_[i].traits == traits) return static_cast<int>(i);
  }
  const std::size_t position = roster_.size();
  if (position > 250) throw ArgumentError("target", "too many kinds of units", "fewer kinds");
  roster_.push_back(with_traits(plain, traits));
  roster_[position].printed = printed;

  const auto of_link = [&](int link) { return link >= 0 ? of(link, traits) : -1; };
  int reduced = of_link(plain.reduced_to);
  if (traits.heroic) {
    Traits wounded = traits;
    wounded.wounded = true;
    reduced = traits.wounded ? -1 : of(printed, wounded);
  }
  const int replaced = of_link(plain.replaced_by);
  roster_[position].reduced_to = reduced;
  roster_[position].replaced_by = replaced;
  if (hardening_ == nullptr || plain.is_hero() || plain.kind == UnitType::Kind::crew) {
    return static_cast<int>(position);
  }
  const int better = hardened(printed, traits);
  Traits changed = traits;
  changed.berserk = true;
  const int berserk = traits.heroic ? -1 : of(printed, changed);
  changed = traits;
  int heroic = 0;
  if (plain.is_leader()) {
    changed.heroic = true;
    changed.berserk = false;
    heroic = of(printed, changed);
  } else {
    changed = {};
    changed.fanatic = traits.fanatic;
    changed.encircled = traits.encircled;
    changed.group = traits.group;
    changed.stepped_forward = true;
    heroic = of(infantry_.enlist(read_unit(hero, "target"), roster_), changed);
  }
  roster_[position].hardened_to = better;
  roster_[position].berserk_as = berserk;
  roster_[position].heroic_as = heroic;
  return static_cast<int>(position);
}

/// A15.3; a commissar is not subject to Unit Substitution (A25.221).
int Variants::hardened(int printed, Traits traits) {
  const UnitType plain = roster_[static_cast<std::size_t>(printed)];
  if (plain.is_commissar()) return -1;
  const BattleHardening::Row* const row = hardening_->find(nation_, plain.name.text);
  if (row == nullptr) {
    throw ArgumentError(
        "heat_of_battle",
        fmt::format("what {} becomes by Battle Hardening is not on the chart", plain.name.text),
        "units of the chart asl/battle-hardening.csv, or none");
  }
  if (!row->hardened.empty()) {
    return of(infantry_.enlist(read_unit(row->hardened, "target"), roster_), traits);
  }
  traits.fanatic = true;
  return of(printed, traits);
}

MoraleState MoraleState::read(std::string_view text, std::string_view parameter,
                              const std::vector<std::string>& allowed) {
  MoraleState state;
  if (text.empty()) return state;
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) {
    if (std::find(allowed.begin(), allowed.end(), word) == allowed.end()) {
      throw ArgumentError(
          parameter, fmt::format("'{}' is not possible", word),
          did_you_mean(word, allowed, fmt::format("words of: {}", fmt::join(allowed, ", "))));
    }
    state.traits.fanatic |= word == "fanatic";
    state.traits.berserk |= word == "berserk";
    state.traits.wounded |= word == "wounded";
    state.traits.encircled |= word == "encircled";
    state.disrupted |= word == "disrupted";
    state.climbing |= word == "climbing";
  }
  return state;
}

}  // namespace combat_odds::asl
