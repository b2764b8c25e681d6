#include "sim/declare/goal.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>

#include "core/text/number_text.hpp"
#include "core/text/suggest.hpp"
#include "core/text/trimmed.hpp"

namespace combat_odds {
namespace {

constexpr const char* best_parameter = "best";
constexpr const char* against_parameter = "against";
constexpr const char* form =
    "an outcome, event or measure, such as 'eliminated' or 'casualties:least', or a sum such as "
    "'2*cleared-casualties'";

/// Weights are whole multiples of 1 / weight_parts.
constexpr long long weight_parts = 10'000;

class GoalReader {
 public:
  GoalReader(const Procedure& procedure, const std::string& parameter)
      : procedure_(procedure), parameter_(parameter) {}

  Goal read(std::string_view text) const {
    Goal goal;
    text = trimmed(text);
    if (const std::size_t colon = text.rfind(':'); colon != std::string_view::npos) {
      const std::string_view order = trimmed(text.substr(colon + 1));
      if (order != "least" && order != "most") {
        throw ArgumentError(parameter_, fmt::format("'{}' is no order", order), "least, or most");
      }
      goal.least = order == "least";
      text = text.substr(0, colon);
    }
    goal.scale = weight_parts;
    for (std::size_t start = 0; start < text.size() || start == 0;) {
      std::size_t end = start;
      do {  // "casualties>=-1" is one term
        end = std::min(text.find_first_of("+-", end + 1), text.size());
      } while (end < text.size() && std::string_view("<>=").find(text[end - 1]) < 3);
      goal.summands.push_back(term(text.substr(start, end - start)));
      start = end;
    }
    reduce(goal);
    return goal;
  }

 private:
  [[noreturn]] void refuse(std::string_view text) const {
    throw ArgumentError(parameter_, fmt::format("'{}' is no aim", text), form);
  }

  Goal::Summand term(std::string_view text) const {
    Goal::Summand term;
    const std::string_view whole = text;
    term.weight = weight_parts;
    if (text.starts_with('+') || text.starts_with('-')) {
      if (text.front() == '-') term.weight = -weight_parts;
      text.remove_prefix(1);
    }
    if (const std::size_t star = text.find('*'); star != std::string_view::npos) {
      const std::optional<double> weight = number_in<double>(trimmed(text.substr(0, star)));
      constexpr double most = 10'000;
      const bool in_range = weight && *weight >= 0 && *weight <= most;
      const double parts = in_range ? *weight * weight_parts : 0;
      const long long whole_parts = std::llround(parts);
      if (!in_range || std::abs(parts - static_cast<double>(whole_parts)) > 1e-6) {
        throw ArgumentError(parameter_, fmt::format("'{}' is no weight", text.substr(0, star)),
                            "a number up to 10000, with at most four decimals");
      }
      term.weight = term.weight < 0 ? -whole_parts : whole_parts;
      text = text.substr(star + 1);
    }
    text = trimmed(text);
    term.name = text;
    std::optional<Goal::Kind> asked;
    for (const auto& [word, kind] :
         {std::pair("outcome ", Goal::Kind::outcome), std::pair("event ", Goal::Kind::event),
          std::pair("mean ", Goal::Kind::measure)}) {
      if (known(term.name) || !text.starts_with(word)) continue;
      asked = kind;
      term.name = trimmed(text.substr(std::string_view(word).size()));
    }
    if (!known(term.name) && !asked) compare(term);
    if (term.name.empty()) refuse(whole);
    if (term.kind == Goal::Kind::outcome) term.kind = asked.value_or(kind_of(term.name));
    return term;
  }

  /// Reads a comparison such as "casualties>=2".
  void compare(Goal::Summand& term) const {
    const std::size_t sign = term.name.find_first_of("<>=");
    if (sign == std::string::npos) return;
    std::string_view bound = std::string_view(term.name).substr(sign);
    for (const auto& [word, kind] :
         {std::pair(">=", Goal::Kind::at_least), std::pair("<=", Goal::Kind::at_most),
          std::pair("=", Goal::Kind::equal)}) {
      if (!bound.starts_with(word)) continue;
      term.kind = kind;
      bound.remove_prefix(std::string_view(word).size());
      break;
    }
    const auto number = number_in<double>(trimmed(bound));
    if (term.kind == Goal::Kind::outcome || !number) refuse(term.name);
    term.bound = *number;
    term.name = trimmed(std::string_view(term.name).substr(0, sign));
    if (!lists(procedure_.measures, term.name)) {
      std::vector<std::string> names;
      for (const Term& measure : procedure_.measures) names.push_back(measure.name);
      throw ArgumentError(parameter_, fmt::format("there is no measure '{}'", term.name),
                          did_you_mean(term.name, names, names_text(names)));
    }
  }

  static bool lists(const std::vector<Term>& terms, const std::string& name) {
    return std::ranges::any_of(terms, [&](const Term& term) { return term.name == name; });
  }
  static std::string names_text(const std::vector<std::string>& names) {
    return fmt::format("one of {}", fmt::join(names, ", "));
  }
  bool known(const std::string& name) const {
    return lists(procedure_.outcomes, name) || lists(procedure_.events, name) ||
           lists(procedure_.measures, name);
  }

  Goal::Kind kind_of(const std::string& name) const {
    if (lists(procedure_.outcomes, name)) return Goal::Kind::outcome;
    if (lists(procedure_.events, name)) return Goal::Kind::event;
    if (lists(procedure_.measures, name)) return Goal::Kind::measure;
    // With several units there are more outcomes than are listed. Their names are phrases.
    if (name.find(' ') != std::string::npos) return Goal::Kind::outcome;
    std::vector<std::string> names;
    for (const auto* terms : {&procedure_.events, &procedure_.outcomes, &procedure_.measures}) {
      for (const Term& term : *terms) {
        if (std::ranges::find(names, term.name) == names.end()) names.push_back(term.name);
      }
    }
    throw ArgumentError(parameter_, fmt::format("nothing is called '{}' here", name),
                        did_you_mean(name, names, names_text(names)));
  }

  /// Reduces the weights to lowest terms.
  static void reduce(Goal& goal) {
    long long common = goal.scale;
    for (const Goal::Summand& term : goal.summands) common = std::gcd(common, term.weight);
    goal.scale /= common;
    for (Goal::Summand& term : goal.summands) term.weight /= common;
  }

  const Procedure& procedure_;
  const std::string& parameter_;
};

Parameter goal_parameter(const char* name, std::string meaning, const Procedure& procedure) {
  Parameter parameter;
  parameter.name = name;
  parameter.type = Parameter::Type::text;
  parameter.meaning = std::move(meaning);
  parameter.form = form;
  parameter.default_value = "";
  parameter.is_goal = true;
  for (const auto* terms : {&procedure.outcomes, &procedure.events, &procedure.measures}) {
    if (parameter.tried.empty() && !terms->empty()) {
      const std::string& first = terms->front().name;
      parameter.tried = {first, first + ":least"};
    }
  }
  return parameter;
}

/// The names of the parameters that fix decisions of a side.
std::vector<std::string> deciding(const std::vector<Parameter>& parameters, int side) {
  std::vector<std::string> names;
  for (const Parameter& parameter : parameters) {
    if (parameter.decides == side) names.push_back(parameter.name);
  }
  return names;
}

/// Why the choice can't be made otherwise than by default in this situation, as whoever typed
/// another would be told; empty if it can. Numbers and texts are not tried.
std::string why_not(const Procedure& bare, std::vector<Argument> values, std::size_t place,
                    const Charts& charts) {
  const Parameter& parameter = bare.parameters[place];
  std::vector<std::string> others = parameter.choices;
  if (parameter.type == Parameter::Type::flag) others = {"false", "true"};
  std::string why;
  for (const std::string& other : others) {
    if (other == values[place].text) continue;
    values[place] = {other, 0, true};
    try {
      bare.rule_for(values, charts);
      return "";
    } catch (const ArgumentError& error) {
      why = error.what();
    }
  }
  return why;
}

/// The decisions that were not fixed: those of side 0, and with `both` those of side 1.
FreeChoices free_decisions(const Procedure& bare, const std::vector<Argument>& values,
                           const Charts& charts, bool both) {
  const std::vector<Parameter>& parameters = bare.parameters;
  FreeChoices free;
  std::vector<std::string> given;
  std::string none_here;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (!parameters[i].decides || (*parameters[i].decides == 1 && !both)) continue;
    if (values[i].given) {
      given.push_back(parameters[i].name);
    } else if (std::string why = why_not(bare, values, i, charts); why.empty()) {
      free.parameters.insert(parameters[i].name);
    } else if (none_here.empty()) {
      none_here = std::move(why);
    }
  }
  if (!free.parameters.empty()) return free;
  if (!none_here.empty()) {
    throw ArgumentError(best_parameter, "nothing is left to decide: " + none_here, "leave it out");
  }
  throw ArgumentError(best_parameter,
                      given.empty()
                          ? std::string("only the other side decides anything here")
                          : fmt::format("nothing is left to decide: {} {} given",
                                        fmt::join(given, ", "), given.size() == 1 ? "is" : "are"),
                      given.empty() ? "against with its aim, too"
                                    : "leave it out, and it is decided anew each time");
}

}  // namespace

Goal read_goal(std::string_view text, const Procedure& procedure, const std::string& parameter) {
  return GoalReader(procedure, parameter).read(text);
}

void let_best_play_be_asked(Procedure& procedure) {
  const std::vector<std::string> own = deciding(procedure.parameters, 0);
  const std::vector<std::string> others = deciding(procedure.parameters, 1);
  if (own.empty() && others.empty()) return;
  const std::size_t count = procedure.parameters.size();
  procedure.parameters.push_back(goal_parameter(
      best_parameter,
      fmt::format("best play: what it is for; {} {} then decided anew each time, unless given",
                  fmt::join(own, ", "), own.size() == 1 ? "is" : "are"),
      procedure));
  if (!others.empty()) {
    procedure.parameters.push_back(goal_parameter(
        against_parameter,
        fmt::format("with best: what the other side plays its best for; {} {} then decided anew "
                    "each time, unless given",
                    fmt::join(others, ", "), others.size() == 1 ? "is" : "are"),
        procedure));
  }
  // A copy with the names that goals refer to, and with the rule itself.
  const auto bare = std::make_shared<const Procedure>(procedure);
  procedure.rule_for = [bare, count, both = !others.empty()](
                           const std::vector<Argument>& values,
                           const Charts& charts) -> std::unique_ptr<Rule> {
    const std::string best_text = values[count].text;
    const std::string against_text = both ? values[count + 1].text : "";
    const std::vector<Argument> of_rule(values.begin(),
                                        values.begin() + static_cast<std::ptrdiff_t>(count));
    std::unique_ptr<Rule> rule = bare->rule_for(of_rule, charts);
    if (best_text.empty()) {
      if (against_text.empty()) return rule;
      throw ArgumentError(against_parameter,
                          "the other side's aim is given, and this side's is not",
                          "best with an aim, too");
    }
    BestPlay best;
    best.goal = read_goal(best_text, *bare, best_parameter);
    count_parts(best.goal, *rule);
    if (!against_text.empty()) {
      best.against = read_goal(against_text, *bare, against_parameter);
      count_parts(*best.against, *rule);
    }
    best.free = free_decisions(*bare, of_rule, charts, best.against.has_value());
    return played_best(std::move(rule), std::move(best));
  };
}

}  // namespace combat_odds
