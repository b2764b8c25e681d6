#include "studies/plan/objective.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/text/error.hpp"
#include "core/text/number_text.hpp"
#include "core/text/suggest.hpp"
#include "core/text/trimmed.hpp"

namespace combat_odds::red_barricades {
namespace {

InputError fault(const std::string& wrong, const std::string& right) {
  return {{"--best"}, wrong, right};
}

constexpr const char* examples =
    "such as squads, squad-days, 'squads + 3*leaders', 'afvs by 25-Oct' or 'squads>=40 by 25-Oct'";

/// "squads" for "squads" and for the "squad" of "squad-days"; empty if there is no such measure.
std::string measure_named(const std::string& name, const std::vector<std::string>& measures) {
  for (const std::string& measure : measures) {
    if (measure == name || measure == name + "s") return measure;
  }
  return "";
}

/// Takes the number off the front of "3*leaders".
double take_weight(std::string_view& text) {
  const std::size_t star = text.find('*');
  if (star == std::string_view::npos) return 1;
  const std::optional<double> weight = number_in<double>(trimmed(text.substr(0, star)));
  if (!weight || !(std::abs(*weight) <= 1e6)) {
    throw fault(fmt::format("the weight '{}' is not possible", text.substr(0, star)),
                "a number of at most a million, as in 3*leaders");
  }
  text = trimmed(text.substr(star + 1));
  return *weight;
}

/// Takes the day off the end of "squads by 25-Oct".
std::size_t take_day(std::string_view& text, const HistoricalDrm& historical, std::size_t last) {
  const std::size_t by = text.find(" by ");
  if (by == std::string_view::npos) return last;
  const std::string_view named = trimmed(text.substr(by + 4));
  const std::optional<std::size_t> day = historical.day(named);
  if (!day) throw fault(fmt::format("the day '{}' is not possible", named), historical.allowed());
  text = trimmed(text.substr(0, by));
  return *day;
}

}  // namespace

double Objective::value(std::size_t day,
                        const std::function<double(const std::string&)>& expected) const {
  double sum = 0;
  for (const Summand& summand : summands) {
    const double times = summand.times(day);
    if (times > 0) sum += summand.weight * times * expected(summand.measure);
  }
  return sum;
}

Objective read_objective(const std::string& text, const std::vector<std::string>& measures,
                         const HistoricalDrm& historical, std::size_t last) {
  Objective objective{text, {}};
  std::string_view left = trimmed(text);
  double sign = 1;
  while (true) {
    const std::size_t plus = std::min(left.find(" + "), left.find(" - "));
    std::string_view one = trimmed(left.substr(0, plus));
    if (one.empty()) throw fault(fmt::format("'{}' is not possible", text), examples);
    Objective::Summand term;
    term.by = take_day(one, historical, last);
    if (const std::size_t least = one.find(">="); least != std::string_view::npos) {
      const std::string_view number = trimmed(one.substr(least + 2));
      objective.at_least = number_in<int>(number);
      if (!objective.at_least || *objective.at_least < 1 || *objective.at_least > 100'000) {
        throw fault(fmt::format("'{}' is not possible behind >=", number),
                    "a whole number from 1 to 100000");
      }
      one = trimmed(one.substr(0, least));
    }
    term.weight = sign * take_weight(one);
    std::string name(one);
    if (name.ends_with("-days")) {
      term.days = true;
      name.resize(name.size() - 5);
    }
    term.measure = measure_named(name, measures);
    if (term.measure.empty()) {
      throw fault(fmt::format("no '{}' can be bought", name),
                  did_you_mean(name, measures, examples));
    }
    objective.summands.push_back(term);
    if (plus == std::string_view::npos) break;
    sign = left[plus + 1] == '-' ? -1 : 1;
    left = left.substr(plus + 3);
  }
  const Objective::Summand& first = objective.summands.front();
  if (objective.at_least && (objective.summands.size() > 1 || first.days || first.weight != 1)) {
    throw fault(fmt::format("'{}' is no chance of one measure", text),
                "such as 'squads>=40 by 25-Oct'");
  }
  return objective;
}

}  // namespace combat_odds::red_barricades
