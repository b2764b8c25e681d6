#include "studies/campaign/fights/fight.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "ask/situation.hpp"
#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "core/text/suggest.hpp"
#include "core/text/words.hpp"
#include "sim/asl/close_fight/assault.hpp"
#include "sim/asl/infantry/armed_group.hpp"
#include "sim/red_barricades/reinforcement.hpp"

namespace combat_odds::red_barricades {
namespace {

const Procedure& assault() {
  static const Procedure procedure = asl::assault();
  return procedure;
}

/// What a parameter of asl.assault reports alone is no matter of a campaign.
constexpr std::array<std::string_view, 5> only_reported = {
    "by_kind", "casualty_vp", "when_decided", "attacker_nationality", "defender_nationality"};

constexpr const char* modules = "oba_modules";

std::vector<std::string> measures_bought() {
  std::vector<std::string> names;
  for (const auto& [kind, name] : measures_of_kinds()) names.push_back(name);
  return names;
}

Scenario scenario(const std::vector<GivenValue>& given, const Place& place) {
  return {"fight", assault(), given, place};
}

/// Of those who are no leaders: the campaign's crews are those of note c, all others squads.
std::string measure_of(const UnitName& unit) {
  if (unit.leader) return "leaders " + unit.text;
  const bool is_crew = unit.text == "1-2-7" || unit.text == "2-2-8";
  return (is_crew ? "crews " : "squads ") + unit.text;
}

/// "German HMG" is the HMG that a Red Barricades chart brings, "Russian .50 HMG" the .50c-HMG.
std::string campaign_weapon(std::string name) {
  for (const std::string_view nation : {"German ", "Russian "}) {
    if (name.starts_with(nation)) name.erase(0, nation.size());
  }
  return name == ".50 HMG" ? ".50c-HMG" : name;
}

}  // namespace

std::vector<std::string> fight_columns() {
  std::vector<std::string> columns = {"name", "needs"};
  for (const Parameter& parameter : assault().parameters) {
    const bool reports = std::find(only_reported.begin(), only_reported.end(), parameter.name) !=
                         only_reported.end();
    const bool needed =
        std::ranges::find(needed_fight_columns, parameter.name) != needed_fight_columns.end();
    if (!reports && !needed) columns.push_back(parameter.name);
  }
  return columns;
}

/// Reads one line.
class FightReader {
 public:
  FightReader(const Columns::Row& row, const HistoricalDrm& days,
              const std::vector<std::string>& units, const Charts& charts, Faults& faults)
      : row_(row), days_(days), units_(units), charts_(charts), faults_(faults) {}

  std::optional<Fight> read(const CsvTable& table) {
    fight_.place = row_.place();
    fight_.name = row_.text("name");
    fight_.charts_ = &charts_;
    const bool is_placed = read_day() && read_side();
    const bool has_needs = read_needs();
    try {
      read_situation(table);
    } catch (const InputError& error) {
      faults_.add(error);
      return std::nullopt;
    }
    if (!is_placed || !has_needs || faulty_) return std::nullopt;
    return std::move(fight_);
  }

 private:
  void fault(std::string_view column, const std::string& wrong, const std::string& right) {
    row_.fault(column, wrong, right);
    faulty_ = true;
  }

  bool read_day() {
    const std::optional<std::size_t> day = days_.day(row_.text("date"));
    if (!day) {
      fault("date", fmt::format("'{}' is not possible", row_.text("date")), days_.allowed());
    }
    fight_.day = day.value_or(0);
    return day.has_value();
  }

  bool read_side() {
    const std::string& text = row_.text("side");
    const std::optional<Side> side = side_named(text);
    if (!side) {
      fault("side", fmt::format("'{}' does not attack", text),
            did_you_mean(text, {"german", "russian"}, "the side that attacks: german or russian"));
    }
    fight_.attacker = side.value_or(Side::german);
    return side.has_value();
  }

  /// "german stukas; russian fpp 40".
  bool read_needs() {
    if (!row_.has("needs")) return true;
    bool all = true;
    for (const std::string_view part : parts_of(row_.text("needs"), ';')) {
      const std::vector<std::string_view> words = words_of(part);
      const std::optional<Side> side =
          words.size() >= 2 ? side_named(words[0]) : std::optional<Side>();
      const std::optional<int> least =
          words.size() == 3 ? number_in<int>(words[2]) : std::optional<int>(1);
      if (!side || words.size() > 3 || !least || *least < 1 || *least > 1000) {
        fault("needs", fmt::format("'{}' is nothing that a side buys", part),
              "such as 'german oba_modules' or 'russian fpp 40; german stukas'");
        all = false;
        continue;
      }
      const std::vector<std::string> known = measures_bought();
      const std::string measure(words[1]);
      if (std::ranges::find(known, measure) == known.end()) {
        fault("needs", fmt::format("'{}' is nothing that a side buys", measure),
              did_you_mean(measure, known, fmt::format("{}", fmt::join(known, ", "))));
        all = false;
        continue;
      }
      fight_.needs.push_back({*side, measure, *least});
    }
    return all;
  }

  void read_situation(const CsvTable& table) {
    std::vector<GivenValue>& given = fight_.given_;
    for (const CsvCell& column : table.header) {
      if (assault().parameter(column.text) == nullptr || !row_.has(column.text)) continue;
      given.push_back({column.text, row_.text(column.text), row_.place(column.text)});
    }
    given.push_back({"by_kind", "true", row_.place()});
    const Scenario asked = scenario(given, row_.place());
    if (asked.size() > 1) {
      throw InputError(row_.place(), fmt::format("{} fights in one line", asked.size()),
                       "one value in each cell, and a line for each fight");
    }
    asked.rule(0, charts_.recording(fight_.charts));
    const auto force = [&](const char* parameter) {
      const std::string& text = asked.argument(0, parameter).text;
      return text.empty() ? AssaultForce()
                          : AssaultForce::read_infantry(text, parameter, "infantry");
    };
    const std::array<AssaultForce, 2> forces = {force("attacker"), force("defender")};
    for (const std::size_t side : {attacking, defending}) {
      const char* const column = side == attacking ? "attacker" : "defender";
      fight_.texts_[side] = row_.text(column);
      for (const AssaultForce::Group& group : forces[side].groups) add(side, column, group);
    }
    check_artillery(asked.argument(0, "steps").text, group_names(forces[0], forces[1], "defender"));
  }

  void add(std::size_t side, const char* column, const AssaultForce::Group& read) {
    Fight::Group group;
    group.name = read.name;
    if (read.range) group.behind += fmt::format(" range {}", *read.range);
    if (!read.terrain.empty()) group.behind += " terrain " + read.terrain;
    for (const UnitName& unit : read.units) {
      group.members.push_back(
          {number(side, column, measure_of(unit), unit.text), unit.text, true, unit.leader});
    }
    if (!read.weapons.empty()) {
      for (const WeaponCounter& weapon :
           asl::read_armed_group(read.text(), column, charts_).weapons) {
        const std::string name = campaign_weapon(weapon.name);
        group.members.push_back(
            {number(side, column, "support_weapons " + name, name), weapon.name, false, false});
      }
    }
    fight_.groups_[side].push_back(std::move(group));
  }

  /// Counts one more of a unit or weapon. Returns which of those that meet it is.
  std::size_t number(std::size_t side, const char* column, const std::string& measure,
                     const std::string& unit) {
    std::vector<UnitsThere>& all = fight_.meeting[side];
    auto known = std::ranges::find(all, measure, &UnitsThere::measure);
    if (known == all.end()) {
      if (std::ranges::find(units_, unit) == units_.end()) {
        fault(column, fmt::format("no unit '{}' comes in this campaign", unit),
              did_you_mean(unit, units_, fmt::format("{}", fmt::join(units_, ", "))));
      }
      all.push_back({measure, 0});
      known = all.end() - 1;
    }
    ++known->number;
    return static_cast<std::size_t>(known - all.begin());
  }

  /// Artillery fires a module of the side that it does not hit.
  void check_artillery(const std::string& text, const GroupNames& names) {
    StepsAsked any;
    any.any_order = true;
    for (const AssaultStep& step :
         read_assault_steps(text, "steps", asl::Assault::sequence, any, names)) {
      if (!step.is_oba) continue;
      const std::size_t of = step.of_defender() ? attacking : defending;
      const Side side = fight_.side(of);
      const bool is_needed = std::ranges::any_of(fight_.needs, [&](const FightNeed& need) {
        return need.side == side && need.measure == modules;
      });
      if (is_needed) continue;
      fault("steps", fmt::format("'{}' fires an OBA module", step.text),
            fmt::format("'{} {}' among what it needs", name_of(side), modules));
      return;
    }
  }

  const Columns::Row& row_;
  const HistoricalDrm& days_;
  const std::vector<std::string>& units_;
  const Charts& charts_;
  Faults& faults_;
  Fight fight_;
  bool faulty_ = false;
};

std::vector<Fight> read_fights(const Columns& lines, const HistoricalDrm& days,
                               const std::vector<std::string>& units, const Charts& charts,
                               Faults& faults) {
  std::vector<Fight> fights;
  for (const Columns::Row row : lines) {
    FightReader reader(row, days, units, charts, faults);
    if (std::optional<Fight> fight = reader.read(lines.table())) {
      fights.push_back(*std::move(fight));
    }
  }
  return fights;
}

std::string Fight::needs_text() const {
  std::string text;
  for (const FightNeed& need : needs) {
    text += fmt::format("{}{} {}", text.empty() ? "" : "; ", name_of(need.side), need.measure);
    if (need.least > 1) text += fmt::format(" {}", need.least);
  }
  return text;
}

std::string Fight::with(std::size_t side, std::span<const std::uint8_t> there) const {
  std::vector<std::uint8_t> left(there.begin(), there.end());
  std::string text;
  for (const Group& group : groups_[side]) {
    std::string units;
    bool had_men = false;
    bool has_men = false;
    for (const Member& member : group.members) {
      const bool men = member.is_unit && !member.leads;
      had_men = had_men || men;
      if (left[member.number] == 0) continue;
      --left[member.number];
      has_men = has_men || men;
      units += (units.empty() ? "" : " ") + member.text;
    }
    if (units.empty() || had_men != has_men) return "";
    text += text.empty() ? "" : "; ";
    text += group.name.empty() ? units : group.name + ": " + units + group.behind;
  }
  return text;
}

std::vector<std::uint8_t> Fight::all_that_meet() const {
  std::vector<std::uint8_t> all;
  for (const std::vector<UnitsThere>& side : meeting) {
    for (const UnitsThere& units : side) all.push_back(static_cast<std::uint8_t>(units.number));
  }
  return all;
}

std::size_t Fight::musters() const {
  constexpr std::size_t most = 10'000;
  std::size_t all = 1;
  for (const std::uint8_t number : all_that_meet()) {
    all *= number + std::size_t{1};
    if (all > most) return 0;
  }
  return all;
}

std::size_t Fight::muster(std::span<const std::uint8_t> there) const {
  const std::vector<std::uint8_t> all = all_that_meet();
  std::size_t number = 0;
  for (std::size_t i = 0; i < all.size(); ++i)
    number = number * (all[i] + std::size_t{1}) + there[i];
  return number;
}

std::vector<std::uint8_t> Fight::there(std::size_t muster) const {
  std::vector<std::uint8_t> there = all_that_meet();
  for (std::size_t i = there.size(); i-- > 0;) {
    const std::size_t ways = there[i] + std::size_t{1};
    there[i] = static_cast<std::uint8_t>(muster % ways);
    muster /= ways;
  }
  return there;
}

const PlayedFight* Fight::with(std::span<const std::uint8_t> there) const {
  const std::string key(there.begin(), there.end());
  const std::scoped_lock lock(made_->busy);
  const auto known = made_->by_number.find(key);
  if (known != made_->by_number.end()) return known->second.get();
  std::unique_ptr<const PlayedFight>& played = made_->by_number[key];
  std::array<std::vector<UnitsThere>, 2> units = meeting;
  std::vector<GivenValue> given = given_;
  const std::size_t of_attacker = meeting[attacking].size();
  for (const std::size_t side : {attacking, defending}) {
    if (groups_[side].empty()) continue;
    const auto own = side == attacking ? there.first(of_attacker) : there.subspan(of_attacker);
    const std::string text = with(side, own);
    if (text.empty()) return nullptr;
    for (std::size_t i = 0; i < own.size(); ++i) units[side][i].number = own[i];
    const std::string name = side == attacking ? "attacker" : "defender";
    for (GivenValue& value : given) {
      if (folded(value.parameter) == name) value.text = text;
    }
  }
  const std::unique_ptr<Rule> rule = scenario(given, place).rule(0, *charts_);
  played = std::make_unique<const PlayedFight>(asl::Assault::by_name(*rule), units, followed_);
  return played.get();
}

}  // namespace combat_odds::red_barricades
