#include "sim/squad_games/assault_steps.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <optional>

#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "core/text/suggest.hpp"
#include "core/text/words.hpp"

namespace combat_odds {

const char* const assault_steps_form =
    "steps such as 'fire 8 1; return x2 2; rout; close-combat', one after the other";

namespace {

constexpr std::size_t most_steps = 12;

const std::vector<std::string>& kinds() {
  static const std::vector<std::string> names = {"fire", "return", "rout", "next-turn",
                                                 "close-combat"};
  return names;
}

AssaultStep read_step(std::string_view text, std::string_view parameter) {
  AssaultStep step;
  step.text = std::string(text);
  for (const std::string_view word : words_of(text)) step.words.emplace_back(word);
  if (step.words.empty()) {
    throw ArgumentError(std::string(parameter), "a step is empty", assault_steps_form);
  }
  // "close combat" and "next turn" may be two words.
  std::string first = step.words.front();
  std::size_t used = 1;
  if ((first == "close" || first == "next") && step.words.size() > 1) {
    first += step.words[1];
    used = 2;
  }
  const std::optional<std::size_t> kind = find_name(first, kinds());
  if (!kind) {
    throw ArgumentError(std::string(parameter), fmt::format("'{}' is no step", text),
                        did_you_mean(first, kinds(), assault_steps_form));
  }
  step.kind = static_cast<AssaultStep::Kind>(*kind);
  step.words.erase(step.words.begin(), step.words.begin() + static_cast<std::ptrdiff_t>(used));
  if (!step.is_fire() && !step.words.empty()) {
    throw ArgumentError(std::string(parameter),
                        fmt::format("'{}': nothing is said of a {}", text, kinds()[*kind]),
                        kinds()[*kind]);
  }
  return step;
}

/// Reads a factor such as "x2" or "*0.5".
std::optional<double> read_factor(std::string_view word) {
  const std::size_t sign = word.starts_with("\u00d7")                        ? 2
                           : !word.empty() && word.find_first_of("xX*") == 0 ? 1
                                                                             : 0;
  return sign == 0 ? std::nullopt : number_in<double>(word.substr(sign));
}

bool is_whole_number(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  return number_in<int>(word).has_value();
}

const Parameter* named(const std::vector<Parameter>& parameters, std::string_view name) {
  const auto as_declared = [](char c) {
    return c == '-' ? '_' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  };
  const auto found = std::find_if(parameters.begin(), parameters.end(), [&](const Parameter& one) {
    return std::ranges::equal(one.name, name, {}, {}, as_declared);
  });
  return found == parameters.end() ? nullptr : &*found;
}

}  // namespace

std::vector<AssaultStep> read_assault_steps(std::string_view text, std::string_view parameter) {
  using Kind = AssaultStep::Kind;
  std::vector<AssaultStep> steps;
  for (const std::string_view part : parts_of(text, ';')) {
    steps.push_back(read_step(part, parameter));
    if (steps.size() < 2) continue;
    const Kind before = steps[steps.size() - 2].kind;
    const AssaultStep& now = steps.back();
    if (before == Kind::close_combat && now.kind != Kind::close_combat) {
      throw ArgumentError(std::string(parameter),
                          fmt::format("'{}' comes after close combat", now.text),
                          "close combat last: fire into a Melee is not played");
    }
    if (before == Kind::rout && now.kind != Kind::close_combat) {
      throw ArgumentError(std::string(parameter), fmt::format("'{}' comes after a rout", now.text),
                          "close-combat, or nothing more");
    }
  }
  if (steps.size() > most_steps) {
    throw ArgumentError(std::string(parameter), fmt::format("{} steps", steps.size()),
                        fmt::format("at most {}", most_steps));
  }
  return steps;
}

FireOrder::FireOrder(std::vector<AssaultStep> steps, Habit habit)
    : steps_(std::move(steps)), run_ends_(steps_.size()), habit_(habit) {
  for (std::size_t i = steps_.size(); i-- > 0;) {
    const bool goes_on = i + 1 < steps_.size() && steps_[i].kind == AssaultStep::Kind::fire &&
                         steps_[i + 1].kind == AssaultStep::Kind::fire;
    run_ends_[i] = goes_on ? run_ends_[i + 1] : static_cast<int>(i + 1);
  }
}

StepSet FireOrder::candidates(int number, StepSet waiting) const {
  if (waiting.bits() != 0) return waiting;
  unsigned bits = 0;
  for (int i = number; i < run_ends_[static_cast<std::size_t>(number)]; ++i) bits |= 1u << i;
  const StepSet all = StepSet::of(bits);
  return different(all).size() > 1 ? all : StepSet();
}

/// The first of each group of steps with the same text.
std::vector<int> FireOrder::different(StepSet steps) const {
  std::vector<int> result;
  for (int i = 0; i < static_cast<int>(steps_.size()); ++i) {
    const bool is_there = (steps.bits() >> i & 1u) != 0;
    const auto says_the_same = [&](int other) {
      return steps_[static_cast<std::size_t>(other)].text ==
             steps_[static_cast<std::size_t>(i)].text;
    };
    if (is_there && std::none_of(result.begin(), result.end(), says_the_same)) result.push_back(i);
  }
  return result;
}

std::string FireOrder::to_come(StepSet steps) const {
  std::string text;
  for (int i = 0; i < static_cast<int>(steps_.size()); ++i) {
    if ((steps.bits() >> i & 1u) == 0) continue;
    const std::string& step = steps_[static_cast<std::size_t>(i)].text;
    text += (text.empty() ? "" : "; ") + step;
  }
  return text;
}

StepSet FireOrder::waiting(StepSet candidates, int chosen) const {
  const unsigned left = candidates.bits() & ~(1u << chosen);
  // In written order, the steps left are the last ones of the row.
  const int end = run_ends_[static_cast<std::size_t>(chosen)];
  unsigned in_order = 0;
  for (int i = end - std::popcount(left); i < end; ++i) in_order |= 1u << i;
  return left == in_order ? StepSet() : StepSet::of(left);
}

std::vector<std::pair<const Parameter*, std::string>> said_of_fire(
    const AssaultStep& step, const std::vector<Parameter>& parameters, std::string_view parameter) {
  std::vector<std::pair<const Parameter*, std::string>> said;
  const std::vector<std::string>& words = step.words;
  const auto refuse = [&](const std::string& wrong, const std::string& right) {
    throw ArgumentError(std::string(parameter), wrong, right);
  };
  const auto say = [&](const Parameter* one, std::string value) {
    const bool twice = std::any_of(said.begin(), said.end(),
                                   [&](const auto& before) { return before.first == one; });
    if (twice) refuse(fmt::format("{} is said twice", one->name), "once");
    said.emplace_back(one, std::move(value));
  };
  std::size_t next = 0;
  /// The words up to the next name.
  const auto take = [&] {
    std::string text;
    for (; next < words.size() && named(parameters, words[next]) == nullptr; ++next) {
      text += (text.empty() ? "" : " ") + words[next];
    }
    return text;
  };
  const bool is_number = !words.empty() && number_in<double>(words[0]).has_value();
  const std::optional<double> factor = words.empty() ? std::nullopt : read_factor(words[0]);
  if (is_number || factor) {
    say(named(parameters, is_number ? "firepower" : "factor"),
        is_number ? words[0] : number_text(*factor));
    next = 1;
    if (next < words.size() && is_whole_number(words[next])) {
      say(named(parameters, "drm"), words[next++]);
    }
  } else if (std::string who = take(); !who.empty()) {
    say(named(parameters, "attackers"), std::move(who));
  }
  while (next < words.size()) {
    const std::string& word = words[next];
    const Parameter* const one = named(parameters, word);
    if (one == nullptr) {
      std::vector<std::string> names;
      for (const Parameter& known : parameters) names.push_back(known.name);
      refuse(fmt::format("'{}' is no word of it", word),
             did_you_mean(word, names, fmt::format("one of {}", fmt::join(names, ", "))));
    }
    ++next;
    std::string value = take();
    if (value.empty() && one->type == Parameter::Type::flag) value = "true";
    if (value.empty()) refuse(fmt::format("{} has no value", one->name), one->allowed());
    say(one, std::move(value));
  }
  return said;
}

}  // namespace combat_odds
