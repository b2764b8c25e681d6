#include "ask/headline.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "ask/measure_event.hpp"
#include "ask/repeated_event.hpp"
#include "ask/spoken_situation.hpp"
#include "core/text/plain_text.hpp"

namespace combat_odds {
namespace {

/// Wording for names that many procedures share, for those that declare no headline.
const std::vector<HeadlinePart>& common_parts() {
  static const std::vector<HeadlinePart> parts = {
      {"knocked_out", "the vehicle is knocked out", ""},
      {"stopped", "it is stopped or worse", ""},
      {"broken_or_worse", "at least one breaks or worse", "it breaks or worse"},
      {"leader_lost", "a leader breaks or is lost", ""},
      {"no_effect", "nothing happens", ""},
  };
  return parts;
}

bool is_listed(const std::vector<Term>& terms, std::string_view name) {
  return std::any_of(terms.begin(), terms.end(),
                     [&](const Term& term) { return term.name == name; });
}

/// Wording for names that are asked for, but stand in no headline.
std::string words_asked(const std::string& name, const Procedure& procedure) {
  static const std::map<std::string, std::string> words = {
      {"eliminated", "it is eliminated"},
      {"broken", "it breaks, and no more"},
      {"pinned", "it is pinned"},
      {"pinned_or_worse", "it is pinned or worse"},
      {"good_order", "it stays in good order"},
      {"eliminated_or_reduced", "it is reduced or eliminated"},
      {"all_broken_or_worse", "all break or worse"},
      {"burning_wreck", "it burns"},
      {"target_burning", "the target burns"},
      {"immobilized", "it is immobilized"},
      {"target_immobilized", "the target is immobilized"},
      {"killed", "it is killed"},
      {"suppressed", "it is suppressed"},
      {"damaged", "it is damaged"},
      {"destroyed", "it is destroyed"},
      {"jammed", "it jams"},
      {"breakdown", "it breaks down"},
      {"malfunction", "it malfunctions"},
      {"malfunctions", "it malfunctions"},
      {"hit", "it hits"},
      {"any_hit", "it hits"},
      {"intercepted", "it is intercepted"},
      {"depleted", "it comes Depleted"},
      {"eliminated_or_burning", "it is eliminated, burning or not"},
      {"activated", "he is activated"},
  };
  // What stands beside is told apart from it.
  const bool is_of_vehicles_alone = is_listed(procedure.outcomes, "burning_wreck") &&
                                    !is_listed(procedure.events, "broken_or_worse");
  if (name == "eliminated" && is_of_vehicles_alone) return "it is eliminated and does not burn";
  if (name == "destroyed" && is_listed(procedure.outcomes, "vaporised")) {
    return "it is destroyed and does not blow up";
  }
  if (name == "hit" && is_listed(procedure.events, "any_hit")) return "it hits, not critically";
  const auto known = words.find(name);
  return known == words.end() ? plain_name(name) : known->second;
}

/// The chance of the outcome of that name, else of the event; empty if it does not happen.
std::optional<double> chance_of(const Odds& odds, std::string_view name) {
  for (const Chance::Kind kind : {Chance::Kind::outcome, Chance::Kind::event}) {
    for (const Chance& chance : odds.chances) {
      if (chance.kind == kind && chance.name == name) return chance.best(odds.trials);
    }
  }
  return std::nullopt;
}

std::optional<double> mean(const Odds& odds, std::string_view name) {
  // The confidence is for intervals, which are not used here.
  for (const MeasureSummary& summary : summaries(odds, 0.95)) {
    if (summary.name == name) return summary.best_mean();
  }
  return std::nullopt;
}

std::string mean_text(double number) {
  return std::abs(number) < 100 ? fmt::format("{:.3g}", number) : fmt::format("{:.0f}", number);
}

/// "turn" of "knocked_out_in_turn"; empty where the measure is no time at which something happens.
std::string_view time_named(std::string_view measure) {
  for (const std::string_view time : {"rally_phase", "turn", "phase", "round", "check"}) {
    if (measure == time || measure.ends_with('_' + std::string(time))) return time;
  }
  return "";
}

/// Whether a measure has several values: "in turn 1" of one turn tells nothing.
bool varies(const Odds& odds, const std::string& measure) {
  const auto of_it = [&](const Chance& chance) {
    return chance.kind == Chance::Kind::measure && chance.name == measure &&
           chance.best(odds.trials) > 0;
  };
  return std::count_if(odds.chances.begin(), odds.chances.end(), of_it) > 1;
}

/// When it happens, where that is measured and varies: ", on average in turn 2.1", or nothing.
std::string when(std::string_view name, const Procedure& procedure, const Odds& odds) {
  for (const Term& measure : procedure.measures) {
    if (measure.only_where.size() != 1 || measure.only_where.front() != name) continue;
    const std::string time = plain_name(std::string(time_named(measure.name)));
    const std::optional<double> number = mean(odds, measure.name);
    if (time.empty() || !number || !varies(odds, measure.name)) continue;
    return fmt::format(", on average in {} {}", time, mean_text(*number));
  }
  return "";
}

/// Whether it is about several units: then there is a measure of their share, or what an outcome
/// says of one is counted.
bool of_several(const Procedure& procedure, const Odds& odds) {
  return std::any_of(odds.chances.begin(), odds.chances.end(), [&](const Chance& chance) {
    if (chance.name == "good_order_share") return true;
    return chance.kind == Chance::Kind::measure && chance.value > 1 &&
           is_listed(procedure.outcomes, chance.name);
  });
}

/// "34 %: it breaks or worse", or the words with the number in place of {}.
std::string with_number(const std::string& words, const std::string& number) {
  const std::size_t at = words.find("{}");
  return capitalized(at == words.npos ? number + ": " + words
                                      : std::string(words).replace(at, 2, number));
}

const std::string& words_for(const HeadlinePart& part, const Procedure& procedure,
                             const Odds& odds) {
  return part.words_of_one.empty() || of_several(procedure, odds) ? part.words : part.words_of_one;
}

/// A part in words; empty if it does not happen.
std::optional<std::string> told(const HeadlinePart& part, const Procedure& procedure,
                                const Odds& odds) {
  const std::string& words = words_for(part, procedure, odds);
  if (part.name.starts_with(mean_prefix)) {
    const auto number = mean(odds, std::string_view(part.name).substr(mean_prefix.size()));
    if (number.value_or(0) == 0) return std::nullopt;
    // How many of one unit is a chance.
    const bool is_chance = &words == &part.words_of_one && words.find("{}") == words.npos;
    return with_number(words, is_chance ? spoken_percent(*number) : mean_text(*number));
  }
  const auto chance = chance_of(odds, part.name);
  if (!chance && part.is_asked) {  // of a stack it is a number of units
    const auto number = mean(odds, part.name);
    if (number.value_or(0) != 0) {
      return with_number("{} " + plain_name(part.name) + " on average", mean_text(*number));
    }
  }
  if (!chance) return std::nullopt;
  return with_number(words, spoken_percent(*chance)) + when(part.name, procedure, odds);
}

std::vector<std::string> all_told(const std::vector<HeadlinePart>& parts,
                                  const Procedure& procedure, const Odds& odds) {
  std::vector<std::string> sentence;
  bool answers = parts.empty() || !parts.front().is_asked;
  for (const HeadlinePart& part : parts) {
    auto words = told(part, procedure, odds);
    if (!words) continue;
    answers = answers || part.is_asked;
    sentence.push_back(std::move(*words));
  }
  if (!parts.empty() && (sentence.empty() || !answers)) {
    const HeadlinePart& first = parts.front();
    const bool is_mean = first.name.starts_with(mean_prefix);
    sentence.insert(sentence.begin(), with_number(words_for(first, procedure, odds),
                                                  is_mean ? "0" : spoken_percent(0)));
  }
  return sentence;
}

/// The two or three likeliest outcomes, by name.
std::vector<HeadlinePart> likeliest(const Odds& odds) {
  constexpr std::size_t most = 3;
  std::vector<const Chance*> outcomes;
  for (const Chance& chance : odds.chances) {
    if (chance.kind == Chance::Kind::outcome) outcomes.push_back(&chance);
  }
  std::stable_sort(outcomes.begin(), outcomes.end(), [&](const Chance* a, const Chance* b) {
    return a->best(odds.trials) > b->best(odds.trials);
  });
  // What was asked first: "22 %: yes. 78 %: no."
  std::stable_partition(outcomes.begin(), outcomes.end(),
                        [](const Chance* outcome) { return outcome->name == "yes"; });
  std::vector<HeadlinePart> parts;
  for (const Chance* outcome : outcomes) {
    if (parts.size() == most || outcome->name.empty()) break;
    parts.push_back({outcome->name, plain_name(outcome->name), ""});
  }
  return parts;
}

/// The parts for a procedure that declares none.
std::vector<HeadlinePart> usual_parts(const Procedure& procedure, const Odds& odds) {
  std::vector<HeadlinePart> parts;
  for (const HeadlinePart& part : common_parts()) {
    if (is_listed(procedure.events, part.name) ||
        (!parts.empty() && is_listed(procedure.outcomes, part.name))) {
      parts.push_back(part);
    }
  }
  if (parts.empty()) parts = likeliest(odds);
  if (parts.size() > 1 || procedure.measures.empty()) return parts;
  // Only one outcome is possible: the means say more.
  std::vector<HeadlinePart> means;
  for (const Term& measure : procedure.measures) {
    means.push_back(
        {std::string(mean_prefix) + measure.name, plain_name(measure.name) + " {} on average", ""});
  }
  return means;
}

/// Puts what the situation gives for a parameter in place of "{first_gun|first vehicle}"; where two
/// parameters give the same, what stands behind the bar.
void name_sides(std::vector<HeadlinePart>& parts, const Procedure& procedure,
                const std::vector<Argument>& arguments) {
  std::map<std::string, std::string> names;
  std::set<std::string> different;
  const auto each_place = [&](const auto& act) {
    for (HeadlinePart& part : parts) {
      const std::size_t bar = part.words.find('|');
      if (bar == std::string::npos) continue;
      const std::size_t from = part.words.rfind('{', bar);
      act(part.words, from, bar, part.words.find('}', bar));
    }
  };
  each_place([&](const std::string& words, std::size_t from, std::size_t bar, std::size_t) {
    const std::string name = words.substr(from + 1, bar - from - 1);
    const Parameter* const parameter = procedure.parameter(name);
    const auto at = static_cast<std::size_t>(parameter - procedure.parameters.data());
    if (names.try_emplace(name, plain_name(arguments[at].text)).second) {
      different.insert(names[name]);
    }
  });
  const bool tell_apart = different.size() == names.size() && !different.contains("");
  each_place([&](std::string& words, std::size_t from, std::size_t bar, std::size_t end) {
    const std::string by = tell_apart ? names[words.substr(from + 1, bar - from - 1)]
                                      : words.substr(bar + 1, end - bar - 1);
    words.replace(from, end + 1 - from, by);
  });
}

}  // namespace

std::pair<std::optional<Chance::Kind>, std::string> kind_and_name(const std::string& text) {
  for (const auto& [word, kind] : {std::pair(std::string_view("outcome "), Chance::Kind::outcome),
                                   std::pair(std::string_view("event "), Chance::Kind::event),
                                   std::pair(mean_prefix, Chance::Kind::measure)}) {
    if (text.starts_with(word)) return {kind, text.substr(word.size())};
  }
  return {std::nullopt, text};
}

std::string spoken_percent(double probability) {
  const double value = 100 * probability;
  const double to_edge = std::min(value, 100 - value);
  if (!(to_edge > 0 && to_edge < 1)) return fmt::format("{:.0f} %", value);
  constexpr double least = 0.001;  // per cent
  if (to_edge < least) return value < 1 ? "less than 0.001 %" : "more than 99.999 %";
  const int digits = static_cast<int>(std::ceil(-std::log10(to_edge)));
  return fmt::format("{:.{}f} %", value, digits);
}

std::string situation_text(const SituationOdds& result) {
  const Scenario& scenario = *result.situation.scenario;
  return spoken_situation(scenario.procedure(), scenario.arguments(result.situation.index),
                          result.working);
}

namespace {

/// Whether the procedure tells how likely it is.
bool is_chance_of(const Procedure& procedure, const std::string& text) {
  const auto [kind, name] = kind_and_name(text);
  const bool is_there = is_listed(procedure.outcomes, name) || is_listed(procedure.events, name);
  return is_there && kind != Chance::Kind::measure;
}

/// How a headline tells of one of the procedure's names, "mean X" of a measure's mean.
HeadlinePart declared_part(const Procedure& procedure, const std::string& name) {
  const auto declared = std::ranges::find(procedure.headline, name, &HeadlinePart::name);
  if (declared != procedure.headline.end()) return *declared;
  const auto common = std::ranges::find(common_parts(), name, &HeadlinePart::name);
  if (common != common_parts().end()) return *common;
  HeadlinePart part;
  part.name = name;
  part.words = name.starts_with(mean_prefix)
                   ? plain_name(name.substr(mean_prefix.size())) + " {} on average"
                   : words_asked(name, procedure);
  return part;
}

/// How it tells of what a question makes an event of: "broken>=2". Nothing where the procedure has
/// no such measure.
std::optional<HeadlinePart> measured_part(const Procedure& procedure, const std::string& text) {
  const auto event = measure_event(text, "--show");
  if (!event || !is_listed(procedure.measures, event->measure)) return std::nullopt;
  return HeadlinePart{text, event->words(), ""};
}

/// The same of "broken>=1 of 3".
std::optional<HeadlinePart> repeated_part(const Procedure& procedure, const std::string& text,
                                          const RepeatedEvent& event) {
  std::optional<HeadlinePart> part =
      is_chance_of(procedure, event.once)
          ? declared_part(procedure, kind_and_name(event.once).second)
          : measured_part(procedure, event.once);
  if (!part) return std::nullopt;
  part->name = text;
  for (std::string* words : {&part->words, &part->words_of_one}) {
    if (words->empty()) continue;
    const bool has_number = words->find("{}") != words->npos;
    *words = event.words(has_number ? plain_name(event.once) : *words);
  }
  return part;
}

/// The part by which a headline tells of one name that was asked for; nothing of what the procedure
/// does not know. What is made an event of becomes one of the procedure's.
std::optional<HeadlinePart> asked_part(Procedure& procedure, const std::string& text) {
  const auto [kind, name] = kind_and_name(text);
  if (is_chance_of(procedure, text)) return declared_part(procedure, name);
  const bool is_mean = kind.value_or(Chance::Kind::measure) == Chance::Kind::measure;
  if (is_mean && is_listed(procedure.measures, name)) {
    return declared_part(procedure, std::string(mean_prefix) + name);
  }
  const auto repeated = repeated_event(text, "--show");
  auto part = repeated ? repeated_part(procedure, text, *repeated) : measured_part(procedure, text);
  if (part) procedure.events.push_back({text, part->words});
  return part;
}

}  // namespace

Procedure telling_first(Procedure procedure, const std::vector<std::string>& names) {
  std::vector<HeadlinePart> parts;
  for (const std::string& text : names) {
    std::optional<HeadlinePart> part = asked_part(procedure, text);
    if (!part) continue;
    part->beside.clear();
    part->is_asked = true;
    parts.push_back(*std::move(part));
  }
  const std::size_t asked = parts.size();
  for (HeadlinePart& part : procedure.headline) {
    const auto end = parts.begin() + static_cast<std::ptrdiff_t>(asked);
    const auto known = std::find_if(parts.begin(), end,
                                    [&](const HeadlinePart& of) { return of.name == part.name; });
    if (known == end) parts.push_back(std::move(part));
  }
  procedure.headline = std::move(parts);
  return procedure;
}

void add_events(Odds& odds, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (const auto repeated = repeated_event(name, "--show")) {
      add_event(odds, name, *repeated);
    } else if (const auto event = measure_event(name, "--show")) {
      add_event(odds, name, *event);
    }
  }
}

bool is_named(const Chance& chance, const std::string& name) {
  const auto [kind, bare] = kind_and_name(name);
  if (chance.name == name) return true;  // "outcome broken>=1 of 3", made an event of
  return chance.name == bare && kind.value_or(chance.kind) == chance.kind;
}

std::vector<HeadlinePart> headline_parts(const Procedure& procedure, const Odds& odds) {
  if (procedure.headline.empty()) return usual_parts(procedure, odds);
  std::vector<HeadlinePart> parts;
  for (const HeadlinePart& part : procedure.headline) {
    if (part.only_asked && !part.is_asked) continue;
    if (part.beside.empty() || mean(odds, part.beside).value_or(0) != 0) parts.push_back(part);
  }
  return parts;
}

std::vector<std::string> subjects(const Procedure& procedure, const Odds& odds) {
  std::vector<std::string> names;
  for (HeadlinePart& part : headline_parts(procedure, odds)) {
    if (std::find(names.begin(), names.end(), part.name) == names.end()) {
      names.push_back(std::move(part.name));
    }
  }
  return names;
}

std::vector<const Odds*> odds_of(std::span<const SituationOdds* const> results) {
  std::vector<const Odds*> all;
  for (const SituationOdds* const result : results) all.push_back(&result->odds);
  return all;
}

std::vector<std::string> subjects(const Procedure& procedure,
                                  std::span<const Odds* const> answers) {
  std::vector<std::string> names;
  for (const Odds* const odds : answers) {
    for (std::string& name : subjects(procedure, *odds)) {
      if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
    }
  }
  return names;
}

std::optional<double> told_of(const Odds& odds, const std::string& subject) {
  if (subject.starts_with(mean_prefix)) {
    return mean(odds, std::string_view(subject).substr(mean_prefix.size()));
  }
  return chance_of(odds, subject).value_or(0);
}

namespace {

/// Whether it says, or its names do, what its answers are about: else they tell what is likeliest.
bool has_main_part(const Procedure& procedure) {
  return !procedure.headline.empty() ||
         std::ranges::any_of(common_parts(), [&](const HeadlinePart& part) {
           return is_listed(procedure.events, part.name);
         });
}

/// How far apart the answers are in a subject.
double spread(std::span<const Odds* const> answers, const std::string& subject) {
  std::vector<double> told;
  for (const Odds* const odds : answers) {
    if (const auto number = told_of(*odds, subject)) told.push_back(*number);
  }
  if (told.empty()) return 0;
  const auto [least, most] = std::ranges::minmax(told);
  constexpr double rounding = 1e-11;  // of numerical solutions
  return most - least > rounding ? most - least : 0;
}

/// The outcome or event in which the answers differ most; empty where they differ in none.
std::string most_different(std::span<const Odds* const> answers) {
  std::string found;
  double widest = 0;
  std::set<std::string> seen;
  for (const Odds* const odds : answers) {
    for (const Chance& chance : odds->chances) {
      if (chance.kind == Chance::Kind::measure || !seen.insert(chance.name).second) continue;
      const double wide = spread(answers, chance.name);
      if (wide > widest) found = chance.name;
      widest = std::max(widest, wide);
    }
  }
  return found;
}

}  // namespace

std::vector<std::string> main_subjects(const Procedure& procedure,
                                       std::span<const Odds* const> answers) {
  const std::vector<std::string> all = subjects(procedure, answers);
  const auto is_asked = [&](const std::string& name) {
    return std::ranges::any_of(procedure.headline, [&](const HeadlinePart& part) {
      return part.is_asked && part.name == name;
    });
  };
  const auto happens = [&](const std::string& name) {
    return std::ranges::any_of(
        answers, [&](const Odds* odds) { return told_of(*odds, name).value_or(0) != 0; });
  };
  std::vector<std::string> told;
  std::copy_if(all.begin(), all.end(), std::back_inserter(told), is_asked);
  if (!told.empty()) return told;
  if (!has_main_part(procedure)) {
    const std::string yes = "yes";
    const std::string found = spread(answers, yes) > 0 ? yes : most_different(answers);
    if (!found.empty()) return {found};
  }
  const auto first = std::ranges::find_if(all, happens);
  if (first == all.end()) return told;
  told.push_back(*first);
  if (answers.size() < 2 || spread(answers, *first) > 0) return told;
  const auto different =
      std::ranges::find_if(all, [&](const std::string& name) { return spread(answers, name) > 0; });
  const std::string other = different == all.end() ? most_different(answers) : *different;
  if (!other.empty()) told.push_back(other);
  return told;
}

namespace {

/// Who is broken already does not break.
void say_of_broken(std::vector<HeadlinePart>& parts, const Procedure& procedure,
                   const std::vector<Argument>& arguments) {
  const Parameter* const status = procedure.parameter("status");
  if (status == nullptr) return;
  const auto at = static_cast<std::size_t>(status - procedure.parameters.data());
  if (arguments[at].text != "broken") return;
  constexpr std::string_view breaks = "breaks or worse";
  for (HeadlinePart& part : parts) {
    for (std::string* words : {&part.words, &part.words_of_one}) {
      const std::size_t found = words->find(breaks);
      if (found != words->npos) words->replace(found, breaks.size(), "is lost or reduced");
    }
  }
}

}  // namespace

std::string headline(const SituationOdds& result) {
  return headline(result, result.situation.scenario->procedure());
}

std::string headline(const SituationOdds& result, const Procedure& procedure) {
  const Odds& odds = result.odds;
  if (odds.chances.empty()) return "";
  const Scenario& scenario = *result.situation.scenario;
  std::vector<HeadlinePart> parts = headline_parts(procedure, odds);
  const std::vector<Argument> arguments = scenario.arguments(result.situation.index);
  name_sides(parts, procedure, arguments);
  say_of_broken(parts, procedure, arguments);
  // An expression stays as it is typed: "max(d6, d8)", "d{1,1,2}".
  const std::string situation = situation_text(result);
  const bool is_typed = std::ranges::any_of(procedure.parameters, &Parameter::is_dice);
  return fmt::format("{} {}.", ended(is_typed ? situation : capitalized(situation)),
                     fmt::join(all_told(parts, procedure, odds), ". "));
}

}  // namespace combat_odds
