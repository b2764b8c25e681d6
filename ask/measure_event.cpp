#include "ask/measure_event.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/text/number_text.hpp"
#include "core/text/option_error.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/trimmed.hpp"

namespace combat_odds {

bool MeasureEvent::counts(double value) const {
  switch (relation) {
    case Relation::equal:
      return value == bound;
    case Relation::at_least:
      return value >= bound;
    case Relation::at_most:
      return value <= bound;
  }
  return false;
}

std::string MeasureEvent::words() const {
  const std::string name = plain_name(measure);
  switch (relation) {
    case Relation::equal:
      return fmt::format("exactly {:g} {}", bound, name);
    case Relation::at_least:
      return fmt::format("{:g} or more {}", bound, name);
    case Relation::at_most:
      return fmt::format("at most {:g} {}", bound, name);
  }
  return name;
}

std::optional<Repeats::Relation> take_relation(std::string_view& text) {
  using Relation = Repeats::Relation;
  for (const auto& [sign, meaning] : {std::pair(std::string_view(">="), Relation::at_least),
                                      std::pair(std::string_view("<="), Relation::at_most),
                                      std::pair(std::string_view("="), Relation::equal)}) {
    if (!text.starts_with(sign)) continue;
    text.remove_prefix(sign.size());
    return meaning;
  }
  return std::nullopt;
}

std::optional<MeasureEvent> measure_event(const std::string& text, const std::string& option) {
  using Relation = MeasureEvent::Relation;
  const std::size_t sign = text.find_first_of("<>=");
  if (sign == std::string::npos || sign == 0) return std::nullopt;
  std::string_view digits = std::string_view(text).substr(sign);
  const std::optional<Relation> relation = take_relation(digits);
  const std::optional<double> bound = number_in<double>(trimmed(digits));
  if (!relation || !bound) {
    throw OptionError(option, fmt::format("'{}' is not possible", text),
                      "a name, a measure with =, >= or <= and a number, or measure/measure");
  }
  return MeasureEvent{std::string(trimmed(std::string_view(text).substr(0, sign))), *relation,
                      *bound};
}

void add_event(Odds& odds, const std::string& text, const MeasureEvent& event) {
  add_event(odds, text, chance_in(odds, event));
}

void add_event(Odds& odds, const std::string& text, Chance chance) {
  if (std::ranges::find(odds.chances, text, &Chance::name) != odds.chances.end()) return;
  chance.kind = Chance::Kind::event;
  chance.name = text;
  const auto measures = std::ranges::find(odds.chances, Chance::Kind::measure, &Chance::kind);
  odds.chances.insert(measures, std::move(chance));
}

Chance chance_in(const Odds& odds, const MeasureEvent& event) {
  return sum_of(odds, [&](const Chance& chance) {
    return chance.kind == Chance::Kind::measure && chance.name == event.measure &&
           event.counts(chance.value);
  });
}

Chance sum_of(const Odds& odds, const std::function<bool(const Chance&)>& counts) {
  Chance all;
  all.kind = Chance::Kind::event;
  // Exact odds list everything that can happen: what they leave out is impossible.
  if (!odds.chances.empty() && odds.chances.front().exact) all.exact = {0, "0/1"};
  std::size_t parts = 0;
  for (const Chance& chance : odds.chances) {
    if (!counts(chance)) continue;
    ++parts;
    all.count += chance.count;
    all.repeats = parts == 1 ? chance.repeats : std::nullopt;
    if (!all.exact || !chance.exact) continue;
    all.exact->value = std::min(1.0, all.exact->value + chance.exact->value);
    all.exact->fraction = parts == 1 ? chance.exact->fraction : "";
  }
  return all;
}

}  // namespace combat_odds
