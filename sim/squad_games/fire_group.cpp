#include "sim/squad_games/fire_group.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/text/columns.hpp"
#include "core/text/number_text.hpp"
#include "core/text/suggest.hpp"
#include "core/text/trimmed.hpp"
#include "core/text/words.hpp"
#include "sim/declare/names.hpp"
#include "sim/declare/procedure.hpp"

namespace combat_odds {

const char* const fire_group_form =
    "units and weapons such as '2*4-6-7 LMG', or a weapon by what is printed on it: 3-8 for 3 FP "
    "and a normal range of 8";

namespace {

constexpr std::size_t most_firers = 24;

/// Replaces pluses by spaces ("a+b" becomes "a b"), except in a leader's "6+1".
std::string without_pluses(std::string_view text) {
  std::string plain;
  for (const std::string_view word : words_of(text)) {
    if (is_unit(word)) {
      plain += std::string(word) + ' ';
      continue;
    }
    for (const char character : word) plain += character == '+' ? ' ' : character;
    plain += ' ';
  }
  return plain;
}

/// "81 FP" becomes "81FP", which is no unit.
std::string with_fp_joined(const std::string& text) {
  std::string joined;
  for (const std::string_view word : words_of(text)) {
    if (word != "FP" && word != "fp" && !joined.empty()) joined += ' ';
    joined += word;
  }
  return joined;
}

/// The text from word `first` up to word `end`.
std::string_view run_of(const std::vector<std::string_view>& words, std::size_t first,
                        std::size_t end) {
  const char* const stop = words[end - 1].data() + words[end - 1].size();
  return {words[first].data(), static_cast<std::size_t>(stop - words[first].data())};
}

std::optional<std::vector<UnitName>> units_in(std::string_view text, std::string_view parameter) {
  try {
    return read_units(text, parameter, most_firers);
  } catch (const ArgumentError&) {
    return std::nullopt;
  }
}

/// Reads a weapon given by its numbers: "3-8", "3" or "3 FP".
std::optional<WeaponCounter> printed(std::string_view text) {
  if (text.ends_with("FP") || text.ends_with("fp")) text = trimmed(text.substr(0, text.size() - 2));
  const std::size_t hyphen = text.find('-');
  const auto firepower = number_in<double>(text.substr(0, hyphen));
  if (!firepower || *firepower < 0 || *firepower > 100) return std::nullopt;
  if (hyphen == text.npos) return WeaponCounter{std::string(text), *firepower, 0};
  const auto range = number_in<int>(text.substr(hyphen + 1));
  if (!range || *range < 1 || *range > 40) return std::nullopt;
  return WeaponCounter{std::string(text), *firepower, *range};
}

bool ends_with_word(std::string_view name, std::string_view word) {
  const std::string whole = name_key(name);
  const std::string end = name_key(word);
  const std::size_t space = name.size() > word.size() ? name.size() - word.size() - 1 : name.npos;
  return space < name.size() && name[space] == ' ' && whole.ends_with(end);
}

class Reader {
 public:
  Reader(std::string_view parameter, const Charts& charts, const std::string& weapons,
         const std::string& nationalities)
      : parameter_(parameter),
        charts_(charts),
        weapon_chart_(weapons),
        nationality_chart_(nationalities) {}

  FireGroup read(std::string_view text) {
    const std::string plain = with_fp_joined(without_pluses(text));
    const std::vector<std::string_view> words = words_of(plain);
    for (const std::string_view word : words) ask_back(word);
    for (std::size_t first = 0; first < words.size();) first = take(words, first);
    for (const auto& [name, count] : of_a_nation_) add_weapon(of_their_nation(name), count);
    if (group_.units.empty() && group_.leaders.empty() && group_.weapons.empty()) {
      throw ArgumentError(parameter_, fmt::format("{} names nobody", parameter_), fire_group_form);
    }
    return std::move(group_);
  }

 private:
  /// Takes the unit or weapon that begins at word `first`. Returns the index of the next word.
  std::size_t take(const std::vector<std::string_view>& words, std::size_t first) {
    for (std::size_t end = words.size(); end > first; --end) {
      std::string_view name = run_of(words, first, end);
      if (const auto units = units_in(name, parameter_)) {
        for (const UnitName& unit : *units) add_unit(unit);
        return end;
      }
      int count = 1;
      if (const std::size_t star = name.find('*'); star != name.npos) {
        const auto times = number_in<int>(trimmed(name.substr(0, star)));
        if (!times || *times < 1 || *times > 12) continue;
        count = *times;
        name = trimmed(name.substr(star + 1));
      }
      if (const WeaponCounter* const known = listed(name)) {
        add_weapon(*known, count);
        return end;
      }
      if (!candidates(name).empty()) {
        of_a_nation_.emplace_back(name, count);
        return end;
      }
      if (const auto weapon = printed(name)) {
        add_weapon(*weapon, count);
        return end;
      }
    }
    refuse(words[first]);
  }

  /// "81" is an 8-1 or a weapon of 81 FP; no weapon has the 467 FP of a "467".
  void ask_back(std::string_view word) const {
    const std::string_view name = word.substr(std::min(word.find('*') + 1, word.size()));
    const bool digits = name.find_first_not_of("0123456789") == name.npos;
    if (!digits || !is_unit(name) || !printed(name)) return;
    const std::string leader = read_unit(name, parameter_).text;
    throw ArgumentError(parameter_, fmt::format("{}: the leader {}, or {} FP?", name, leader, name),
                        fmt::format("{} or {} FP", leader, name));
  }

  void add_unit(const UnitName& unit) {
    (unit.leader ? group_.leaders : group_.units).push_back(unit);
    check_size();
  }
  void add_weapon(const WeaponCounter& weapon, int count) {
    group_.weapons.insert(group_.weapons.end(), static_cast<std::size_t>(count), weapon);
    check_size();
  }
  void check_size() const {
    if (group_.units.size() + group_.leaders.size() + group_.weapons.size() > most_firers) {
      throw ArgumentError(parameter_, fmt::format("{} names more than fire together", parameter_),
                          fmt::format("at most {}", most_firers));
    }
  }

  const std::vector<WeaponCounter>& weapons() const {
    return charts_.get<WeaponChart>(weapon_chart_).all();
  }
  const WeaponCounter* listed(std::string_view name) const {
    const std::string key = name_key(name);
    const auto found =
        std::find_if(weapons().begin(), weapons().end(),
                     [&](const WeaponCounter& weapon) { return name_key(weapon.name) == key; });
    return found == weapons().end() ? nullptr : &*found;
  }
  /// The weapons of that name, whatever their nation.
  std::vector<const WeaponCounter*> candidates(std::string_view name) const {
    std::vector<const WeaponCounter*> found;
    for (const WeaponCounter& weapon : weapons()) {
      if (ends_with_word(weapon.name, name)) found.push_back(&weapon);
    }
    return found;
  }

  /// The nations to which all units (or, without units, all leaders) may belong.
  std::vector<std::string> nations() const {
    const auto& chart = charts_.get<NationalityChart>(nationality_chart_);
    std::vector<std::string> common;
    bool any = false;
    for (const auto& units : {group_.units, group_.leaders}) {
      if (any) break;
      for (const UnitName& unit : units) {
        const std::vector<std::string> own = chart.of(unit.text);
        if (own.empty()) continue;
        if (!any) common = own;
        std::erase_if(common, [&](const std::string& nation) {
          return std::find(own.begin(), own.end(), nation) == own.end();
        });
        any = true;
      }
    }
    return common;
  }

  const WeaponCounter& of_their_nation(const std::string& name) const {
    std::vector<const WeaponCounter*> found = candidates(name);
    const auto same = [&](const WeaponCounter* weapon) {
      return weapon->firepower == found.front()->firepower &&
             weapon->normal_range == found.front()->normal_range;
    };
    if (std::all_of(found.begin(), found.end(), same)) return *found.front();
    const std::vector<std::string> of = nations();
    std::vector<std::string> all;
    for (const WeaponCounter* weapon : found) all.push_back(weapon->name);
    std::erase_if(found, [&](const WeaponCounter* weapon) {
      return std::none_of(of.begin(), of.end(), [&](const std::string& nation) {
        return name_key(weapon->name).starts_with(name_key(nation));
      });
    });
    if (found.size() == 1) return *found.front();
    for (const WeaponCounter* weapon : found) {  // "HMG" of Russians is no ".50 HMG"
      if (of.size() == 1 && name_key(weapon->name) == name_key(of.front() + " " + name)) {
        return *weapon;
      }
    }
    throw ArgumentError(parameter_, fmt::format("whose {}?", name),
                        fmt::format("{}", fmt::join(all, " or ")));
  }

  [[noreturn]] void refuse(std::string_view word) const {
    std::vector<std::string> names;
    for (const WeaponCounter& weapon : weapons()) names.push_back(weapon.name);
    throw ArgumentError(
        parameter_,
        fmt::format("'{}' is no unit, and no weapon of the chart {}", word, weapon_chart_),
        did_you_mean(word, names,
                     "a weapon that it lacks by what is printed on it: 3-8 for 3 FP and a normal "
                     "range of 8"));
  }

  std::string_view parameter_;
  const Charts& charts_;
  const std::string& weapon_chart_;
  const std::string& nationality_chart_;
  FireGroup group_;
  std::vector<std::pair<std::string, int>>
      of_a_nation_;  ///< weapons without a nation, until all units are known
};

}  // namespace

WeaponChart::WeaponChart(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(chart, {"weapon", "firepower", "normal_range"});
  for (const Columns::Row row : columns) {
    WeaponCounter weapon{row.text("weapon"), static_cast<double>(row.whole_number("firepower")),
                         row.whole_number("normal_range")};
    if (columns.has("breakdown_number")) {
      weapon.breakdown_number =
          row.whole_number_if_any("breakdown_number").value_or(weapon.breakdown_number);
    }
    weapons_.push_back(std::move(weapon));
  }
}

NationalityChart::NationalityChart(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(chart, {"nationality", "unit"});
  for (const Columns::Row row : columns) {
    rows_.emplace_back(row.text("unit"), row.text("nationality"));
  }
}

std::vector<std::string> NationalityChart::of(const std::string& unit) const {
  std::vector<std::string> nations;
  for (const auto& [name, nation] : rows_) {
    if (name == unit) nations.push_back(nation);
  }
  return nations;
}

FireGroup read_fire_group(std::string_view text, std::string_view parameter, const Charts& charts,
                          const std::string& weapons, const std::string& nationalities) {
  return Reader(parameter, charts, weapons, nationalities).read(text);
}

UnitName read_leader(std::string_view text, std::string_view parameter) {
  UnitName unit = read_unit(text, parameter);
  if (!unit.leader) {
    throw ArgumentError(parameter, fmt::format("{} is no leader", unit.text),
                        "a leader such as 9-1");
  }
  return unit;
}

UnitName director_among(const FireGroup& group, const std::optional<UnitName>& named,
                        const std::string& one_directs) {
  if (named) {
    throw ArgumentError("leader",
                        fmt::format("the attackers have a leader: {}", group.leaders[0].text),
                        "name the one who directs once");
  }
  if (group.leaders.size() > 1) throw ArgumentError("attackers", one_directs, "one leader");
  return group.leaders.front();
}

std::string units_text(const std::vector<UnitName>& units) {
  std::string text;
  for (auto unit = units.begin(); unit != units.end();) {
    const auto next = std::find_if(unit, units.end(), [&](const UnitName& other) {
      return other.text != unit->text || other.group != unit->group;
    });
    const auto count = next - unit;
    if (unit != units.begin()) text += (unit - 1)->group == unit->group ? " " : "; ";
    text += count == 1 ? unit->text : fmt::format("{}*{}", count, unit->text);
    const bool ends = next == units.end() || next->group != unit->group;
    if (ends && unit->drm != 0) text += fmt::format("@{}", unit->drm);
    unit = next;
  }
  return text;
}

std::string firers_text(const FireGroup& group) {
  std::string text = units_text(group.units.empty() ? group.leaders : group.units);
  for (auto weapon = group.weapons.begin(); weapon != group.weapons.end();) {
    const auto next = std::find_if(weapon, group.weapons.end(), [&](const WeaponCounter& other) {
      return other.name != weapon->name;
    });
    const auto count = next - weapon;
    if (!text.empty()) text += ' ';
    text += count == 1 ? weapon->name : fmt::format("{}*{}", count, weapon->name);
    weapon = next;
  }
  return text;
}

std::string amount_text(int number, std::string_view one, std::string_view several) {
  return fmt::format("{} {}", number, number == 1 ? one : several);
}

std::string signed_text(int modifier) {
  return (modifier > 0 ? "+" : "") + std::to_string(modifier);
}

std::string firepower_text(double firepower) {
  constexpr double most = 1e6;  // beyond, it is written with an exponent
  const bool is_whole = firepower >= 0 && firepower < most && std::floor(firepower) == firepower;
  return is_whole ? std::to_string(static_cast<int>(firepower)) : fmt::format("{:g}", firepower);
}

void ModifierSum::add(const std::string& cause, int modifier) {
  if (modifier == 0) return;
  total_ += modifier;
  causes_ += fmt::format("{}{} {}", causes_.empty() ? "" : ", ", cause, signed_text(modifier));
}

std::string ModifierSum::text() const {
  return causes_.empty() ? "" : causes_ + ": " + signed_text(total_);
}

void FirepowerSum::add(const std::string& name, double firepower, double factor,
                       const std::string& of_it) {
  for (Firer& firer : firers_) {
    if (firer.name == name && firer.firepower == firepower && firer.words == of_it) {
      ++firer.count;
      return;
    }
  }
  firers_.push_back({name, 1, firepower, factor, of_it});
}

void FirepowerSum::multiply(double factor, const std::string& words) {
  factor_ *= factor;
  words_ += ", " + words;
}

double FirepowerSum::total() const {
  double sum = 0;
  for (const Firer& firer : firers_) sum += firer.count * firer.firepower * firer.factor;
  return sum * factor_;
}

std::string FirepowerSum::text() const {
  std::string text;
  for (const Firer& firer : firers_) {
    if (!text.empty()) text += " + ";
    if (firer.count > 1) text += fmt::format("{} x ", firer.count);
    text += firer.name.empty() ? fmt::format("{}", firer.firepower)
                               : fmt::format("{} {}", firer.name, firer.firepower);
    if (!firer.words.empty()) text += fmt::format(" ({})", firer.words);
  }
  return text + words_;
}

}  // namespace combat_odds
