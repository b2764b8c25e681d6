#include "ask/said.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>

#include "ask/named_vehicles.hpp"
#include "ask/sentence_reader.hpp"
#include "ask/sentence_refusal.hpp"
#include "ask/sentence_rewriting.hpp"
#include "ask/situation.hpp"
#include "ask/unlisted.hpp"
#include "ask/vocabulary.hpp"
#include "core/text/limits.hpp"
#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/shell_word.hpp"
#include "core/text/suggest.hpp"
#include "core/text/trimmed.hpp"
#include "core/text/words.hpp"
#include "expression/expression.hpp"
#include "expression/talk.hpp"
#include "sim/declare/games.hpp"
#include "sim/declare/names.hpp"
#include "sim/declare/units.hpp"

namespace combat_odds {
namespace {

/// Dice, and a sign or word that only tools have beside them; or one word that is more than dice.
bool is_notation(std::string_view text) {
  const auto is_number = [](char c) { return c >= '0' && c <= '9'; };
  const auto is_among = [](char c, std::string_view all) { return all.find(c) != all.npos; };
  bool has_die = false;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const bool begins = i == 0 || is_among(text[i - 1], " ([{,+-*/@!") || is_number(text[i - 1]);
    const bool is_of = is_number(text[i + 1]) || is_among(text[i + 1], "%{Ff");
    has_die = has_die || (begins && is_among(text[i], "dD") && is_of);
  }
  if (!has_die) return false;
  if (text.starts_with('/') || text.starts_with("output ")) return true;
  return text.find(' ') == text.npos || text.find_first_of("[]{}()!*#@") != text.npos;
}

/// Takes "sl:" off the front; the game, or nothing. The games of house rules go by the first part
/// of their names.
std::string game_said(std::string_view& sentence, const Library* library = nullptr) {
  const std::size_t colon = sentence.find(':');
  if (colon == sentence.npos) return "";
  const std::string name = spoken_form(sentence.substr(0, colon));
  std::string game;
  const auto known = common_words().games.find(name);
  if (known != common_words().games.end()) {
    game = known->second;
  } else if (name == "hs") {  // a half-squad elsewhere
    game = "slammers";
  } else if (library != nullptr) {
    const std::vector<std::string> names = library->procedure_names();
    const bool is_game = std::ranges::any_of(
        names, [&](const std::string& each) { return each.starts_with(name + "."); });
    if (is_game) game = name;
  }
  if (!game.empty()) sentence.remove_prefix(colon + 1);
  return game;
}

/// Advanced Squad Leader has its campaign and Crucible of Steel with it, and they are played by it.
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

/// The required parameters that a reading lacks; a vehicle's name brings its numbers with it.
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

/// Whether nothing says what is asked: no verb that is known, nobody who does it to somebody, and a
/// word that is not understood.
bool says_nothing_known(const SentenceReading& reading) {
  return !reading.has_verb() && !reading.has_both && !reading.not_understood.empty() &&
         reading.nouns.empty() && reading.either.empty();
}

/// The vehicle that a word not understood may be a slip of the pen for; empty: none.
std::string vehicle_meant(const Words& unknown, const Library& library) {
  for (const std::string& name : known_vehicles(library)) {
    for (const std::string& word : unknown) {
      if (is_slip(word, spoken_form(name))) return name;
    }
  }
  return "";
}

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

/// The question as commands with likely values in place of what is missing; the first that is
/// missing gets several. Empty where there are no examples.
Words with_examples(const SentenceReading& reading, const Library& library) {
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
  Words commands;
  for (const SentenceReading& each : all) {
    if (is_answered(each, library)) commands.push_back(said_by(each).command());
  }
  return commands;
}

std::string quoted(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "'" : ", '") + word + "'";
  return text;
}

/// A reading as commands, one for each of what its names may mean.
std::string commands_of(const SentenceReading& reading) {
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
  Words commands;
  for (const SentenceReading& each : all) commands.push_back(said_by(each).command());
  return fmt::format("{}", fmt::join(commands, ", or "));
}

/// "'foo', 'bar' are not understood"
std::string not_understood(const Words& words) {
  return fmt::format("{} {} not understood", quoted(words), words.size() == 1 ? "is" : "are");
}

[[noreturn]] void refuse(const SentenceReading& reading, const Vocabulary& vocabulary,
                         const Library& library, const Place& place) {
  const Words& words = reading.not_understood;
  if (words.empty() && !reading.either.empty()) {
    throw InputError(place, reading.fault, commands_of(reading));
  }
  if (words.empty() || !reading.fault.empty()) {
    const std::string hint =
        has_hint(reading, vocabulary) ? "; " + what_to_say(reading, vocabulary, library, "") : "";
    if (words.empty()) throw InputError(place, reading.fault, reading.remedy + hint);
    throw NotUnderstood(place, reading.fault + "; " + not_understood(words), reading.remedy + hint);
  }
  throw NotUnderstood(
      place, fmt::format("{} (taken as {})", not_understood(words), reading.procedure->name),
      what_to_say(reading, vocabulary, library,
                  reading.has_both && missing(reading, library, {}).empty()
                      ? said_by(reading).command()
                      : ""));
}

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
    Words commands;
    for (const SentenceReading* reading : of_usual) commands.push_back(said_by(*reading).command());
    throw InputError(place, fmt::format("that can mean {} things", commands.size()),
                     fmt::format("{}", fmt::join(commands, ", or ")));
  }
  if (whole.empty()) {
    const Words examples = with_examples(first, library);
    throw InputError(
        place, fmt::format("for {} something is missing", first.procedure->name),
        fmt::format("say also {}{}", fmt::join(missing(first, library, given), " and "),
                    examples.empty() ? std::string()
                                     : fmt::format("; such as {}", fmt::join(examples, ", or "))));
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
    if (has_fault) throw InputError(place, wrong, right);
    throw NotUnderstood(place, wrong, right);
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

}  // namespace

std::string Said::command() const {
  std::string words = odds_command(procedure, values);
  if (!shown.empty()) words += " --show " + shell_word(fmt::format("{}", fmt::join(shown, ",")));
  return words;
}

namespace {

/// Takes the games that are named anywhere out of the words ("in Squad Leader, ...", "in SL or
/// ASL"), with the "or" between them.
void take_games(Words& words, Words& games) {
  for (std::size_t at = 0; at < words.size();) {
    std::size_t length = 0;
    std::string named;
    for (const auto& [name, known] : common_words().games) {
      const Words wanted = spoken_words(name);
      if (wanted.size() <= length || !stands_at(words, at, wanted)) continue;
      length = wanted.size();
      named = known;
    }
    if (length == 0) {
      ++at;
      continue;
    }
    if (std::ranges::find(games, named) == games.end()) games.push_back(named);
    const auto first = words.begin() + static_cast<std::ptrdiff_t>(at);
    words.erase(first, first + static_cast<std::ptrdiff_t>(length));
    const bool goes_on = games.size() == 1 && at < words.size() &&
                         (words[at] == "or" || words[at] == "vs" || words[at] == "versus") &&
                         at + 1 < words.size() && common_words().games.contains(words[at + 1]);
    if (goes_on) words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

/// The longest name of a vehicle without numbers (<unlisted>) among the words, with one that was
/// not understood.
std::optional<std::string> unlisted_among(const Words& words, const Words& not_understood) {
  static const NamesSaid names = [] {
    std::vector<std::string> all;
    for (const auto& [spelling, name] : common_words().unlisted) all.push_back(spelling);
    return NamesSaid(all);
  }();
  for (std::size_t at = 0; at < words.size(); ++at) {
    const auto found = names.at(words, at);
    if (!found || !found->others.empty()) continue;
    for (std::size_t i = at; i < at + found->length; ++i) {
      if (std::ranges::find(not_understood, words[i]) != not_understood.end()) {
        return common_words().unlisted.find(found->name)->second;
      }
    }
  }
  return std::nullopt;
}

/// A sentence that is a dice expression as it stands: "30 times 2d6 = 12", "20 attacks, 3+ to hit,
/// 4+ to wound, 5+ save".
std::optional<Said> roll_said(std::string_view sentence, const Words& words) {
  const auto is_target = [](const std::string& word) {  // "3+"
    return word.size() == 2 && word[0] >= '1' && word[0] <= '9' && word[1] == '+';
  };
  const bool has_dice = std::ranges::any_of(words, [](const std::string& word) {
    return is_dice(word) || word == "dice" || word == "die";
  });
  if (!has_dice && std::ranges::count_if(words, is_target) < 2) return std::nullopt;
  std::string text(trimmed(sentence));
  while (!text.empty() && (text.back() == '?' || text.back() == '.')) text.pop_back();
  // A comment and the names of a table could hide words.
  if (text.find_first_of("#:") != text.npos) return std::nullopt;
  try {
    if (!expression::Expression(text).sweeps().empty()) return std::nullopt;
  } catch (const expression::SyntaxError&) {
    return std::nullopt;
  }
  Said said;
  said.procedure = "dice.roll";
  said.values.emplace_back("expression", std::move(text));
  return said;
}

/// An expression with each combination of its lists: "{1..2}d6" gives "1d6", "2d6".
Words one_by_one(const std::string& text) {
  const expression::Expression expression(text);
  std::vector<std::vector<int>> all{{}};
  for (const expression::Sweep& sweep : expression.sweeps()) {
    std::vector<std::vector<int>> more;
    for (const std::vector<int>& values : all) {
      for (const int value : sweep.values) {
        more.push_back(values);
        more.back().push_back(value);
      }
    }
    all = std::move(more);
  }
  Words texts;
  for (const std::vector<int>& values : all) texts.push_back(expression.filled(values));
  return texts;
}

/// Dice in the notation of a tool, which no sentence has: "/r 4d6kh3", "{4d6,3d8}kh", "5d6!!",
/// "4dF". What may mean two things is asked back.
std::optional<Said> notation_said(std::string_view sentence, const Place& place) {
  const std::string text(trimmed(sentence));
  if (!is_notation(text)) return std::nullopt;
  try {
    if (!expression::Expression(text).sweeps().empty()) return std::nullopt;
  } catch (const expression::SyntaxError& error) {
    if (!std::string_view(error.what()).ends_with("may mean two things")) return std::nullopt;
    throw InputError(place, error.what(), error.right());
  }
  Said said;
  said.procedure = "dice.roll";
  said.values.emplace_back("expression", text);
  return said;
}

/// What somebody at a table says about dice; what may mean two things is asked back.
std::optional<Said> talk_said(std::string_view sentence, const Place& place) {
  const auto talk = expression::talk_of(sentence);
  if (!talk) return std::nullopt;
  std::vector<Said> all;
  Words each;
  try {
    for (const std::string& text : talk->expressions) {
      Words single = one_by_one(text);
      all.emplace_back();
      all.back().procedure = "dice.roll";
      all.back().values.emplace_back("expression", fmt::format("{}", fmt::join(single, ",")));
      each.insert(each.end(), single.begin(), single.end());
    }
  } catch (const expression::SyntaxError&) {
    return std::nullopt;
  }
  if (talk->is_unclear) {
    Words commands;
    for (const Said& one : all) commands.push_back(one.command());
    throw InputError(place, "that may mean two things",
                     fmt::format("{}", fmt::join(commands, ", or ")));
  }
  Said said = all.front();
  said.values.front().second = fmt::format("{}", fmt::join(each, ","));
  said.note = fmt::format("{}", fmt::join(talk->told, "\n"));
  return said;
}

/// "two sixes", "no pair": how many dice are rolled is not said.
void refuse_without_dice(std::string_view sentence, const Place& place) {
  std::string text(trimmed(sentence));
  while (!text.empty() && (text.back() == '?' || text.back() == '.')) text.pop_back();
  const auto with_dice = expression::talk_of(text + ", 5 dice");
  const bool says_nothing =
      !with_dice || with_dice->expressions == expression::talk_of("5 dice")->expressions;
  if (says_nothing) return;
  throw InputError(place, "which dice are rolled is not said", fmt::format("'{}, 5 dice'", text));
}

/// "447? range 3": whether the ? is that of a concealed unit, or ends a question, is not said. One
/// in front of a capital, or of nothing, ends a question.
void refuse_doubtful_counter(std::string_view sentence, const Place& place) {
  const std::vector<std::string_view> typed = words_of(sentence);
  for (std::size_t at = 0; at + 1 < typed.size(); ++at) {
    std::string_view unit = typed[at];
    const std::size_t mark = unit.find('?');
    if (mark == unit.npos || mark == 0) continue;
    unit = unit.substr(0, mark);
    const char next = typed[at + 1].front();
    const bool ends = typed[at].back() == '?' && next >= 'A' && next <= 'Z';
    if (ends || !units_said(unit)) continue;
    throw InputError(place, fmt::format("'{}?' is a concealed unit, or ends a question", unit),
                     fmt::format("'concealed {}', or without the ?", unit));
  }
}

/// With lines in front of its note.
Said with_told(Said said, const Words& told) {
  const std::string lines = fmt::format("{}", fmt::join(told, "\n"));
  said.note = lines + (lines.empty() || said.note.empty() ? "" : "\n") + said.note;
  return said;
}

struct TwoQuestions {
  std::string first;
  std::string second;
};

/// One question for two that differ in one parameter; nothing where they differ in more.
std::optional<Said> with_both(const Said& first, const Said& second) {
  if (first.procedure != second.procedure || first.values.size() != second.values.size()) {
    return std::nullopt;
  }
  Said both = first;
  std::size_t different = 0;
  for (std::size_t i = 0; i < both.values.size(); ++i) {
    if (first.values[i].first != second.values[i].first) return std::nullopt;
    if (first.values[i].second == second.values[i].second) continue;
    ++different;
    both.values[i].second += "," + second.values[i].second;
  }
  return different == 1 && first.note == second.note ? std::optional(both) : std::nullopt;
}

/// One question for several that differ in one parameter, which then gets the values of all; what
/// one of them does not say is the default there. Nothing where they differ in more.
std::optional<Said> with_all(const std::vector<Said>& all, const Library& library) {
  const Procedure* const procedure = library.find(all.front().procedure);
  if (procedure == nullptr) return std::nullopt;
  std::set<std::string> names;
  for (const Said& each : all) {
    if (each.procedure != procedure->name) return std::nullopt;
    for (const auto& [name, value] : each.values) names.insert(name);
  }
  const auto value_of = [&](const Said& said,
                            const std::string& name) -> std::optional<std::string> {
    for (const auto& [known, value] : said.values) {
      if (known == name) return value;
    }
    const Parameter* const parameter = procedure->parameter(name);
    return parameter == nullptr || !parameter->default_value || parameter->default_value->empty()
               ? std::nullopt
               : parameter->default_value;
  };
  std::string different;
  std::string joined;
  for (const std::string& name : names) {
    Words values;
    for (const Said& each : all) {
      const auto value = value_of(each, name);
      if (!value) return std::nullopt;
      if (std::ranges::find(values, *value) == values.end()) values.push_back(*value);
    }
    if (values.size() == 1) continue;
    const Parameter* const parameter = procedure->parameter(name);
    const bool takes_list = parameter != nullptr && !parameter->has_commas;
    if (!different.empty() || values.size() != all.size() || !takes_list) return std::nullopt;
    different = name;
    joined = fmt::format("{}", fmt::join(values, ","));
  }
  if (different.empty()) return std::nullopt;
  Said both = all.front();
  Words lines;
  for (const Said& each : all) {
    for (const std::string_view line : parts_of(each.note, '\n')) {
      const std::string text(line);
      if (!text.empty() && std::ranges::find(lines, text) == lines.end()) lines.push_back(text);
    }
    for (const std::string& shown : each.shown) {
      if (std::ranges::find(both.shown, shown) == both.shown.end()) both.shown.push_back(shown);
    }
  }
  both.note = fmt::format("{}", fmt::join(lines, "\n"));
  both.values.clear();
  for (const Parameter& parameter : procedure->parameters) {
    if (parameter.name == different) {
      both.values.emplace_back(different, joined);
    } else if (names.contains(parameter.name)) {
      both.values.emplace_back(parameter.name, *value_of(all.front(), parameter.name));
    }
  }
  return both;
}

}  // namespace

Sentences::Sentences(const Library& library, std::string usual_game)
    : library_(library), usual_game_(std::move(usual_game)) {}
Sentences::~Sentences() = default;

SentenceReader& Sentences::reader(const Procedure& procedure) {
  std::unique_ptr<SentenceReader>& known = readers_[&procedure];
  if (known == nullptr) {
    known = std::make_unique<SentenceReader>(procedure, vocabulary_of(procedure, library_.charts()),
                                             library_);
  }
  return *known;
}

/// The nearest reading: it understands most, has a verb at all and is of the usual game; a verb
/// that few procedures have ("minefield", not "attack") weighs more than a word.
const SentenceReading* Sentences::nearest_reading(const std::vector<SentenceReading>& readings,
                                                  std::string_view usual_game) const {
  std::map<std::string, int> procedures_with;
  for (const auto& [procedure, known] : readers_) {
    std::set<std::string> verbs;
    for (std::string& verb : known->vocabulary().verbs()) verbs.insert(std::move(verb));
    for (const std::string& verb : verbs) ++procedures_with[verb];
  }
  const auto is_rare = [&](const std::string& verb) {
    constexpr int few = 4;  // a game or two has it, once or twice
    const auto known = procedures_with.find(verb);
    return known != procedures_with.end() && known->second <= few;
  };
  const auto cost = [&](const SentenceReading& reading) {
    constexpr int worth_of_rare = 2;  // in words that are not understood
    const bool is_rarely_said = std::ranges::any_of(reading.verbs, is_rare);
    const bool is_usual = is_of(reading.procedure->game(), usual_game);
    const int words = static_cast<int>(reading.not_understood.size()) +
                      (reading.has_verb() ? 0 : 1) + (is_usual ? 0 : 1) -
                      (is_rarely_said ? worth_of_rare : 0);
    return std::tuple(words, !is_usual, !is_rarely_said, reading.procedure->name);
  };
  const auto best = std::min_element(
      readings.begin(), readings.end(),
      [&](const SentenceReading& a, const SentenceReading& b) { return cost(a) < cost(b); });
  return best == readings.end() ? nullptr : &*best;
}

/// A sentence as a command, or as those of its two questions; empty: it is not understood.
std::string Sentences::as_command(const Words& words, const std::string& game,
                                  const std::set<std::string>& given) {
  try {
    return read_words(words, game, {}, given).command();
  } catch (const InputError&) {
    try {
      const auto both = of_both_sides(words, game, {}, given);
      return both ? both->command() : "";
    } catch (const InputError& two) {
      return two.right();
    }
  }
}

/// A sentence with the usual squads in place of "squad".
struct Sentences::UsualSquads {
  Words words;
  Words told;  ///< "'two squads': taken as 2*4-6-7"
  std::string command;
  bool is_meant = false;  ///< nothing that was said speaks for another nationality
};

namespace {

/// Whether the squads that stand for "squad" are those of the enemy of all units that were named,
/// and no side gets units of both.
bool is_the_other_side(const Words& named, const Words& put, const Said& said) {
  const CommonWords& common = common_words();
  std::set<std::string> theirs;
  for (const std::string& word : named) {
    const auto units = units_said(word);
    const std::string nation = units ? common.nation_of(*units) : "";
    if (!nation.empty()) theirs.insert(nation);
  }
  for (const std::string& unit : put) {
    if (theirs.contains(common.nation_of(unit))) return false;
  }
  if (theirs.size() > 1) return false;
  return std::ranges::none_of(said.values, [&](const auto& value) {
    std::set<std::string> nations;
    for (const std::string_view unit : words_of(value.second)) {
      const std::string nation = common.nation_of(unit);
      if (!nation.empty()) nations.insert(nation);
    }
    return nations.size() > 1;
  });
}

}  // namespace

/// The readings with the usual squads in place of "squad": who names no nationality gets a German
/// and a Russian squad, and the other way round. Empty where that is not enough.
std::vector<Sentences::UsualSquads> Sentences::with_usual_squads(
    const SentenceReading& reading, const std::string& game, const std::set<std::string>& given) {
  struct Usual {
    const char* squad;
    const char* half_squad;
  };
  static constexpr Usual german = {"4-6-7", "2-4-7"};
  static constexpr Usual russian = {"4-4-7", "2-2-7"};
  std::vector<UsualSquads> all;
  const bool names_units = std::ranges::any_of(reading.words, [](const std::string& word) {
    const auto units = units_said(word);
    return units && !common_words().nation_of(*units).empty();
  });
  for (const bool german_first : {true, false}) {
    UsualSquads usual;
    usual.words = reading.words;
    Words put;
    bool are_counted = true;
    for (std::size_t i = reading.nouns.size(); i-- > 0;) {
      const SentenceReading::Noun& noun = reading.nouns[i];
      const std::string name = usual.words[noun.first + noun.length - 1];
      const Usual& nation = noun.is_of_object != german_first ? german : russian;
      if (!name.starts_with("squad") && !name.starts_with("half-squad")) return {};
      const bool is_of_nation =
          noun.first > 0 && std::ranges::any_of(common_words().nations, [&](const auto& known) {
            return known.second == usual.words[noun.first - 1];
          });
      if (is_of_nation) return {};  // name_squads() reads it
      static const Words classes = {"conscript", "elite", "green", "second-line"};
      const bool is_of_class =
          noun.first > 0 &&
          std::ranges::find(classes, usual.words[noun.first - 1]) != classes.end();
      if (is_of_class) return {};  // no usual squad is one
      const std::string unit = name.starts_with("squad") ? nation.squad : nation.half_squad;
      const std::string count =
          noun.length == 1 ? "1" : number_said(usual.words[noun.first]).value_or("1");
      const std::string counted = count == "1" ? unit : count + "*" + unit;
      are_counted = are_counted && (noun.length == 2 || !name.ends_with('s'));
      put.push_back(unit);
      usual.told.push_back(fmt::format("'{}{}': taken as {}; another by what is printed on it",
                                       noun.length == 1 ? "" : usual.words[noun.first] + " ", name,
                                       counted));
      usual.words[noun.first] = counted;
      if (noun.length == 2)
        usual.words.erase(usual.words.begin() + static_cast<std::ptrdiff_t>(noun.first + 1));
    }
    usual.command = as_command(usual.words, game, given);
    if (usual.command.empty()) {
      const bool is_other_side = is_the_other_side(reading.words, put, {});
      if (!are_counted || !is_other_side) continue;
      try {
        read_words(usual.words, game, {}, given);
      } catch (const InputError& error) {
        if (error.wrong().ends_with("something is missing")) throw;
      }
      return {};
    }
    const bool is_new = std::ranges::none_of(
        all, [&](const UsualSquads& known) { return known.command == usual.command; });
    if (!is_new) continue;
    try {
      const Said said = read_words(usual.words, game, {}, given);
      usual.is_meant = are_counted && is_the_other_side(reading.words, put, said) &&
                       (names_units || german_first);
    } catch (const InputError&) {
      usual.is_meant = false;  // two questions
    }
    all.push_back(std::move(usual));
  }
  return all;
}

Said Sentences::read(std::string_view sentence, const Place& place,
                     const std::set<std::string>& given) {
  if (sentence.size() > limits::value_bytes) {
    throw InputError(place, "the sentence is too long",
                     fmt::format("at most {} bytes", limits::value_bytes));
  }
  refuse_doubtful_counter(sentence, place);
  std::string game = game_said(sentence, &library_);
  const std::string asked = with_topic_behind(with_last_state_as_event(sentence));
  sentence = asked;
  Words words = spoken_words(with_number_lists(sentence));
  take_dashes(words);
  take_plain(words);
  put_dates(words);
  name_leaders(words);
  put_both_as_number(words);
  put_ordinals(words);
  part_compounds(words);
  join_facings(words);
  Words games;
  if (!game.empty()) games.push_back(game);
  take_games(words, games);
  if (games.size() > 1) {
    Words commands;
    for (const std::string& each : games) {
      commands.push_back(read_words(words, each, place, given).command());
    }
    throw InputError(place, "it asks two games", fmt::format("{}", fmt::join(commands, ", and ")));
  }
  if (!games.empty()) game = games.front();
  if (game.empty()) {
    if (auto roll = notation_said(sentence, place)) return *std::move(roll);
    if (auto talk = talk_said(sentence, place)) return *std::move(talk);
  }
  if (auto rolled = read_repeated(words, place, given)) return *std::move(rolled);
  if (const auto asked = swept(words)) {
    try {
      return with_told(read_in_some_way(asked->words, "", game, place, given), asked->told);
    } catch (const InputError&) {
      // it asks something else
    }
  }
  return read_in_some_way(words, sentence, game, place, given);
}

/// As it stands, as an expression of dice, with squads in place of nations, with what stands on
/// both sides of "or", or as a pool of dice.
Said Sentences::read_in_some_way(const Words& words, std::string_view sentence,
                                 const std::string& game, const Place& place,
                                 const std::set<std::string>& given) {
  if (auto result = as_another(words, game, given, AskedOf::results)) return *std::move(result);
  try {
    return read_words(words, game, place, given);
  } catch (const InputError&) {
    if (auto roll = game.empty() ? roll_said(sentence, spoken_words(sentence)) : std::nullopt) {
      return *std::move(roll);
    }
    if (auto other = in_another_way(words, sentence, game, place, given)) return *std::move(other);
    if (game.empty()) refuse_without_dice(sentence, place);
    throw;
  }
}

/// With ranges of numbers, with squads in place of nations, or with what stands on both sides of
/// "or"; nothing where that does not help.
std::optional<Said> Sentences::in_another_way(const Words& words, std::string_view sentence,
                                              const std::string& game, const Place& place,
                                              const std::set<std::string>& given) {
  Words ranges = words;
  if (join_ranges(ranges)) {
    try {
      return read_in_some_way(ranges, "", game, place, given);
    } catch (const InputError&) {
      // it is no range
    }
  }
  // "HS close assault: ...": the other game of that name.
  const bool names_slammers = game.empty() && trimmed(sentence).starts_with("HS ") &&
                              words.size() > 1 && words.front() == "half-squad";
  if (names_slammers) {
    try {
      return read_in_some_way(without(words, 0, 1), "", "slammers", place, given);
    } catch (const InputError&) {
      // it is a half-squad
    }
  }
  if (auto other = without_until(words, game, place, given)) return other;
  if (auto other = as_another(words, game, given, AskedOf::templates)) return other;
  if (auto other = of_two_sides(words, game, place, given)) return other;
  if (auto other = of_first_and_second(words, game, place, given)) return other;
  if (auto other = with_squads_of_nations(words, game, place, given)) return other;
  if (auto other = with_or_without(words, game, place, given)) return other;
  if (auto other = of_both_sides(words, game, place, given)) return other;
  if (auto other = of_all_ways(words, game, given)) return other;
  for (const std::string& listed : with_commas_as_or(sentence)) {
    Words parted = spoken_words(with_number_lists(listed));
    take_dashes(parted);
    name_leaders(parted);
    Words games;
    take_games(parted, games);
    if (auto other = of_all_ways(parted, game, given)) return other;
  }
  return std::nullopt;
}

/// "3d6 at least 14 twice in a row": each time. "Twice" alone may also ask how often, and both are
/// asked back. Nothing where no roll is compared and repeated.
std::optional<Said> Sentences::read_repeated(const Words& words, const Place& place,
                                             const std::set<std::string>& given) {
  if (words.empty() || !is_dice(words.front())) return std::nullopt;
  const auto repeated = repetition_at_end(words);
  if (!repeated) return std::nullopt;
  const Words once(words.begin(), words.end() - static_cast<std::ptrdiff_t>(repeated->length));
  Said said;
  try {
    said = read_words(once, "", place, given);
  } catch (const InputError&) {
    return std::nullopt;
  }
  if (said.procedure != "dice.roll" || said.values.size() != 1) return std::nullopt;
  std::string& expression = said.values.front().second;
  const bool compares = expression.find_first_of("<>=") != expression.npos;
  if (!compares || expression.find(',') != expression.npos) return std::nullopt;
  std::string each = "(" + expression + ")";
  for (int time = 1; time < repeated->times; ++time) each += " and (" + expression + ")";
  expression = each;
  if (repeated->each_time) return said;
  const auto counted =
      roll_said(fmt::format("{} times {}", repeated->times, fmt::join(once, " ")), words);
  if (!counted) return said;
  throw InputError(place, "each time, or how often?",
                   fmt::format("{}, or {}", said.command(), counted->command()));
}

/// "3 german squads" as "3*4-6-7", which the note tells; nothing where that does not help. How many
/// "russians" are is asked back.
std::optional<Said> Sentences::with_squads_of_nations(const Words& words, const std::string& game,
                                                      const Place& place,
                                                      const std::set<std::string>& given) {
  const NamedSquads named = name_squads(words, game.empty() ? usual_game_ : game);
  if (named.told.empty()) return std::nullopt;
  Said said;
  try {
    said = read_words(named.words, game, place, given);
  } catch (const InputError&) {
    try {
      auto both = of_both_sides(named.words, game, place, given);
      if (!both) return std::nullopt;
      said = *std::move(both);
    } catch (const InputError& error) {
      if (!named.uncounted.empty()) return std::nullopt;
      throw InputError(error);
    }
  }
  if (!named.uncounted.empty()) {
    throw InputError(place, fmt::format("how many '{}' are is not said", named.uncounted),
                     "for one squad: " + said.command());
  }
  return with_told(std::move(said), named.told);
}

/// "9-2 with two 4-6-7 or 8-0 with three 4-6-7 at ...": what stands on both sides of "or" is put
/// into a sentence of its own. Where the two differ in one parameter it gets both values; else they
/// are asked back as commands. Nothing where there are no two sentences.
std::optional<Said> Sentences::of_both_sides(const Words& words, const std::string& game,
                                             const Place& place,
                                             const std::set<std::string>& given) {
  const auto either = std::ranges::find(words, "or");
  if (either == words.end() || std::ranges::count(words, "or") > 1) return std::nullopt;
  const auto at = static_cast<std::size_t>(either - words.begin());
  const std::size_t most = std::min(at, words.size() - at - 1);
  for (std::size_t length = most; length > 0; --length) {
    if (!are_alike(words, at, length)) continue;
    try {
      const Said first = read_words(without(words, at, at + 1 + length), game, place, given);
      const Said second = read_words(without(words, at - length, at + 1), game, place, given);
      if (first.command() == second.command()) continue;
      if (auto said = with_both(first, second)) return said;
      throw TwoQuestions{first.command(), second.command()};
    } catch (const InputError&) {
      continue;  // the parts are others
    } catch (const TwoQuestions& two) {
      throw InputError(place, "these are two questions", two.first + ", and " + two.second);
    }
  }
  // "a flamethrower from next door or a placed DC": parts of unlike length are never joined.
  constexpr std::size_t longest = 4;
  for (std::size_t left = 1; left <= std::min(longest, at); ++left) {
    for (std::size_t right = 1; right <= std::min(longest, words.size() - at - 1); ++right) {
      const auto has_units = [&](std::size_t from, std::size_t to) {
        return std::any_of(words.begin() + static_cast<std::ptrdiff_t>(from),
                           words.begin() + static_cast<std::ptrdiff_t>(to),
                           [](const std::string& word) { return kind_of(word) != 'w'; });
      };
      if (left == right || has_units(at - left, at) || has_units(at + 1, at + 1 + right)) continue;
      const auto first = try_words(without(words, at, at + 1 + right), game, given);
      if (!first) continue;
      const auto second = try_words(without(words, at - left, at + 1), game, given);
      if (!second || first->command() == second->command()) continue;
      throw InputError(place, "these are two questions",
                       first->command() + ", and " + second->command());
    }
  }
  return std::nullopt;
}

/// Reads what may fail; nothing where it does.
std::optional<Said> Sentences::try_words(const Words& words, const std::string& game,
                                         const std::set<std::string>& given) {
  try {
    return read_words(words, game, {}, given);
  } catch (const InputError&) {
    const NamedSquads named = name_squads(words, game.empty() ? usual_game_ : game);
    if (named.told.empty() || !named.uncounted.empty()) return std::nullopt;
    try {
      return with_told(read_words(named.words, game, {}, given), named.told);
    } catch (const InputError&) {
      return std::nullopt;
    }
  }
}

/// "close combat between a 4-6-7 and a 4-4-7", "5-4-8 and 4-4-7 against each other": "and" parts
/// the two. Where nothing says so, that is asked back as a command. Nothing where no "and" stands
/// between units of two nations.
std::optional<Said> Sentences::of_two_sides(const Words& words, const std::string& game,
                                            const Place& place,
                                            const std::set<std::string>& given) {
  static const std::vector<Words> saying = {{"against", "each", "other"},
                                            {"at", "each", "other"},
                                            {"attacking", "each", "other"},
                                            {"attack", "each", "other"},
                                            {"fight", "each", "other"},
                                            {"each", "other"},
                                            {"one", "another"},
                                            {"between"}};
  // Whoever of the two acts, it is the same.
  static const Words mutual = {"trade", "trades",   "exchange", "exchanges", "slug",
                               "duel",  "slugging", "shootout", "firefight", "firefights"};
  Words parted = words;
  bool is_said = std::ranges::any_of(words, [](const std::string& word) {
    return std::ranges::find(mutual, word) != mutual.end();
  });
  for (std::size_t at = 0; at < words.size(); ++at) {
    is_said = is_said || stands_at(words, at, {"shoot", "it", "out"});
  }
  for (const Words& each : saying) {
    for (std::size_t at = 0; at < parted.size(); ++at) {
      if (takes_away(parted, at, each)) is_said = true;
    }
  }
  std::string nation;
  std::size_t joint = 0;
  for (std::size_t at = 0; at < parted.size(); ++at) {
    if (parted[at] == "and" || parted[at] == "with") joint = at;
    const auto units = units_said(parted[at]);
    const std::string now = units ? common_words().nation_of(*units) : "";
    if (now.empty()) continue;
    if (!nation.empty() && now != nation) {
      if (joint == 0) return std::nullopt;
      parted[joint] = "vs";
      const auto said = try_words(parted, game, given);
      if (!said || is_said) return said;
      throw InputError(place, "who is against whom is not said", said->command());
    }
    nation = now;
    joint = 0;
  }
  return std::nullopt;
}

/// The vehicles and guns of all games.
const NamesSaid& Sentences::vehicles() {
  if (vehicles_ == nullptr) {
    std::vector<std::string> names = known_vehicles(library_);
    for (const char* const gun : {"gun", "weapon"}) {
      const Procedure* const asl = library_.find("asl.engagement");
      if (asl == nullptr) continue;
      for (std::string& name : names_taken(*asl, gun, library_)) names.push_back(std::move(name));
    }
    vehicles_ = std::make_unique<NamesSaid>(names);
  }
  return *vehicles_;
}

/// "467 LMG, 4 hexes, 447 in woods": where nothing else says who does it to whom, the order does,
/// and the note tells it. Where only the first is said to be in terrain, both orders are asked
/// back. Nothing where there are no two sides, or a word parts them.
std::optional<Said> Sentences::of_first_and_second(const Words& words, const std::string& game,
                                                   const Place& place,
                                                   const std::set<std::string>& given) {
  const auto groups = two_groups(words, vehicles());
  // "PaK 40 misses T-34": more is said than who does it to whom.
  static const Words saying_more = {"misses", "missed", "hits",    "hit",   "then",    "not",
                                    "after",  "before", "rallies", "rally", "already", "both"};
  const bool says_more = std::ranges::any_of(saying_more, [&](const std::string& word) {
    return std::ranges::find(words, word) != words.end();
  });
  if (!groups || says_more) return std::nullopt;
  // "take out a 2-2-7 with an MMG": whose is it?
  for (std::size_t at = groups->second_begin; at + 1 < words.size(); ++at) {
    const bool is_gun = words[at + 1] == "lmg" || words[at + 1] == "mmg" || words[at + 1] == "hmg";
    if (words[at] == "with" && is_gun) return std::nullopt;
  }
  const auto with_at = [&](const Words& sentence, std::size_t place_of_at) {
    Words parted = sentence;
    parted.insert(parted.begin() + static_cast<std::ptrdiff_t>(place_of_at), "at");
    return parted;
  };
  const auto said_so = [&] {
    constexpr std::size_t farthest = 8;  // words in front of the second that may be said of it
    for (std::size_t at = groups->second_begin; at >= groups->first_end && at > 0; --at) {
      if (groups->second_begin - at > farthest) break;
      if (auto said = try_words(with_at(words, at), game, given)) return said;
    }
    // "FT 8-3-8, adjacent, 4-4-7": what he has behind him.
    Words turned = with_at(words, groups->second_begin);
    const auto unit = std::find_if(turned.begin(), turned.end(), [](const std::string& word) {
      return units_said(word).has_value();
    });
    const auto is_before = static_cast<std::size_t>(unit - turned.begin());
    if (is_before == 0 || is_before >= groups->first_end) return std::optional<Said>();
    std::rotate(turned.begin(), unit, unit + 1);
    return try_words(turned, game, given);
  };
  auto said = said_so();
  if (!said) return std::nullopt;
  static const Words places = {"in", "behind", "hull"};
  const auto begin = words.begin();
  const auto second = begin + static_cast<std::ptrdiff_t>(groups->second_begin);
  const bool is_placed = std::find_first_of(begin, second, places.begin(), places.end()) != second;
  if (is_placed) {
    Words turned(second, words.end());
    turned.emplace_back("at");
    turned.insert(turned.end(), begin, second);
    const auto other = try_words(turned, game, given);
    const bool may_be_either = other && other->command() != said->command();
    if (!other) return std::nullopt;
    if (may_be_either) {
      throw InputError(place, "who does it to whom is not said",
                       said->command() + ", or " + other->command());
    }
  }
  return with_told(*std::move(said), {fmt::format("the first acts on the second: {} at {}; another "
                                                  "order with 'at' between the two",
                                                  groups->first, groups->second)});
}

/// "..., until it breaks": a procedure that goes on tells when, another one the chance of once,
/// which the note tells. Nothing where that is not at the end of the sentence.
std::optional<Said> Sentences::without_until(const Words& words, const std::string& game,
                                             const Place& place,
                                             const std::set<std::string>& given) {
  const auto found = take_until(words);
  if (!found) return std::nullopt;
  Words asked = found->words;
  asked.insert(asked.end(), found->event.begin(), found->event.end());
  auto said = try_words(asked, game, given);
  if (!said) {
    try {
      said = read_in_some_way(found->words, "", game, place, given);
    } catch (const InputError&) {
      return std::nullopt;
    }
  }
  static constexpr std::string_view going_on[] = {"turns",        "rounds",     "phases",
                                                  "rally_phases", "attacks",    "player_turns",
                                                  "shots",        "fire_phases"};
  const Procedure* const procedure = library_.find(said->procedure);
  const bool goes_on =
      procedure != nullptr && std::ranges::any_of(going_on, [&](std::string_view parameter) {
        return procedure->parameter(std::string(parameter)) != nullptr;
      });
  return with_told(
      *std::move(said),
      {fmt::format("'{}': {}", found->said,
                   goes_on ? "the answer tells how far it comes in the time that is given"
                           : "the chance of one time; alike ones take 100 divided by "
                             "its percentage on average")});
}

/// "with or without an 8-1", "cowering or not": the sentence once with it and once without, which
/// may be said by leaving it out. Where the two differ in one parameter it gets both values; where
/// they differ in what cannot be listed, both are asked back.
std::optional<Said> Sentences::with_or_without(const Words& words, const std::string& game,
                                               const Place& place,
                                               const std::set<std::string>& given) {
  constexpr std::size_t longest = 4;  // words that are left out
  for (std::size_t at = 0; at < words.size(); ++at) {
    const bool stands_before = stands_at(words, at, {"with", "or", "without"}) ||
                               stands_at(words, at, {"with", "and", "without"});
    const bool stands_behind = at > 0 && stands_at(words, at, {"or", "not"});
    if (!stands_before && !stands_behind) continue;
    const std::size_t end = at + (stands_before ? 3 : 2);
    Words with = without(words, stands_before ? at + 1 : at, end);
    std::vector<Words> without_it;
    if (stands_before) without_it.push_back(without(words, at, at + 2));
    for (std::size_t length = 1; length <= longest; ++length) {
      if (stands_before && end + length <= words.size()) {
        without_it.push_back(without(words, at, end + length));
      } else if (stands_behind && length <= at) {
        const Words thing(words.begin() + static_cast<std::ptrdiff_t>(at - length),
                          words.begin() + static_cast<std::ptrdiff_t>(at));
        for (const char* const negation : {"no", "not", "without"}) {
          Words negated = without(words, at, end);
          negated.insert(negated.begin() + static_cast<std::ptrdiff_t>(at - length), negation);
          without_it.push_back(std::move(negated));
        }
        without_it.push_back(without(words, at - length, end));
      }
    }
    const auto first = try_words(with, game, given);
    if (!first) continue;
    std::string apart;  // the two, where another procedure answers the second
    for (const Words& each : without_it) {
      const auto second = try_words(each, game, given);
      if (!second || second->command() == first->command()) continue;
      if (second->procedure != first->procedure) {
        if (apart.empty()) apart = first->command() + ", and " + second->command();
        continue;
      }
      if (auto both = with_all({*first, *second}, library_)) return both;
      const bool differ_in_one = first->values.size() <= second->values.size() + 1 &&
                                 second->values.size() <= first->values.size() + 1;
      if (!differ_in_one) continue;
      throw InputError(place, "these are two questions",
                       first->command() + ", and " + second->command());
    }
    if (!apart.empty()) throw InputError(place, "these are two questions", apart);
  }
  return std::nullopt;
}

/// "run or assault move or dash": a sentence for each of what stands between the "or"s, of up to
/// four words. Where they differ in one parameter it gets all values; nothing else is answered.
std::optional<Said> Sentences::of_all_ways(const Words& words, const std::string& game,
                                           const std::set<std::string>& given) {
  constexpr std::size_t longest = 4;
  std::vector<std::size_t> ors;
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (words[at] == "or") ors.push_back(at);
  }
  if (ors.empty() || ors.size() > longest) return std::nullopt;
  for (std::size_t i = 1; i < ors.size(); ++i) {
    const std::size_t between = ors[i] - ors[i - 1] - 1;
    if (between < 1 || between > longest) return std::nullopt;
  }
  for (std::size_t sum = 2; sum <= 2 * longest; ++sum) {
    for (std::size_t left = 1; left < sum; ++left) {
      const std::size_t right = sum - left;
      const bool fit = left <= longest && right <= longest && left <= ors.front() &&
                       ors.back() + right < words.size();
      if (!fit) continue;
      // Which units go together is not said: "4-6-7 8-1 or 2*4-6-7".
      const auto first_word = words.begin() + static_cast<std::ptrdiff_t>(ors.front() - left);
      const auto last_word = words.begin() + static_cast<std::ptrdiff_t>(ors.back() + 1 + right);
      const bool has_units = std::any_of(first_word, last_word, [](const std::string& word) {
        return kind_of(word) == 'u' || kind_of(word) == 'd';
      });
      if (has_units) continue;
      std::vector<Said> all;
      for (std::size_t i = 0; i <= ors.size(); ++i) {
        const std::size_t first = i == 0 ? ors.front() - left : ors[i - 1] + 1;
        const std::size_t last = i == ors.size() ? ors.back() + 1 + right : ors[i];
        Words one(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(ors.front() - left));
        one.insert(one.end(), words.begin() + static_cast<std::ptrdiff_t>(first),
                   words.begin() + static_cast<std::ptrdiff_t>(last));
        one.insert(one.end(), words.begin() + static_cast<std::ptrdiff_t>(ors.back() + 1 + right),
                   words.end());
        auto said = try_words(one, game, given);
        if (!said) break;
        all.push_back(*std::move(said));
      }
      if (all.size() != ors.size() + 1) continue;
      if (auto said = with_all(all, library_)) return said;
    }
  }
  return std::nullopt;
}

/// Of the game that is named; none: of any.
Said Sentences::read_words(Words words, const std::string& game, const Place& place,
                           const std::set<std::string>& given) {
  join_unit_numbers(words);
  put_counts_in_front(words);
  expand_counts(words);
  part_lists(words);
  join_numbers(words);
  put_numbers_before_units(words);
  if (words.empty()) {
    throw InputError(place, "nothing is said", "'2*4-6-7 at 4-4-7 in woods, range 3'");
  }
  const std::string& usual_game = game.empty() ? usual_game_ : game;
  std::vector<SentenceReading> complete;
  std::vector<SentenceReading> others;
  const Procedure* const named = library_.find(words.front());  // "asl.oba 80mm, 5 turns"
  if (named != nullptr && words.size() > 1) words.erase(words.begin());
  for (const Procedure* procedure : library_.procedures()) {
    if (named != nullptr && procedure != named) continue;
    if (!game.empty() && !is_of(procedure->game(), game)) continue;
    SentenceReader& asked = reader(*procedure);
    if (!asked.speaks()) continue;
    SentenceReading reading = asked.read(words, game);
    if (named == nullptr && asked.needs_verb() && !reading.has_verb()) continue;
    // Nothing but what nobody said: to look for.
    const bool is_empty =
        !reading.says_something &&
        (!reading.has_verb() || (game.empty() && !reading.values.empty() && reading.shown.empty() &&
                                 missing(reading, library_, given).empty()));
    const bool is_silent =
        !reading.says_something && !reading.has_verb() && reading.not_understood.empty();
    if (is_silent || (reading.is_complete() && is_empty)) continue;
    (reading.is_complete() ? complete : others).push_back(std::move(reading));
  }
  // "8 FP at +2 --target 4-4-7" asks for what has a target.
  for (const std::string& name : given) {
    const auto has_not = [&](const SentenceReading& reading) {
      return reading.procedure->parameter(name) == nullptr;
    };
    if (!std::ranges::all_of(complete, has_not)) std::erase_if(complete, has_not);
  }
  if (complete.empty()) {
    const SentenceReading* const nearest = nearest_reading(others, usual_game);
    if (nearest == nullptr) {
      throw NotUnderstood(place, "it is not said what they do",
                          "such as fire, rally, close combat");
    }
    if (const auto name = unlisted_among(words, nearest->not_understood)) {
      const UnlistedVehicle vehicle(*name, game_of_unlisted(*name, nearest->procedure->game()));
      throw InputError(place, vehicle.wrong(), vehicle.right());
    }
    for (const SentenceReading& reading : others) {  // the nearest may take no units
      const bool is_nearest = &reading == nearest;
      if (reading.nouns.empty() || (!is_nearest && !nearest->nouns.empty())) continue;
      const std::vector<UsualSquads> usual = with_usual_squads(reading, game, given);
      if (usual.empty()) continue;
      for (const UsualSquads& each : usual) {
        if (!each.is_meant) continue;
        return with_told(read_words(each.words, game, place, given), each.told);
      }
      Words commands;
      for (const UsualSquads& each : usual) commands.push_back(each.command);
      throw InputError(
          place, is_nearest && !nearest->fault.empty() ? nearest->fault : "which squad is not said",
          fmt::format("such as {}", fmt::join(commands, ", or ")));
    }
    const Vocabulary& vocabulary = reader(*nearest->procedure).vocabulary();
    if (says_nothing_known(*nearest) && !has_hint(*nearest, vocabulary)) {
      const Words& unknown = nearest->not_understood;
      const std::string known = vehicle_meant(unknown, library_);
      throw NotUnderstood(
          place, not_understood(unknown),
          known.empty() ? fmt::format("'combat-odds list {}' looks for what there is about it",
                                      fmt::join(unknown, " "))
                        : fmt::format("did you mean '{}'?", known));
    }
    refuse(*nearest, vocabulary, library_, place);
  }
  std::vector<const SentenceReading*> all;
  for (const SentenceReading& reading : complete) all.push_back(&reading);
  return chosen(all, others, usual_game, !game.empty(), place, library_, given);
}

Said said(const Library& library, std::string_view sentence, const Place& place,
          std::string_view usual_game, const std::set<std::string>& given) {
  return Sentences(library, std::string(usual_game)).read(sentence, place, given);
}

bool is_sentence(std::string_view text) {
  std::string_view rest = text;
  if (!game_said(rest).empty() || is_notation(trimmed(text)) || expression::talk_of(text)) {
    return true;
  }
  const std::string form = spoken_form(text);
  const std::vector<std::string_view> words = words_of(form);
  if (words.size() == 1) return is_dice(words.front());
  constexpr std::size_t more_than_a_search = 4;  // "asl fire" looks for words
  const bool names_game = words.size() >= more_than_a_search &&
                          common_words().games.find(words.front()) != common_words().games.end();
  if (names_game) return true;
  static constexpr std::string_view parting[] = {"at", "against", "vs", "versus"};
  return words.size() > 1 && std::ranges::any_of(words, [](std::string_view word) {
           return word.find_first_of("0123456789") != word.npos ||
                  std::ranges::find(parting, word) != std::end(parting) ||
                  common_words().numbers.contains(word) || common_words().nouns.contains(word);
         });
}

}  // namespace combat_odds
