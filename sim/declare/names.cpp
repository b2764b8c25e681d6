#include "sim/declare/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "core/text/columns.hpp"
#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "core/text/suggest.hpp"
#include "core/text/trimmed.hpp"
#include "core/text/words.hpp"
#include "sim/declare/units.hpp"

namespace combat_odds {
namespace {

/// A chart, unread.
struct WholeChart {
  explicit WholeChart(CsvTable chart) : table(std::move(chart)) {}
  CsvTable table;
};

/// The names in the columns of a chart, read once for all situations of a run.
class NameColumns {
 public:
  explicit NameColumns(const CsvTable& chart) : of_chart_(chart.header.size()) {
    for (std::size_t column = 0; column < of_chart_.size(); ++column) {
      headed_.push_back(chart.header[column].text);
      for (const std::vector<CsvCell>& row : chart.rows) {
        of_chart_[column].push_back({row[column].text, 0});
      }
    }
  }

  /// Null if there is no such column.
  const std::vector<NamedValue>* column(std::string_view name) const {
    const auto known = std::find(headed_.begin(), headed_.end(), name);
    if (known == headed_.end()) return nullptr;
    return &of_chart_[static_cast<std::size_t>(known - headed_.begin())];
  }

 private:
  std::vector<std::string> headed_;
  std::vector<std::vector<NamedValue>> of_chart_;
};

void replace(std::string& text, std::string_view part, std::string_view with) {
  const std::size_t at = text.find(part);
  if (at != std::string::npos) text.replace(at, part.size(), with);
}

/// Takes a count such as "3*" off the front; 1 if there is none.
int take_count(std::string_view& text) {
  const std::size_t star = text.find('*');
  if (star == std::string_view::npos) return 1;
  const std::optional<int> count = number_in<int>(trimmed(text.substr(0, star)));
  const std::string_view counted = trimmed(text.substr(star + 1));
  if (!count || *count < 1 || *count > 99 || counted.empty()) return 1;
  text = counted;
  return *count;
}

/// Whether the parameter is a sum of firepower.
bool is_sum(const Parameter& parameter) {
  return parameter.unit_fact == UnitFact::firepower ||
         parameter.unit_fact == UnitFact::close_combat;
}

/// The parts of "2*4-6-7 + German HMG". A number that is not a sum has one part.
std::vector<std::string_view> summands_of(const Parameter& parameter, std::string_view text) {
  if (!is_sum(parameter)) return {trimmed(text)};
  return parts_of(text, '+');
}

/// The number for which the units of a part stand. Nothing if it names no units.
std::optional<double> of_units(const Parameter& parameter, std::string_view part) {
  if (parameter.unit_fact == UnitFact::none) return std::nullopt;
  std::vector<UnitName> units;
  try {
    units = read_units(part, parameter.name);
  } catch (const ArgumentError&) {
    return std::nullopt;
  }
  const UnitName& first = units.front();
  if (is_sum(parameter)) {
    double sum = 0;
    for (const UnitName& unit : units) {
      if (unit.leader && parameter.unit_fact == UnitFact::firepower) {
        throw ArgumentError(parameter.name, fmt::format("the leader {} has no FP", unit.text),
                            "squads, crews and weapons");
      }
      sum += unit.firepower;
    }
    return sum;
  }
  if (units.size() > 1) {
    throw ArgumentError(parameter.name, fmt::format("{} is '{}'", parameter.name, part),
                        "one unit");
  }
  if (parameter.unit_fact == UnitFact::morale) return first.morale;
  if (!first.leader) {
    throw ArgumentError(parameter.name, fmt::format("{} is no leader", first.text),
                        parameter.named_form);
  }
  return first.modifier;
}

/// The number of leaders in a text that names only leaders.
int leaders_alone(const Parameter& parameter, std::string_view text) {
  std::size_t leaders = 0;
  for (const std::string_view part : summands_of(parameter, text)) {
    leaders += number_in<double>(part) ? 0 : read_units(part, parameter.name).size();
  }
  return static_cast<int>(leaders);
}

[[noreturn]] void refuse(const Parameter& parameter, std::string_view text,
                         const std::vector<NamedValue>& known) {
  std::vector<std::string> names;
  for (const NamedValue& value : known) names.push_back(value.name);
  throw ArgumentError(parameter.name, fmt::format("{} is '{}'", parameter.name, text),
                      did_you_mean(text, names, parameter.allowed()));
}

const NamedValue* find_value(std::string_view name, const std::vector<NamedValue>& values) {
  // Most names are typed as printed; comparing keys is slow in a run of a million situations.
  for (const NamedValue& value : values) {
    if (value.name == name) return &value;
  }
  const std::string key = name_key(name);
  const auto found = std::find_if(values.begin(), values.end(), [&](const NamedValue& value) {
    return name_key(value.name) == key;
  });
  return found == values.end() ? nullptr : &*found;
}

double number_of(const Parameter& parameter, std::string_view part,
                 const std::vector<NamedValue>& known) {
  if (const auto number = number_in<double>(part)) return *number;
  if (const auto number = of_units(parameter, part)) return *number;
  if (const NamedValue* value = find_value(part, known)) return value->number;
  std::string_view name = part;
  const int count = is_sum(parameter) ? take_count(name) : 1;
  const NamedValue* const value = find_value(name, known);
  if (value == nullptr) refuse(parameter, name, known);
  return count * value->number;
}

std::vector<NamedValue> values_of(const Parameter& parameter, const Charts& charts) {
  return parameter.names ? parameter.names->read(charts) : std::vector<NamedValue>{};
}

bool is_number(const Parameter& parameter) {
  return parameter.type == Parameter::Type::integer || parameter.type == Parameter::Type::number;
}

/// "467" for a number that may be given by units, or beside them in a sum, may be a 4-6-7 without
/// its hyphens: refuses it.
void ask_back_a_unit(const Parameter& parameter, const Argument& argument) {
  if (!is_number(parameter) || parameter.unit_fact == UnitFact::none) return;
  const std::vector<std::string_view> parts = summands_of(parameter, argument.text);
  const auto is_plain = [](std::string_view part) { return number_in<double>(part).has_value(); };
  if (parts.size() > 1 && std::ranges::all_of(parts, is_plain)) return;  // a sum of numbers
  for (const std::string_view text : parts) {
    const bool digits = text.find_first_not_of("0123456789") == std::string_view::npos;
    if (text.size() != 3 || !digits || !is_unit(text)) continue;
    const UnitName unit = read_unit(text, parameter.name);
    if (unit.leader) continue;  // no leader has so high a modifier, nor firepower
    if (unit.range < 1 || unit.morale < 5) continue;  // no counter of any game has that
    throw ArgumentError(
        parameter.name,
        fmt::format("{} is '{}': that number, or a {}?", parameter.name, text, unit.text),
        fmt::format("{} for the unit, '{} + 0' for the number", unit.text, text));
  }
}

Argument looked_up(const Parameter& parameter, const Argument& argument, const Charts& charts) {
  // Only numbers count as read from the chart, not a name that is only spelt as there.
  std::set<std::string> only_spelling;
  const std::vector<NamedValue> known = values_of(parameter, charts.recording(only_spelling));
  if (looks_up(parameter, argument)) charts.record(parameter.names->chart);
  if (parameter.type == Parameter::Type::text) {
    const NamedValue* const value = find_value(argument.text, known);
    return value == nullptr ? argument : Argument{value->name, 0, argument.given};
  }
  double sum = 0;
  for (const std::string_view part : summands_of(parameter, argument.text)) {
    sum += number_of(parameter, part, known);
  }
  if (sum == 0 && parameter.unit_fact == UnitFact::close_combat) {
    sum = leaders_alone(parameter, argument.text);
  }
  const bool fits = parameter.type == Parameter::Type::number || sum == std::floor(sum);
  if (!fits || !(sum >= parameter.least && sum <= parameter.most)) {
    throw ArgumentError(parameter.name,
                        fmt::format("{} is '{}', {}", parameter.name, argument.text, sum),
                        parameter.allowed());
  }
  return {fmt::format("{}", sum), sum, argument.given};
}

}  // namespace

std::string name_key(std::string_view name) {
  std::string key = folded(name);
  static constexpr std::pair<std::string_view, std::string_view> printed[] = {
      {"panzerkampfwagen", "pz"}, {"pzkpfw", "pz"},    {"pzkw", "pz"},
      {"company", "coy"},         {"platoon", "pltn"}, {"guards", "gds"},
  };
  for (const auto& [word, abbreviation] : printed) replace(key, word, abbreviation);
  return key;
}

std::optional<std::size_t> find_name(std::string_view text, const std::vector<std::string>& names) {
  const auto exact = std::find(names.begin(), names.end(), text);
  if (exact != names.end()) return static_cast<std::size_t>(exact - names.begin());
  const std::string key = name_key(text);
  const auto found = std::find_if(names.begin(), names.end(),
                                  [&](const std::string& name) { return name_key(name) == key; });
  if (key.empty() || found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

std::vector<CountedName> read_names(std::string_view text, const std::vector<std::string>& names,
                                    std::string_view parameter) {
  std::vector<CountedName> found;
  const std::vector<std::string_view> words = words_of(text);
  for (std::size_t first = 0; first < words.size();) {
    std::string_view start = words[first];
    const int count = take_count(start);
    // Take the longest run of words that is a name.
    std::size_t end = words.size();
    std::optional<std::size_t> position;
    for (; end > first; --end) {
      const char* const stop = words[end - 1].data() + words[end - 1].size();
      const std::string_view run(start.data(), static_cast<std::size_t>(stop - start.data()));
      position = find_name(run, names);
      if (position) break;
    }
    if (!position) {
      throw ArgumentError(
          parameter, fmt::format("the chart has no '{}'", start),
          did_you_mean(start, names, fmt::format("one of {}", fmt::join(names, ", "))));
    }
    found.push_back({count, *position});
    first = end;
  }
  return found;
}

NameList names_in(std::string chart, std::string column) {
  return {
      chart, [chart, column](const Charts& charts) {
        const std::vector<NamedValue>* const read = charts.get<NameColumns>(chart).column(column);
        if (read != nullptr) return *read;
        const Columns columns = Columns::of_chart(charts.get<WholeChart>(chart).table, {column});
        std::vector<NamedValue> values;
        for (const Columns::Row row : columns) values.push_back({row.text(column), 0});
        return values;
      }};
}

NameList numbers_in(std::string chart, std::string name_column, std::string number_column) {
  return {chart, [chart, name_column, number_column](const Charts& charts) {
            const Columns columns = Columns::of_chart(charts.get<WholeChart>(chart).table,
                                                      {name_column, number_column});
            std::vector<NamedValue> values;
            for (const Columns::Row row : columns) {
              if (!row.has(number_column)) continue;
              values.push_back(
                  {row.text(name_column), static_cast<double>(row.whole_number(number_column))});
            }
            return values;
          }};
}

NameList words(std::vector<std::string> list) {
  return {"", [list = std::move(list)](const Charts&) {
            std::vector<NamedValue> values;
            for (const std::string& word : list) values.push_back({word, 0});
            return values;
          }};
}

NameList both(NameList first, NameList second) {
  const std::string chart = first.chart.empty() ? second.chart : first.chart;
  return {chart, [first = std::move(first), second = std::move(second)](const Charts& charts) {
            std::vector<NamedValue> values = first.read(charts);
            for (NamedValue& value : second.read(charts)) values.push_back(std::move(value));
            return values;
          }};
}

bool takes_names(const Parameter& parameter) {
  return parameter.names.has_value() || parameter.unit_fact != UnitFact::none;
}

std::vector<std::string> known_names(const Parameter& parameter, const Charts& charts) {
  std::vector<std::string> names;
  for (NamedValue& value : values_of(parameter, charts)) {
    if (std::find(names.begin(), names.end(), value.name) == names.end()) {
      names.push_back(std::move(value.name));
    }
  }
  return names;
}

std::vector<Argument> names_looked_up(const std::vector<Parameter>& parameters,
                                      std::vector<Argument> values, const Charts& charts) {
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Parameter& parameter = parameters[i];
    if (values[i].text.empty()) continue;
    ask_back_a_unit(parameter, values[i]);
    const bool is_text = parameter.type == Parameter::Type::text && parameter.names;
    const bool is_named_number = is_named(parameter, values[i]);
    if (is_text || is_named_number) values[i] = looked_up(parameter, values[i], charts);
  }
  return values;
}

bool is_named(const Parameter& parameter, const Argument& argument) {
  return is_number(parameter) && takes_names(parameter) && !argument.text.empty() &&
         !number_in<double>(argument.text).has_value();
}

bool looks_up(const Parameter& parameter, const Argument& argument) {
  if (!parameter.names || !is_named(parameter, argument)) return false;
  const std::vector<std::string_view> parts = summands_of(parameter, argument.text);
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) {
    return !number_in<double>(part) && !of_units(parameter, part);
  });
}

}  // namespace combat_odds
