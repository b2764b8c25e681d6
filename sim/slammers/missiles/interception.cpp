#include "sim/slammers/missiles/interception.hpp"

#include <fmt/format.h>

#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "core/text/words.hpp"

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
      .only_when(there, "", "--triangle red or blue")
      .includes(&Triangle::thunder_run, "", who)
      .asks(&Triangle::qr_modifier, "qr_modifier", -4, 4,
            "the sum of all other QR modifiers of " + who + ": +1 for one TU under a Shaper of Men")
      .only_when(AllFrom{"thunder_run"}, there, "", "--triangle red or blue");
}

void Triangle::prepare(const Charts& charts) {
  if (colour == Colour::none) return;
  if (!number) {
    throw ArgumentError("rolls",
                        std::string("a ") + (colour == Colour::red ? "red" : "blue") +
                            " triangle without its number",
                        "rolls 1 to 3, the number printed in the triangle");
  }
  if (*number > most_rolls()) {
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

std::vector<Triangle> read_triangles(std::string_view text, std::string_view parameter,
                                     const Charts& charts) {
  std::vector<Triangle> triangles;
  for (const std::string_view item : parts_of(text, ';')) {
    std::vector<std::string_view> words = words_of(item);
    Triangle triangle;
    triangle.thunder_run.confire = words.size() == 4 && words.back() == "confire";
    if (triangle.thunder_run.confire) words.pop_back();
    std::optional<CountedWord> crews;
    if (words.size() == 3) {
      crews = counted_word(words[0], most_vehicles_that_help - static_cast<int>(triangles.size()));
      if (crews) triangle.crew.quality = std::string(crews->word);
      triangle.colour = words[1] == "red"    ? Triangle::Colour::red
                        : words[1] == "blue" ? Triangle::Colour::blue
                                             : Triangle::Colour::none;
      triangle.number = number_in<int>(words[2]);
    }
    if (!crews || triangle.colour == Triangle::Colour::none || !triangle.number ||
        *triangle.number < 1 || *triangle.number > triangle.most_rolls()) {
      throw ArgumentError(
          parameter, fmt::format("'{}' is no vehicle with a triangle", item),
          fmt::format("{}, {} vehicles at most", triangles_form, most_vehicles_that_help));
    }
    charts.get<TroopClasses>().fights_as(triangle.crew.quality, parameter);
    triangle.prepare(charts);
    triangles.insert(triangles.end(), static_cast<std::size_t>(crews->count), triangle);
  }
  return triangles;
}

bool Interception::stops(Dice& dice, int& helpers_left) const {
  if (own.destroys(dice)) return true;
  while (helpers_left > 0) {
    const Triangle& next = called_upon[called_upon.size() - static_cast<std::size_t>(helpers_left)];
    --helpers_left;
    if (next.destroys(dice)) return true;
  }
  return ads && dice.die([](int dr) { return dr >= ads_stops_missile_at_least; });
}

void Interception::describe(Declaration<Interception>& asks, const std::string& prefix) {
  asks.includes(&Interception::own, prefix, "the target of the missile")
      .asks(
          &Interception::helpers, "helpers", 0, 8,
          "vehicles that help over an Anti-ATGW Enhanced Data Link, at -1 QR; each is spent on one missile")
      .only_when(
          [](const Interception& all) { return all.helper.colour != Triangle::Colour::none; }, "",
          "--helper-triangle red or blue, and --helper-rolls")
      .includes(&Interception::helper, "helper_", "the helpers")
      .adjust("helper_quality",
              [](Parameter& quality) {
                quality.default_value = "";
                quality.meaning += "; default: as the target of the missile";
              })
      .only_when(
          {"helper_quality"},
          [](const Interception& all) { return all.helper.colour != Triangle::Colour::none; }, "",
          "--helper-triangle")
      .asks(
          &Interception::helper_list, "helper_list", triangles_form,
          "helpers that differ, in the order in which they fire: quality, triangle, and confire where it is paid for; in "
          "place of helpers",
          read_triangles)
      .tried_with({"elite red 2; 2*veteran blue 1", "veteran red 1 confire"})
      .only_when(
          [](const Interception& all) { return all.helper.colour == Triangle::Colour::none; },
          "--helper-triangle already names the helpers", "")
      .adjust("helpers",
              [](Parameter& number) { number.named_form = "helpers that differ as --helper-list"; })
      .asks(&Interception::ads, "ads",
            "a working ADS may try the missile last, on a 6 (optional rule)")
      .also_open("slammers.interception");
}

void Interception::prepare(const Charts& charts) {
  constexpr int over_the_link = -1;  // Supplement 4, Anti-ATGW Enhanced Data Link
  const auto call = [&](Triangle one) {
    one.man(one.crew.quality.empty() ? own.crew : one.crew, charts, over_the_link);
    // A helper without a chance is not called upon.
    if (one.roll.possible()) called_upon.push_back(one);
  };
  if (helper_list) {
    for (const Triangle& one : *helper_list) call(one);
  } else if (helper.colour != Triangle::Colour::none) {
    for (int i = 0; i < helpers; ++i) call(helper);
  }
  helpers = static_cast<int>(called_upon.size());
}

}  // namespace combat_odds::slammers
