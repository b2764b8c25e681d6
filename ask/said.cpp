#include "ask/said.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <set>

#include "ask/plain_sentence.hpp"
#include "ask/said_choice.hpp"
#include "ask/said_dice.hpp"
#include "ask/sentence_dates.hpp"
#include "ask/sentence_helpers.hpp"
#include "ask/sentence_lists.hpp"
#include "ask/sentence_reader.hpp"
#include "ask/sentence_refusal.hpp"
#include "ask/sentence_rewriting.hpp"
#include "ask/sentence_story.hpp"
#include "ask/turn_parts.hpp"
#include "ask/unlisted.hpp"
#include "ask/verbs_said.hpp"
#include "ask/vocabulary.hpp"
#include "core/text/limits.hpp"
#include "core/text/parts.hpp"
#include "core/text/trimmed.hpp"
#include "core/text/words.hpp"
#include "expression/talk.hpp"
#include "sim/declare/games.hpp"

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
  } else if (name.find('/') != name.npos) {  // "SL/COI: ..."
    for (const std::string_view part : parts_of(name, '/')) {
      const auto one = common_words().games.find(part);
      if (one == common_words().games.end() || (!game.empty() && one->second != game)) return "";
      game = one->second;
    }
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

}  // namespace

Said with_told(Said said, const Words& told) {
  const std::string lines = fmt::format("{}", fmt::join(told, "\n"));
  said.note = lines + (lines.empty() || said.note.empty() ? "" : "\n") + said.note;
  return said;
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

/// Where "with or without" stands; behind the end: nowhere.
std::size_t with_or_without_at(const Words& words) {
  std::size_t at = 0;
  while (at < words.size() && !stands_at(words, at, {"with", "or", "without"}) &&
         !stands_at(words, at, {"with", "and", "without"})) {
    ++at;
  }
  return at;
}

bool says_with_or_without(const Words& words) { return with_or_without_at(words) < words.size(); }

/// "with or without an 8-1" as "with an 8-1".
Words with_it(const Words& words) {
  const std::size_t at = with_or_without_at(words);
  return without(words, at + 1, at + 3);
}

/// Writes out what one game alone shortens.
void put_same_of_game(Words& words, const std::string& game) {
  const auto known = common_words().same_of_game.find(game);
  if (known == common_words().same_of_game.end()) return;
  for (std::string& word : words) {
    const auto same = known->second.find(word);
    if (same != known->second.end()) word = same->second;
  }
}

/// "twice in a row": each of them, not what is left behind both.
bool says_in_row(const Words& words) {
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (stands_at(words, at, {"in", "row"}) || words[at] == "running") return true;
  }
  return false;
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
    static constexpr std::string_view asking[] = {"what", "chance", "chances", "odds", "does",
                                                  "do",   "will",   "how",     "is",   "can",
                                                  "who",  "which",  "did",     "any"};
    const bool asks = std::ranges::find(asking, typed[at + 1]) != std::end(asking);
    const bool ends = typed[at].back() == '?' && ((next >= 'A' && next <= 'Z') || asks);
    if (ends || !units_said(unit)) continue;
    throw InputError(place, fmt::format("'{}?' is a concealed unit, or ends a question", unit),
                     fmt::format("'concealed {}', or without the ?", unit));
  }
}

/// With the words of a story behind what else is left out.
Said with_left_out(Said said, const Words& story) {
  if (story.empty()) return said;
  const std::string words = fmt::format("'{}'", fmt::join(story, "', '"));
  constexpr std::string_view begin = "left out: ";
  const std::size_t line = said.note.rfind('\n') + 1;  // the last
  const bool leaves_more = std::string_view(said.note).substr(line).starts_with(begin);
  said.note += leaves_more ? ", " : said.note.empty() ? "" : "\n";
  said.note += leaves_more ? words : std::string(begin) + words;
  return said;
}

}  // namespace

Sentences::Sentences(const Library& library, std::string usual_game)
    : library_(library), usual_game_(std::move(usual_game)) {}
Sentences::~Sentences() = default;

SentenceReader& Sentences::reader(const Procedure& procedure) {
  std::unique_ptr<SentenceReader>& known = readers_[static_cast<std::size_t>(wording_)][&procedure];
  if (known == nullptr) {
    known = std::make_unique<SentenceReader>(procedure, library_, wording_);
  }
  return *known;
}

/// The nearest reading: it understands most, has a verb at all and is of the usual game; a verb
/// that few procedures have ("minefield", not "attack") weighs more than a word.
const SentenceReading* Sentences::nearest_reading(const std::vector<SentenceReading>& readings,
                                                  std::string_view game) const {
  const std::string_view usual_game = game.empty() ? std::string_view(usual_game_) : game;
  std::map<std::string, bool> rare;
  const auto is_rare = [&](const std::string& verb) {
    constexpr std::size_t few = 4;  // a game or two has it, once or twice
    const auto [known, is_new] = rare.emplace(verb, false);
    const std::size_t count = is_new ? procedures_with(verb, library_, game) : 0;
    if (is_new) known->second = count > 0 && count <= few;
    return known->second;
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
Sentences::Named Sentences::as_commands(const Words& words, const std::string& game,
                                        const std::set<std::string>& given) {
  const auto named = [](const Said& said) { return Named{said.command(), {said}}; };
  try {
    return named(read_words(words, game, {}, given));
  } catch (const InputError&) {
    try {
      const auto both = of_both_sides(words, game, {}, given);
      return both ? named(*both) : Named();
    } catch (const Refusal& two) {
      return {two.right(), two.questions()};
    }
  }
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

Said Sentences::read(std::string_view sentence, const Place& place,
                     const std::set<std::string>& given) {
  if (sentence.size() > limits::value_bytes) {
    throw InputError(place, "the sentence is too long",
                     fmt::format("at most {} bytes", limits::value_bytes));
  }
  refuse_doubtful_counter(sentence, place);
  const WithoutStory without = take_story(sentence);
  wording_ = Wording::usual;
  try {
    return with_left_out(read_facts(without.sentence, place, given), without.taken);
  } catch (const NotUnderstood&) {
    wording_ = Wording::wide;
    try {
      return with_left_out(read_facts(without.sentence, place, given), without.taken);
    } catch (const InputError&) {
      // what the first reading says is nearer to what was said
    }
    throw;
  }
}

/// A sentence of which each word counts.
Said Sentences::read_facts(std::string_view sentence, const Place& place,
                           const std::set<std::string>& given) {
  std::string game = game_said(sentence, &library_);
  const std::string_view typed = sentence;
  const std::string turned = with_topic_behind(
      with_last_state_as_event(with_target_for_pronoun(plain_punctuation(sentence))));
  sentence = turned;
  const std::string listed = with_lists(sentence, [&]() -> const NamesSaid& { return vehicles(); });
  Words words = spoken_words(with_number_lists(listed));
  take_dashes(words);
  take_plain(words);
  put_between_as_range(words);
  put_without_in_front(words);
  put_dates(words);
  put_date_lists(words);
  name_leaders(words);
  put_states_as_events(words);
  put_each_as_number(words);
  put_one_as_number(words);
  put_ambush(words);
  put_both_as_number(words);
  put_ordinals(words);
  part_compounds(words);
  put_roman_models(words);
  join_facings(words);
  put_helpers_in_order(words, sentence);
  put_quality_as_side(words);
  Words games;
  if (!game.empty()) games.push_back(game);
  take_games(words, games);
  if (games.size() > 1) {
    std::vector<OddsQuestion> asked;
    for (const std::string& each : games) asked.push_back(read_words(words, each, place, given));
    throw Refusal(place, "it asks two games", commands_of(asked, ", and "), asked);
  }
  if (!games.empty()) game = games.front();
  put_same_of_game(words, game);
  if (game.empty()) {
    if (auto roll = notation_said(typed, place)) return *std::move(roll);
    if (auto talk = talk_said(typed, place)) return *std::move(talk);
  }
  std::exception_ptr refused_turn;
  try {
    if (const auto turn = of_turn(typed, game, place, given)) return *turn;
  } catch (const InputError&) {
    if (says_what_is_next(typed)) throw;
    refused_turn = std::current_exception();  // commas alone may part a single question, too
  }
  const bool may_say_calibre = std::ranges::any_of(
      words, [](const std::string& word) { return !is_digits(word) && gun_said(word); });
  const Words calibres = may_say_calibre ? take_calibres(words, guns()) : Words();
  if (auto rolled = read_repeated(words, place, given)) return *std::move(rolled);
  if (const auto asked = swept(words)) {
    try {
      return with_told(read_in_some_way(asked->words, "", game, place, given), asked->told);
    } catch (const InputError&) {
      // it asks something else
    }
  }
  try {
    return with_told(read_in_some_way(words, sentence, game, place, given), calibres);
  } catch (const InputError&) {
    if (refused_turn) std::rethrow_exception(refused_turn);
    throw;
  }
}

/// "Russian radio contact in 2 tries": what another game alone plays so often, where the usual one
/// asks each time anew; nothing elsewhere.
std::optional<Said> Sentences::in_usual_game(const Said& said, const Words& words,
                                             const std::string& game, const Place& place,
                                             const std::set<std::string>& given) {
  const Procedure* const asked = library_.find(said.procedure);
  if (!game.empty() || asked == nullptr || is_of(asked->game(), usual_game_)) return std::nullopt;
  try {
    auto usual = of_counted_times(words, usual_game_, place, given);
    if (!usual) return std::nullopt;
    return with_told(*std::move(usual),
                     {fmt::format("taken as {}; '{}: ...' in front asks another game",
                                  game_title(usual_game_), asked->game())});
  } catch (const InputError&) {
    return std::nullopt;  // it asks it otherwise
  }
}

/// As it stands, as an expression of dice, with squads in place of nations, with what stands on
/// both sides of "or", or as a pool of dice.
Said Sentences::read_in_some_way(const Words& words, std::string_view sentence,
                                 const std::string& game, const Place& place,
                                 const std::set<std::string>& given) {
  if (auto result = as_another(words, game, given, AskedOf::results)) return *std::move(result);
  if (auto both = of_worth(words, game, place, given)) return *std::move(both);
  if (says_with_or_without(words)) {
    if (auto other = with_or_without(words, game, place, given)) return *std::move(other);
    read_words(with_it(words), game, place, given);  // says what is wrong with it
    throw InputError(place, "with or without what is not said",
                     "such as 'with or without an 8-1'; or one question for each");
  }
  if (auto said = of_said_order(words, game, given)) return *std::move(said);
  const bool is_in_row = says_in_row(words);
  if (is_in_row) {
    if (auto other = of_counted_times(words, game, place, given)) return *std::move(other);
  }
  try {
    Said said = read_words(words, game, place, given);
    if (auto usual = in_usual_game(said, words, game, place, given)) return *std::move(usual);
    return said;
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
  Words plain = words;
  if (put_plainly(plain)) {
    try {
      return read_in_some_way(plain, "", game, place, given);
    } catch (const InputError&) {
      // it is something else
    }
  }
  if (auto other = of_plain_order(words, game, given)) return other;
  if (auto other = of_counted_times(words, game, place, given)) return other;
  if (auto other = of_each_of_several(words, game, place, given)) return other;
  if (auto other = without_until(words, game, place, given)) return other;
  if (auto other = as_another(words, game, given, AskedOf::templates)) return other;
  if (auto other = of_two_sides(words, game, place, given)) return other;
  if (auto other = of_first_and_second(words, game, place, given)) return other;
  if (auto other = with_squads_of_nations(words, game, place, given)) return other;
  if (auto other = with_or_without(words, game, place, given)) return other;
  if (auto other = of_both_sides(words, game, place, given)) return other;
  if (auto other = of_all_ways(words, game, given)) return other;
  if (auto other = of_each(words, game, given)) return other;
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

namespace {

/// All words in which a procedure tells what may become of somebody, and its fillers.
Words words_of_results(const Vocabulary& vocabulary) {
  Words all;
  for (const Phrase& phrase : vocabulary.phrases) {
    if (phrase.parameter != "<chance>" && phrase.parameter != "<filler>") continue;
    all.insert(all.end(), phrase.words.begin(), phrase.words.end());
  }
  for (const ResultWords& result : vocabulary.results) {
    all.insert(all.end(), result.words.begin(), result.words.end());
  }
  return all;
}

}  // namespace

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
    static const Words ends = {"gone",     "dead", "destroyed", "eliminated", "broken",
                               "breaks",   "over", "killed",    "lost",       "decided",
                               "finished", "out",  "wins",      "won"};
    const Words known = words_of_results(reader(library_.procedure(said->procedure)).vocabulary());
    const auto is_known = [&](const std::string& word) {
      return has(ends, word) || has(known, word);
    };
    if (!std::ranges::all_of(found->event, is_known)) return std::nullopt;
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
  const VerbsSaid verbs(words);
  for (const Procedure* procedure : library_.procedures()) {
    if (named != nullptr && procedure != named) continue;
    if (!game.empty() && !is_of(procedure->game(), game)) continue;
    if (named == nullptr && !verbs.may_ask(*procedure)) continue;
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
    const SentenceReading* const nearest = nearest_reading(others, game);
    if (nearest == nullptr) {
      throw NotUnderstood(place, "it is not said what they do", "such as fire, rally, close combat",
                          {});
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
      Words texts;
      std::vector<OddsQuestion> asked;
      for (const UsualSquads& each : usual) {
        texts.push_back(each.asked.text);
        asked.insert(asked.end(), each.asked.questions.begin(), each.asked.questions.end());
      }
      throw Refusal(
          place, is_nearest && !nearest->fault.empty() ? nearest->fault : "which squad is not said",
          fmt::format("such as {}", fmt::join(texts, ", or ")), asked);
    }
    const Vocabulary& vocabulary = reader(*nearest->procedure).vocabulary();
    if (says_nothing_known(*nearest) && !has_hint(*nearest, vocabulary)) {
      const Words& unknown = nearest->not_understood;
      const std::string known = vehicle_meant(unknown, library_);
      throw NotUnderstood(
          place, not_understood(unknown),
          known.empty() ? fmt::format("'combat-odds list {}' looks for what there is about it",
                                      fmt::join(unknown, " "))
                        : fmt::format("did you mean '{}'?", known),
          {});
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
