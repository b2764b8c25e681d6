#include "sim/declare/procedure.hpp"

#include <algorithm>

#include "sim/declare/names.hpp"
#include "sim/declare/registry.hpp"

namespace combat_odds {

std::string open_points(std::string_view name) {
  for (const BuiltInChart& known : built_in_open_points()) {
    if (known.name != name) continue;
    // Join the lines of a paragraph; an empty line ends it.
    std::string text;
    bool paragraph_ends = false;
    for (std::string_view rest = known.text; !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      const std::string_view line = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      paragraph_ends = paragraph_ends || line.empty();
      if (line.empty()) continue;
      if (!text.empty()) text += paragraph_ends ? '\n' : ' ';
      text += line;
      paragraph_ends = false;
    }
    return text + '\n';
  }
  return "";
}

std::string Term::where_text() const {
  std::string text;
  for (std::size_t i = 0; i < only_where.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == only_where.size() ? " or " : ", ") + only_where[i];
  }
  return text;
}

bool exists_in(const Term& measure, const Outcome& outcome) {
  return measure.only_where.empty() ||
         std::ranges::any_of(measure.only_where, [&](const std::string& name) {
           return outcome.label() == name || outcome.happened(name);
         });
}

std::unique_ptr<Rule> Procedure::make_rule(const std::vector<Argument>& values,
                                           const Charts& all_charts) const {
  return rule_for(names_looked_up(parameters, values, all_charts), all_charts);
}

const Parameter* Procedure::parameter(std::string_view wanted) const {
  return parameter_named(parameters, wanted);
}

}  // namespace combat_odds
