#include "combat_odds/sim/declaration.hpp"

#include "combat_odds/sim/aim.hpp"
#include "combat_odds/sim/day.hpp"

namespace combat_odds {

void AnyDeclaration::ask(Parameter parameter, Set set) {
  parameter.name = prefix_ + parameter.name;
  asked_.push_back({std::move(parameter), std::move(set), {}});
}

void AnyDeclaration::adopt(AnyDeclaration&& group, const std::function<void*(void*)>& member) {
  for (Asked& asked : group.asked_) {
    asked.set = [member, set = std::move(asked.set)](void* asker, const Argument& value,
                                                     const Charts& charts) {
      set(member(asker), value, charts);
    };
    for (Condition& condition : asked.conditions) {
      condition.holds = [member, holds = std::move(condition.holds)](const void* asker) {
        return holds(member(const_cast<void*>(asker)));  // only looked at
      };
    }
    asked_.push_back(std::move(asked));
  }
  for (auto& prepare : group.prepares_) {
    prepares_.emplace_back(
        [member, prepare = std::move(prepare)](void* asker, const Charts& charts) {
          prepare(member(asker), charts);
        });
  }
  reports_.details += group.reports_.details;
  add(reports_.outcomes, std::move(group.reports_.outcomes));
  add(reports_.events, std::move(group.reports_.events));
  add(reports_.measures, std::move(group.reports_.measures));
  for (HeadlinePart& part : group.reports_.headline) {
    reports_.headline.push_back(std::move(part));
  }
}

void AnyDeclaration::fill(void* asker, const std::vector<Argument>& values,
                          const Charts& charts) const {
  for (std::size_t i = 0; i < asked_.size(); ++i) asked_[i].set(asker, values[i], charts);
  for (std::size_t i = 0; i < asked_.size(); ++i) {
    const Asked& asked = asked_[i];
    const bool is_default = values[i].text == asked.parameter.default_value;
    for (const Condition& condition : asked.conditions) {
      if (condition.for_default == is_default && !condition.holds(asker)) {
        throw ArgumentError(asked.parameter.name, condition.wrong, condition.right);
      }
    }
  }
  for (const auto& prepare : prepares_) prepare(asker, charts);
}

Procedure AnyDeclaration::made(MakeRule make) const {
  Procedure made = reports_;
  for (const Asked& asked : asked_) made.parameters.push_back(asked.parameter);
  made.rule_for = std::move(make);
  let_best_play_be_asked(made);
  return made;
}

void AnyDeclaration::name(std::string name, std::string rule, std::string summary) {
  reports_.details = open_points(name) + reports_.details;
  reports_.name = std::move(name);
  reports_.rule = std::move(rule);
  reports_.summary = std::move(summary);
}

AnyDeclaration::Asked& AnyDeclaration::find(std::string_view name) {
  for (Asked& asked : asked_) {
    if (asked.parameter.name == prefix_ + std::string(name)) return asked;
  }
  throw std::logic_error("no parameter " + std::string(name));
}

Parameter AnyDeclaration::with(Parameter::Type type, std::string name, std::string default_value,
                               std::string meaning) {
  Parameter parameter;
  parameter.name = std::move(name);
  parameter.type = type;
  parameter.default_value = std::move(default_value);
  parameter.meaning = std::move(meaning);
  return parameter;
}

Parameter AnyDeclaration::ranged(Parameter::Type type, std::string name, double least, double most,
                                 std::string default_value, std::string meaning) {
  Parameter parameter = with(type, std::move(name), std::move(default_value), std::move(meaning));
  parameter.least = least;
  parameter.most = most;
  return parameter;
}

Parameter AnyDeclaration::choice(std::string name, OneOf choices, std::string default_value,
                                 std::string meaning) {
  Parameter parameter =
      with(Parameter::Type::choice, std::move(name), std::move(default_value), std::move(meaning));
  parameter.choices = std::move(choices.words);
  return parameter;
}

Parameter AnyDeclaration::formed(std::string name, std::string form, std::string default_value,
                                 std::string meaning) {
  Parameter parameter =
      with(Parameter::Type::text, std::move(name), std::move(default_value), std::move(meaning));
  parameter.form = std::move(form);
  return parameter;
}

Parameter AnyDeclaration::dated(std::string name, std::string_view first, std::string_view last,
                                std::string meaning) {
  const auto days = [](std::string_view text) {
    const std::optional<std::chrono::sys_days> day = read_day(text, std::chrono::year(0));
    if (!day) throw std::logic_error(std::string(text) + " is no day");
    return static_cast<double>(day->time_since_epoch().count());
  };
  Parameter parameter = ranged(Parameter::Type::date, std::move(name), days(first), days(last), "",
                               std::move(meaning));
  parameter.default_value.reset();
  return parameter;
}

void AnyDeclaration::add(std::vector<Term>& terms, std::vector<Term> more) {
  for (Term& term : more) terms.push_back(std::move(term));
}

}  // namespace combat_odds
