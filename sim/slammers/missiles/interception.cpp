#include "sim/slammers/missiles/interception.hpp"

namespace combat_odds::slammers {
namespace {

/// An ADS that fires at a missile (optional rule of Supplement 4) needs a fixed number.
constexpr int ads_stops_missile_at_least = 6;

}  // namespace

bool Triangle::destroys(Dice& dice) const {
  for (int i = 0; i < rolls; ++i) {
    if (roll.made(dice)) return true;
  }
  return false;
}

void Triangle::describe(Declaration<Triangle>& asks, const std::string& who) {
  const auto there = [](const Triangle& triangle) { return triangle.colour != Colour::none; };
  asks.includes(&Triangle::crew, "", who)
      .asks(&Triangle::colour, "triangle", one_of({"none", "red", "blue"}),
            "the colour of the triangle of " + who + "; blue rolls at -1 QR")
      .asks(
          &Triangle::number, "rolls", 1, 3,
          "the number in that triangle, needed where there is one: 1 to 3 in a red one, 1 or 2 in a blue one")
      .only_when(there, "a number of rolls without a triangle",
                 "leave it out, or make the triangle red or blue")
      .includes(&Triangle::thunder_run, "", who)
      .asks(&Triangle::qr_modifier, "qr_modifier", -4, 4,
            "the sum of all other QR modifiers of " + who + ": +1 for one TU under a Shaper of Men")
      .only_when(AllFrom{"thunder_run"}, there, "there is no triangle to roll with",
                 "leave it out, or make the triangle red or blue");
}

void Triangle::prepare(const Charts& charts) {
  if (colour == Colour::none) return;
  if (!number) {
    throw ArgumentError("rolls",
                        std::string("a ") + (colour == Colour::red ? "red" : "blue") +
                            " triangle without its number",
                        "the number printed in the triangle");
  }
  if (colour == Colour::blue && *number > 2) {
    throw ArgumentError("rolls", "a blue triangle with three rolls",
                        "1 or 2; only red triangles have a 3");
  }
  rolls = *number;
  if (!crew.quality.empty()) man(crew, charts, 0);
}

void Triangle::man(const Troops& troops, const Charts& charts, int modifier) {
  const int of_colour = colour == Colour::blue ? -1 : 0;
  roll = troops.roll(charts, modifier + thunder_run.modifier() + qr_modifier + of_colour);
}

bool Interception::stops(Dice& dice, int& helpers_left) const {
  if (own.destroys(dice)) return true;
  while (helpers_left > 0) {
    --helpers_left;
    if (helper.destroys(dice)) return true;
  }
  return ads && dice.die([](int dr) { return dr >= ads_stops_missile_at_least; });
}

void Interception::describe(Declaration<Interception>& asks, const std::string& prefix) {
  asks.includes(&Interception::own, prefix, "the target of the missile")
      .asks(
          &Interception::helpers, "helpers", 0, 8,
          "vehicles that help over an Anti-ATGW Enhanced Data Link, at -1 QR; each is spent on one missile")
      .only_when(
          [](const Interception& all) { return all.helper.colour != Triangle::Colour::none; },
          "a helper without a triangle", "give helper_triangle (red or blue) and helper_rolls")
      .includes(&Interception::helper, "helper_", "the helpers")
      .adjust("helper_quality",
              [](Parameter& quality) {
                quality.default_value = "";
                quality.meaning += "; left out: as the target of the missile";
              })
      .only_when(
          {"helper_quality"},
          [](const Interception& all) { return all.helper.colour != Triangle::Colour::none; },
          "helpers without a triangle", "give helper_triangle, or leave it out")
      .asks(&Interception::ads, "ads",
            "a working ADS may try the missile last, on a 6 (optional rule)")
      .also_open("slammers.interception");
}

void Interception::prepare(const Charts& charts) {
  if (helper.colour != Triangle::Colour::none) {
    // Supplement 4, Anti-ATGW Enhanced Data Link: helpers roll at -1 QR.
    helper.man(helper.crew.quality.empty() ? own.crew : helper.crew, charts, -1);
  }
  // A helper without a chance is not called upon.
  if (!helper.roll.possible()) helpers = 0;
}

}  // namespace combat_odds::slammers
