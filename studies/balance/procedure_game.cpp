#include "studies/balance/procedure_game.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <mutex>
#include <optional>

#include "ask/named_vehicles.hpp"
#include "core/dice/even_handed.hpp"
#include "core/text/option_error.hpp"
#include "core/text/suggest.hpp"
#include "sim/declare/balance_game.hpp"
#include "studies/balance/duel_list.hpp"
#include "studies/balance/series.hpp"

namespace combat_odds {
namespace {

class ProcedureGame final : public BalanceGame {
 public:
  ProcedureGame(const CsvTable& table, const AskedBalance& asked, const Library& library)
      : form_(procedure_in(table, library), place_of_procedure(table)),
        list_(read_duellists(table, form_, library)),
        library_(&library),
        charts_(&library.charts()),
        played_(asked.played) {
    if (!form_.fights_in_numbers()) played_.reset();
    for (const Duellist& unit : list_) units_.push_back(unit);
    std::vector<GivenValue> points;
    for (const GivenValue& value : asked.settings) {
      if (value.parameter == "points") {
        points.push_back(value);
        continue;
      }
      if (const DuelForm::Column* const column = of_both_sides(value.parameter)) {
        both_.push_back({column, several(value, *column)});
        continue;
      }
      check_shared(value);
      shared_.push_back(value);
    }
    check_required();
    most_ = most_by_number();
    most_ = most_that_fit();
    make_settings(points, asked.months);
    check_pairs(library.charts().recording(charts_read_));
  }

  std::string duel() const override { return form_.procedure().name; }
  const std::vector<BalanceUnit>& units() const override { return units_; }
  const std::vector<BalanceSetting>& settings() const override { return settings_; }
  std::vector<std::string> setting_columns() const override { return {"setting"}; }
  std::set<std::string> charts_used() const override { return charts_read_; }
  std::string manner() const override {
    return form_.fights_in_numbers()
               ? fmt::format("force against force ({})", form_.procedure().name)
               : fmt::format("one duel after the other ({})", form_.procedure().name);
  }
  bool even_handed() const override { return true; }
  int most() const override { return most_; }
  std::pair<std::string, std::string> roles() const override { return form_.roles(); }
  bool is_simulated() const override { return played_.has_value(); }

  Duel fight(const BalanceSetting& setting, Contingent own, Contingent other,
             RunControl* control) const override {
    if (form_.fights_in_numbers()) {
      const BothWays both = both_ways(setting, Army(1, own), Army(1, other), control);
      Duel duel = duel_of(both);
      duel.points_lost = both.mean.lost_by_first * setting.prices[own.unit];
      duel.points_lost_by_opponent = both.mean.lost_by_second * setting.prices[other.unit];
      return duel;
    }
    const DuelForm::Ends ends = one_duel(setting, own.unit, other.unit, control);
    return series({ends.first, ends.second, ends.both_lost, ends.open}, own.number, other.number,
                  setting.prices[own.unit], setting.prices[other.unit]);
  }

  bool mixes(std::size_t one, std::size_t other) const override {
    if (!form_.fights_in_numbers()) return true;
    if (form_.units_column().empty()) return false;
    const Duellist& a = list_[one];
    const Duellist& b = list_[other];
    if (a.leader != b.leader || a.fixed_points != b.fixed_points) return false;
    return std::ranges::equal(a.values, b.values, [&](const GivenValue& x, const GivenValue& y) {
      return x.parameter == form_.units_column() || x.text == y.text;
    });
  }

  Duel fight_mixed(const BalanceSetting& setting, const Army& own, const Army& other,
                   RunControl* control) const override {
    if (form_.fights_in_numbers()) {
      return duel_of(both_ways(setting, own, other, control));
    }
    const auto numbers = [](const Army& army) {
      std::vector<int> all;
      for (const Contingent& one : army) all.push_back(one.number);
      return all;
    };
    return series_by_lot(numbers(own), numbers(other), [&](std::size_t a, std::size_t b) {
      const DuelForm::Ends ends = one_duel(setting, own[a].unit, other[b].unit, control);
      return DuelEnds{ends.first, ends.second, ends.both_lost, ends.open};
    });
  }

  void simulate(const BalanceSetting& setting, Contingent own, Contingent other,
                const OddsOptions& options, Duel& duel) const override {
    if (!form_.fights_in_numbers()) {
      throw OptionError(
          "--method",
          fmt::format("a series of {} is worked out, not simulated", form_.procedure().name),
          "exact; the duel itself is simulated by 'combat-odds odds'");
    }
    const std::uint64_t half = options.trials / 2;
    for (const bool own_first : {true, false}) {
      OddsOptions part = options;
      part.trials = own_first ? options.trials - half : half;
      if (part.trials == 0) continue;
      const Scenario asked =
          own_first ? scenario(own, other, setting) : scenario(other, own, setting);
      const std::uint64_t key =
          situation_key(form_.procedure(), asked.arguments(shared_index_[setting.number]));
      const Odds odds = odds_of(*rule(asked, setting), key, part);
      duel.trials += odds.trials;
      duel.held += form_.won(odds, own_first);
    }
  }

 private:
  static Place place_of_procedure(const CsvTable& table) {
    return table.place(table.rows.front()[static_cast<std::size_t>(table.column("procedure"))]);
  }

  /// A column that the list leaves empty: a setting gives its value, for both sides.
  struct OfBoth {
    const DuelForm::Column* column;
    std::vector<GivenValue> values;
  };

  /// The column of that name if no unit of the list fills it, else null.
  const DuelForm::Column* of_both_sides(const std::string& name) const {
    for (std::size_t c = 0, v = 0; c < form_.columns().size(); ++c) {
      const DuelForm::Column& column = form_.columns()[c];
      if (column.name == form_.number_column()) continue;
      const std::size_t value = v++;
      if (column.name != name || column.name == form_.units_column()) continue;
      const bool is_free = std::all_of(list_.begin(), list_.end(), [&](const Duellist& unit) {
        return unit.values[value].text.empty();
      });
      return is_free ? &column : nullptr;
    }
    return nullptr;
  }

  /// Expands a list or a range into single values.
  std::vector<GivenValue> several(const GivenValue& value, const DuelForm::Column& column) const {
    Procedure one;
    one.name = form_.procedure().name;
    one.parameters = {*form_.procedure().parameter(column.of_first)};
    const Scenario all(one.name, one, {{column.of_first, value.text, value.place}}, value.place);
    std::vector<GivenValue> values;
    for (std::uint64_t i = 0; i < all.size(); ++i) {
      values.push_back({column.name, all.argument(i, column.of_first).text, value.place});
    }
    return values;
  }

  /// The number of combinations of such values, and the values of one.
  std::size_t combinations() const {
    std::size_t all = 1;
    for (const OfBoth& both : both_) all *= both.values.size();
    return all;
  }
  std::vector<GivenValue> combination(std::size_t number) const {
    std::vector<GivenValue> values;
    for (const OfBoth& both : both_) {
      values.push_back(both.values[number % both.values.size()]);
      number /= both.values.size();
    }
    return values;
  }

  /// What both sides share and has no usual value must be given.
  void check_required() const {
    const Procedure& procedure = form_.procedure();
    const Procedure& options = *infantry_lists().front().settings;
    for (const Parameter& parameter : procedure.parameters) {
      if (parameter.default_value || !form_.is_shared(parameter.name)) continue;
      const auto names_it = [&](const GivenValue& value) {
        return procedure.parameter(value.parameter) == &parameter;
      };
      if (std::ranges::any_of(shared_, names_it)) continue;
      if (options.parameter(parameter.name) != nullptr) {
        throw OptionError(parameter.option(), "is missing",
                          fmt::format("{}: {}", parameter.meaning, parameter.allowed()));
      }
      const std::string meaning = parameter.meaning.substr(0, parameter.meaning.find(':'));
      throw OptionError("--set", fmt::format("{} needs {}", procedure.name, parameter.name),
                        fmt::format("--set '{0}=...', {1}; 'combat-odds describe {2}' tells the "
                                    "form",
                                    parameter.name, meaning, procedure.name));
    }
  }

  void check_shared(const GivenValue& value) const {
    const Procedure& procedure = form_.procedure();
    const Parameter* const parameter = procedure.parameter(value.parameter);
    if (parameter != nullptr && form_.is_shared(parameter->name)) return;
    std::vector<std::string> names;
    for (const Parameter& known : procedure.parameters) {
      if (form_.is_shared(known.name)) names.push_back(known.name);
    }
    for (const DuelForm::Column& column : form_.columns()) {
      if (value.parameter != column.name &&
          (parameter == nullptr ||
           (parameter->name != column.of_first && parameter->name != column.of_second))) {
        continue;
      }
      throw InputError(
          value.place,
          fmt::format("in {} '{}' is each side's own", procedure.name, value.parameter),
          fmt::format("a column {} of the list", column.name));
    }
    throw InputError(
        value.place, fmt::format("{} has no parameter '{}'", procedure.name, value.parameter),
        did_you_mean(value.parameter, names, fmt::format("one of {}", fmt::join(names, ", "))));
  }

  /// "3*4-6-7 3*LMG" for three of "4-6-7 + LMG"; one is left as it is written.
  static std::string numbered(int number, const std::string& unit) {
    std::string all;
    std::size_t begin = 0;
    while (begin <= unit.size()) {
      constexpr std::string_view also = " + ";
      const std::size_t end = std::min(unit.find(also, begin), unit.size());
      if (begin > 0) all += ' ';
      if (number > 1) all += fmt::format("{}*", number);
      all += unit.substr(begin, end - begin);
      begin = end + (end < unit.size() ? also.size() : 1);
    }
    return all;
  }

  void add_side(std::vector<GivenValue>& values, const Army& side, bool first) const {
    const Duellist& unit = list_[side.front().unit];
    for (std::size_t c = 0, v = 0; c < form_.columns().size(); ++c) {
      const DuelForm::Column& column = form_.columns()[c];
      const std::string& parameter = first ? column.of_first : column.of_second;
      if (column.name == form_.number_column()) {
        values.push_back({parameter, fmt::format("{}", side.front().number), unit.place});
        continue;
      }
      GivenValue value = unit.values[v++];
      value.parameter = parameter;
      if (column.name == form_.units_column()) {
        std::string units = unit.leader;
        for (std::size_t kind = side.size(); kind-- > 0;) {
          units =
              numbered(side[kind].number, list_[side[kind].unit].values[v - 1].text) + " " + units;
        }
        value.text = first ? form_.units_of_first(units) : form_.units_of_second(units);
      }
      if (!value.text.empty()) values.push_back(std::move(value));
    }
  }

  /// The duel with one combination of the values for both sides, in all settings of the other
  /// parameters; `a` is the first side.
  Scenario scenario(const Army& a, const Army& b, std::size_t combined) const {
    const Procedure& procedure = form_.procedure();
    std::vector<GivenValue> values;
    add_side(values, a, true);
    add_side(values, b, false);
    for (const auto& [parameter, text] : form_.always()) values.push_back({parameter, text, {}});
    values.insert(values.end(), shared_.begin(), shared_.end());
    const std::vector<GivenValue> both = combination(combined);
    for (std::size_t i = 0; i < both.size(); ++i) {
      values.push_back({both_[i].column->of_first, both[i].text, both[i].place});
      values.push_back({both_[i].column->of_second, both[i].text, both[i].place});
    }
    if (form_.vehicle_of_first() != nullptr) {
      for (const auto& [unit, name] : {std::pair(a.front().unit, form_.vehicle_of_first()),
                                       std::pair(b.front().unit, form_.vehicle_of_second())}) {
        if (!list_[unit].vehicle.empty()) {
          values.push_back({name, list_[unit].vehicle, list_[unit].place});
        }
      }
      values = with_vehicles(values, nullptr, procedure, library_->listing(), library_->charts());
    }
    return Scenario(procedure.name, procedure, values, list_[a.front().unit].place);
  }
  Scenario scenario(Contingent a, Contingent b, std::size_t combined) const {
    return scenario(Army(1, a), Army(1, b), combined);
  }
  Scenario scenario(Contingent a, Contingent b, const BalanceSetting& setting) const {
    return scenario(a, b, combined_[setting.number]);
  }

  std::unique_ptr<Rule> rule(const Scenario& asked, const BalanceSetting& setting) const {
    return asked.rule(shared_index_[setting.number], *charts_);
  }

  void make_settings(const std::vector<GivenValue>& points, const std::vector<Month>& months) {
    const Scenario first = scenario({0, 1}, {1, 1}, 0);
    if (points.empty()) throw OptionError("--points", "is missing", possible_points());
    Procedure forces;
    forces.name = "balance";
    forces.parameters = {*infantry_lists().front().settings->parameter("points")};
    const Scenario spent(forces.name, forces, points, {});
    std::vector<std::optional<Month>> dates(months.begin(), months.end());
    if (dates.empty()) dates.emplace_back();
    if (first.size() * spent.size() * dates.size() * combinations() > most_situations) {
      throw InputError({""}, "the lists and ranges make too many settings",
                       fmt::format("at most {}", most_situations));
    }
    const std::vector<std::string> varied = first.varied();
    for (std::uint64_t p = 0; p < spent.size(); ++p) {
      for (const std::optional<Month> date : dates) {
        for (std::uint64_t all = 0; all < first.size() * combinations(); ++all) {
          const std::uint64_t s = all / combinations();
          const std::size_t combined = all % combinations();
          BalanceSetting setting;
          setting.number = settings_.size();
          setting.points = static_cast<int>(spent.argument(p, "points").number);
          if (spent.size() > 1) {
            setting.values.emplace_back("points", spent.argument(p, "points").text);
          }
          if (dates.size() > 1) setting.values.emplace_back("date", month_text(*date));
          for (const std::string& name : varied) {
            setting.values.emplace_back(name, first.argument(s, name).text);
          }
          std::vector<std::string> told;
          if (date) told.push_back(fmt::format("date={}", month_text(*date)));
          const std::vector<GivenValue> both = combination(combined);
          for (std::size_t i = 0; i < both.size(); ++i) {
            if (both_[i].values.size() > 1) {
              setting.values.emplace_back(both[i].parameter, both[i].text);
            }
            told.push_back(fmt::format("{}={}", both[i].parameter, both[i].text));
          }
          for (const GivenValue& value : shared_) {
            const Parameter& parameter = *form_.procedure().parameter(value.parameter);
            told.push_back(
                fmt::format("{}={}", parameter.name, first.argument(s, parameter.name).text));
          }
          setting.cells = {fmt::format("{}", fmt::join(told, ";"))};
          setting.told = fmt::format("{}", fmt::join(told, ", "));
          for (const Duellist& unit : list_) {
            setting.prices.push_back(price_in(unit, date));
            setting.available.push_back(available_in(unit, date));
          }
          if (date) check_there(setting, *date, dates.size() > 1);
          settings_.push_back(std::move(setting));
          shared_index_.push_back(s);
          combined_.push_back(combined);
        }
      }
    }
  }

  /// In a sweep of months what is not to be had yet is left out, but two units are needed.
  void check_there(const BalanceSetting& setting, Month month, bool sweeps) const {
    std::size_t there = 0;
    const Duellist* missing = nullptr;
    for (std::size_t i = 0; i < list_.size(); ++i) {
      if (setting.has(i)) {
        ++there;
      } else if (missing == nullptr) {
        missing = &list_[i];
      }
    }
    if (missing == nullptr || (sweeps && there > 1)) return;
    throw InputError(missing->place,
                     fmt::format("'{}' is introduced in {}, more than 3 months after {}",
                                 missing->name, month_text(missing->from), month_text(month)),
                     "a list without it or a later --date");
  }

  std::string possible_points() const {
    double least = 0;
    double greatest = most_unit_points;
    for (const Duellist& unit : list_) {
      const double price = unit.points * unit.rarity;
      least = std::max(least, std::ceil(price + unit.fixed_points));
      greatest = std::min(greatest, std::floor(most() * price + unit.fixed_points));
    }
    if (greatest < least) return "what each side spends, such as --points 60";
    return fmt::format("what each side spends: {} to {} buy 1 to {} of every unit of this list",
                       least, greatest, most());
  }

  /// Makes every duel once, both ways round, so that errors give the place of the unit.
  void check_pairs(const Charts& charts) const {
    for (std::size_t apart = 0; apart < list_.size(); ++apart) {  // first each against its own kind
      for (std::size_t a = 0; a < list_.size(); ++a) {
        const std::size_t b = (a + apart) % list_.size();
        const Scenario asked = scenario({a, 1}, {b, 1}, 0);
        for (const DuelForm::Column& column : form_.columns()) {
          if (asked.values_of(column.of_first) == 1) continue;
          const GivenValue& several = *std::find_if(
              list_[a].values.begin(), list_[a].values.end(),
              [&](const GivenValue& value) { return value.parameter == column.name; });
          throw InputError(several.place, fmt::format("several values of {}", column.name),
                           "a line for each unit");
        }
        for (const BalanceSetting& setting : settings_) {
          scenario({a, 1}, {b, 1}, setting).rule(shared_index_[setting.number], charts);
        }
      }
    }
  }

  /// The most units that may be asked for.
  int most_by_number() const {
    const auto number =
        std::ranges::find(form_.columns(), form_.number_column(), &DuelForm::Column::name);
    if (number == form_.columns().end()) return most_in_force;
    const Parameter& parameter = *form_.procedure().parameter(number->of_first);
    return std::min(most_in_force, static_cast<int>(parameter.most));
  }

  /// The most of every unit that the duel takes on a side.
  int most_that_fit() const {
    int most = most_;
    for (std::size_t unit = 0; unit < list_.size(); ++unit) {
      while (most > 1 && !fits({unit, most})) --most;
    }
    return most;
  }

  bool fits(Contingent force) const {
    try {
      scenario(force, {force.unit, 1}, 0).rule(0, *charts_);
      return true;
    } catch (const InputError&) {
      return false;
    }
  }

  struct Played {
    DuelForm::Ends ends;
    bool even_handed = false;  ///< with the sides exchanged it ends the same way
    std::uint64_t trials = 0;
  };
  /// One fight, worked out or played half of the trials: the other half is for the sides exchanged.
  Played played(const BalanceSetting& setting, const Army& a, const Army& b,
                RunControl* control) const {
    OddsOptions options = played_.value_or(OddsOptions{});
    options.method = played_ ? Method::monte_carlo : Method::exact;
    options.trials = std::max<std::uint64_t>(1, options.trials / 2);
    options.control = control;
    const Scenario asked = scenario(a, b, combined_[setting.number]);
    const std::unique_ptr<Rule> duel = rule(asked, setting);
    const auto* const even = dynamic_cast<const EvenHanded*>(duel.get());
    const std::uint64_t key =
        situation_key(form_.procedure(), asked.arguments(shared_index_[setting.number]));
    try {
      const Odds odds = odds_of(*duel, key, options);
      return {form_.ends(odds), even != nullptr && even->is_even_handed(), odds.trials};
    } catch (const SystemError& error) {
      throw InputError(list_[a.front().unit].place,
                       fmt::format("{} against {}: {}", words_of(a), words_of(b), error.what()),
                       "--method monte-carlo, which plays the fights");
    }
  }

  /// "3 4-6-7"
  std::string words_of(const Army& army) const {
    std::vector<std::string> kinds;
    for (const Contingent& kind : army) {
      kinds.push_back(fmt::format("{} {}", kind.number, list_[kind.unit].name));
    }
    return fmt::format("{}", fmt::join(kinds, ", "));
  }
  static DuelForm::Ends exchanged(const DuelForm::Ends& of) {
    return {of.second, of.first, of.both_lost, of.open, of.lost_by_second, of.lost_by_first};
  }

  /// A duel and the duel with the sides exchanged, seen from the unit that is the first in the
  /// former.
  struct BothWays {
    DuelForm::Ends mean;
    DuelForm::Ends as_first;
    std::uint64_t trials = 0;
  };
  BothWays both_ways(const BalanceSetting& setting, const Army& a, const Army& b,
                     RunControl* control) const {
    const Played played_first = played(setting, a, b, control);
    const DuelForm::Ends& one = played_first.ends;
    const bool mirror = std::ranges::equal(a, b, [](const Contingent& x, const Contingent& y) {
      return x.unit == y.unit && x.number == y.number;
    });
    Played turned = played_first;
    if (!mirror && played_first.even_handed) {
      turned.ends = exchanged(one);
    } else if (!mirror) {
      turned = played(setting, b, a, control);
    }
    const DuelForm::Ends& other = turned.ends;
    return {{(one.first + other.second) / 2, (one.second + other.first) / 2,
             (one.both_lost + other.both_lost) / 2, (one.open + other.open) / 2,
             (one.lost_by_first + other.lost_by_second) / 2,
             (one.lost_by_second + other.lost_by_first) / 2},
            one,
            played_first.trials + turned.trials};
  }

  /// Without the points lost.
  static Duel duel_of(const BothWays& both) {
    Duel duel{both.mean.first, both.mean.second, both.mean.both_lost + both.mean.open};
    duel.trials = both.trials;
    duel.score_in_first_role =
        both.as_first.first + (both.as_first.both_lost + both.as_first.open) / 2;
    return duel;
  }

  DuelForm::Ends one_duel(const BalanceSetting& setting, std::size_t a, std::size_t b,
                          RunControl* control) const {
    const std::array<std::uint64_t, 4> key = {shared_index_[setting.number],
                                              combined_[setting.number], a, b};
    {
      const std::lock_guard lock(guard_);
      const auto known = duels_.find(key);
      if (known != duels_.end()) return known->second;
    }
    const DuelForm::Ends ends = both_ways(setting, Army(1, {a, 1}), Army(1, {b, 1}), control).mean;
    const std::lock_guard lock(guard_);
    return duels_.try_emplace(key, ends).first->second;
  }

  DuelForm form_;
  std::vector<Duellist> list_;
  std::vector<BalanceUnit> units_;
  std::set<std::string> charts_read_;
  const Library* library_;
  const Charts* charts_;
  std::optional<OddsOptions> played_;  ///< where fights are played, not worked out
  int most_ = most_in_force;
  std::vector<GivenValue> shared_;
  std::vector<OfBoth> both_;
  std::vector<BalanceSetting> settings_;
  std::vector<std::uint64_t> shared_index_;  ///< of each setting: the situation of a duel
  std::vector<std::size_t> combined_;        ///< of each setting: its values for both sides
  mutable std::mutex guard_;
  mutable std::map<std::array<std::uint64_t, 4>, DuelForm::Ends> duels_;
};

}  // namespace

std::unique_ptr<BalanceGame> procedure_game(const CsvTable& table, const AskedBalance& asked,
                                            const Library& library) {
  return std::make_unique<ProcedureGame>(table, asked, library);
}

}  // namespace combat_odds
