#include "combat_odds/sim/slammers/missiles/interception.hpp"

namespace combat_odds::slammers {
namespace {

/// An ADS that tries a missile (optional rule of Supplement 4) has a fixed number.
constexpr int ads_stops_missile_at_least = 6;

}  // namespace

const char* const interception_details =
    "A triangle with the number N has N Quality Rolls against one missile or one salvo of "
    "artillery; a single success destroys the missile. A blue triangle rolls at -1 QR, one level "
    "lower: untrained crews have no roll at all. A Thunder Run token costs one level, ConFire (2 "
    "LP) gives one back.\n"
    "Each modifier moves the quality by one level. Below untrained no roll succeeds; above elite "
    "the roll is 2+, because a natural 1 always fails. That ConFire lifts an elite crew that is on "
    "no Thunder Run is what a player would expect; the sources only say that it helps elites "
    "against a Thunder Run.\n"
    "Helpers (Anti-ATGW Enhanced Data Link) roll at -1 QR for helping, so with a blue triangle at "
    "-2. They fire one after the other at a missile that is still flying once the target's own "
    "weapon has fired, and each has fired for the turn then, so that it can't stop the next "
    "missile. The target's own weapon rolls at every missile. An ADS (optional rule) tries last, "
    "on "
    "a 6; quality and Thunder Runs do not matter to it.";

bool Triangle::destroys(Dice& dice) const {
  if (!roll.possible()) return false;
  for (int i = 0; i < rolls; ++i) {
    if (dice.dr([&](int dr) { return roll.succeeds(dr); })) return true;
  }
  return false;
}

std::vector<Parameter> Triangle::parameters(const std::string& prefix, const std::string& who,
                                            const std::string& preset) {
  std::vector<Parameter> all = {
      quality_parameter(prefix + "quality", "the quality, or class, of " + who),
      choice(prefix + "triangle", {"none", "red", "blue"},
             "the colour of the triangle of " + who + "; blue rolls at -1 QR")
          .by_default(preset),
      integer(
          prefix + "rolls", 1, 3,
          "the number in that triangle, needed where there is one: 1 to 3 in a red one, 1 or 2 in "
          "a blue one")
          .optional()
          .tried_with({"", "1", "2", "3"}),
  };
  append(all, thunder_run_parameters(prefix, who));
  return all;
}

Triangle Triangle::asked(const Arguments& arguments, const Charts& charts,
                         const std::string& prefix, int modifier, const std::string& otherwise) {
  const std::string& colour = arguments.choice(prefix + "triangle");
  const std::string rolls = prefix + "rolls";
  if (colour == "none") {
    if (arguments.given(rolls)) {
      throw ArgumentError(rolls, rolls + " without a triangle",
                          "leave it out, or make " + prefix + "triangle red or blue");
    }
    return {};
  }
  if (!arguments.given(rolls)) {
    throw ArgumentError(rolls, "a " + colour + " triangle without its number",
                        "give " + rolls + ": the number printed in the triangle");
  }
  const int number = arguments.integer(rolls);
  if (colour == "blue" && number > 2) {
    throw ArgumentError(rolls, "a blue triangle with three rolls",
                        "1 or 2; only red triangles have a 3");
  }
  const bool as_others = !arguments.given(prefix + "quality");
  const Quality quality =
      fighting_quality(arguments, charts, as_others ? otherwise : prefix + "quality");
  const int total = modifier + thunder_run_modifier(arguments, prefix) - (colour == "blue" ? 1 : 0);
  return {charts.get<QualityLevels>(QualityLevels::chart_name).roll(quality, total), number};
}

bool Interception::stops(Dice& dice, int& helpers_left) const {
  if (own_.destroys(dice)) return true;
  while (helpers_left > 0) {
    --helpers_left;
    if (helper_.destroys(dice)) return true;
  }
  return ads_ && dice.dr([](int dr) { return dr >= ads_stops_missile_at_least; });
}

std::vector<Parameter> Interception::parameters(const std::string& prefix,
                                                const std::string& preset) {
  std::vector<Parameter> all = Triangle::parameters(prefix, "the target of the missile", preset);
  all.push_back(integer("helpers", 0, 8,
                        "vehicles that help over an Anti-ATGW Enhanced Data Link, at -1 QR; each "
                        "is spent on one missile")
                    .by_default("0"));
  std::vector<Parameter> helper = Triangle::parameters("helper_", "the helpers", "none");
  helper.front() = std::move(helper.front()).optional();
  helper.front().meaning += "; left out: as the target of the missile";
  append(all, std::move(helper));
  all.push_back(flag("ads", "a working ADS may try the missile last, on a 6 (optional rule)"));
  return all;
}

Interception Interception::asked(const Arguments& arguments, const Charts& charts,
                                 const std::string& prefix) {
  Interception asked;
  asked.own_ = Triangle::asked(arguments, charts, prefix);
  asked.helpers_ = arguments.integer("helpers");
  const bool without = arguments.choice("helper_triangle") == "none";
  if (asked.helpers_ > 0 && without) {
    throw ArgumentError("helpers", "a helper without a triangle",
                        "give helper_triangle (red or blue) and helper_rolls");
  }
  if (!without) {
    // Supplement 4, Anti-ATGW Enhanced Data Link: -1 QR for those who help.
    asked.helper_ = Triangle::asked(arguments, charts, "helper_", -1, prefix + "quality");
  }
  // A helper that can't succeed is not called upon.
  if (!asked.helper_.roll.possible()) asked.helpers_ = 0;
  asked.ads_ = arguments.flag("ads");
  return asked;
}

}  // namespace combat_odds::slammers
