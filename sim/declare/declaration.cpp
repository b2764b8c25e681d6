#include "sim/declare/declaration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <cstring>

#include "sim/declare/calendar.hpp"
#include "sim/declare/goal.hpp"

namespace combat_odds {

namespace {

Parameter described(Parameter::Type type, std::string_view name, std::string_view meaning) {
  Parameter parameter;
  parameter.name = name;
  parameter.type = type;
  parameter.default_value = "";
  parameter.meaning = meaning;
  return parameter;
}
Parameter described(Parameter::Type type, std::string_view name, std::string_view meaning,
                    double least, double most) {
  Parameter parameter = described(type, name, meaning);
  parameter.least = least;
  parameter.most = most;
  return parameter;
}

constexpr std::size_t none = ~std::size_t{0};

/// Whether a group of parameters is a member of another one.
template <class Groups>
bool is_within(const Groups& groups, std::size_t inner, std::size_t outer) {
  const auto& one = groups[inner];
  const auto& other = groups[outer];
  if (inner == outer || !other.holds(one.asker)) return false;
  return one.size < other.size || (one.size == other.size && inner < outer);
}

std::string words_of(bool yes) { return yes ? "true" : "false"; }

template <class Value>
Value value_of(const Argument& value) {
  if constexpr (std::is_same_v<Value, std::string>) {
    return value.text;
  } else if constexpr (std::is_same_v<Value, bool>) {
    return value.number != 0;
  } else {
    return static_cast<Value>(value.number);
  }
}
template <class Value>
void set_member(void* member, const Argument& value, const Charts& /*charts*/) {
  *static_cast<Value*>(member) = value_of<Value>(value);
}
template <class Value>
void set_if_given(void* member, const Argument& value, const Charts& /*charts*/) {
  std::optional<Value>& bound = *static_cast<std::optional<Value>*>(member);
  bound.reset();
  if (!value.text.empty()) bound = value_of<Value>(value);
}

}  // namespace

OneOf one_of(std::initializer_list<std::string_view> words) {
  return {{words.begin(), words.end()}};
}

AnyDeclaration::AnyDeclaration(std::string_view prefix) : prefix_(prefix) {}
AnyDeclaration::AnyDeclaration(AnyDeclaration&&) noexcept = default;
AnyDeclaration::AnyDeclaration(const AnyDeclaration&) = default;
AnyDeclaration::~AnyDeclaration() = default;

void AnyDeclaration::ask(Parameter parameter, std::size_t member, Set set) {
  parameter.name.insert(0, prefix_);
  bound_.push_back({std::move(parameter), member, std::move(set), {}});
}

void AnyDeclaration::whole(std::size_t member, int preset, std::string_view name, int least,
                           int most, std::string_view meaning) {
  ask(described(Parameter::Type::integer, name, meaning, least, most), member, &set_member<int>);
  latest().parameter.default_value = std::to_string(preset);
}
void AnyDeclaration::whole(std::size_t member, const std::optional<int>& preset,
                           std::string_view name, int least, int most, std::string_view meaning) {
  ask(described(Parameter::Type::integer, name, meaning, least, most), member, &set_if_given<int>);
  if (preset) latest().parameter.default_value = std::to_string(*preset);
}

void AnyDeclaration::number(std::size_t member, double preset, std::string_view name, double least,
                            double most, std::string_view meaning) {
  ask(described(Parameter::Type::number, name, meaning, least, most), member, &set_member<double>);
  latest().parameter.default_value = number_text(preset);
}
void AnyDeclaration::number(std::size_t member, const std::optional<double>& preset,
                            std::string_view name, double least, double most,
                            std::string_view meaning) {
  ask(described(Parameter::Type::number, name, meaning, least, most), member,
      &set_if_given<double>);
  if (preset) latest().parameter.default_value = number_text(*preset);
}

void AnyDeclaration::flag(std::size_t member, bool preset, std::string_view name,
                          std::string_view meaning) {
  ask(described(Parameter::Type::flag, name, meaning), member, &set_member<bool>);
  latest().parameter.default_value = words_of(preset);
}
void AnyDeclaration::flag(std::size_t member, const std::optional<bool>& preset,
                          std::string_view name, std::string_view meaning) {
  ask(described(Parameter::Type::flag, name, meaning), member, &set_if_given<bool>);
  if (preset) latest().parameter.default_value = words_of(*preset);
}

void AnyDeclaration::choice(std::size_t member, std::optional<std::size_t> preset,
                            std::string_view name, OneOf choices, std::string_view meaning,
                            void (*set)(void*, const Argument&, const Charts&)) {
  ask(described(Parameter::Type::choice, name, meaning), member, set);
  if (preset) latest().parameter.default_value = choices.words.at(*preset);
  latest().parameter.choices = std::move(choices.words);
}
void AnyDeclaration::word(std::size_t member, const std::string& preset, std::string_view name,
                          OneOf choices, std::string_view meaning) {
  choice(member, 0, name, std::move(choices), meaning, &set_member<std::string>);
  if (!preset.empty()) latest().parameter.default_value = preset;
}

void AnyDeclaration::text(std::size_t member, const std::string& preset, std::string_view name,
                          std::string_view form, std::string_view meaning) {
  read_text(member, false, name, form, meaning, &set_member<std::string>);
  if (!preset.empty()) latest().parameter.default_value = preset;
}
void AnyDeclaration::text(std::size_t member, const std::optional<std::string>& preset,
                          std::string_view name, std::string_view form, std::string_view meaning) {
  read_text(member, true, name, form, meaning, &set_if_given<std::string>);
  latest().parameter.default_value = preset.value_or("");
}
void AnyDeclaration::read_text(std::size_t member, bool may_be_left_out, std::string_view name,
                               std::string_view form, std::string_view meaning, Set set) {
  ask(described(Parameter::Type::text, name, meaning), member, std::move(set));
  latest().parameter.form = form;
  if (!may_be_left_out) latest().parameter.default_value.reset();
}

void AnyDeclaration::date(std::size_t member, std::string_view name, std::string_view first,
                          std::string_view last, std::string_view meaning) {
  const auto days = [](std::string_view text) {
    const std::optional<std::chrono::sys_days> day = read_day(text, std::chrono::year(0));
    if (!day) throw std::logic_error(std::string(text) + " is no day");
    return static_cast<double>(day->time_since_epoch().count());
  };
  ask(described(Parameter::Type::date, name, meaning, days(first), days(last)), member,
      [](void* bound, const Argument& value, const Charts&) {
        *static_cast<std::chrono::sys_days*>(bound) =
            std::chrono::sys_days(std::chrono::days(static_cast<int>(value.number)));
      });
  latest().parameter.default_value.reset();
}

void AnyDeclaration::tried(std::vector<std::string> values) {
  latest().parameter.tried = std::move(values);
}

void AnyDeclaration::named(NameList list, std::string_view form) {
  latest().parameter.names = std::move(list);
  if (!form.empty()) latest().parameter.named_form = form;
}

void AnyDeclaration::condition(bool for_default, Holds holds, std::string_view why,
                               std::string_view needs) {
  latest().conditions.push_back(
      {for_default, 0, std::move(holds), std::string(why), std::string(needs), ""});
}
void AnyDeclaration::missing(Holds holds, std::string_view why, std::string_view needs) {
  condition(true, std::not_fn(std::move(holds)), why, needs);
}
void AnyDeclaration::conditions(std::initializer_list<std::string_view> names, const Holds& holds,
                                std::string_view why, std::string_view needs) {
  for (const std::string_view name : names) {
    find(name).conditions.push_back({false, 0, holds, std::string(why), std::string(needs), ""});
  }
}
void AnyDeclaration::conditions(AllFrom first, const Holds& holds, std::string_view why,
                                std::string_view needs) {
  const auto begin = bound_.begin() + (&find(first.parameter) - bound_.data());
  for (auto bound = begin; bound != bound_.end(); ++bound) {
    bound->conditions.push_back({false, 0, holds, std::string(why), std::string(needs), ""});
  }
}

void AnyDeclaration::adopt(AnyDeclaration&& group, std::size_t member) {
  for (BoundParameter& bound : group.bound_) {
    bound.member += member;
    for (Condition& condition : bound.conditions) {
      condition.asker += member;
      if (condition.prefix.empty()) condition.prefix = group.prefix_;
    }
    bound_.push_back(std::move(bound));
  }
  for (Preparation& preparation : group.prepares_) {
    preparation.asker += member;
    prepares_.push_back(std::move(preparation));
  }
  reports_.details += group.reports_.details;
  add(reports_.outcomes, std::move(group.reports_.outcomes));
  add(reports_.events, std::move(group.reports_.events));
  add(reports_.measures, std::move(group.reports_.measures));
  for (HeadlinePart& part : group.reports_.headline) {
    reports_.headline.push_back(std::move(part));
  }
}

ArgumentError AnyDeclaration::refusal(const Parameter& parameter,
                                      const Condition& condition) const {
  const auto renamed = [&](const std::string& text) {
    return options_renamed(text, [&](const std::string& name) {
      const std::string own = condition.prefix + name;
      const bool is_own =
          std::any_of(bound_.begin(), bound_.end(),
                      [&](const BoundParameter& bound) { return bound.parameter.name == own; });
      return option_of(is_own ? own : name);
    });
  };
  const std::string& name = parameter.name;
  const std::string why = renamed(condition.why);
  const std::string needs = renamed(condition.needs);
  if (condition.for_default) {
    const std::string preset = parameter.default_value.value_or("");
    return {name, fmt::format("{} is {}: {}", name, preset.empty() ? "missing" : preset, why),
            needs};
  }
  if (needs.empty()) return {name, why, "leave it out"};
  const std::string_view between = why.empty() ? "" : why.starts_with('(') ? " " : ": ";
  return {name, fmt::format("{} needs {}{}{}", name, needs, between, why)};
}

void AnyDeclaration::check_conditions(void* asker,
                                      const std::vector<std::uint8_t>& is_default) const {
  const std::uint8_t* by_default = is_default.data();
  for (const BoundParameter& bound : bound_) {
    const bool has_default = *by_default++ != 0;
    for (const Condition& condition : bound.conditions) {
      if (condition.for_default == has_default && !condition.holds(part(asker, condition.asker))) {
        throw refusal(bound.parameter, condition);
      }
    }
  }
}

void AnyDeclaration::fill(void* asker, const std::vector<Argument>& values,
                          const Charts& charts) const {
  std::vector<std::uint8_t> is_default(bound_.size());
  for (std::size_t i = 0; i < bound_.size(); ++i) {
    bound_[i].set(part(asker, bound_[i].member), values[i], charts);
    is_default[i] = values[i].text == bound_[i].parameter.default_value ? 1 : 0;
  }
  check_conditions(asker, is_default);
  for (const Preparation& preparation : prepares_) {
    preparation.prepare(part(asker, preparation.asker), charts);
  }
}

void AnyDeclaration::begin(FilledFrom& from, const Charts& charts) const {
  from.charts = charts.edition();
  from.values.resize(bound_.size());
  from.is_default.resize(bound_.size());
  from.parameters_of.resize(prepares_.size());
  from.now.resize(prepares_.size(), nullptr);
  from.kept.resize(prepares_.size());
  for (std::size_t i = 0; i < bound_.size(); ++i) {
    std::size_t outermost = none;
    for (std::size_t group = 0; group < prepares_.size(); ++group) {
      const bool is_in = prepares_[group].holds(bound_[i].member);
      if (is_in && (outermost == none || is_within(prepares_, outermost, group))) outermost = group;
    }
    from.group_of.push_back(outermost);
    if (outermost != none) from.parameters_of[outermost].push_back(i);
  }
}

namespace {

/// Most values are as they were, and most have no text or a short one.
bool same_value(const Argument& one, const Argument& other) {
  const std::size_t size = one.text.size();
  return one.number == other.number && size == other.text.size() &&
         (size == 0 || std::memcmp(one.text.data(), other.text.data(), size) == 0);
}

}  // namespace

void AnyDeclaration::fill_again(FilledFrom& from, void* set, void* prepared,
                                const std::vector<Argument>& values, const Charts& charts) const {
  const bool is_first = from.values.empty();
  if (is_first) begin(from, charts);
  constexpr std::size_t some_groups = 16;
  boost::container::small_vector<std::uint8_t, some_groups> changed(prepares_.size(), 0);
  bool any_changed = is_first;
  const Argument* given = values.data();
  for (std::size_t i = 0; i < from.values.size(); ++i, ++given) {
    Argument& before = from.values[i];
    if (same_value(before, *given) && !is_first) continue;
    any_changed = true;
    before = *given;
    from.is_default[i] = before.text == bound_[i].parameter.default_value ? 1 : 0;
    if (from.group_of[i] != none) {
      changed[from.group_of[i]] = 1;
      continue;
    }
    std::set<std::string> names;
    const Charts read = charts.recording(names);
    bound_[i].set(part(set, bound_[i].member), before, read);
    bound_[i].set(part(prepared, bound_[i].member), before, read);
    from.read.erase(i);
    if (!names.empty()) from.read.emplace(i, std::move(names));
  }
  // Groups without parameters are prepared, too.
  for (std::size_t group = 0; is_first && group < prepares_.size(); ++group) {
    bool is_outermost = true;
    for (std::size_t outer = 0; outer < prepares_.size(); ++outer) {
      is_outermost = is_outermost && !is_within(prepares_, group, outer);
    }
    changed[group] = is_outermost ? 1 : 0;
  }
  constexpr std::size_t most_kept = 256;
  std::vector<std::pair<std::size_t, KeptGroup*>> fresh;
  for (std::size_t group = 0; group < prepares_.size(); ++group) {
    if (changed[group] == 0) continue;
    auto& kept = from.kept[group];
    if (kept.size() == most_kept) kept.clear();
    const auto [known, is_new] = kept.try_emplace(values_in(group, from));
    from.now[group] = &known->second;
    const std::size_t at = prepares_[group].asker;
    if (is_new) {
      known->second = set_group(group, from, set, charts);
      fresh.emplace_back(group, &known->second);
    } else {
      prepares_[group].assign(part(set, at), known->second.set.get());
      prepares_[group].assign(part(prepared, at), known->second.prepared.get());
    }
  }
  if (any_changed) check_conditions(set, from.is_default);
  for (const auto& [group, kept] : fresh) prepare_group(group, *kept, prepared, charts);
  const auto record = [&](const std::set<std::string>& read) {
    for (const std::string& chart : read) charts.record(chart);
  };
  for (const auto& [parameter, read] : from.read) record(read);
  for (const KeptGroup* const group : from.now) {
    if (group != nullptr) record(group->read);
  }
}

/// The values that a group holds, as text.
std::string AnyDeclaration::values_in(std::size_t group, const FilledFrom& from) const {
  constexpr std::size_t about_a_value = 16;
  std::string all;
  all.reserve(from.parameters_of[group].size() * about_a_value);
  for (const std::size_t i : from.parameters_of[group]) {
    const Argument& value = from.values[i];
    all.append(value.text).append(1, '\0');  // in no value
    all.append(reinterpret_cast<const char*>(&value.number), sizeof(value.number));
  }
  return all;
}

AnyDeclaration::KeptGroup AnyDeclaration::set_group(std::size_t group, const FilledFrom& from,
                                                    void* set, const Charts& charts) const {
  KeptGroup kept;
  const Charts read = charts.recording(kept.read);
  for (const std::size_t i : from.parameters_of[group]) {
    bound_[i].set(part(set, bound_[i].member), from.values[i], read);
  }
  kept.set = prepares_[group].copy(part(set, prepares_[group].asker));
  return kept;
}

/// With those within it, in the order in which they were declared.
void AnyDeclaration::prepare_group(std::size_t group, KeptGroup& kept, void* prepared,
                                   const Charts& charts) const {
  const Charts read = charts.recording(kept.read);
  prepares_[group].assign(part(prepared, prepares_[group].asker), kept.set.get());
  for (std::size_t p = 0; p < prepares_.size(); ++p) {
    if (p == group || is_within(prepares_, p, group)) {
      prepares_[p].prepare(part(prepared, prepares_[p].asker), read);
    }
  }
  kept.prepared = prepares_[group].copy(part(prepared, prepares_[group].asker));
}

Procedure AnyDeclaration::made(MakeRule make) const {
  Procedure made = reports_;
  for (const BoundParameter& bound : bound_) made.parameters.push_back(bound.parameter);
  made.rule_for = std::move(make);
  let_best_play_be_asked(made);
  return made;
}

void AnyDeclaration::name(std::string_view name, std::string_view rule, std::string_view summary) {
  reports_.details = open_points(name) + reports_.details;
  reports_.name = name;
  reports_.rule = rule;
  reports_.summary = summary;
}

AnyDeclaration::BoundParameter& AnyDeclaration::find(std::string_view name) {
  for (BoundParameter& bound : bound_) {
    if (bound.parameter.name == prefix_ + std::string(name)) return bound;
  }
  throw std::logic_error("no parameter " + std::string(name));
}

void AnyDeclaration::term(std::vector<Term>& terms, std::string_view name,
                          std::string_view meaning) {
  terms.push_back({std::string(name), std::string(meaning)});
}
void AnyDeclaration::add(std::vector<Term>& terms, std::vector<Term> more) {
  for (Term& term : more) terms.push_back(std::move(term));
}
void AnyDeclaration::headline_part(std::string_view name, std::string_view words,
                                   std::string_view words_of_one) {
  reports_.headline.push_back({std::string(name), std::string(words), std::string(words_of_one)});
}

}  // namespace combat_odds
