#include "ask/said.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <set>

#include "ask/named_vehicles.hpp"
#include "ask/scenario_file.hpp"
#include "ask/search.hpp"
#include "ask/unlisted.hpp"
#include "ask/vocabulary.hpp"
#include "ask/word_forms.hpp"
#include "core/text/columns.hpp"
#include "core/text/csv.hpp"
#include "core/text/parts.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/words.hpp"
#include "sim/declare/registry.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"

namespace combat_odds {
namespace {

/// said(), with the words of the procedures kept from one sentence to the next.
Said heard(std::string_view sentence, const Place& place, const std::string& usual_game = "asl") {
  static std::map<std::string, std::unique_ptr<Sentences>> all;
  std::unique_ptr<Sentences>& known = all[usual_game];
  if (known == nullptr) known = std::make_unique<Sentences>(test::library(), usual_game);
  return known->read(sentence, place);
}

using Values = std::map<std::string, std::string>;

Values values_in(const std::string& text) {
  Values values;
  std::string last;
  for (const std::string_view part : parts_of(text, ';')) {
    if (part.empty()) continue;
    if (part.find('=') == part.npos) {  // "fire 8 1; close-combat" is one value
      values[last].append("; ").append(part);
      continue;
    }
    const std::size_t equals = part.find('=');
    last = part.substr(0, equals);
    values.emplace(last, part.substr(equals + 1));
  }
  return values;
}

std::string shown(const Values& values) {
  std::string text;
  for (const auto& [name, value] : values) text += name + "=" + value + ";";
  return text;
}

/// Those that are understood in a file of sentences, each as the file says.
std::size_t understood_in(const char* name) {
  const std::string file = std::string(COMBAT_ODDS_SOURCE) + "/tests/data/" + name;
  const Columns lines(read_csv(test::read_file(file), file), {"sentence", "procedure", "values"},
                      {"shown"});
  std::size_t understood = 0;
  for (const Columns::Row line : lines) {
    const std::string& sentence = line.text("sentence");
    INFO(sentence);
    if (!line.has("procedure")) {
      CHECK_THROWS_AS(heard(sentence, {}), InputError);
      continue;
    }
    Said read;
    std::string error;
    try {
      read = heard(sentence, {});
    } catch (const InputError& refused) {
      error = refused.what();
    }
    CHECK(error == "");
    CHECK(read.procedure == line.text("procedure"));
    CHECK(shown(Values(read.values.begin(), read.values.end())) ==
          shown(values_in(line.text("values"))));
    if (line.has("shown")) {
      std::string names;
      for (const std::string& name : read.shown) names += (names.empty() ? "" : ";") + name;
      CHECK(names == line.text("shown"));
    }
    ++understood;
  }
  return understood;
}

TEST_CASE("a turn of several steps: who acts, in the sequence of play, and what is refused") {
  CHECK(understood_in("seventeenth-turn-sentences.csv") >= 45);
  const auto refused = [](const char* sentence) {
    try {
      heard(sentence, {});
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const auto says = [&](const char* sentence, const char* words) {
    INFO(sentence);
    CHECK(refused(sentence).find(words) != std::string::npos);
  };
  // An advance is one hex (A4.7): both ways that may be meant are commands.
  const char* const far = "2*4-6-7 fire at 4-4-7 in woods, range 2, then they advance";
  says(far, "an advance is one hex");
  says(far, "--steps 'fire 2*4-6-7 range 1 terrain woods; rout; close-combat'");
  says(far, "--steps 'fire 2*4-6-7 range 2 terrain woods; rout; close-combat'");
  says("8 FP +1 at 4-4-7, then a sniper, then it rallies with 8-0", "sniper");
  says("8 FP +1 at 4-4-7 8-0, then it routs, then it rallies", "has routed");
  says("PzIVF2 fires HE at 4-4-7 range 4, then 4-6-7 assaults it", "asl.he-fire --gun PzIVF2");
  says("8 FP +1 at 4-4-7, then it rallies if an 8-1 is there", "understood so far");
  // A side that was shot at fires with what is left of it.
  CHECK(heard("4-6-7 fires at 4-4-7 in woods, range 2; it fires back", {}).values.front().second ==
        "fire base at front; return front at base");
  CHECK(
      heard("enemy fires 8 FP -1 at my 4-6-7 8-1, then I rally", {}).note.find("the attacker of") !=
      std::string::npos);
}

TEST_CASE("one to three is a number, and who leads with a firepower alone is asked back") {
  CHECK(understood_in("nineteenth-counts-sentences.csv") == 8);
  try {
    heard("sl: 8 FP at a 4-4-7 in woods, no leader or a 9-1 or a 9-2 or a 10-3", {});
    FAIL("it was understood");
  } catch (const InputError& error) {
    CHECK(std::string(error.what()).find("whose leader") != std::string::npos);
  }
  CHECK(
      heard("4-6-7 fires at 4-4-7 in woods, adjacent, then the 4-4-7 rallies, then 5-4-8 advances "
            "and fights close combat",
            {})
          .note.find("stays and rallies") != std::string::npos);
}

TEST_CASE("lists are alternatives, and what is not understood is read once more with more words") {
  CHECK(understood_in("eighteenth-lists-sentences.csv") >= 25);
  // What is left out or taken otherwise is told.
  const auto note = [](const char* sentence) { return heard(sentence, {}).note; };
  CHECK(note("broken 2-2-8 crew self-rallying in woods once DM is gone")
            .find("'self-rallying': taken as 'self-rally'") != std::string::npos);
  CHECK(note("4-6-8 tries a Panzerfaust at the side of a T-34 M43 next to it in 1944")
            .find("'4-6-8': who acts") != std::string::npos);
  CHECK(note("ammo level of Russian 120mm OBA bought on 31 October, Red Barricades")
            .find("left out: 'level'") != std::string::npos);
}

TEST_CASE("a verb in its other forms") {
  const auto has_form = [](const char* word, const char* form) {
    const std::vector<std::string> forms = other_forms_of_verb(word);
    return std::ranges::find(forms, form) != forms.end();
  };
  CHECK(has_form("cleared", "clear"));
  CHECK(has_form("hitting", "hits"));
  CHECK(has_form("tried", "try"));
  CHECK(has_form("dies", "die"));
  CHECK(has_form("pass", "passes"));
  CHECK_FALSE(has_form("cleared", "cleared"));
  CHECK_FALSE(has_form("red", "r"));
}

TEST_CASE(
    "what helps, or is worth it, is asked with it and without it; a price is no such question") {
  const auto value = [](const char* sentence, const char* name) {
    const Said said = heard(sentence, {});
    const Values values(said.values.begin(), said.values.end());
    return values.contains(name) ? values.at(name) : "";
  };
  CHECK(value("does an 8-1 help 2*4-6-7 at 4-4-7 in woods, range 3", "attackers") ==
        "2*4-6-7 8-1,2*4-6-7");
  CHECK(value("is an extra squad worth it for 2*4-6-7 at 4-4-7 in woods range 3", "attackers") ==
        "2*4-6-7,3*4-6-7");
  CHECK(value("does an ATMM attack by my 4-6-8 in close combat on a T-34 help?", "atmm") ==
        "standard,none");
  CHECK(value("what are three 4-6-8 worth in BPV", "units") == "3*4-6-8");
}

TEST_CASE("ASL infantry: modifiers that add up, fire that spreads, foxholes, the Sniper Check") {
  CHECK(understood_in("sixteenth-asl-infantry-sentences.csv") >= 55);
}

TEST_CASE("ASL: wounds, the Accuracy dr, a shot's malfunction, close combat at vehicles") {
  CHECK(understood_in("seventeenth-asl-sentences.csv") >= 60);
}

TEST_CASE("lists in words, Game Turns, shots, whose hatches, and who is fired at named first") {
  CHECK(understood_in("twentieth-grammar-sentences.csv") == 22);
}

TEST_CASE("Squad Leader, Slammers and dice of two more strangers") {
  CHECK(understood_in("nineteenth-other-games-sentences.csv") == 11);
}

TEST_CASE("sentences in a table's shorthand: Squad Leader, Slammers and dice") {
  CHECK(understood_in("twentieth-other-games-sentences.csv") >= 48);
}

TEST_CASE("ASL and its campaigns: short sentences, each of several units, a PAATC that is passed") {
  CHECK(understood_in("twentieth-asl-sentences.csv") == 43);
}

TEST_CASE("ASL: squads that clear mines together, Conscripts and AFVs, who is captured by whom") {
  CHECK(understood_in("nineteenth-asl-sentences.csv") >= 34);
}

TEST_CASE("ASL: residual FP, DM in a rally, an FFE that falls, who ambushes, odds of CC") {
  CHECK(understood_in("fifteenth-asl-sentences.csv") >= 60);
}

TEST_CASE(
    "sentences in the terms of the rulebooks, as people wrote them who had not seen the program") {
  CHECK(understood_in("fifteenth-held-out-sentences.csv") >= 230);
}

TEST_CASE("sentences that ask for a price, whose sums were added up by hand") {
  CHECK(understood_in("sixteenth-price-sentences.csv") >= 30);
}

TEST_CASE("ASL: guns, vehicles and what attacks them, in the terms of the rulebook") {
  CHECK(understood_in("sixteenth-guns-and-vehicles-sentences.csv") >= 38);
}

TEST_CASE("dashes, counted times, 'or', and words for those who are named") {
  CHECK(understood_in("thirteenth-grammar-sentences.csv") >= 30);
}

TEST_CASE("Squad Leader, Hammer's Slammers and dice: what each part of a procedure is called") {
  CHECK(understood_in("fourteenth-squad-leader-and-slammers-sentences.csv") == 17);
}

TEST_CASE(
    "Squad Leader, Hammer's Slammers, Red Barricades and dice: a hex next door, one of many") {
  CHECK(understood_in("fifteenth-sl-slammers-sentences.csv") >= 35);
  CHECK(understood_in("sixteenth-sl-rb-dice-sentences.csv") >= 40);
}

TEST_CASE("The other games and dice: a spotting round alone, leaders beside squads, a combat car") {
  CHECK(understood_in("seventeenth-other-games-sentences.csv") >= 55);
}

TEST_CASE(
    "Squad Leader: who throws a charge, who charges, states of a target, fire that is there") {
  CHECK(understood_in("eighteenth-sl54-sentences.csv") >= 50);
}

TEST_CASE("Hammer's Slammers: a hit alone, a salvo's interception alone, both crews' qualities") {
  CHECK(understood_in("sixteenth-slammers-sentences.csv") >= 90);
  CHECK(understood_in("eighteenth-hs54-sentences.csv") >= 43);
}

TEST_CASE("who does it to whom is said by the clauses; a unit named again is no other one") {
  CHECK(understood_in("fourteenth-order-sentences.csv") >= 21);
}

TEST_CASE("sentences ask what a player means; a word too many, and nothing is answered") {
  CHECK(understood_in("sentences.csv") >= 100);
}

TEST_CASE("sentences by somebody who had not seen the program are answered, or asked back") {
  CHECK(understood_in("more-sentences.csv") >= 90);
}

TEST_CASE("sentences by a war gamer who had not seen the program are answered, or asked back") {
  CHECK(understood_in("strangers-sentences.csv") >= 145);
}

TEST_CASE("sentences by another stranger are answered, or asked back") {
  CHECK(understood_in("second-strangers-sentences.csv") >= 145);
}

TEST_CASE("sentences by a third stranger are answered, or asked back") {
  CHECK(understood_in("third-strangers-sentences.csv") >= 22);
}

TEST_CASE("sentences by a fourth stranger are answered, or asked back") {
  CHECK(understood_in("fourth-strangers-sentences.csv") >= 55);
}

TEST_CASE("squads without a name, how many, which leader, and pools of dice are answered") {
  CHECK(understood_in("fifth-sentences.csv") >= 35);
}

TEST_CASE("vehicles, Squad Leader, Hammer's Slammers and the campaign as their players ask") {
  CHECK(understood_in("seventh-sentences.csv") >= 205);
}

TEST_CASE("guns, vehicles and the rest of each game in many ways of asking") {
  CHECK(understood_in("ninth-sentences.csv") >= 470);
}

TEST_CASE("two sides without 'at', how many of them, dates, results and what is usual") {
  CHECK(understood_in("tenth-grammar-sentences.csv") >= 45);
}

TEST_CASE("Squad Leader and Hammer's Slammers as strangers ask, in words of their kind") {
  CHECK(understood_in("tenth-squad-leader-and-slammers-sentences.csv") >= 55);
}

TEST_CASE("Squad Leader, Hammer's Slammers and the campaigns: one shot, one roll, what is usual") {
  CHECK(understood_in("eleventh-other-sentences.csv") >= 35);
}

TEST_CASE("repairs of a weapon, and one attack of an FFE") {
  CHECK(understood_in("thirteenth-repair-and-ffe-sentences.csv") >= 10);
}

TEST_CASE("Squad Leader, Hammer's Slammers and dice in the words of many players") {
  CHECK(understood_in("thirteenth-squad-leader-and-slammers-sentences.csv") >= 70);
}

TEST_CASE("guns, vehicles, charges and the campaigns: what a player leaves unsaid") {
  CHECK(understood_in("tenth-guns-and-campaigns-sentences.csv") >= 80);
}

TEST_CASE(
    "the infantry of ASL: results, losses of leaders, routs, ambushes, fire and close combat") {
  CHECK(understood_in("tenth-asl-infantry-sentences.csv") >= 60);
}

TEST_CASE("stories around a question, ranks, places by other names, years and what is usual") {
  CHECK(understood_in("thirteenth-lexicon-sentences.csv") >= 12);
}

TEST_CASE("infantry of ASL: residual FP, charges, random selection, snipers, an immobile vehicle") {
  CHECK(understood_in("eleventh-asl-sentences.csv") >= 25);
}

TEST_CASE("infantry of ASL: abbreviations, TEM said as a modifier, who ambushes whom, odds of CC") {
  CHECK(understood_in("thirteenth-asl-infantry-sentences.csv") >= 60);
}

TEST_CASE(
    "guns, vehicles, artillery, campaigns: what was answered wrongly or asked for as a state") {
  CHECK(understood_in("thirteenth-wrong-other-sentences.csv") >= 28);
}

TEST_CASE("sentences that were answered wrongly: a result taken as a state, a number as another") {
  CHECK(understood_in("thirteenth-wrong-sentences.csv") >= 5);
}

TEST_CASE("guns, vehicles and the campaigns in four hundred unseen sentences: those of each kind") {
  CHECK(understood_in("thirteenth-guns-sentences.csv") >= 45);
}

TEST_CASE("sentences of the forum: harmless words, alternatives, squads by their morale") {
  CHECK(understood_in("sixth-sentences.csv") >= 170);
}

TEST_CASE("a single roll is asked by itself") {
  CHECK(understood_in("single-roll-sentences.csv") >= 20);
}

TEST_CASE("sentences as they are said at the table, by infantry's procedures") {
  CHECK(understood_in("eighth-sentences.csv") >= 200);
}

TEST_CASE("sentences in which a word more or less changes the answer") {
  CHECK(understood_in("further-sentences.csv") >= 115);
}

TEST_CASE("what makes no difference, and what nobody said, is told with the answer") {
  const auto told = [](const char* sentence) { return heard(sentence, {}).note; };
  CHECK(told("asl: flamethrower at 4-4-7 in woods, range 2") ==
        "'in woods': no TEM helps against a flamethrower");
  CHECK(told("asl: 4-6-7 in stone building at 4-4-7 in woods, range 3") ==
        "'in stone building': the firers' own terrain does not matter");
  CHECK(told("asl: Molotov at T-34 in street") == "'t-34': taken as afv");
  CHECK(told("sl: 8 FP at 4-6-7, range 5").starts_with("'range 5': the firepower given is"));
  CHECK(told("asl: rally 4-6-7 with 8-1").starts_with("in one Rally Phase;"));
  CHECK(told("asl: rally 4-6-7 with 8-1 in one rally phase")
            .starts_with("under DM in the first Rally Phase;"));
  CHECK(told("asl: rally 4-6-7 with 8-1 in one rally phase, not dm") == "");
  CHECK(told("asl: a squad fires at 4-4-7, range 3") ==
        "'squad': taken as 4-6-7; another by what is printed on it");
  CHECK(told("asl: HMG at 4-6-7, range 8") == "'HMG': taken as a Russian HMG that a 2-2-7 mans");
  CHECK(told("how many 4-6-7 do I need for a 50% chance to break a 4-4-7, range 4")
            .starts_with("'50%': the answers below tell which reach it"));
  CHECK(told("asl: PaK 40 at T-34 M43, range 8").starts_with("one shot;"));
  CHECK(told("asl: PaK 40 at T-34 M43, range 8, one shot") ==
        "at its front; 'side' or 'rear' asks for another facing");
  CHECK(told("asl: PaK 40 at T-34 M43 side, range 8, one shot") == "");
  CHECK(told("asl: PaK 40 at T-34 M43, range 8, in 6 turns").find("one shot") == std::string::npos);
}

/// What stands in single quotes.
std::vector<std::string> quoted_in(const std::string& text) {
  std::vector<std::string> quoted;
  for (std::size_t at = 0; (at = text.find('\'', at)) != text.npos;) {
    const bool opens = at == 0 || text[at - 1] == ' ';
    const std::size_t end = text.find('\'', at + 1);
    if (opens && end != text.npos) quoted.push_back(text.substr(at + 1, end - at - 1));
    at = opens && end != text.npos ? end + 1 : at + 1;
  }
  return quoted;
}

TEST_CASE("a refusal says what to type, and the sentences in it are understood") {
  const auto right = [](const char* sentence) {
    try {
      return heard(sentence, {}).command();
    } catch (const InputError& error) {
      return error.right();
    }
  };
  CHECK(right("asl: 4-6-7 at 4-4-7 behind smoke, range 4").starts_with("'smoke +2'"));
  CHECK(right("asl: PaK 40 at PaK 38, range 4").starts_with("'combat-odds list pak 38'"));
  CHECK(right("IIFT 13 FP at 4-4-7").ends_with("odds asl.fire --firepower 13 --target 4-4-7"));
  CHECK(right("asl: 2*467 at 447 in purple velvet, range 3").starts_with("it knows 'open ground'"));
  CHECK(right("asl: squads fire at 4-4-7, range 3")
            .starts_with("such as combat-odds odds asl.fire --target 4-4-7 --attackers 4-6-7"));
  CHECK(
      right("asl: 8 FP at 4-4-7 in wods") ==
      "did you mean 'woods'?; understood so far: combat-odds odds asl.fire --firepower 8 --target "
      "4-4-7");
  CHECK(right("asl: will it xyzzy").starts_with("'combat-odds list xyzzy'"));
  CHECK(right("sl: 3 german squads at russians, range 3") ==
        "for one squad: combat-odds odds sl.fire --target 4-4-7 --attackers '3*4-6-7' --range 3");
  CHECK(
      right("3 shots of 4 FP or one attack of 12 FP at 4-4-7") ==
      "combat-odds odds asl.fire --firepower 4 --attacks 3 --target 4-4-7, and combat-odds odds "
      "asl.fire --firepower 12 --attacks 1 --target 4-4-7; both: printf '%s\\n' scenario,say "
      "'1,3 shots 4 fp at 4-4-7' '2,one attack 12 fp at 4-4-7' | combat-odds compare /dev/stdin --by broken_or_worse");
  CHECK(right("rb: best spend of 25 CPP for the Russian on 22 October 1942") ==
        "'rb: Rifle Coy'; combat-odds plan --side russian --on 1942-10-22 --cpp 25 ranks what so "
        "many CPP buy");
  CHECK(right("3d6 at least 14 twice") ==
        "combat-odds odds dice.roll --expression '(2 times (3d6) >= 14) = 2', or combat-odds odds "
        "dice.roll --expression '2 times (3d6) >= 14'");
  std::size_t read = 0;
  for (const BuiltInChart& table : built_in_words()) {
    const Columns lines(read_csv(table.text, std::string(table.name)),
                        {"procedure", "parameter", "value", "side", "words"});
    for (const Columns::Row line : lines) {
      if (line.text("parameter") != "<hint>") continue;
      const std::string procedure(words_of(line.text("procedure")).front());
      for (const std::string& sentence : quoted_in(line.text("value"))) {
        if (words_of(sentence).size() < 4 || sentence.find_first_of("0123456789") == sentence.npos)
          continue;
        INFO(sentence);
        const std::string game = procedure.substr(0, procedure.find('.'));
        const bool names_game = sentence.find(": ") != sentence.npos;
        std::string refusal;
        try {
          heard(sentence, {}, names_game ? "asl" : game);
        } catch (const InputError& error) {
          refusal = error.what();
        }
        const bool lacks_only_a_value = refusal.find("something is missing") != refusal.npos;
        CHECK((refusal.empty() || lacks_only_a_value));
        ++read;
      }
    }
  }
  CHECK(read >= 5);
}

TEST_CASE("who is broken, wounded or moving is he of whom it is said") {
  const auto fault = [](const char* sentence) {
    try {
      return heard(sentence, {}).command();
    } catch (const InputError& error) {
      return error.wrong();
    }
  };
  CHECK(fault("asl: 4-6-7 at a 4-4-7 and a broken 4-2-6, range 4")
            .starts_with("'broken' is not said of the 4-4-7"));
  CHECK(fault("asl: 4-4-7 pinned and 4-2-6 fire at 4-6-7, range 2")
            .starts_with("'pinned' is not said of the 4-2-6"));
  CHECK(fault("asl: rally 4-4-7 broken, 9-1 in woods").starts_with("whether 'broken' is said of"));
  CHECK(fault("asl: 8-1 and 4-4-7 rally").starts_with("whether the 8-1 is one of the broken"));
  CHECK(fault("sl: 4-6-7 at 4-4-7 in stone building, 4-4-7 moving, range 3")
            .starts_with("4-4-7 is named twice"));
  CHECK(fault("asl: fanatic 4-4-7 in stone building under 16 fp +3")
            .starts_with("whether the modifier has the terrain"));
}

TEST_CASE("what states nothing is told as left out; what could state a fact is not left out") {
  const auto asked = [](const char* sentence) {
    try {
      return heard(sentence, {}).note;
    } catch (const InputError& error) {
      return error.wrong();
    }
  };
  CHECK(asked("asl: 8 FP at 4-4-7, but it is what I said").ends_with("left out: 'but', 'said'"));
  CHECK(asked("asl: 4-4-7 takes a 2MC: does he hold").ends_with("leaves of 100 %"));
  CHECK(asked("asl: two 4-6-7 take a 1MC without anyone breaking").ends_with("leaves of 100 %"));
  for (const char* const sentence :
       {"asl: all but one 4-4-7 break under 8 fp", "asl: 8 FP at 4-4-7 first",
        "asl: 8 FP at 4-4-7 only", "asl: 8 FP at 4-4-7 second", "asl: 8 FP at 4-4-7 half"}) {
    INFO(sentence);
    CHECK(asked(sentence).find("not understood") != std::string::npos);
  }
  for (const auto& [first, phrases] : common_words().left_out) {
    for (const std::vector<std::string>& phrase : phrases) {
      INFO(first);
      const bool states = phrase.size() == 1 && (common_words().numbers.contains(first) ||
                                                 common_words().states.contains(first) ||
                                                 common_words().nouns.contains(first));
      CHECK_FALSE(states);
    }
  }
  // Units of another nation that stand apart are the other side.
  CHECK(asked("asl: 4-6-7 in woods, 4-4-7 in brush, range 3") == "who does it to whom is not said");
}

/// All words and names by which something is said: of phrases, but for single ones that are
/// skipped, of choices and charts, and those that are common.
std::set<std::vector<std::string>> all_that_says_something() {
  std::set<std::vector<std::string>> all;
  const Library& library = test::library();
  for (const Procedure* const procedure : library.procedures()) {
    const Vocabulary vocabulary = vocabulary_of(*procedure, library.charts());
    for (const Phrase& phrase : vocabulary.phrases) {
      if (phrase.parameter != "<filler>" || phrase.words.size() > 1) all.insert(phrase.words);
    }
    for (const ResultWords& result : vocabulary.results) all.insert(result.words);
    for (const Hint& hint : vocabulary.hints) all.insert(hint.words);
    for (const Parameter& parameter : procedure->parameters) {
      all.insert(spoken_words(plain_name(parameter.name)));
      for (const std::string& name : names_taken(*procedure, parameter.name, library)) {
        all.insert(spoken_words(plain_name(name)));
      }
    }
  }
  for (const std::string& name : known_vehicles(library)) all.insert(spoken_words(name));
  const CommonWords& common = common_words();
  for (const auto& [word, number] : common.numbers) all.insert({word});
  for (const auto& [words, game] : common.games) all.insert(spoken_words(words));
  for (const auto& [word, same] : common.same) all.insert({word});
  for (const std::string& word : common.articles) all.insert({word});
  for (const std::string& word : common.states) all.insert({word});
  for (const std::string& word : common.nouns) all.insert(spoken_words(word));
  for (const std::string& word : common.adjectives) all.insert(spoken_words(word));
  for (const auto* const lists : {&common.divides, &common.reverses}) {
    all.insert(lists->begin(), lists->end());
  }
  for (const auto& [first, phrases] : common.usual) all.insert(phrases.begin(), phrases.end());
  for (const AskedAs& asked : asked_as()) all.insert(asked.phrases.begin(), asked.phrases.end());
  return all;
}

TEST_CASE("no word of a story is in a phrase, a choice or a name of any procedure") {
  std::map<std::string, std::vector<const std::vector<std::string>*>> by_word;
  const std::set<std::vector<std::string>> all = all_that_says_something();
  for (const std::vector<std::string>& words : all) {
    for (const std::string& word : words) by_word[word].push_back(&words);
  }
  for (const auto& [first, phrases] : common_words().story) {
    for (const std::vector<std::string>& story : phrases) {
      INFO(first << " of " << story.size() << " words");
      CHECK(first.find_first_of("0123456789{+") == std::string::npos);
      for (const std::vector<std::string>* const words : by_word[first]) {
        const auto at = std::search(words->begin(), words->end(), story.begin(), story.end());
        CHECK(at == words->end());
      }
    }
  }
}

TEST_CASE("words of a story anywhere in a sentence change nothing") {
  std::vector<std::string> story;
  for (const auto& [first, phrases] : common_words().story) {
    for (const std::vector<std::string>& words : phrases) {
      std::string text;
      for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
      story.push_back(text);
    }
  }
  REQUIRE(story.size() > 3000);
  std::mt19937 random(48);
  const auto below = [&](std::size_t size) { return random() % size; };
  std::size_t asked = 0;
  for (const char* const name :
       {"sentences.csv", "strangers-sentences.csv", "seventh-sentences.csv", "eighth-sentences.csv",
        "tenth-squad-leader-and-slammers-sentences.csv"}) {
    const std::string file = std::string(COMBAT_ODDS_SOURCE) + "/tests/data/" + name;
    const Columns lines(read_csv(test::read_file(file), file), {"sentence", "procedure", "values"},
                        {"shown"});
    for (const Columns::Row line : lines) {
      constexpr std::size_t each = 7;
      const std::string& sentence = line.text("sentence");
      // Dice have words of their own (expression/talk.hpp).
      const bool is_dice = line.text("procedure") == "dice.roll";
      if (!line.has("procedure") || is_dice || below(each) > 0) continue;
      std::vector<std::size_t> places = {sentence.size()};
      const std::size_t game = sentence.find(": ");
      for (std::size_t at = 0; (at = sentence.find(' ', at)) != sentence.npos; ++at) {
        if (game == sentence.npos || at > game) places.push_back(at);
      }
      std::set<std::size_t, std::greater<>> chosen;  // the last first
      for (int i = 0; i < 2; ++i) chosen.insert(places[below(places.size())]);
      std::string longer = sentence;
      for (const std::size_t at : chosen) longer.insert(at, " " + story[below(story.size())]);
      INFO(longer);
      Said plain = heard(sentence, {});
      Said told;
      std::string error;
      try {
        told = heard(longer, {});
      } catch (const InputError& refused) {
        error = refused.what();
      }
      CHECK(error == "");
      CHECK(told.command() == plain.command());
      CHECK(told.note.find("left out: ") != std::string::npos);
      ++asked;
    }
  }
  CHECK(asked > 60);
}

TEST_CASE("a word that may say something is never left out") {
  const auto command = [](const std::string& sentence) {
    try {
      return heard(sentence, {}).command();
    } catch (const InputError&) {
      return std::string("refused");
    }
  };
  for (const std::string& sentence :
       {std::string("8 FP at a # 4-4-7 in a stone building"),
        std::string("sl: # 4-6-7 fires at 4-4-7 in woods, range 3"),
        std::string("asl: PaK 40 at the side of a T-34 M43, range 8, #"),
        std::string("asl: 4-5-8 # takes a 2MC")}) {
    const std::size_t at = sentence.find('#');
    const auto with = [&](const std::string& word) {
      std::string text = sentence;
      return command(text.replace(at, 1, word));
    };
    const std::string plain = with("");
    REQUIRE(plain != "refused");
    for (const char* const word : {
             "unless",   "except",     "lacking",  "ignoring", "instead",  // denies, conditions
             "half",     "most",       "fewer",    "seven",    "thrice",   // how many
             "before",   "afterwards", "later",    "night",    "winter",  "dawn",  // when
             "crawling", "retreating", "sneaking",                                 // how they move
             "jungle",   "swamp",      "upstairs", "uphill",   "below",   "beneath",  // where
             "large",    "tiny",       "heavy",    "long",     "japanese"  // what they are
         }) {
      INFO(sentence << " with " << word);
      CHECK(with(word) != plain);
    }
  }
}

TEST_CASE("verbs, nouns and adjectives have their regular forms") {
  using Forms = std::vector<std::string>;
  CHECK(word_forms("wish", "verb") == Forms{"wish", "wishes", "wishing", "wished"});
  CHECK(word_forms("imply", "verb") == Forms{"imply", "implies", "implying", "implied"});
  CHECK(word_forms("enjoy", "verb") == Forms{"enjoy", "enjoys", "enjoying", "enjoyed"});
  CHECK(word_forms("hope", "verb") == Forms{"hope", "hopes", "hoping", "hoped"});
  CHECK(word_forms("clap", "verb") == Forms{"clap", "claps", "clapping", "clapped"});
  CHECK(word_forms("yell", "verb") == Forms{"yell", "yells", "yelling", "yelled"});
  CHECK(word_forms("murmur", "verb") == Forms{"murmur", "murmurs", "murmuring", "murmured"});
  CHECK(word_forms("lie/lied", "verb") == Forms{"lie", "lies", "lying", "lied"});
  CHECK(word_forms("agree", "verb") == Forms{"agree", "agrees", "agreeing", "agreed"});
  CHECK(word_forms("story", "noun") == Forms{"story", "stories"});
  CHECK(word_forms("wife/wives", "noun") == Forms{"wife", "wives"});
  CHECK(word_forms("happy", "adjective") == Forms{"happy", "happily"});
  CHECK(word_forms("horrible", "adjective") == Forms{"horrible", "horribly"});
  CHECK(word_forms("tragic", "adjective") == Forms{"tragic", "tragically"});
  CHECK(word_forms("as it happens", "") == Forms{"as it happens"});
}

TEST_CASE("'or' asks both, and nothing where it could join two groups") {
  const auto command = [](const char* sentence) {
    try {
      return heard(sentence, {}).command();
    } catch (const InputError& error) {
      return error.wrong();
    }
  };
  CHECK(command("asl: 8 FP +3 led by 9-2 or 8-0 at 4-6-7").ends_with("--leader 9-2,8-0"));
  CHECK(command("asl: 4-6-7 8-1 or 9-1 at 4-4-7, range 3").find("'4-6-7 8-1,4-6-7 9-1'") !=
        std::string::npos);
  CHECK(command("asl: two or three 4-6-7 at 4-4-7, range 3 or 5").find("'2*4-6-7,3*4-6-7'") !=
        std::string::npos);
  CHECK(command("asl: two or three 4-6-7 at 4-4-7, range 3 or 5").find("--range 3,5") !=
        std::string::npos);
  CHECK(command("asl: 8 FP at 4-6-7 in woods or stone building").find("'woods,stone building'") !=
        std::string::npos);
  CHECK(command("asl: PaK 40 at T-34, range 8").find("'T-34 M41,T-34 M43'") != std::string::npos);
  CHECK(command("asl: 4-6-7 8-1 or 2*4-6-7 at 4-4-7, range 3") == "these are two questions");
  CHECK(command("asl: 8 FP at 4-6-7 or") == "'or' is not understood (taken as asl.fire)");
  CHECK(command("8 FP +1 at 4-6-7 in SL or ASL") == "it asks two games");
}

TEST_CASE("alternatives, ranges and 'with or without' are all that is asked of one parameter") {
  const auto command = [](const char* sentence) {
    try {
      return heard(sentence, {}).command();
    } catch (const InputError& error) {
      return error.wrong();
    }
  };
  const auto asks = [&](const char* sentence, const char* values) {
    INFO(command(sentence));
    CHECK(command(sentence).find(values) != std::string::npos);
  };
  asks("asl: three 4-6-7 go through 6, 8 or 12 A-P mines", "--ap 6,8,12");
  asks("sniper SAN 2 to 7, 20 rolls, 4-4-7", "--san 2..7");
  asks("8 FP at +1 to +3 against a 4-6-7", "--drm 1..3");
  asks("8 FP +2 at 4-4-7, cowering or not", "--cowering cower,never");
  asks("rally a broken 4-4-7 under DM with or without an 8-1", "--leader 8-1,none");
  asks("street crossing, 4-6-7 run, assault move or dash, under fire from 4-4-7 MMG range 4",
       "--moves non_assault,assault,dash");
  // Whose leader he is nobody says.
  asks("2*4-6-7 fire at a 4-4-7 in woods, range 3, with an 8-1", "whose leader the 8-1 is");
}

TEST_CASE("a number, a state and 'and' belong to what they stand beside") {
  const auto asked = [](const char* sentence) {
    try {
      return heard(sentence, {}).command();
    } catch (const InputError& error) {
      return std::string(error.what());
    }
  };
  // 3 was the contact number.
  CHECK(asked("asl: OBA radio out of contact, 3 turns left: how many FFEs?")
            .ends_with("odds asl.oba --turns 3 --observer radio"));
  CHECK(asked("SAN 4 sniper, 10 enemy rolls, against a 4-6-7")
            .ends_with("--san 4 --rolls 10 --target 4-6-7"));
  // The ambush was only possible.
  CHECK(
      asked("asl: 5-4-8 ambushes 6-2-8")
          .ends_with("--ambush-possible true --attacker-ambush-drm=-10 --defender-ambush-drm 10"));
  CHECK(asked("4-6-7 enters 8 A-P mines, broken").starts_with("whether 'broken' is what they are"));
  CHECK(asked("chance that a 4-6-7 entering 8 A-P mines is broken")
            .ends_with("--show broken_or_worse"));
  CHECK(asked("close combat between a 4-6-7 and a 4-4-7")
            .ends_with("--attacker 4-6-7 --defender 4-4-7"));
  CHECK(asked("close combat 4-6-7 and 4-4-7").starts_with("who is against whom is not said"));
  CHECK(asked("break a 4-4-7 in woods with two 4-6-7s at range 3")
            .ends_with("--target 4-4-7 --attackers '2*4-6-7' --range 3 --terrain woods"));
  // The nationalities were taken the other way round.
  CHECK(asked("Russian squad at a German squad, range 6")
            .ends_with("--target 4-6-7 --attackers 4-4-7 --range 6"));
  // 9-1 stood among the targets, and then directed the fire at himself.
  CHECK(asked("16 FP and a 9-1 at 4-4-7").ends_with("--firepower 16 --target 4-4-7 --leader 9-1"));
  CHECK(asked("Leader 9-1 and 4-6-7 take 8 FP +1").ends_with("--target '9-1 4-6-7'"));
  CHECK(asked("molotov by a 5-2-7 at an SPW 251/1").find("--armor open_topped") !=
        std::string::npos);
  CHECK(asked("rb: sturm coy on 25 Oct, at least one 9-2 or better among its leaders")
            .ends_with("--show leader_9_2_or_better"));
}

TEST_CASE("the question without a word is offered where the word says nothing") {
  const auto right = [](const char* sentence) {
    try {
      return heard(sentence, {}).command();
    } catch (const InputError& error) {
      return error.right();
    }
  };
  CHECK(right("asl: 8 FP at 4-4-7 frobnicated").find("without it: combat-odds odds asl.fire") !=
        std::string::npos);
  for (const char* const sentence :
       {"2MC on a 4-5-8, lost 3", "asl: 8 FP at 4-4-7 ties", "asl: 8 FP at 4-4-7 except squads",
        "asl: 8 FP at 4-4-7 losing", "asl: 8 FP at 4-4-7 least"}) {
    INFO(right(sentence));
    CHECK(right(sentence).find("without") == std::string::npos);
  }
}

TEST_CASE("without 'at' the order says who fires at whom, if it can mean one thing only") {
  const auto asked = [](const char* sentence) {
    try {
      const Said read = heard(sentence, {});
      return shown(Values(read.values.begin(), read.values.end()));
    } catch (const InputError& error) {
      return error.wrong();
    }
  };
  CHECK(asked("asl: 447 in woods, 467 fires, range 3") ==
        "attackers=4-6-7;range=3;target=4-4-7;terrain=woods;");
  CHECK(asked("asl: at 447 in woods, 467 lmg, 5 hexes") ==
        "attackers=4-6-7 LMG;range=5;target=4-4-7;terrain=woods;");
  CHECK(asked("asl: 3 628s cc 2 447s") == "attacker=3*6-2-8;defender=2*4-4-7;");
  CHECK(asked("asl: 447, hindrance 2, 6 fp") == "firepower=6;hindrance=2;target=4-4-7;");
  CHECK(asked("asl: 467 in woods, 447 in brush, range 3") == "who does it to whom is not said");
  // Who crosses is he who is fired at.
  CHECK(asked("asl: 467 8-0 dash across the road vs 4-4-7 LMG, range 3") ==
        "firers=4-4-7 Russian LMG;moves=dash;range=3;target=4-6-7 8-0;");
}

TEST_CASE("what is a dice expression as it stands is rolled") {
  CHECK(heard("4d6 drop lowest", {}).command() ==
        "combat-odds odds dice.roll --expression '4d6 drop lowest 1'");
  CHECK(heard("30 times 2d6 = 12", {}).procedure == "dice.roll");
  CHECK_THROWS_AS(heard("4d6 drop lowest qwertz", {}), InputError);
  // Of three the highest alone wins; the third was left out silently.
  CHECK(heard("2d6 vs 2d6 vs d12", {})
            .values.front()
            .second.starts_with("a = 2d6; b = 2d6; c = d12; (a > max(b, c) ? 1"));
  CHECK_THROWS_AS(heard("2d6 vs 2d6 vs 2d6 vs 2d6", {}), InputError);
}

TEST_CASE("a word that the usual game does not know does not change the game") {
  const auto refusal_of = [](const char* sentence) {
    try {
      return heard(sentence, {}).command();
    } catch (const InputError& error) {
      return std::string(error.what());
    }
  };
  CHECK(refusal_of("4-6-7 infantry attack a tank in close combat").find("in Squad Leader") !=
        std::string::npos);
  // Two words as well, where both games play it.
  CHECK(refusal_of("8 FP frobnicates a 4-4-7 weirdly").find("sl.fire") == std::string::npos);
  CHECK(heard("4-6-7 leaves wire", {}).note.find("Advanced Squad Leader") != std::string::npos);
}

/// The last scenario of a file's text.
Scenario scenario_in(const std::string& text, const Library& library = test::library()) {
  return read_scenario_file({"s.csv", text}, library).back();
}

std::string refusal(const std::string& text) {
  try {
    read_scenario_file({"s.csv", text}, test::library());
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST_CASE("a scenario file asks in sentences and by presets; cells go before both") {
  const Scenario said = scenario_in(
      "scenario,say,range\nstreet,2*467 at 447 in woods,\nfar,\"2*467 at 447 in woods, range 3\",6\n");
  CHECK(said.procedure().name == "asl.fire");
  CHECK(said.argument(0, "attackers").text == "2*4-6-7");
  CHECK(said.argument(0, "terrain").text == "woods");
  CHECK(said.argument(0, "range").text == "6");
  const Scenario mixed = scenario_in(
      "scenario,procedure,say,preset,drm\na,,sl: rally 467 under 8-1,,\n"
      "b,asl.fire,,stack-in-the-open,-3\n");
  CHECK(mixed.procedure().name == "asl.fire");
  CHECK(mixed.argument(0, "drm").text == "-3");
  const Preset& preset = test::library().preset(mixed.procedure(), "stack-in-the-open", {});
  CHECK(mixed.argument(0, "target").text == preset.value("target"));

  CHECK(refusal("scenario,say\na,2*467 frobnicate 447\n").find("s.csv:2:3: 'frobnicate' is not") !=
        std::string::npos);
  CHECK(refusal("scenario,procedure,say\na,,\n").find("neither a procedure nor a sentence") !=
        std::string::npos);
  CHECK(refusal("scenario,procedure,say\na,sl.fire,asl: 8 FP at 467\n")
            .find("the sentence asks asl.fire") != std::string::npos);
  CHECK(refusal("scenario,procedure,preset\na,asl.fire,no-such\n").find("s.csv:2:12:") !=
        std::string::npos);
  CHECK(refusal("scenario,drm\na,1\n").find("column 'procedure' is missing") != std::string::npos);
}

TEST_CASE("a vehicle without numbers is known by name at every door") {
  const auto told = [](const char* procedure, const test::Given& values) {
    try {
      understood(test::library(), {procedure, {values.begin(), values.end()}});
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string asl =
      told("asl.engagement", {{"gun", "Panther"}, {"vehicle", "T-34 M43"}, {"range", "8"}});
  CHECK(asl.find("Panther is known by name only") != std::string::npos);
  CHECK(asl.find("combat-odds set template asl:Panther") != std::string::npos);
  CHECK(told("asl.engagement", {{"gun", "PaK 40"}, {"vehicle", "Tiger"}, {"range", "8"}})
            .find("Tiger is known by name only") != std::string::npos);
  const std::string sl =
      told("sl.tank-duel", {{"first", "Sherman 76"}, {"second", "T-34"}, {"range", "8"}});
  CHECK(sl.find("Sherman 76 is known by name only") != std::string::npos);
  CHECK(sl.find("sl:Sherman 76") != std::string::npos);
  CHECK(told("sl.engagement", {{"gun", "75L"}, {"target", "Tiger hull down"}, {"range", "8"}})
            .find("Tiger is known by name only") != std::string::npos);
  CHECK(told("slammers.direct-fire", {{"weapon", "powergun_rifle"}, {"dv", "M2A4"}})
            .find("M2A4 is known by name only") != std::string::npos);
  CHECK(told("sl.tank-duel", {{"first", "Pantherette"}, {"second", "T-34"}, {"range", "8"}})
            .find("known by name only") == std::string::npos);
  std::string sentence;
  try {
    heard("Panther at T-34, range 6", {});
  } catch (const InputError& error) {
    sentence = error.what();
  }
  CHECK(sentence.find("Panther is known by name only") != std::string::npos);
  // The template can be filled in, and then the vehicle has a name of its own.
  Library own;
  std::string listing = listing_template("sl", "Panther");
  listing.replace(listing.find("closed_topped,,"), 15, "closed_topped,75LL,");
  own.listing().add({"panther.csv", listing});
  CHECK(said(own, "sl: Panther at T-34, range 6", {}).command().find("Panther") !=
        std::string::npos);
}

TEST_CASE("what is not understood is named, and nothing is answered") {
  const auto wrong = [](const char* sentence) {
    try {
      return heard(sentence, {}).command();
    } catch (const InputError& error) {
      return error.wrong() + " | " + error.right();
    }
  };
  const std::string unknown = wrong("2*467 at 447 in purple velvet, range 3");
  CHECK(unknown.starts_with("'purple', 'velvet' are not understood (taken as asl.fire)"));
  CHECK(wrong("2*467 at 447, range 3, range 4") ==
        "range is said twice: 3 and 4 | say it once, or both as a list: --range '3,4'");
  // Fire or close combat: both are asked back as commands.
  const std::string both = wrong("467 attacks 447");
  CHECK(both.find("combat-odds odds asl.fire --target 4-4-7 --attackers 4-6-7") != both.npos);
  CHECK(both.find("combat-odds odds asl.close-combat --attacker 4-6-7 --defender 4-4-7") !=
        both.npos);
  CHECK(wrong("rally").starts_with("for asl.rally something is missing | say also --unit"));
}

TEST_CASE("a sentence of two games is of the usual one, and says so") {
  const char* const sentence = "8 FP at 4-6-7, +1";
  const Said first = heard(sentence, {});
  CHECK(first.procedure == "asl.fire");
  CHECK(first.note.find("Advanced Squad Leader") != first.note.npos);
  CHECK(heard(sentence, {}, "sl").procedure == "sl.fire");
  CHECK(heard("sl: 8 FP at 4-6-7, +1", {}).note == "");
}

TEST_CASE("every line of the words is for a procedure, a parameter and a value that there are") {
  for (const BuiltInChart& table : built_in_words()) {
    const Columns lines(read_csv(table.text, std::string(table.name)),
                        {"procedure", "parameter", "value", "side", "words"});
    for (const Columns::Row line : lines) {
      INFO(std::string(table.name) << ":" << line.place().line);
      CHECK(std::set<std::string>{"", "subject", "object"}.contains(line.text("side")));
      CHECK(line.has("words"));
      for (const std::string_view words : parts_of(line.text("words"), '|')) {
        // "of {}" would be any number: articles are left out.
        if (spoken_words(words) == std::vector<std::string>{"{}"}) CHECK(words == "{}");
      }
      for (const std::string_view name : words_of(line.text("procedure"))) {
        if (name.ends_with('*')) continue;
        const Procedure* const procedure = test::library().find(name);
        REQUIRE(procedure != nullptr);
        const std::vector<std::string_view> parameters = words_of(line.text("parameter"));
        const bool has_parts = line.text("value").find(';') != std::string::npos;
        const std::vector<std::string_view> values =
            has_parts ? parts_of(line.text("value"), ';') : words_of(line.text("value"));
        const bool apart = parameters.size() > 1 && parameters.size() == values.size();
        for (std::size_t i = 0; i < parameters.size(); ++i) {
          const std::string_view parameter = parameters[i];
          if (parameter.starts_with('<')) continue;
          INFO(procedure->name << " " << parameter);
          const bool is_known =
              procedure->parameter(parameter) != nullptr || is_vehicle_name(*procedure, parameter);
          REQUIRE(is_known);
          std::string value = apart ? std::string(values[i]) : line.text("value");
          const std::size_t colon = value.find(':');  // "cos:...": of that game
          if (colon == 2 || colon == 3) value.erase(0, colon + 1);
          if (value.starts_with(adds_to)) value.erase(0, adds_to.size());
          if (parameter == "first_turn" && value.starts_with("of ")) continue;  // whoever that is
          const Parameter* const known = procedure->parameter(parameter);
          const bool is_fixed = known != nullptr && value.find('{') == value.npos;
          if (is_fixed && !value.empty() && line.text("words").find('<') != 0) {
            for (const std::string_view one : parts_of(value, known->has_commas ? '\0' : ',')) {
              CHECK_NOTHROW(read_argument(*known, std::string(one)));
            }
          }
        }
      }
    }
  }
}

TEST_CASE("a search finds the procedure in a player's words") {
  const auto finds = [](const char* words, const char* procedure) {
    for (const Found& found : search(test::library(), words, {}, 5)) {
      if (found.command.find(procedure) != std::string::npos) return true;
    }
    return false;
  };
  CHECK(finds("clear mines", "asl.clearance"));
  CHECK(finds("fire", "asl.fire"));
  CHECK(finds("panther", "engagement"));
  CHECK(finds("bazooka", "asl.light-anti-tank"));
  CHECK(finds("hull down", "to-hit"));
  CHECK(finds("satchel", "demolition-charge"));
  CHECK(finds("who should rally", "rally"));
  CHECK(finds("stuka", "asl.air-attack"));
  CHECK(search(test::library(), "xyzzy").empty());
  const std::vector<Topic> magic = {
      {{"combat-odds magic --help", "what a spell does"}, {{"magic", 10}, {"--xyzzy", 4}}}};
  CHECK(search(test::library(), "xyzzy", magic).front().command == "combat-odds magic --help");
}

}  // namespace
}  // namespace combat_odds
