#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ask/names_said.hpp"
#include "ask/spoken_words.hpp"
#include "ask/vocabulary.hpp"

namespace combat_odds {

/// What stands for the number in "how many squads": as many as may stack.
constexpr const char* how_many_squads = "1..3";

/// Looks words up in an unordered map without a copy.
struct WordHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view word) const {
    return std::hash<std::string_view>{}(word);
  }
};

/// What a procedure makes of a sentence.
struct SentenceReading {
  const Procedure* procedure = nullptr;
  std::map<std::string, std::string> values;
  Words not_understood;
  std::string fault;  ///< said twice, or not said which; empty: none
  std::string remedy;
  Words verbs;     ///< those that were said
  Words shown;     ///< the outcomes, events and measures that were asked for
  Words rests;     ///< of `shown`: what they leave of 100 % was asked for
  Words told;      ///< what was understood and makes no difference, and what nobody said
  Words words;     ///< all that was said
  Words left_out;  ///< what states nothing (<left>): the answer tells it
  /// Of a vehicle's name that stands for one value: what it may mean, by parameter.
  std::vector<std::pair<std::string, Words>> either;
  /// Where "squad" and the like stand without a unit beside them, a count included.
  struct Noun {
    std::size_t first = 0;
    std::size_t length = 1;
    bool is_of_object = false;
  };
  std::vector<Noun> nouns;
  std::vector<std::pair<std::string, std::string>> defaults;  ///< of `told`, by parameter
  std::size_t loose = 0;        ///< words of <result> and <usual>, which every procedure takes
  bool says_something = false;  ///< a value of a parameter
  bool has_both = true;         ///< who acts and whom it is done to, where both are asked for

  /// How much of what was said is not the procedure's own.
  std::size_t strangeness() const { return left_out.size() + loose; }
  bool has_verb() const { return !verbs.empty(); }
  bool is_complete() const { return not_understood.empty() && fault.empty(); }
};

/// "'not broken': what 'broken' leaves of 100 %": the line that tells what such an event is asked
/// for, and how it ends.
inline constexpr std::string_view leaves_of_all = "leaves of 100 %";

/// Reads sentences as questions of one procedure.
class SentenceReader {
 public:
  SentenceReader(const Procedure& procedure, const Library& library, Wording wording);

  /// Whether sentences can ask for the procedure at all.
  bool speaks() const { return vocabulary_.speaks(); }
  bool needs_verb() const { return vocabulary_.needs_verb; }
  const Vocabulary& vocabulary() const { return vocabulary_; }

  /// `game`: that the sentence names; empty: none.
  SentenceReading read(const Words& words, const std::string& game);

 private:
  struct Meaning {
    const Phrase* phrase = nullptr;
    std::string value;
    std::string told;  ///< a name that is no part of the value
  };
  struct Match {
    std::size_t length = 0;
    std::vector<Meaning> meanings;
  };
  /// A unit, a weapon or a vehicle.
  struct Thing {
    std::string text;
    bool is_part = false;  ///< of a phrase: a weapon
    Words states;          ///< that stand right before it: "broken"
    Words others = {};     ///< in its place: "9-2 or 8-0"

    std::string either() const;  ///< with them, as a list
  };
  struct State {
    std::string parameter;
    std::string word;
  };
  struct Side {
    std::vector<Thing> things;
    std::vector<State> states;    ///< that were said of one thing
    std::string noun;             ///< "squad", where no unit stands beside it
    bool is_interrupted = false;  ///< something else was said since the last thing
    bool is_scattered = false;    ///< something else was said between two things
  };

  /// In which order a sentence names who acts and whom it is done to.
  struct Order {
    bool object_first = false;
    std::size_t split = 0;  ///< where the second one begins, which no word says; 0: a word does
  };
  /// What one step took.
  struct Taken {
    std::size_t first = 0;
    std::size_t length = 0;
    bool is_thing = false;
    bool is_verb = false;
    bool is_of_object = false;  ///< the verb: he does it whom it is done to ("breaks")
  };

  /// "the tank": who is named elsewhere.
  struct Reference {
    std::string word;
    std::string wrong;  ///< what else is asked back; empty: the word is not understood then
    std::string right;
  };

  SentenceReading pass(const Words& words, Order order);
  std::optional<SentenceReading> split(const Words& words, const SentenceReading& unsplit);
  std::vector<std::size_t> begins(const Words& words, const std::vector<Taken>& steps) const;
  static std::vector<std::size_t> begins_of_enemies(const Words& words,
                                                    const std::vector<Taken>& steps);
  static bool asks_of_first(const Words& words);
  static const Taken* verb_of(const Words& words, const std::vector<Taken>& steps,
                              std::size_t split);
  std::size_t things_said() const { return sides_[0].things.size() + sides_[1].things.size(); }
  bool has_both() const { return !sides_[0].things.empty() && !sides_[1].things.empty(); }
  bool parts_by_and(const Words& words, std::size_t at);
  std::size_t dividing_verbs(const Words& words) const;
  static bool parts_units(const Words& words);
  SentenceSide side() const;
  bool fits(SentenceSide wanted, bool exactly) const;
  bool stands_free(const Phrase& phrase) const;
  const std::string& slot(bool is_object) const;
  bool is_object() const { return side() == SentenceSide::object; }
  Side& here() { return sides_[is_object() ? 1 : 0]; }

  std::size_t step(const Words& words, std::size_t at);
  std::size_t named_again(const Words& words, std::size_t at);
  void ask_of_first();
  std::size_t take_match(const Match& match, const Words& words, std::size_t at);
  void take_chance(std::string_view names, const std::string& said);
  std::size_t take_negated_chance(const Words& words, std::size_t at);
  std::size_t take_quantity(const Words& words, std::size_t at);
  void ask_how_many();
  std::size_t take_result(const Words& words, std::size_t at);
  std::size_t take_usual(const Words& words, std::size_t at);
  const ResultWords* result_at(const Words& words, std::size_t at) const;
  bool ask_what_breaks(const Words& words, std::size_t at);
  void take_state(const Phrase& phrase, const Words& words, std::size_t at);
  std::size_t take_divide(const Words& words, std::size_t at, std::size_t length);
  bool is_of_another_nation(const Words& words, std::size_t at, const NamesSaid::Found& thing,
                            bool is_object) const;
  std::size_t part_by_kind(const Words& words, std::size_t at);
  std::size_t take_thing(const NamesSaid::Found& thing, bool is_object);
  std::size_t fail(const Words& words, std::size_t at);
  using ByFirst = std::map<std::string, std::vector<Words>, std::less<>>;
  static std::size_t longest_of(const ByFirst& all, const Words& words, std::size_t at);
  bool is_in_a_name(const std::string& word) const;
  std::size_t leave_out(const Words& words, std::size_t at);
  std::size_t idle_date(const Words& words, std::size_t at);
  std::size_t in_singular(const Words& words, std::size_t at);
  std::size_t in_another_form(const Words& words, std::size_t at);
  std::size_t take_user(const Words& words, std::size_t at);
  void note_verb_of_object(const Phrase& phrase);
  void take(const Phrase& phrase, const std::string& value, bool adds);
  void add(const Phrase& phrase, const std::string& value);
  void set(const std::string& parameter, const std::string& value, bool adds = false);
  void fault(std::string wrong, std::string right);
  void tell(const Words& words, std::size_t at, std::size_t length, const std::string& reason);
  void push(Side& side, Thing thing);
  void check_either(const Side& side, const Thing& thing);

  std::size_t divide_at(const Words& words, std::size_t at);
  std::size_t noun_at(const Words& words, std::size_t at);
  bool is_choice_of_leaders(const Words& words, std::size_t at, std::size_t length) const;
  bool is_skipped_divide(const Words& words, std::size_t at, std::size_t length) const;
  static bool is_before_thing(const Words& words, std::size_t at);
  bool has_thing_behind(const Words& words, std::size_t first);
  bool has_verb_within(const Words& words, std::size_t first, std::size_t length, Words& verbs);
  Match phrase_at(const Words& words, std::size_t at, bool told) const;
  const std::vector<const Phrase*>& phrases_from(std::string_view word) const;
  bool contradicts(const Match& match) const;
  std::size_t differing(const Match& match) const;
  std::size_t matched(const Phrase& phrase, const Words& words, std::size_t first,
                      Meaning& meaning) const;
  bool is_number_of_next(const Phrase& phrase, const Words& words, std::size_t number) const;
  std::string one_of_alike(const std::string& parameter, const std::string& names) const;
  const NamesSaid& names(const std::string& parameter) const;
  const NamesSaid& vehicles() const;
  const NamesSaid& terrains() const;
  bool takes_units(const std::string& parameter) const;
  bool takes_counted_names(const std::string& parameter) const;
  bool takes_one_name(const std::string& parameter) const;
  std::optional<NamesSaid::Found> thing_at(const Words& words, std::size_t at, bool is_object);

  void put_leaders();
  void put_director();
  void name_machine_guns();
  void name_those_of_both_nations(const std::string& target);
  void put_slots();
  void take_unlisted();
  bool says_any(const Words& parameters) const;
  void put_first_to_fire();
  void put_given();
  void put_by_nation();
  void put_unsaid();
  void name_guns_of_nations();
  void check_states();
  void check_nouns();
  void check_sides();
  void check_nations();
  bool refers(const Words& words, std::size_t at);
  bool is_noun_of_named(const Words& words, std::size_t at);
  bool is_named(const std::string& kind);
  void check_references();
  bool holds(const std::string& condition) const;
  void check_what_goes_together();
  bool is_on(SentenceSide side, const std::string& unit) const;

  const Procedure& procedure_;
  const Library& library_;
  Wording wording_;
  Vocabulary vocabulary_;
  /// The phrases that may begin with a word, in their order; under "" those of all other words.
  std::unordered_map<std::string, std::vector<const Phrase*>, WordHash, std::equal_to<>> by_word_;
  mutable std::map<std::string, NamesSaid> names_;
  SentenceReading reading_;
  std::string game_;        ///< that the sentence names
  Side sides_[2];           ///< of the subject and of the object
  Words states_;            ///< that stand before the next thing
  Words said_for_nothing_;  ///< verbs and fillers
  std::string user_;        ///< the squad that is told as who acts
  std::vector<Reference> references_;
  Order order_;
  std::size_t words_said_ = 0;
  std::size_t last_thing_end_ = 0;  ///< behind the unit, weapon or vehicle that was said last
  std::vector<Taken> steps_;        ///< of the last pass
  bool divided_ = false;
  bool leads_ = false;              ///< it begins with "at"
  bool verb_is_of_object_ = false;  ///< "crosses": he does it whom it is done to
  bool is_of_object_ = false;       ///< the same of the last words, "breaks" too
  bool is_filler_ = false;          ///< the last words say nothing
  bool is_either_ = false;          ///< "or" stands before
  Words last_set_;                  ///< the parameters that the last words said
  /// What each line of words has added to a parameter.
  std::map<std::pair<std::string, std::size_t>, std::string> added_;
  bool was_divided_by_verb_ = false;
  bool is_undivided_ = false;   ///< nothing parts who acts from whom it is done to
  bool parts_by_word_ = false;  ///< there is a "vs" or "against"
  bool parts_later_ = false;    ///< the same, or a second verb that parts
  bool counts_ = false;         ///< "at least two of them"
  bool asks_of_first_ = false;  ///< "does the 4-6-7 die", who acts
  bool mixes_nations_ = false;  ///< units of two nations stand beside each other
  bool reversed_ = false;
  bool reverses_ = false;      ///< the last divide_at() was "under fire from"
  bool forward_ = false;       ///< the last divide_at() was "at", not "under fire from"
  bool verb_is_last_ = false;  ///< nothing but a verb stands behind the last thing
};

}  // namespace combat_odds
