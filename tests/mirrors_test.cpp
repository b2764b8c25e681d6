#include <algorithm>
#include <map>

#include "ask/sample_situations.hpp"
#include "studies/balance/duel_form.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"

// Duels with the sides exchanged: whoever is asked first must gain nothing by it.

namespace combat_odds {
namespace {

std::optional<DuelForm> form_of(const Procedure& procedure) {
  try {
    return DuelForm(procedure, {});
  } catch (const InputError&) {
    return std::nullopt;
  }
}

/// A word that names a side, for the other one: whose turn it is, who fires first.
std::string exchanged_word(const std::string& word) {
  static const std::map<std::string, std::string> others = {
      {"first", "second"}, {"second", "first"}, {"a", "b"}, {"b", "a"}};
  const auto other = others.find(word);
  return other == others.end() ? word : other->second;
}

/// The same situation with the sides exchanged.
std::vector<GivenValue> exchanged(const Procedure& procedure, const DuelForm& form,
                                  const std::vector<Argument>& values) {
  std::vector<GivenValue> given;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Parameter& parameter = procedure.parameters[i];
    if (!values[i].given || values[i].text.empty()) continue;
    std::string name = parameter.name;
    std::string text = values[i].text;
    for (const DuelForm::Column& column : form.columns()) {
      if (name == column.of_first) {
        name = column.of_second;
      } else if (name == column.of_second) {
        name = column.of_first;
      } else {
        continue;
      }
      break;
    }
    if (form.is_shared(parameter.name) && parameter.type == Parameter::Type::choice) {
      text = exchanged_word(text);
    }
    given.push_back({name, text, {}});
  }
  return given;
}

Odds exact_odds(const Scenario& scenario) {
  OddsOptions options;
  options.method = Method::exact;
  return odds_of(*scenario.rule(0, test::charts()), 0, options);
}

bool asks_for_best_play(const Procedure& procedure, const Scenario& scenario) {
  const std::vector<Argument> values = scenario.arguments(0);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (procedure.parameters[i].is_goal && !values[i].text.empty()) return true;
  }
  return false;
}

TEST_CASE("duels are even when their sides are exchanged") {
  int played = 0;
  for (const Procedure* const procedure : test::library().procedures()) {
    // Those of sl.engagement and sl.assault are not asked alike: one fires or moves at the other.
    if (procedure->name == "sl.engagement" || procedure->name == "sl.assault") continue;
    if (!procedure->name.starts_with("s")) continue;
    const std::optional<DuelForm> form = form_of(*procedure);
    if (!form) continue;
    for (const Scenario& scenario : sample_situations(test::library(), *procedure, 25)) {
      if (asks_for_best_play(*procedure, scenario)) continue;
      std::string text;
      for (const Argument& value : scenario.arguments(0)) text += value.text + " ";
      INFO(procedure->name << ": " << text);
      const Scenario mirror("mirror", *procedure,
                            exchanged(*procedure, *form, scenario.arguments(0)), {});
      const DuelForm::Ends one = form->ends(exact_odds(scenario));
      const DuelForm::Ends other = form->ends(exact_odds(mirror));
      CHECK(one.first == Approx(other.second).margin(1e-12));
      CHECK(one.second == Approx(other.first).margin(1e-12));
      CHECK(one.both_lost == Approx(other.both_lost).margin(1e-12));
      ++played;
    }
  }
  CHECK(played > 50);
}

TEST_CASE("slammers.troop-duel: a jam in a simultaneous exchange stops nobody's second burst") {
  // Counted apart: both with one weapon of two shots, FP 3 at DV 7 and Double Tap, two turns.
  std::map<std::string, std::string> given = {{"turns", "2"}};
  for (const std::string side : {"first_", "second_"}) {
    given.insert({{side + "weapons", "1"},
                  {side + "shots", "2"},
                  {side + "fp_vehicle", "3"},
                  {side + "dv", "7"},
                  {side + "double_tap", "true"}});
  }
  const test::Answer mirror("slammers.troop-duel", given);
  CHECK(mirror.outcome_value("first_wins") == Approx(0.2612997209562206).epsilon(1e-12));
  CHECK(mirror.outcome_value("second_wins") == Approx(0.2612997209562206).epsilon(1e-12));
  CHECK(mirror.outcome_value("both_out") == Approx(0.46713896351096934).epsilon(1e-12));
}

}  // namespace
}  // namespace combat_odds
