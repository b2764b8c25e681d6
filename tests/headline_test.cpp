#include "ask/headline.hpp"

#include <algorithm>
#include <regex>

#include "ask/ask.hpp"
#include "ask/sample_situations.hpp"
#include "ask/spoken_situation.hpp"
#include "reports/tables/odds_grid.hpp"
#include "reports/tables/table.hpp"
#include "sim/declare/declaration.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

/// A DR of 2 is "lost" (1/36), 3 to 7 "hurt" (20/36), the rest "nothing" (15/36).
struct Throw {
  int bonus = 0;
  Outcome resolve(Dice& dice) const {
    const int result = dice.DR([](TwoDice roll) {
      return roll.total() == 2 ? 0 : roll.total() <= 7 ? 1 : 2;
    });
    return Outcome(result == 0   ? "lost"
                   : result == 1 ? "hurt"
                                 : "nothing")
        .event("hurt_or_lost", result < 2)
        .measure("losses", 2 - result + bonus);
  }
};

Declaration<Throw> thrown() {
  return procedure<Throw>("test.throw", "1.2", "a throw")
      .asks(&Throw::bonus, "bonus", 0, 9, "what comes on top")
      .outcome("lost", "everything is lost")
      .outcome("hurt", "something is")
      .outcome("nothing", "nothing is")
      .event("hurt_or_lost", "either")
      .measure("losses", "how much");
}

struct TellingThrow : Throw {
  Working working() const { return {"a throw of two dice", {"1 + 1: 2"}, {"a note"}}; }
};

std::string sentence(Procedure procedure, const char* bonus = "0") {
  Library library;
  library.add(std::move(procedure));
  OddsOptions exact;
  exact.method = Method::exact;
  const Answer answer = ask(library, {"test.throw", {{"bonus", bonus}}, exact});
  return headline(answer.situations().front());
}

TEST_CASE("a procedure without a headline reports its likeliest outcomes") {
  // 20/36 = 55.6 %, 15/36 = 41.7 %, 1/36 = 2.8 %.
  CHECK(sentence(thrown()) == "A throw. 56 %: hurt. 42 %: nothing. 3 %: lost.");
  CHECK(sentence(thrown(), "2") == "Bonus 2. 56 %: hurt. 42 %: nothing. 3 %: lost.");
  Procedure asks = thrown();
  asks.summary = "how bad is it?";
  CHECK(sentence(std::move(asks)) == "How bad is it? 56 %: hurt. 42 %: nothing. 3 %: lost.");
}

TEST_CASE("a procedure with a headline reports that, in its words") {
  // The mean of the losses: (2 * 1 + 1 * 20) / 36 = 0.611.
  CHECK(sentence(thrown()
                     .headline("hurt_or_lost", "something breaks")
                     .headline("mean losses", "{} lost on average")) ==
        "A throw. 58 %: something breaks. 0.611 lost on average.");
}

TEST_CASE("a duel's headline names who wins, where the names differ") {
  const auto told = [](const char* second) {
    OddsOptions exact;
    exact.method = Method::exact;
    const Answer answer =
        ask(test::library(),
            {"sl.tank-duel", {{"first", "T-34"}, {"second", second}, {"range", "12"}}, exact});
    return headline(answer.situations().front());
  };
  const std::string unlike = told("PzKw IV F2");
  CHECK(unlike.find(" %: the T-34 wins. ") != unlike.npos);
  CHECK(unlike.find(" %: the PzKw IV F2 wins.") != unlike.npos);
  const std::string alike = told("T-34");
  CHECK(alike.find(" %: the first vehicle wins. ") != alike.npos);
  CHECK(alike.find(" %: the second wins.") != alike.npos);
}

TEST_CASE("impossible results are left out, as long as something can happen") {
  CHECK(sentence(thrown().headline("never", "it flies").headline("also_never", "it swims")) ==
        "A throw. 0 %: it flies.");
}

TEST_CASE("a rule explains how its numbers come about") {
  Library library;
  library.add(procedure<TellingThrow>("test.telling", "1.2", "a throw"));
  const Answer answer = ask(library, {"test.telling", {}});
  const Working& working = answer.situations().front().working;
  CHECK(working.sums == std::vector<std::string>{"1 + 1: 2"});
  CHECK(working.notes == std::vector<std::string>{"a note"});
  CHECK(situation_text(answer.situations().front()) == "a throw of two dice");
}

std::string situation(const std::string& procedure, const test::Given& given) {
  const Scenario asked = test::scenario(procedure, given);
  return spoken_situation(asked.procedure(), asked.arguments(0),
                          asked.rule(0, test::charts())->working());
}

TEST_CASE("a situation is told in the words of its game") {
  CHECK(situation("asl.close-combat", {{"attacker", "2*4-6-7 8-1"},
                                       {"defender", "4-4-7"},
                                       {"hand_to_hand", "true"},
                                       {"rounds", "20"}}) ==
        "2*4-6-7 8-1 against 4-4-7, hand-to-hand, up to 20 rounds");
  CHECK(situation("asl.climb", {{"turns", "1"}, {"levels", "2"}, {"drm", "1"}}) ==
        "climbing 2 levels in 1 turn, +1 DRM");
  CHECK(situation("sl.rally", {{"unit", "4-6-7"}, {"leader", "8-1"}, {"best", "all_rallied"}}) ==
        "broken 4-6-7 under an 8-1, within 4 Rally Phases, in Desperation Morale in the first, "
        "at best play");
  // What has no words is told by its name.
  CHECK(situation("asl.climb", {{"turns", "1"}, {"commando", "true"}}) ==
        "climbing 1 level in 1 turn, by commandos");
  CHECK(situation("asl.bog", {{"truck", "true"}, {"not_fully_tracked", "true"}}) ==
        "a vehicle may bog, not fully tracked, truck");
}

TEST_CASE("the situation of every preset is words, no dump of parameters") {
  for (const Preset& preset : test::library().presets()) {
    const Scenario asked(preset.name, test::library().procedure(preset.procedure),
                         with_preset({}, preset), {});
    std::string text = spoken_situation(asked.procedure(), asked.arguments(0),
                                        asked.rule(0, test::charts())->working());
    INFO(preset.procedure << " " << preset.name << ": " << text);
    // The steps of a turn are told as the player types them.
    text = std::regex_replace(text, std::regex("most_shots|vehicle_in_woods_or_building"), "words");
    for (const char* const raw : {"_", "true", "false", "{", "(s)", "(es)", " ,", "  "}) {
      CHECK(text.find(raw) == std::string::npos);
    }
  }
}

TEST_CASE("chances are given in whole per cent; rare ones are not 0") {
  CHECK(spoken_percent(0) == "0 %");
  CHECK(spoken_percent(1) == "100 %");
  CHECK(spoken_percent(0.474) == "47 %");
  CHECK(spoken_percent(0.01) == "1 %");
  CHECK(spoken_percent(0.004) == "0.4 %");
  CHECK(spoken_percent(0.00012) == "0.01 %");
  CHECK(spoken_percent(0.996) == "99.6 %");
  CHECK(spoken_percent(0.00001) == "0.001 %");
  CHECK(spoken_percent(0.0000099) == "less than 0.001 %");
  CHECK(spoken_percent(0.999999) == "more than 99.999 %");
}

TEST_CASE("a headline only uses names that the procedure reports") {
  const Library library;
  for (const Procedure* procedure : library.procedures()) {
    for (const HeadlinePart& part : procedure->headline) {
      INFO(procedure->name << ": " << part.name);
      const bool is_mean = part.name.starts_with("mean ");
      const std::string name = is_mean ? part.name.substr(5) : part.name;
      bool known = false;
      for (const auto* terms : {&procedure->outcomes, &procedure->events, &procedure->measures}) {
        if ((terms == &procedure->measures) != is_mean) continue;
        for (const Term& term : *terms) known = known || term.name == name;
      }
      CHECK(known);
    }
  }
}

/// The columns of a table of these situations, as wide as it may be.
std::vector<std::string> columns(const std::vector<SituationOdds>& results, std::size_t width) {
  OddsGrid grid{{"situation"}, {}};
  for (const SituationOdds& result : results) grid.lines.push_back({{result.name}, &result.odds});
  std::vector<std::string> left_out;
  return grid.table(results.front().situation.scenario->procedure(), {}, width, left_out).header;
}

/// Whether a column is of that subject; of a measure it may say where it exists.
bool shows(const std::vector<std::string>& header, const std::string& subject) {
  return std::ranges::any_of(header, [&](const std::string& name) {
    return name == subject || name.starts_with(subject + " where ");
  });
}

bool happens(const std::vector<SituationOdds>& results, std::string subject) {
  if (subject.starts_with("mean ")) subject.erase(0, 5);
  return std::ranges::any_of(results, [&](const SituationOdds& result) {
    return std::ranges::any_of(result.odds.chances,
                               [&](const Chance& chance) { return chance.name == subject; });
  });
}

TEST_CASE("the chance that was asked for is in every table, of every procedure") {
  OddsOptions few;
  few.method = Method::monte_carlo;
  few.trials = 300;
  for (const Procedure* const procedure : test::library().procedures()) {
    INFO(procedure->name);
    const std::vector<Scenario> scenarios = sample_situations(test::library(), *procedure, 3);
    std::vector<SituationOdds> results;
    evaluate(situations(scenarios), test::charts(), few,
             [&](SituationOdds&& result) { results.push_back(std::move(result)); });
    REQUIRE_FALSE(results.empty());
    const std::vector<std::string> all = columns(results, 0);
    bool is_first = true;
    for (const std::string& subject : subjects(*procedure, results.front().odds)) {
      if (!happens(results, subject)) continue;
      INFO(subject);
      CHECK(shows(all, subject));
      if (is_first) CHECK(shows(columns(results, 80), subject));
      is_first = false;
    }
  }
}

std::string fire_told(const std::string& target, const std::vector<std::string>& names) {
  const Procedure told = telling_first(test::library().procedure("asl.fire"), names);
  const Scenario asked("x", told,
                       {{"firepower", "8", {}}, {"drm", "1", {}}, {"target", target, {}}}, {});
  OddsOptions exact;
  exact.method = Method::exact;
  std::string text;
  evaluate(situations({&asked, 1}), test::charts(), exact,
           [&](SituationOdds&& result) { text = headline(result); });
  return text;
}

bool tells(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

TEST_CASE("an answer begins with what was asked for") {
  // The 8 column of the README: a 4-6-7 is eliminated by 1 of 1296.
  CHECK(tells(fire_told("4-6-7", {"eliminated"}),
              "4-6-7. 0.08 %: it is eliminated. 34 %: it breaks"));
  CHECK(tells(fire_told("4-6-7", {"no_effect", "eliminated"}),
              "4-6-7. 52 %: nothing happens. 0.08 %:"));
  // What comes up goes before what can't, which alone is told as 0.
  CHECK(
      tells(fire_told("4-6-7", {"knocked_out", "eliminated"}), "4-6-7. 0.08 %: it is eliminated."));
  CHECK(
      tells(fire_told("4-6-7", {"leader_lost"}), "4-6-7. 0 %: the leader breaks or is lost. 34 %"));
  // Of a stack it is a number of units.
  CHECK(tells(fire_told("2*4-6-7", {"eliminated"}), " eliminated on average. "));
}

}  // namespace
}  // namespace combat_odds
