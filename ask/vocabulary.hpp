#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ask/library.hpp"

namespace combat_odds {

// What players call things: the words with which a sentence asks a question (ask/said.hpp), and
// with which a search finds a procedure (ask/search.hpp). They stand in words.csv, the general ones
// in sim/declare/, those of a game in its folder:
//
//     procedure,parameter,value,side,words
//     asl.fire,,,,fire|fires|shoot|shoots
//     asl.fire,attackers,,,<subject>
//     asl.fire,target,,,<object>
//     asl.fire,target_moves,assault,object,assault moving
//     *,range,{},,range {}|{} hexes away
//
// `procedure` is a name, several with spaces between them, or with * ("sl.*", "*"): then the line
// is for those of them that have the parameter and take the value. Without a parameter the words
// are the verbs of the procedure; one that ends with > also parts who acts from whom it is done to,
// and with side "object" it is he to whom it is done who does it ("crosses"). <bare>: it needs no
// verb.
//
// In `words`, with | between those that mean the same: {} is a number, {n} one of up to two digits,
// {+} one with its sign (or 0) and {sign} one that has a sign, {plus} "5+", {pair} two
// numbers with a stroke ("3/2": {1} and {2}), {date} a day or days ("1942-10-17"), {pillbox} those
// of its counter ("1-3-5": {1} is 3 and {2} is 5), {unit} and {leader} units, {one} one of them,
// {dice} dice in one word, {vehicle} any vehicle that is known, {=spw251/1} that name however it is
// typed, {terrain} what the game's fire attacks call terrain, {name} one of the names or choices
// that the parameter takes, {vehicle_vp} one of those that the parameter of that name takes;
// `value` says what becomes of it: {} is the last of them, {1} and {2} the first and the second.
// "turns/phases" is the first of these parameters that the procedure has. Where a line has several
// parameters and as many words in its value, or parts between semicolons, each gets its own. "+=-2"
// is added to what other words say of it ("+=fanatic" goes behind it). `side` tells where the words
// have to stand: before
// ("subject") or behind ("object") what parts the two. In place of words: <subject> and <object>
// are for the units, weapons or vehicles on those sides, <default> is for what nobody says; behind
// it may stand a side that must not be empty, and what must be said there ("<default> object
// 4-4-7"), or the one event that must be asked for ("<default> shown nmc_or_better"), or parameters
// that must not be said ("<default> without return_fire") or of which one must be ("<default> with
// ammunition=apcr"). A value "cos:..." holds where the
// sentence names that game, and goes before what stands behind it. In place of a
// parameter: <part> adds the value to what stands on its side; <filler> is skipped where it means
// nothing else, an <article> everywhere; <left> are words that state nothing where they mean
// nothing else, and the answer tells that they are left out; <light> are the same where a sentence
// is not understood without leaving them out; <unnamed> are names of parameters that may mean
// something else, and so ask nothing by themselves; <story> are those that no procedure
// has in any phrase, and so are left out before the sentence is read: in all regular forms of the
// "verb", "noun" or "adjective" in `value` ("choose/chose/chosen": word_forms.hpp); <unknown> are
// words that no parameter has, though single ones of them would mean something; <divide>, <reverse>
// (the object comes first: "under fire from"; "from {unit}" only there), <number>, <game>;
// <adjective> may stand between a number and its units; <same> are
// abbreviations, or several words that are always read as those in `value`; <unlisted> are
// vehicles that are known by name only ("slammers:Hog" of one game), <begun> what several names
// begin or end with; <about> for words by which only a search finds the procedure; <like> names a
// procedure of another game whose fillers, chances and words for the same parameters serve this
// one, too. <state> says how the one unit behind it is; a <noun> ("squad") says nothing beside a
// unit, and too little without one; a <squad> ("german squads") is the unit in `value` where no
// unit stands beside it, and <nation> are the units that a nation is known by. Behind another
// parameter <divide> parts the two sides as well, and <verb> is a verb as well. <reverse> in a
// procedure's own line: the object comes first ("T-34 survives a Panzerfaust"). <ask> is asked back
// with `value`: what is wrong|what would be right.
//
// <reference>: words for one who takes part and is named elsewhere in the sentence ("the tank");
// the value is what he is: firer, target, vehicle, gun or infantry.
//
// <as>: with these words a sentence asks this procedure; without them it is read as the one that
// the value begins with. " / " stands between that, the values of the parameters behind <as>
// (ask/asked_as.cpp tells what {name}, {rest} and "each" in them are) and a line for the note.
// Without parameters the question takes those that both procedures have, and shows what the words
// are a <chance> of. Words with ~ in front ask nothing alone ("~should").
//
// <chance>: words for an outcome, an event or a measure: the answer begins with those in `value`
// that the procedure has (a/b: the first of them); "~pinned" are "at least pinned", "pinned or
// worse" and the like, and with "not " in front of the value it is what they leave of a hundred.
// <result> is the same for words that mean nothing else where they stand; without a value they ask
// for what the answer begins with ("chances"). <usual> are words that say what
// is taken where nothing is said ("stationary"); the answer tells so.
// Each outcome, event and measure is also asked for by its own name. <told> is understood and
// changes nothing: the answer tells so, with the value as the reason. With "<default> rally_phases"
// in place of words the value is told where that parameter is not said ({} is its default). <moot>:
// the first parameter in `words` says nothing where the second is said (a!b: a that is not b; !a:
// where a is not said; a=b: a that is b; a={leader}: a leader; several: all of it; no reason:
// nothing is told). <given>: the first event in `words` is the condition in `value` where another
// of them is asked for
// ("full strength Sturm Coy, 10-2").
// <unclear>: the parameters in `words` together (the same) are asked back with `value`:
// what is wrong|what would be right. <hint>: what to say in place of the words ({}: the
// command without them). <leaders> in place
// of words: the parameter for the leaders among the units of the subject who are not broken.
// Where a flag is true by some words, it is false by "no", "not" and "without" in front of them.
// A rule in Lua brings lines of its own (RuleSource::words).

enum class SentenceSide { any, subject, object };

/// In front of a value that is added to what other words say.
inline constexpr std::string_view adds_to = "+=";

/// Words and what they mean for one procedure.
struct Phrase {
  std::vector<std::string> words;  ///< without articles, in lower case
  std::string parameter;           ///< empty: a verb
  std::string value;
  SentenceSide side = SentenceSide::any;
  bool divides = false;            ///< a verb with what it is done to behind it
  bool is_own = true;              ///< the line names the procedure; false: it is for many
  std::string game = {};           ///< that the sentence must name; empty: any
  std::size_t line = 0;            ///< those of one line go together
  std::size_t plain_at_front = 0;  ///< how many words stand in front of the first with a hole
};

/// A value for what is not said.
struct Unsaid {
  std::string parameter;
  std::string value;
  SentenceSide side = SentenceSide::any;
  std::string unit;                  ///< which must be on that side; empty: anything
  std::string shown;                 ///< what alone must be asked for; empty: anything
  std::vector<std::string> without;  ///< parameters that must not be said
  std::vector<std::string> with;     ///< of which one must be said; empty: none
  std::string game;                  ///< that the sentence must name; empty: any
};

/// A text for a parameter that is not said.
struct ToldDefault {
  std::string parameter;
  std::string text;
  std::vector<std::string> without;  ///< others that must not be said
  std::vector<std::string> with;     ///< others of which one must be said; empty: none
};

/// A parameter that says nothing beside another one.
struct Moot {
  std::string parameter;
  std::vector<std::string> beside;  ///< all of them
  std::string reason;
};

/// Parameters that leave open what is meant.
struct Unclear {
  std::vector<std::string> parameters;
  std::string wrong;
  std::string right;
};

/// A chance that becomes a condition where another one is asked for.
struct Given {
  std::string event;
  std::string parameter;
  std::string value;
  std::vector<std::string> beside;  ///< what is asked for
};

/// What to say in place of words that have no parameter.
struct Hint {
  std::vector<std::string> words;
  std::string text;
};

/// Words for what may become of somebody, and what tells it here.
struct ResultWords {
  std::vector<std::string> words;
  std::string shown;  ///< outcomes, events and measures; empty: nothing by itself, only the table
};

/// The words of one procedure.
struct Vocabulary {
  std::vector<Phrase> phrases;
  std::vector<Unsaid> unsaid;
  std::string subject;       ///< the parameter for what stands before the verb; empty: none
  std::string also_subject;  ///< another one for the same; empty: none
  std::string object;
  std::string leaders;  ///< the parameter for those among the subject who help; empty: none
  std::vector<std::vector<std::string>> divides;  ///< of this procedure alone
  bool needs_verb = true;
  std::vector<ToldDefault> told_defaults;
  std::vector<Moot> moot;
  std::vector<Unclear> unclear;
  std::vector<Given> given;
  std::vector<Hint> hints;
  std::vector<ResultWords> results;
  std::vector<std::string> about;  ///< for a search

  /// Whether a sentence can ask for it.
  bool speaks() const;
  /// All verbs, as they are written.
  std::vector<std::string> verbs() const;
};

/// The words that belong to no procedure.
struct CommonWords {
  std::vector<std::string> articles;  ///< and what else may stand anywhere
  std::vector<std::vector<std::string>> divides;
  std::vector<std::vector<std::string>> reverses;
  std::map<std::string, std::string, std::less<>> numbers;  ///< "two": "2"
  std::map<std::string, std::string, std::less<>> games;    ///< "squad leader": "sl"

  std::vector<std::string> adjectives;                   ///< between a number and its units
  std::map<std::string, std::string, std::less<>> same;  ///< "bldg": "building"
  /// Of one game alone: "inf" is infantry, but for the name of a gun in another.
  std::map<std::string, std::map<std::string, std::string, std::less<>>, std::less<>> same_of_game;
  /// Several words in place of which others stand, by the first of them: "accompanied by".
  std::map<std::string, std::vector<std::pair<std::vector<std::string>, std::string>>, std::less<>>
      same_phrases;
  std::map<std::string, std::string, std::less<>> unlisted;  ///< vehicles without numbers
  std::map<std::string, std::string> unlisted_games;         ///< of those that one game alone has
  /// What several names begin or end with, as a name_key().
  std::set<std::string, std::less<>> begun;
  std::set<std::string, std::less<>> states;  ///< of the one unit behind it: "broken"
  std::set<std::string, std::less<>> nouns;   ///< "squad"
  /// Words for one who takes part, by what he is: "afv": "vehicle" (<reference>).
  std::map<std::string, std::string, std::less<>> references;
  /// Words that state nothing, by the first of them.
  std::map<std::string, std::vector<std::vector<std::string>>, std::less<>> left_out;
  /// The same for sentences that are not understood otherwise (<light>).
  std::map<std::string, std::vector<std::vector<std::string>>, std::less<>> light;
  std::set<std::string, std::less<>> unnamed;  ///< names that may mean something else: "turret"
  /// Words that state nothing in any game, by the first of them.
  std::map<std::string, std::vector<std::vector<std::string>>, std::less<>> story;
  /// Words that say what is taken where nothing is said, by the first of them.
  std::map<std::string, std::vector<std::vector<std::string>>, std::less<>> usual;
  /// "german squads" and the unit that stands for one.
  std::vector<std::pair<std::string, std::string>> squads;
  std::map<std::string, std::string, std::less<>> nations;  ///< "4-6-7": "german"

  bool is_article(std::string_view word) const;
  bool is_adjective(std::string_view word) const;
  /// The first place from `at` on where no adjective stands; the end where there is none.
  std::size_t behind_adjectives(const std::vector<std::string>& words, std::size_t at) const;
  /// Whether that one word parts who acts from whom it is done to: "at".
  bool is_divide(std::string_view word) const;
  /// Of the squads and half-squads among the units ("2*4-6-7 8-1"); empty: of none that is known.
  std::string nation_of(std::string_view units) const;
};
const CommonWords& common_words();

/// A text in the form in which words are compared: in lower case, with plain dashes, without commas
/// and full stops at the ends of words; "3 x 4-6-7" is one word.
std::string spoken_form(std::string_view text);
/// Its words, without articles, and abbreviations written out ("bldg").
std::vector<std::string> spoken_words(std::string_view text);

/// A question that is another one with words more (<as>).
struct AskedAs {
  std::string procedure;
  std::string of;                       ///< as which the rest of the sentence is read
  std::vector<std::string> parameters;  ///< empty: those that both have
  std::vector<std::string> values;      ///< of these, as templates
  std::string note;
  std::vector<std::vector<std::string>> phrases;
  std::vector<std::vector<std::string>> beside;  ///< ask nothing alone: "should", "is it better to"
};
const std::vector<AskedAs>& asked_as();

/// Whether that is one of its outcomes, events or measures.
bool tells_of(const Procedure& procedure, std::string_view name);

/// What a sentence may say. Wide: a parameter without words of its own has those of the same name
/// in the game's other procedures, and its name; and <light> words are left out, too. That is for
/// sentences that are not understood otherwise.
enum class Wording { usual, wide };

Vocabulary vocabulary_of(const Procedure& procedure, const Charts& charts,
                         Wording wording = Wording::usual);

/// What a parameter of a procedure may be given by name, as the charts and choices write it;
/// `parameter` may also be a name for a vehicle (vehicle_names()).
std::vector<std::string> names_taken(const Procedure& procedure, std::string_view parameter,
                                     const Library& library);

/// The vehicles and guns that the listing or a game's chart knows, and those that are known by name
/// only (<unlisted>).
std::vector<std::string> known_vehicles(const Library& library);

}  // namespace combat_odds
