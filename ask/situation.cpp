#include "ask/situation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>
#include <unordered_set>

#include "ask/unlisted.hpp"
#include "core/text/fnv1a.hpp"
#include "core/text/number_text.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/shell_word.hpp"
#include "core/text/suggest.hpp"
#include "core/text/trimmed.hpp"
#include "sim/declare/names.hpp"
#include "sim/declare/rule_source.hpp"

namespace combat_odds {
namespace {

struct Range {
  long long first = 0;
  long long last = 0;
};

std::optional<long long> whole_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  return number_in<long long>(text);
}

/// The ends of "-2..4" or "1942-10-17..1942-10-31"; empty if the text is no range. Throws
/// ArgumentError if the parameter does not allow an end.
std::optional<Range> read_range(const Parameter& parameter, std::string_view text) {
  const bool is_date = parameter.type == Parameter::Type::date;
  const bool is_text = parameter.type == Parameter::Type::text;
  if (is_text && parameter.least >= parameter.most) return std::nullopt;
  if (parameter.type == Parameter::Type::choice || parameter.type == Parameter::Type::flag) {
    return std::nullopt;
  }
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return std::nullopt;
  const std::string_view first = trimmed(text.substr(0, dots));
  const std::string_view last = trimmed(text.substr(dots + 2));
  if (first.empty() || last.empty()) return std::nullopt;
  if (!is_date && (!whole_number(first) || !whole_number(last))) return std::nullopt;
  if (is_text) {
    const Range range{*whole_number(first), *whole_number(last)};
    for (const long long end : {range.first, range.last}) {
      const auto number = static_cast<double>(end);
      if (number >= parameter.least && number <= parameter.most) continue;
      throw ArgumentError(parameter.name, fmt::format("{} is {}", parameter.name, end),
                          parameter.allowed());
    }
    return range;
  }
  return Range{static_cast<long long>(read_argument(parameter, first).number),
               static_cast<long long>(read_argument(parameter, last).number)};
}

/// "1,200" may be a list or a thousand: refused, unless the number is beyond what the parameter
/// allows and a list of hundreds makes sense ("105,150").
void ask_back_a_thousand(const Parameter& parameter, std::string_view text) {
  const bool is_number =
      parameter.type == Parameter::Type::integer || parameter.type == Parameter::Type::number;
  const std::size_t comma = text.find(',');
  constexpr std::size_t thousands = 3;
  if (!is_number || comma == 0 || comma > thousands || text.size() != comma + 1 + thousands) return;
  const std::string_view front = text.substr(0, comma);
  const std::string number = std::string(front) + std::string(text.substr(comma + 1));
  if (number.find_first_not_of("0123456789") != std::string::npos || front.front() == '0') return;
  if (comma > 1 && *number_in<double>(number) > parameter.most) return;
  const std::string_view back = text.substr(comma + 1);
  throw ArgumentError(
      parameter.name,
      fmt::format("{} is '{}': {} and {}, or {}?", parameter.name, text, front, back, number),
      fmt::format("'{}, {}' or {}", front, back, number));
}

/// The items of a list, with commas between them. A comma in brackets or braces belongs to its
/// item: "tribarrel(3,4/4)", "d{1,1,2}", "[count {5,6} in 4d6]".
std::vector<std::string_view> items_of(std::string_view text) {
  std::vector<std::string_view> items;
  std::size_t start = 0;
  int depth = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    if (c == '(' || c == '{' || c == '[') ++depth;
    if ((c == ')' || c == '}' || c == ']') && depth > 0) --depth;
    if (i < text.size() && (c != ',' || depth > 0)) continue;
    items.push_back(trimmed(text.substr(start, i - start)));
    start = i + 1;
  }
  return items;
}

/// Expands a value, list or range.
std::vector<Argument> expand(const Parameter& parameter, std::string_view written) {
  const std::string text = plain_dashes(written);
  ask_back_a_thousand(parameter, text);
  std::vector<Argument> values;
  std::unordered_set<std::string> known;
  const auto add = [&](std::string_view value) {
    values.push_back(read_argument(parameter, value));
    if (!known.insert(values.back().text).second) {
      throw ArgumentError(parameter.name,
                          fmt::format("{} names {} twice", parameter.name, values.back().text),
                          "each value once");
    }
  };
  if (parameter.has_commas) {
    add(text);
    return values;
  }
  for (const std::string_view item : items_of(text)) {
    const std::optional<Range> range = read_range(parameter, item);
    if (!range) {
      add(item);
      continue;
    }
    if (range->first > range->last) {
      throw ArgumentError(
          parameter.name, fmt::format("the range {} of {} runs backwards", item, parameter.name),
          fmt::format("{}..{}", text_of(parameter, range->last), text_of(parameter, range->first)));
    }
    if (range->last - range->first >= static_cast<long long>(most_situations)) {
      throw ArgumentError(parameter.name,
                          fmt::format("the range {} of {} is too long", item, parameter.name),
                          fmt::format("at most {} situations", most_situations));
    }
    for (long long value = range->first; value <= range->last; ++value) {
      add(text_of(parameter, value));
    }
  }
  return values;
}

/// The parameter that the error is about if a number is missing; else null.
const Parameter* missing_number(const ArgumentError& error, const Procedure& procedure,
                                const std::vector<Argument>& values) {
  const Parameter* const parameter = procedure.parameter(error.parameter());
  if (parameter == nullptr ||
      (parameter->type != Parameter::Type::integer && parameter->type != Parameter::Type::number)) {
    return nullptr;
  }
  const auto at = static_cast<std::size_t>(parameter - procedure.parameters.data());
  return values[at].text.empty() ? parameter : nullptr;
}

/// A missing number together with all others that are missing. Each gets a stand-in until nothing
/// is missing, or until something else is wrong; that is reported once the numbers are there.
ArgumentError with_all_missing(const ArgumentError& first, const Procedure& procedure,
                               std::vector<Argument> values, const Charts& charts) {
  std::string wrong;
  std::string right;
  std::size_t found = 0;
  ArgumentError error = first;
  while (const Parameter* const parameter = missing_number(error, procedure, values)) {
    ++found;
    std::string missing = error.wrong();
    if (missing.starts_with(parameter->name + " ")) {
      missing.replace(0, parameter->name.size(), parameter->option());
    }
    wrong += (found > 1 ? "; " : "") + missing;
    right += fmt::format("{}{}: {}", found > 1 ? "; " : "", parameter->option(), error.right());
    const auto at = static_cast<std::size_t>(parameter - procedure.parameters.data());
    const auto middle = static_cast<long long>((parameter->least + parameter->most) / 2);
    values[at] = read_argument(*parameter, text_of(*parameter, middle));
    values[at].given = true;
    try {
      procedure.make_rule(values, charts);
      break;
    } catch (const ArgumentError& next) {
      error = next;
    }
  }
  return found < 2 ? first : ArgumentError(first.parameter(), wrong, right);
}

/// The error for a situation without the parameters that have no default: names all of them. Empty
/// if there are none.
std::optional<ArgumentError> required_missing(const Procedure& procedure,
                                              const std::vector<const GivenValue*>& by_parameter) {
  std::vector<const Parameter*> missing;
  for (std::size_t i = 0; i < by_parameter.size(); ++i) {
    const Parameter& parameter = procedure.parameters[i];
    if (by_parameter[i] == nullptr && !parameter.default_value) missing.push_back(&parameter);
  }
  if (missing.empty()) return std::nullopt;
  std::string names;
  std::string right;
  for (const Parameter* parameter : missing) {
    const bool last = parameter == missing.back();
    names += (names.empty() ? "" : last ? " and " : ", ") + parameter->option();
    right += fmt::format("{}{}{}: {}", right.empty() ? "" : "; ",
                         missing.size() > 1 ? parameter->option() + ", " : "", parameter->meaning,
                         parameter->allowed());
  }
  return ArgumentError("", fmt::format("{} needs {}", procedure.name, names), right);
}

}  // namespace

std::string odds_command(const std::string& procedure,
                         std::span<const std::pair<std::string, std::string>> values) {
  std::string words = "combat-odds odds " + procedure;
  for (const auto& [parameter, value] : values) {
    words += fmt::format(" {}{}{}", option_of(parameter), value.starts_with('-') ? "=" : " ",
                         shell_word(value));
  }
  return words;
}

InputError stands_already(const char* what, const std::string& name, const Procedure& procedure,
                          const Place& place, const Place& earlier) {
  return {place,
          fmt::format("{} '{}' of {} stands at {}:{} already", what, name, procedure.name,
                      earlier.file, earlier.line),
          "another name"};
}

namespace {

/// A scenario may have the name of another's situation: "a[drm=1]" beside "a" with drm 0,1.
void check_names(std::span<const Scenario> scenarios) {
  std::map<std::pair<std::string, std::string>, const Scenario*> bracketed;
  for (const Scenario& scenario : scenarios) {
    if (scenario.name().find('[') == std::string::npos) continue;
    bracketed.try_emplace({scenario.name(), scenario.procedure().name}, &scenario);
  }
  if (bracketed.empty()) return;
  for (const Scenario& scenario : scenarios) {
    for (std::uint64_t i = 0; scenario.size() > 1 && i < scenario.size(); ++i) {
      const std::string name = scenario.situation_name(i);
      const auto known = bracketed.find({name, scenario.procedure().name});
      if (known == bracketed.end()) continue;
      const auto [first, second] = std::minmax({&scenario, known->second});
      throw stands_already("situation", name, scenario.procedure(), second->place(),
                           first->place());
    }
  }
}

}  // namespace

std::vector<GivenValue> with_preset(std::vector<GivenValue> given, const Preset& preset) {
  for (const auto& [parameter, value] : preset.values) given.push_back({parameter, value, {}});
  return given;
}

namespace {

std::uint64_t next_number() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

}  // namespace

Scenario::Scenario(std::string name, const Procedure& procedure,
                   const std::vector<GivenValue>& given, const Place& place)
    : number_(next_number()), name_(std::move(name)), procedure_(&procedure), place_(place) {
  std::vector<const GivenValue*> by_parameter(procedure.parameters.size(), nullptr);
  for (const GivenValue& value : given) {
    const GivenValue*& known = by_parameter[position(value.parameter, value.place)];
    if (known == nullptr && !value.text.empty()) known = &value;
  }
  for (std::size_t i = 0; i < procedure.parameters.size(); ++i) {
    const Parameter& parameter = procedure.parameters[i];
    const GivenValue* const value = by_parameter[i];
    places_.push_back(value == nullptr ? Place{} : value->place);
    if (value == nullptr && !parameter.default_value) {
      values_.emplace_back();  // refused below, after faults in single values
      continue;
    }
    try {
      values_.push_back(value == nullptr
                            ? std::vector{read_argument(parameter, *parameter.default_value)}
                            : expand(parameter, value->text));
      for (Argument& argument : values_.back()) argument.given = value != nullptr;
    } catch (const ArgumentError& error) {
      throw located(error);
    }
  }
  if (const auto missing = required_missing(procedure, by_parameter)) throw located(*missing);
  strides_.resize(values_.size());
  std::uint64_t stride = 1;
  for (std::size_t i = values_.size(); i-- > 0;) {
    strides_[i] = stride;
    stride = std::min(stride * values_[i].size(), most_streamed_situations + 1);
  }
}

std::size_t Scenario::position(const std::string& name, const Place& place) const {
  if (const Parameter* const known = procedure_->parameter(name)) {
    return static_cast<std::size_t>(known - procedure_->parameters.data());
  }
  std::vector<std::string> names;
  for (const Parameter& parameter : procedure_->parameters) names.push_back(parameter.name);
  throw InputError(place, fmt::format("{} has no parameter '{}'", procedure_->name, name),
                   did_you_mean(name, names, fmt::format("one of {}", fmt::join(names, ", "))));
}

std::uint64_t Scenario::size() const {
  std::uint64_t size = 1;
  for (const auto& values : values_) {
    size *= values.size();
    if (size > most_streamed_situations) return most_streamed_situations + 1;
  }
  return size;
}

std::vector<Argument> Scenario::arguments(std::uint64_t index) const {
  std::vector<Argument> values;
  values.reserve(values_.size());
  for (std::size_t i = 0; i < values_.size(); ++i) values.push_back(argument(index, i));
  return values;
}

Argument Scenario::argument(std::uint64_t index, const std::string& parameter) const {
  return argument(index, position(parameter, {}));
}

std::string Scenario::situation_name(std::uint64_t index) const {
  constexpr std::size_t some = 128;
  std::string name;
  name.reserve(name_.size() + some);
  name = name_;
  char before = '[';
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (values_[i].size() == 1) continue;
    name.append(1, before).append(procedure_->parameters[i].name).append(1, '=');
    name += argument(index, i).text;
    before = ',';
  }
  if (before == ',') name += ']';
  return name;
}

std::unique_ptr<Rule> Scenario::rule(std::uint64_t index, const Charts& charts) const {
  const std::vector<Argument> asked = arguments(index);
  try {
    return procedure_->make_rule(asked, charts);
  } catch (const ArgumentError& error) {
    throw located(
        with_commands(with_all_missing(error, *procedure_, asked, charts), error, asked, charts));
  }
}

/// What is missing is also shown as commands with likely values in its place; those of the
/// parameter that the error is about are up to three.
ArgumentError Scenario::with_commands(const ArgumentError& told, const ArgumentError& error,
                                      const std::vector<Argument>& asked,
                                      const Charts& charts) const {
  const auto lacks = [&](const ArgumentError& fault, const std::vector<Argument>& values) {
    const Parameter* const parameter = procedure_->parameter(fault.parameter());
    const bool is_empty =
        parameter != nullptr &&
        values[static_cast<std::size_t>(parameter - procedure_->parameters.data())].text.empty();
    return is_empty ? parameter : nullptr;
  };
  const Parameter* const first = lacks(error, asked);
  if (first == nullptr || told.right().find("such as") != std::string::npos) return told;
  constexpr std::size_t most = 3;
  constexpr std::size_t most_missing = 4;
  std::vector<std::string> commands;
  std::vector<std::string> examples = example_values(*first);
  if (examples.size() > most) examples.resize(most);
  for (const std::string& example : examples) {
    std::vector<Argument> values = asked;
    std::map<std::string, std::string> put;
    const Parameter* missing = first;
    std::string by = example;
    // Each is put once: an example may be refused itself.
    while (missing != nullptr && !put.contains(missing->name) && put.size() < most_missing) {
      const auto at = static_cast<std::size_t>(missing - procedure_->parameters.data());
      put[missing->name] = by;
      try {
        values[at] = read_argument(*missing, by);
        values[at].given = true;
        procedure_->make_rule(values, charts);
        commands.push_back(odds_command(procedure_->name, given_with(put)));
        missing = nullptr;
      } catch (const ArgumentError& next) {
        missing = lacks(next, values);
        const std::vector<std::string> others =
            missing == nullptr ? std::vector<std::string>() : example_values(*missing);
        if (others.empty()) break;
        by = others.front();
      }
    }
  }
  if (commands.empty()) return told;
  return {told.parameter(), told.wrong(),
          fmt::format("{}{}such as {}", told.right(), told.right().empty() ? "" : "; ",
                      fmt::join(commands, ", or "))};
}

/// What was given, and besides it what is put in place of what is missing.
std::vector<std::pair<std::string, std::string>> Scenario::given_with(
    const std::map<std::string, std::string>& put) const {
  std::vector<std::pair<std::string, std::string>> given;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const std::string& name = procedure_->parameters[i].name;
    const auto by = put.find(name);
    if (by != put.end()) {
      given.emplace_back(*by);
      continue;
    }
    if (values_[i].empty() || !values_[i].front().given) continue;
    std::string text;
    for (const Argument& value : values_[i]) text += (text.empty() ? "" : ",") + value.text;
    given.emplace_back(name, std::move(text));
  }
  return given;
}

std::size_t Scenario::values_of(const std::string& parameter) const {
  return values_[static_cast<std::size_t>(procedure_->parameter(parameter) -
                                          procedure_->parameters.data())]
      .size();
}

std::vector<std::string> Scenario::varied() const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (values_[i].size() > 1) names.push_back(procedure_->parameters[i].name);
  }
  return names;
}

namespace {

/// The vehicle that a refused value names and that is known by its name only.
std::optional<UnlistedVehicle> unlisted_in(const ArgumentError& error, const Procedure& procedure,
                                           std::span<const std::vector<Argument>> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (procedure.parameters[i].name != error.parameter()) continue;
    for (const Argument& value : values[i]) {
      const bool is_told =
          !value.text.empty() && error.wrong().find(value.text) != std::string::npos;
      if (!is_told) continue;
      if (auto vehicle = unlisted_vehicle(value.text, procedure)) return vehicle;
    }
  }
  return std::nullopt;
}

}  // namespace

InputError Scenario::located(const ArgumentError& error) const {
  Place place = place_;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (procedure_->parameters[i].name == error.parameter() && !places_[i].file.empty()) {
      place = places_[i];
    }
  }
  std::string wrong = error.wrong();
  const std::string& name = error.parameter();
  if (const auto vehicle = unlisted_in(error, *procedure_, values_))
    return {place, vehicle->wrong(), vehicle->right()};
  const bool is_typed = place.file.starts_with("--") || place.file == command_line.file;
  if (wrong.starts_with(name + ' ')) {
    const bool stands_there =
        place.line == 0 && (place.file == name || place.file == option_of(name));
    wrong.erase(0, name.size() + (stands_there ? 1 : 0));
    if (!stands_there) wrong.insert(0, option_of(name));
  }
  if (is_typed) return {place, wrong, error.right()};
  const auto as_column = [&](const std::string& text) {
    return options_renamed(text, [&](const std::string& option) {
      return procedure_->parameter(option) == nullptr ? option_of(option) : option;
    });
  };
  return {place, as_column(wrong), as_column(error.right())};
}

InputError endless(const Situation& situation) {
  const Scenario& scenario = *situation.scenario;
  std::string values;
  const std::vector<Argument> arguments = scenario.arguments(situation.index);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].given) continue;
    values += fmt::format("{}{} {}", values.empty() ? " with " : ", ",
                          scenario.procedure().parameters[i].name, arguments[i].text);
  }
  const RuleSource* const source = source_of(scenario.procedure());
  const Place place = source == nullptr ? scenario.place() : Place{source->rule.name};
  return {place, fmt::format("{}{} may go on for ever", scenario.procedure().name, values),
          "a rule that comes to an outcome from every state, with probability 1"};
}

InputError too_many_situations(const Place& place, std::uint64_t most) {
  return {place, fmt::format("the lists and ranges make more than {} situations", most),
          "fewer values, or several runs"};
}

SituationsOf::SituationsOf(std::span<const Scenario> scenarios, std::uint64_t most)
    : scenarios_(scenarios), firsts_{0} {
  firsts_.reserve(scenarios.size() + 1);
  for (const Scenario& scenario : scenarios) {
    firsts_.push_back(firsts_.back() + scenario.size());
    if (firsts_.back() > most) throw too_many_situations(scenario.place(), most);
  }
  check_names(scenarios);
}

std::vector<Situation> SituationsOf::some(std::size_t first, std::size_t count) {
  std::vector<Situation> found;
  count = std::min(count, size() - first);
  found.reserve(count);
  auto next = static_cast<std::size_t>(std::upper_bound(firsts_.begin(), firsts_.end(), first) -
                                       firsts_.begin());
  for (std::size_t number = first; number < first + count; ++number) {
    while (firsts_[next] <= number) ++next;
    found.push_back({&scenarios_[next - 1], number - firsts_[next - 1]});
  }
  return found;
}

std::vector<Situation> situations(std::span<const Scenario> scenarios) {
  SituationsOf all(scenarios, most_situations);
  return all.some(0, all.size());
}

namespace {

/// Decision parameters at the end of the list were added later. At their defaults they are left out
/// of the hash, so that old questions keep their seed.
std::size_t without_later_decisions(const Procedure& procedure,
                                    const std::vector<Argument>& arguments) {
  std::size_t count = arguments.size();
  if (source_of(procedure) != nullptr) return count;
  while (count > 0) {
    const Parameter& last = procedure.parameters[count - 1];
    const std::string& said = arguments[count - 1].text;
    const bool as_before = last.is_goal ? said.empty() : last.decides && said == last.default_value;
    if (!as_before) break;
    --count;
  }
  return count;
}

}  // namespace

std::vector<const Procedure*> procedures_of(std::span<const Scenario> scenarios) {
  std::vector<const Procedure*> procedures;
  for (const Scenario& scenario : scenarios) {
    const Procedure* const procedure = &scenario.procedure();
    if (std::ranges::find(procedures, procedure) == procedures.end()) {
      procedures.push_back(procedure);
    }
  }
  return procedures;
}

std::uint64_t situation_key(const Procedure& procedure, const std::vector<Argument>& arguments) {
  Fnv1a hash;
  const auto add = [&](std::string_view text) {
    hash.add(text).add(0xff);  // no byte of UTF-8: keeps "ab","c" from "a","bc"
  };
  add(procedure.name);
  const std::size_t count = without_later_decisions(procedure, arguments);
  for (std::size_t i = 0; i < count; ++i) {
    if (procedure.parameters[i].is_goal && arguments[i].text.empty()) continue;
    add(procedure.parameters[i].name);
    add(arguments[i].text);
  }
  // The text of a house rule belongs to the question.
  if (const RuleSource* const source = source_of(procedure)) {
    add(source->rule.text);
    for (const TextFile& chart : source->charts) add(chart.text);
  }
  return hash.value();
}

}  // namespace combat_odds
