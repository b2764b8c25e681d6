#include "ask/said_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "ask/named_vehicles.hpp"
#include "ask/sentence_refusal.hpp"
#include "ask/situation.hpp"
#include "ask/vocabulary.hpp"
#include "core/text/suggest.hpp"
#include "sim/declare/games.hpp"
#include "sim/declare/names.hpp"

namespace combat_odds {

bool is_of(const std::string& game, std::string_view asked) {
  const auto is_module = [](std::string_view name) { return name == "rb" || name == "cos"; };
  return game == asked || (asked == "asl" && is_module(game)) ||
         (is_module(asked) && game == "asl");
}

Said said_by(const SentenceReading& reading) {
  Said said;
  said.procedure = reading.procedure->name;
  said.note = fmt::format("{}", fmt::join(reading.told, "\n"));
  said.defaults = reading.defaults;
  said.shown = reading.shown;
  for (const Parameter& parameter : reading.procedure->parameters) {
    const auto value = reading.values.find(parameter.name);
    if (value != reading.values.end()) said.values.emplace_back(*value);
  }
  for (const auto& [parameter, value] : reading.values) {
    if (reading.procedure->parameter(parameter) == nullptr) {
      said.values.emplace_back(parameter, value);
    }
  }
  return said;
}

std::vector<std::string> missing(const SentenceReading& reading, const Library& library,
                                 const std::set<std::string>& elsewhere) {
  std::vector<GivenValue> given;
  for (const auto& [parameter, value] : reading.values) given.push_back({parameter, value, {}});
  try {
    given = with_vehicles(std::move(given), nullptr, *reading.procedure, library.listing(),
                          library.charts());
  } catch (const InputError&) {
    return {};  // the question itself will say what is wrong
  }
  std::vector<std::string> names;
  for (const Parameter& parameter : reading.procedure->parameters) {
    const bool is_given = std::ranges::any_of(
        given, [&](const GivenValue& value) { return value.parameter == parameter.name; });
    if (!parameter.default_value && !is_given && !elsewhere.contains(parameter.name)) {
      names.push_back(fmt::format("{} ({})", parameter.option(), parameter.allowed()));
    }
  }
  return names;
}

bool says_nothing_known(const SentenceReading& reading) {
  return !reading.has_verb() && !reading.has_both && !reading.not_understood.empty() &&
         reading.nouns.empty() && reading.either.empty();
}
namespace {

bool is_answered(const SentenceReading& reading, const Library& library) {
  std::vector<GivenValue> given;
  for (const auto& [parameter, value] : reading.values) given.push_back({parameter, value, {}});
  try {
    given = with_vehicles(std::move(given), nullptr, *reading.procedure, library.listing(),
                          library.charts());
    Scenario("", *reading.procedure, given, {}).rule(0, library.charts());
  } catch (const InputError&) {
    return false;
  }
  return true;
}

/// The question with likely values in place of what is missing; the first that is missing gets
/// several. Empty where there are no examples.
std::vector<OddsQuestion> with_examples(const SentenceReading& reading, const Library& library) {
  constexpr std::size_t most = 3;
  std::vector<SentenceReading> all = {reading};
  for (const Parameter& parameter : reading.procedure->parameters) {
    const SentenceReading& first = all.front();
    const bool is_missing = !parameter.default_value && !first.values.contains(parameter.name);
    if (!is_missing || missing(first, library, {}).empty()) continue;
    const std::vector<std::string> examples = example_values(parameter);
    if (examples.empty()) continue;
    const bool is_first = all.size() == 1;
    for (std::size_t i = 1; is_first && i < std::min(most, examples.size()); ++i) {
      all.push_back(reading);
      all.back().values = reading.values;
      for (const auto& value : all.front().values) all.back().values.insert(value);
      all.back().values[parameter.name] = examples[i];
    }
    for (SentenceReading& each : all) each.values.emplace(parameter.name, examples.front());
  }
  std::vector<OddsQuestion> questions;
  for (const SentenceReading& each : all) {
    if (is_answered(each, library)) questions.push_back(said_by(each));
  }
  return questions;
}

std::string quoted(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "'" : ", '") + word + "'";
  return text;
}

/// What a reading asks, once for each of what its names may mean.
std::vector<OddsQuestion> questions_of(const SentenceReading& reading) {
  std::vector<SentenceReading> all = {reading};
  for (const auto& [parameter, names] : reading.either) {
    std::vector<SentenceReading> more;
    for (const SentenceReading& each : all) {
      for (const std::string& name : names) {
        more.push_back(each);
        more.back().values[parameter] = name;
      }
    }
    all = std::move(more);
  }
  std::vector<OddsQuestion> questions;
  for (const SentenceReading& each : all) questions.push_back(said_by(each));
  return questions;
}

/// The command without the words that are not understood, and what it still lacks: "--target
/// (units such as ...)" by its name.
std::string as_far_as_understood(const std::string& command, const Words& lacking) {
  Words options;
  for (const std::string& each : lacking) options.push_back(each.substr(0, each.find(' ')));
  return fmt::format("understood so far{}{}: {}", options.empty() ? "" : ", and it lacks ",
                     fmt::join(options, " and "), command);
}

}  // namespace

std::string not_understood(const Words& words) {
  return fmt::format("{} {} not understood", quoted(words), words.size() == 1 ? "is" : "are");
}

std::string vehicle_meant(const Words& unknown, const Library& library) {
  for (const std::string& name : known_vehicles(library)) {
    for (const std::string& word : unknown) {
      if (is_slip(word, spoken_form(name))) return name;
    }
  }
  return "";
}

[[noreturn]] void refuse(const SentenceReading& reading, const Vocabulary& vocabulary,
                         const Library& library, const Place& place) {
  const Words& words = reading.not_understood;
  if (words.empty() && !reading.either.empty()) {
    const std::vector<OddsQuestion> asked = questions_of(reading);
    throw Refusal(place, reading.fault, commands_of(asked), asked);
  }
  if (words.empty() || !reading.fault.empty()) {
    std::string hint;
    if (has_hint(reading, vocabulary)) {
      const std::string text = what_to_say(reading, vocabulary, library, "");
      if (reading.remedy.find(text) == std::string::npos) hint = "; " + text;
    }
    if (words.empty()) throw InputError(place, reading.fault, reading.remedy + hint);
    throw NotUnderstood(place, reading.fault + "; " + not_understood(words), reading.remedy + hint,
                        {});
  }
  const Said asked = said_by(reading);
  const std::string command = asked.command();
  const Words lacking = missing(reading, library, {});
  std::string right =
      what_to_say(reading, vocabulary, library, reading.has_both && lacking.empty() ? command : "");
  const auto tells_command = [&] { return right.find(command) != right.npos; };
  if (reading.says_something && !tells_command()) {
    right += "; " + as_far_as_understood(command, lacking);
  }
  throw NotUnderstood(
      place, fmt::format("{} (taken as {})", not_understood(words), reading.procedure->name), right,
      tells_command() ? std::vector<OddsQuestion>{asked} : std::vector<OddsQuestion>());
}
namespace {

/// Those of the games that are asked; all where none of them is.
std::vector<const SentenceReading*> of_game(const std::vector<const SentenceReading*>& readings,
                                            std::string_view game) {
  std::vector<const SentenceReading*> found;
  for (const SentenceReading* reading : readings) {
    if (is_of(reading->procedure->game(), game)) found.push_back(reading);
  }
  return found.empty() ? readings : found;
}

/// "fire" of "sl.fire": what games have in common.
std::string_view spoken_of(std::string_view procedure) {
  return procedure.substr(procedure.find('.') + 1);
}

/// A reading of the usual game that fails by one word or fault, where only other games' are whole:
/// that word should not change the game.
const SentenceReading* nearly_usual(const std::vector<SentenceReading>& others,
                                    const SentenceReading& whole, std::string_view usual_game) {
  const auto is_name = [&](const std::string& word) {  // of a vehicle that only they have
    return std::ranges::any_of(whole.values, [&](const auto& value) {
      return name_key(value.second).find(name_key(word)) != std::string::npos;
    });
  };
  for (const SentenceReading& reading : others) {
    const std::size_t faults = reading.not_understood.size() + (reading.fault.empty() ? 0 : 1);
    if (std::ranges::any_of(reading.not_understood, is_name)) continue;
    constexpr std::size_t few = 2;
    const bool is_same = spoken_of(reading.procedure->name) == spoken_of(whole.procedure->name);
    const bool is_near = reading.not_understood.empty() || reading.has_verb() || is_same;
    if (faults <= (is_same ? few : 1) && is_near && is_of(reading.procedure->game(), usual_game)) {
      return &reading;
    }
  }
  return nullptr;
}

/// Why the usual game does not answer: the words that its nearest reading does not understand.
std::string why_not_usual(const std::vector<SentenceReading>& others, std::string_view usual_game) {
  const SentenceReading* nearest = nullptr;
  for (const SentenceReading& reading : others) {
    if (!reading.has_verb() || !is_of(reading.procedure->game(), usual_game)) continue;
    // It reads no units at all, and so says nothing of those that the game knows.
    const bool is_of_units =
        std::ranges::any_of(reading.not_understood,
                            [](const std::string& word) { return units_said(word).has_value(); });
    if (is_of_units) continue;
    const bool is_nearer =
        nearest == nullptr || reading.not_understood.size() < nearest->not_understood.size();
    if (is_nearer) nearest = &reading;
  }
  const std::string title = game_title(std::string(usual_game));
  if (nearest == nullptr || nearest->not_understood.empty()) {
    return fmt::format("; {} asks nothing of the kind", title);
  }
  return fmt::format("; {} does not know {}", title, quoted(nearest->not_understood));
}

/// Of the usual game, and of all others, those that leave out fewest words, and of these those that
/// know what is asked for.
void keep_fullest(std::vector<const SentenceReading*>& readings, std::string_view usual_game) {
  const auto is_usual = [&](const SentenceReading* reading) {
    return is_of(reading->procedure->game(), usual_game);
  };
  for (const bool usual : {true, false}) {
    std::size_t fewest = std::string::npos;
    for (const SentenceReading* const reading : readings) {
      if (is_usual(reading) == usual) fewest = std::min(fewest, reading->strangeness());
    }
    std::erase_if(readings, [&](const SentenceReading* reading) {
      return is_usual(reading) == usual && reading->strangeness() > fewest;
    });
    const bool is_asked_for = std::ranges::any_of(readings, [&](const SentenceReading* reading) {
      return is_usual(reading) == usual && !reading->shown.empty();
    });
    std::erase_if(readings, [&](const SentenceReading* reading) {
      return is_usual(reading) == usual && is_asked_for && reading->shown.empty();
    });
  }
}

}  // namespace

Said chosen(const std::vector<const SentenceReading*>& all,
            const std::vector<SentenceReading>& others, std::string_view usual_game,
            bool names_game, const Place& place, const Library& library,
            const std::set<std::string>& given) {
  std::vector<const SentenceReading*> whole;
  for (const SentenceReading* reading : all) {
    if (missing(*reading, library, given).empty()) whole.push_back(reading);
  }
  keep_fullest(whole, usual_game);
  // What the usual game reads and only lacks a number for is asked back: it is no other game's.
  const bool lacks =
      std::ranges::none_of(whole,
                           [&](const SentenceReading* reading) {
                             return is_of(reading->procedure->game(), usual_game);
                           }) &&
      std::ranges::any_of(all, [&](const SentenceReading* reading) {
        return reading->has_verb() && is_of(reading->procedure->game(), usual_game) &&
               (whole.empty() || reading->strangeness() <= whole.front()->strangeness());
      });
  if (lacks) whole.clear();
  std::vector<const SentenceReading*> of_usual = of_game(whole.empty() ? all : whole, usual_game);
  keep_fullest(of_usual, usual_game);
  // "cos: ..." asks its own rules first, then those of ASL that it is played by.
  const auto is_own = [&](const SentenceReading* reading) {
    return reading->procedure->game() == usual_game;
  };
  if (names_game && std::ranges::any_of(of_usual, is_own)) {
    std::erase_if(of_usual, [&](const SentenceReading* reading) { return !is_own(reading); });
  }
  const SentenceReading& first = *of_usual.front();
  if (of_usual.size() > 1) {
    std::vector<OddsQuestion> meant;
    for (const SentenceReading* reading : of_usual) meant.push_back(said_by(*reading));
    throw Refusal(place, fmt::format("that can mean {} things", meant.size()), commands_of(meant),
                  meant);
  }
  if (whole.empty()) {
    const std::vector<OddsQuestion> examples = with_examples(first, library);
    throw Refusal(place, fmt::format("for {} something is missing", first.procedure->name),
                  fmt::format("say also {}{}", fmt::join(missing(first, library, given), " and "),
                              examples.empty() ? "" : "; such as " + commands_of(examples)),
                  examples.empty() ? std::vector<OddsQuestion>{said_by(first)} : examples);
  }
  Said said = said_by(first);
  const SentenceReading* const nearly = is_of(first.procedure->game(), usual_game)
                                            ? nullptr
                                            : nearly_usual(others, first, usual_game);
  if (nearly != nullptr) {
    const bool has_fault = !nearly->fault.empty();
    const std::string wrong =
        fmt::format("{} (taken as {}, of {})",
                    has_fault ? nearly->fault : not_understood(nearly->not_understood),
                    nearly->procedure->name, game_title(nearly->procedure->game()));
    const std::string right =
        fmt::format("in {}: {}", game_title(first.procedure->game()), said.command());
    if (has_fault) throw Refusal(place, wrong, right, {said});
    throw NotUnderstood(place, wrong, right, {said});
  }
  const bool of_others = std::ranges::any_of(whole, [&](const SentenceReading* reading) {
    return reading->procedure->game() != first.procedure->game();
  });
  const bool is_usual = is_of(first.procedure->game(), usual_game);
  const bool can_be_named =  // in front of a sentence; not dice
      std::ranges::any_of(common_words().games,
                          [&](const auto& game) { return game.second == first.procedure->game(); });
  if ((of_others || !is_usual) && !names_game && can_be_named) {
    said.note = fmt::format(
        "taken as {}{}{}", game_title(first.procedure->game()),
        is_usual ? "; 'sl: ...' in front asks another game"
                 : ", the only game that reads it so" + why_not_usual(others, usual_game),
        said.note.empty() ? "" : "\n" + said.note);
  }
  return said;
}

}  // namespace combat_odds
