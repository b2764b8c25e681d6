#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ask/library.hpp"
#include "ask/odds_question.hpp"
#include "ask/vocabulary.hpp"

namespace combat_odds {

/// The refusal of a sentence in which words mean nothing, or nobody does anything: not one that
/// only asks for more.
class NotUnderstood : public Refusal {
 public:
  using Refusal::Refusal;
};

/// A question that was asked in a sentence: "2*4-6-7 LMG 8-1 at 4-4-7 in a stone building, range
/// 3".
struct Said : OddsQuestion {
  std::string note;  ///< what was taken for granted (the game) and what makes no difference, line
                     ///< by line; empty: nothing
  std::vector<std::pair<std::string, std::string>> defaults;  ///< of the note: the lines that tell
                                                              ///< what a parameter is by default
};

class NamesSaid;
class SentenceReader;
struct SentenceReading;

/// Reads sentences by the words of words.csv and of the procedures (ask/vocabulary.hpp), which it
/// keeps from one sentence to the next.
class Sentences {
 public:
  /// A sentence that could be of several games is of that which it names in front ("sl: ..."), else
  /// of `usual_game`, which the note then tells. The library must outlive it.
  explicit Sentences(const Library& library, std::string usual_game = "asl");
  ~Sentences();
  Sentences(const Sentences&) = delete;
  Sentences& operator=(const Sentences&) = delete;

  /// Every word counts, but the fillers listed in words.csv. Throws InputError at `place` where
  /// words are not understood (all of them are named), something is said twice or is missing, or it
  /// could mean two things (both as commands). The parameters in `given` are given elsewhere, and
  /// are not missing.
  Said read(std::string_view sentence, const Place& place, const std::set<std::string>& given = {});

 private:
  Said read_facts(std::string_view sentence, const Place& place,
                  const std::set<std::string>& given);
  Said read_in_some_way(const std::vector<std::string>& words, std::string_view sentence,
                        const std::string& game, const Place& place,
                        const std::set<std::string>& given);
  Said read_words(std::vector<std::string> words, const std::string& game, const Place& place,
                  const std::set<std::string>& given);
  std::optional<Said> with_squads_of_nations(const std::vector<std::string>& words,
                                             const std::string& game, const Place& place,
                                             const std::set<std::string>& given);
  std::optional<Said> in_another_way(const std::vector<std::string>& words,
                                     std::string_view sentence, const std::string& game,
                                     const Place& place, const std::set<std::string>& given);
  std::optional<Said> of_turn(std::string_view sentence, const std::string& game,
                              const Place& place, const std::set<std::string>& given);
  std::optional<Said> of_worth(const std::vector<std::string>& words, const std::string& game,
                               const Place& place, const std::set<std::string>& given);
  std::optional<Said> try_words(const std::vector<std::string>& words, const std::string& game,
                                const std::set<std::string>& given);
  enum class AskedOf { results, templates };
  std::optional<Said> as_another(const std::vector<std::string>& words, const std::string& game,
                                 const std::set<std::string>& given, AskedOf asked_of);
  std::optional<Said> of_two_sides(const std::vector<std::string>& words, const std::string& game,
                                   const Place& place, const std::set<std::string>& given);
  std::optional<Said> with_or_without(const std::vector<std::string>& words,
                                      const std::string& game, const Place& place,
                                      const std::set<std::string>& given);
  std::optional<Said> of_said_order(const std::vector<std::string>& words, const std::string& game,
                                    const std::set<std::string>& given);
  std::optional<Said> of_plain_order(const std::vector<std::string>& words, const std::string& game,
                                     const std::set<std::string>& given);
  std::optional<Said> of_first_and_second(const std::vector<std::string>& words,
                                          const std::string& game, const Place& place,
                                          const std::set<std::string>& given);
  std::optional<Said> without_until(const std::vector<std::string>& words, const std::string& game,
                                    const Place& place, const std::set<std::string>& given);
  const NamesSaid& vehicles();
  NamesSaid guns() const;
  std::optional<Said> of_all_ways(const std::vector<std::string>& words, const std::string& game,
                                  const std::set<std::string>& given);
  std::optional<Said> of_both_sides(const std::vector<std::string>& words, const std::string& game,
                                    const Place& place, const std::set<std::string>& given);
  std::optional<Said> read_repeated(const std::vector<std::string>& words, const Place& place,
                                    const std::set<std::string>& given);
  std::optional<Said> of_counted_times(const std::vector<std::string>& words,
                                       const std::string& game, const Place& place,
                                       const std::set<std::string>& given);
  std::optional<Said> in_usual_game(const Said& said, const std::vector<std::string>& words,
                                    const std::string& game, const Place& place,
                                    const std::set<std::string>& given);
  std::optional<Said> of_each_of_several(const std::vector<std::string>& said,
                                         const std::string& game, const Place& place,
                                         const std::set<std::string>& given);
  std::optional<Said> of_each(const std::vector<std::string>& words, const std::string& game,
                              const std::set<std::string>& given);
  struct Way;
  [[noreturn]] void ask_each(const std::vector<Way>& ways, const std::string& game,
                             const Place& place);
  /// Questions, and the text that names them as commands.
  struct Named {
    std::string text;
    std::vector<OddsQuestion> questions;
  };
  Named as_commands(const std::vector<std::string>& words, const std::string& game,
                    const std::set<std::string>& given);
  /// A sentence with the usual squads in place of "squad".
  struct UsualSquads {
    std::vector<std::string> words;
    std::vector<std::string> told;  ///< "'two squads': taken as 2*4-6-7"
    Named asked;
    bool is_meant = false;  ///< nothing that was said speaks for another nationality
  };
  std::vector<UsualSquads> with_usual_squads(const SentenceReading& reading,
                                             const std::string& game,
                                             const std::set<std::string>& given);
  SentenceReader& reader(const Procedure& procedure);
  const SentenceReading* nearest_reading(const std::vector<SentenceReading>& readings,
                                         std::string_view game) const;

  const Library& library_;
  std::string usual_game_;
  Wording wording_ = Wording::usual;
  std::array<std::map<const Procedure*, std::unique_ptr<SentenceReader>>, 2> readers_;  ///< of each
  std::unique_ptr<NamesSaid> vehicles_;  ///< and guns, of all games
};

/// One sentence (Sentences::read).
Said said(const Library& library, std::string_view sentence, const Place& place,
          std::string_view usual_game = "asl", const std::set<std::string>& given = {});

/// Whether a text that is no procedure's name is meant as a sentence, not as words to look for: it
/// has several words, and a number, a unit, a squad, "at" or a game's name in front is among them.
bool is_sentence(std::string_view text);

}  // namespace combat_odds
