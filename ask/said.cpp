#include "ask/said.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>

#include "ask/named_vehicles.hpp"
#include "ask/sentence_reader.hpp"
#include "ask/sentence_refusal.hpp"
#include "ask/unlisted.hpp"
#include "ask/vocabulary.hpp"
#include "core/text/limits.hpp"
#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/shell_word.hpp"
#include "core/text/trimmed.hpp"
#include "core/text/words.hpp"
#include "expression/expression.hpp"
#include "sim/declare/games.hpp"
#include "sim/declare/names.hpp"

namespace combat_odds {
namespace {

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

[[noreturn]] void refuse(const SentenceReading& reading, const Vocabulary& vocabulary,
                         const Library& library, const Place& place) {
  const Words& words = reading.not_understood;
  if (words.empty() && !reading.either.empty()) {
    throw InputError(place, reading.fault, commands_of(reading));
  }
  if (words.empty() || !reading.fault.empty()) {
    throw InputError(place, reading.fault, reading.remedy);
  }
  throw InputError(place,
                   fmt::format("{} {} not understood (taken as {})", quoted(words),
                               words.size() == 1 ? "is" : "are", reading.procedure->name),
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
    const bool is_near = reading.not_understood.empty() || reading.has_verb();
    if (std::ranges::any_of(reading.not_understood, is_name)) continue;
    if (faults == 1 && is_near && is_of(reading.procedure->game(), usual_game)) return &reading;
  }
  return nullptr;
}

Said chosen(const std::vector<const SentenceReading*>& all,
            const std::vector<SentenceReading>& others, std::string_view usual_game,
            bool names_game, const Place& place, const Library& library,
            const std::set<std::string>& given) {
  std::vector<const SentenceReading*> whole;
  for (const SentenceReading* reading : all) {
    if (missing(*reading, library, given).empty()) whole.push_back(reading);
  }
  // What the usual game reads and only lacks a number for is asked back: it is no other game's.
  const bool lacks = std::ranges::none_of(whole,
                                          [&](const SentenceReading* reading) {
                                            return is_of(reading->procedure->game(), usual_game);
                                          }) &&
                     std::ranges::any_of(all, [&](const SentenceReading* reading) {
                       return reading->has_verb() && is_of(reading->procedure->game(), usual_game);
                     });
  if (lacks) whole.clear();
  const std::vector<const SentenceReading*> of_usual =
      of_game(whole.empty() ? all : whole, usual_game);
  const SentenceReading& first = *of_usual.front();
  if (of_usual.size() > 1) {
    Words commands;
    for (const SentenceReading* reading : of_usual) commands.push_back(said_by(*reading).command());
    throw InputError(place, fmt::format("that can mean {} things", commands.size()),
                     fmt::format("{}", fmt::join(commands, ", or ")));
  }
  if (whole.empty()) {
    throw InputError(
        place, fmt::format("for {} something is missing", first.procedure->name),
        fmt::format("say also {}", fmt::join(missing(first, library, given), " and ")));
  }
  Said said = said_by(first);
  const SentenceReading* const nearly = is_of(first.procedure->game(), usual_game)
                                            ? nullptr
                                            : nearly_usual(others, first, usual_game);
  if (nearly != nullptr) {
    const std::string wrong = nearly->fault.empty()
                                  ? quoted(nearly->not_understood) + " is not understood"
                                  : nearly->fault;
    throw InputError(place,
                     fmt::format("{} (taken as {}, of {})", wrong, nearly->procedure->name,
                                 game_title(nearly->procedure->game())),
                     fmt::format("in {}: {}", game_title(first.procedure->game()), said.command()));
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
        is_usual ? "; 'sl: ...' in front asks another game" : ", the only game that reads it so",
        said.note.empty() ? "" : "\n" + said.note);
  }
  return said;
}

}  // namespace

std::string Said::command() const {
  std::string words = "combat-odds odds " + procedure;
  for (const auto& [parameter, value] : values) {
    words += fmt::format(" {}{}{}", option_of(parameter), value.starts_with('-') ? "=" : " ",
                         shell_word(value));
  }
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
      const bool stands =
          wanted.size() > length && at + wanted.size() <= words.size() &&
          std::equal(wanted.begin(), wanted.end(), words.begin() + static_cast<std::ptrdiff_t>(at));
      if (!stands) continue;
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

/// "+1", "-2".
bool is_signed(std::string_view word) {
  return word.size() > 1 && (word.front() == '+' || word.front() == '-') &&
         word.find_first_not_of("0123456789", 1) == word.npos;
}

/// "4-6-7 x2" and "4-6-7 x 2" as "2*4-6-7".
void put_counts_in_front(Words& words) {
  for (std::size_t at = 0; at + 1 < words.size(); ++at) {
    const bool is_apart = words[at + 1] == "x" && at + 2 < words.size() && units_said(words[at]) &&
                          number_said(words[at + 2]);
    if (is_apart) {
      words[at + 1] += *number_said(words[at + 2]);
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(at + 2));
    }
    const std::string& behind = words[at + 1];
    const auto units = units_said(words[at]);
    const bool counts = units && units->find('*') == units->npos && behind.size() > 1 &&
                        (behind.front() == 'x' || behind.front() == '*') &&
                        number_said(behind.substr(1));
    if (!counts) continue;
    words[at] = behind.substr(1) + "*" + *units;
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(at + 1));
  }
}

/// "4-6-7,4-6-8" as "4-6-7 or 4-6-8".
void part_lists(Words& words) {
  Words parted;
  for (const std::string& word : words) {
    const std::vector<std::string_view> parts = parts_of(word, ',');
    const bool are_units =
        parts.size() > 1 && std::ranges::all_of(parts, [](std::string_view part) {
          return units_said(part).has_value();
        });
    if (!are_units) {
      parted.push_back(word);
      continue;
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i > 0) parted.emplace_back("or");
      parted.emplace_back(parts[i]);
    }
  }
  words = std::move(parted);
}

/// "4..6*4-4-7" and "4..6 4-4-7" as "4*4-4-7 or 5*4-4-7 or 6*4-4-7".
void expand_counts(Words& words) {
  constexpr int most = 12;
  for (std::size_t at = 0; at < words.size(); ++at) {
    std::string word = words[at];
    const bool is_apart = at + 1 < words.size() && word.find('*') == word.npos &&
                          units_said(words[at + 1]) && words[at + 1].find('*') == std::string::npos;
    const std::size_t star = word.find('*');
    if (star == word.npos && !is_apart) continue;
    const std::string counts = star == word.npos ? word : word.substr(0, star);
    const std::string unit = star == word.npos ? words[at + 1] : word.substr(star + 1);
    const std::size_t dots = counts.find("..");
    if (dots == counts.npos || !units_said(unit)) continue;
    const auto first = number_in<int>(std::string_view(counts).substr(0, dots));
    const auto last = number_in<int>(std::string_view(counts).substr(dots + 2));
    if (!first || !last || *first < 1 || *last <= *first || *last - *first >= most) continue;
    Words each;
    for (int count = *first; count <= *last; ++count) {
      if (count > *first) each.emplace_back("or");
      each.push_back(fmt::format("{}*{}", count, unit));
    }
    const auto place =
        words.erase(words.begin() + static_cast<std::ptrdiff_t>(at),
                    words.begin() + static_cast<std::ptrdiff_t>(at + (star == word.npos ? 2 : 1)));
    words.insert(place, each.begin(), each.end());
    at += each.size() - 1;
  }
}

/// "4 6 7" as "4-6-7", and "2 4 4 7" as "2*4-4-7".
void join_unit_numbers(Words& words) {
  const auto is_one_digit = [&](std::size_t at) {
    return at < words.size() && words[at].size() == 1 && words[at][0] >= '0' && words[at][0] <= '9';
  };
  for (std::size_t at = 0; at < words.size(); ++at) {
    std::size_t digits = 0;
    while (is_one_digit(at + digits)) ++digits;
    if (digits == 3 || digits == 4) {
      const std::size_t first = at + digits - 3;
      const std::string unit = words[first] + "-" + words[first + 1] + "-" + words[first + 2];
      if (units_said(unit)) {
        words[at] = (digits == 4 ? words[at] + "*" : "") + unit;
        words.erase(words.begin() + static_cast<std::ptrdiff_t>(at + 1),
                    words.begin() + static_cast<std::ptrdiff_t>(at + digits));
        continue;
      }
    }
    at += digits > 0 ? digits - 1 : 0;
  }
}

/// "range 3 or 5" as "range 3,5", "two or three 4-6-7" as "2*4-6-7 or 3*4-6-7".
void join_numbers(Words& words) {
  for (std::size_t at = 0; at + 2 < words.size();) {
    const auto first = number_said(words[at]);
    const auto second = number_said(words[at + 2]);
    const bool have_signs = is_signed(words[at]) && is_signed(words[at + 2]);
    if (words[at + 1] != "or" || !((first && second) || have_signs)) {
      ++at;
      continue;
    }
    const auto units = at + 3 < words.size() ? units_said(words[at + 3]) : std::nullopt;
    if (first && units && units->find('*') == units->npos) {
      words[at] = *first + "*" + *units;
      words[at + 2] = *second + "*" + *units;
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(at + 3));
      at += 3;
      continue;
    }
    words[at] = first ? *first + "," + *second : words[at] + "," + words[at + 2];
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(at + 1),
                words.begin() + static_cast<std::ptrdiff_t>(at + 3));
  }
}

/// A sentence that is a dice expression as it stands: "30 times 2d6 = 12", "20 attacks, 3+ to hit,
/// 4+ to wound, 5+ save".
std::optional<Said> roll_said(std::string_view sentence, const Words& words) {
  const auto is_target = [](const std::string& word) {  // "3+"
    return word.size() == 2 && word[0] >= '1' && word[0] <= '9' && word[1] == '+';
  };
  const bool has_dice = std::ranges::any_of(words, is_dice);
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

/// "two german 4-6-7s" as "german two 4-6-7s": a number stands before its units.
void put_numbers_before_units(Words& words) {
  constexpr std::size_t most_between = 2;
  for (std::size_t at = 0; at + 2 < words.size(); ++at) {
    const auto count = number_said(words[at]);
    if (!count || count->size() > 2 || count->find_first_of(".,") != count->npos) continue;
    std::size_t unit = at + 1;
    while (unit < words.size() && unit - at <= most_between &&
           common_words().is_adjective(words[unit])) {
      ++unit;
    }
    const bool is_between = unit > at + 1 && unit < words.size() && units_said(words[unit]);
    if (is_between) {
      std::rotate(words.begin() + static_cast<std::ptrdiff_t>(at),
                  words.begin() + static_cast<std::ptrdiff_t>(at + 1),
                  words.begin() + static_cast<std::ptrdiff_t>(unit));
    }
  }
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

/// The sentence with the usual squads in place of "squad", as commands: who names no nationality
/// gets a German and a Russian squad, and the other way round. Empty where that is not enough.
Words Sentences::with_usual_squads(const SentenceReading& reading, const std::string& game,
                                   const std::set<std::string>& given) {
  struct Usual {
    const char* squad;
    const char* half_squad;
  };
  static constexpr Usual german = {"4-6-7", "2-4-7"};
  static constexpr Usual russian = {"4-4-7", "2-2-7"};
  Words commands;
  for (const bool german_first : {true, false}) {
    Words words = reading.words;
    for (std::size_t i = reading.nouns.size(); i-- > 0;) {
      const SentenceReading::Noun& noun = reading.nouns[i];
      const std::string name = words[noun.first + noun.length - 1];
      const Usual& usual = (i == 0) == german_first ? german : russian;
      if (!name.starts_with("squad") && !name.starts_with("half-squad")) return {};
      const std::string unit = name.starts_with("squad") ? usual.squad : usual.half_squad;
      words[noun.first] =
          noun.length == 1 ? unit : number_said(words[noun.first]).value_or("1") + "*" + unit;
      if (noun.length == 2)
        words.erase(words.begin() + static_cast<std::ptrdiff_t>(noun.first + 1));
    }
    try {
      std::string command = read_words(std::move(words), game, {}, given).command();
      if (std::ranges::find(commands, command) == commands.end()) {
        commands.push_back(std::move(command));
      }
    } catch (const InputError&) {
      return {};
    }
  }
  return commands;
}

Said Sentences::read(std::string_view sentence, const Place& place,
                     const std::set<std::string>& given) {
  if (sentence.size() > limits::value_bytes) {
    throw InputError(place, "the sentence is too long",
                     fmt::format("at most {} bytes", limits::value_bytes));
  }
  std::string game = game_said(sentence, &library_);
  Words words = spoken_words(sentence);
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
  try {
    return read_words(std::move(words), game, place, given);
  } catch (const InputError&) {
    if (auto roll = game.empty() ? roll_said(sentence, spoken_words(sentence)) : std::nullopt) {
      return *std::move(roll);
    }
    throw;
  }
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
    SentenceReading reading = asked.read(words);
    if (named == nullptr && asked.needs_verb() && !reading.has_verb()) continue;
    // Nothing but what nobody said: to look for.
    const bool is_empty =
        !reading.says_something && (!reading.has_verb() || !reading.values.empty());
    if (reading.is_complete() && is_empty) continue;
    (reading.is_complete() ? complete : others).push_back(std::move(reading));
  }
  if (complete.empty()) {
    const SentenceReading* const nearest = nearest_reading(others, usual_game);
    if (nearest == nullptr) {
      throw InputError(place, "it is not said what they do", "such as fire, rally, close combat");
    }
    if (const auto name = unlisted_among(words, nearest->not_understood)) {
      const UnlistedVehicle vehicle(*name, game_of_unlisted(*name, nearest->procedure->game()));
      throw InputError(place, vehicle.wrong(), vehicle.right());
    }
    if (!nearest->nouns.empty()) {
      const Words commands = with_usual_squads(*nearest, game, given);
      if (!commands.empty()) {
        throw InputError(
            place, nearest->fault.empty() ? "which squad is not said" : nearest->fault,
            fmt::format("{}; such as {}", nearest->remedy, fmt::join(commands, ", or ")));
      }
    }
    refuse(*nearest, reader(*nearest->procedure).vocabulary(), library_, place);
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
  if (!game_said(rest).empty()) return true;
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
