#include "combat_odds/sim/procedure.hpp"
#include "combat_odds/sim/red_barricades/charts.hpp"

namespace combat_odds::red_barricades {
namespace {

/// The draw pile of one OBA module and how far the scenario has come.
struct Battery {
  std::uint8_t turn = 0;  ///< Player Turns done
  std::uint8_t black = 0;
  std::uint8_t red = 0;
  std::uint8_t blacks_drawn = 0;  ///< permanently removed; each is a fire mission
  std::uint8_t reds_drawn = 0;    ///< permanently removed
  std::uint8_t busy = 0;          ///< Player Turns until the mission has ended
};

/// The chits of each side (C1.211).
class DrawPiles {
 public:
  static constexpr const char* chart_name = "asl/oba.csv";
  explicit DrawPiles(const CsvTable& chart) {
    const auto side = chart_column(chart, "nationality");
    const auto black = chart_column(chart, "black");
    const auto red = chart_column(chart, "red");
    for (const auto& row : chart.rows) {
      chits_[row[side].text] = {chart_integer(chart, row[black]), chart_integer(chart, row[red])};
    }
    for (const char* const needed : {"german", "russian"}) {
      if (!chits_.contains(needed)) {
        throw InputError({chart.file, 1, 1}, std::string("no line for ") + needed,
                         "its black and red chits");
      }
    }
  }
  std::pair<int, int> of(const std::string& side) const { return chits_.at(side); }

 private:
  std::map<std::string, std::pair<int, int>> chits_;
};

class ObaAccess : public Process<Battery> {
 public:
  ObaAccess(const Arguments& arguments, const Charts& charts)
      : turns_(arguments.integer("turns")),
        mission_turns_(arguments.integer("mission_turns")),
        contact_(arguments.given("contact") ? arguments.integer("contact") : 12) {
    auto [black, red] = charts.get<DrawPiles>(DrawPiles::chart_name).of(arguments.choice("side"));
    if (arguments.choice("ammo") == "plentiful") ++black;
    if (arguments.choice("ammo") == "scarce") ++red;
    if (arguments.flag("pre_registered")) ++black;
    start_.black = static_cast<std::uint8_t>(black);
    start_.red = static_cast<std::uint8_t>(red);
  }

  Battery start() const override { return start_; }

  Battery step(const Battery& before, Dice& dice) const override {
    Battery now = before;
    ++now.turn;
    if (now.busy > 0) {
      --now.busy;
      return now;
    }
    if (contact_ < 12 && !dice.DR([&](TwoDice roll) { return roll.total() <= contact_; })) {
      return now;
    }
    const bool black = dice.chit(now.black + now.red, [&](int chit) { return chit < now.black; });
    if (black) {
      --now.black;
      ++now.blacks_drawn;
      now.busy = static_cast<std::uint8_t>(mission_turns_ - 1);
    } else if (now.reds_drawn == 1 && now.blacks_drawn < 2) {
      // Section 11: the second red chit goes back while fewer than two black ones are gone.
    } else {
      --now.red;
      ++now.reds_drawn;
    }
    return now;
  }

  std::optional<Outcome> outcome(const Battery& battery) const override {
    const bool lost = battery.reds_drawn == 2;
    if (!lost && battery.turn < turns_) return std::nullopt;
    return Outcome(lost ? "lost" : "available")
        .event("fired", battery.blacks_drawn > 0)
        .measure("missions", battery.blacks_drawn);
  }

 private:
  int turns_;
  int mission_turns_;
  int contact_;
  Battery start_;
};

}  // namespace

Procedure oba_access() {
  return {
      .name = "rb.oba-access",
      .rule = "C1.2-.21; Red Barricades CG III 11",
      .summary = "Battery Access over the turns of a scenario: how many fire missions",
      .details =
          "Each Player Turn in which the Observer has no mission under way he draws a chit: a "
          "black "
          "one is removed and begins a fire mission, a red one is removed and ends his actions for "
          "the turn; the second red chit removed is the end of the module. By section 11 the "
          "second "
          "red chit goes back into the pile as long as fewer than two black chits have been "
          "removed.\n"
          "A mission takes mission_turns Player Turns up to the next draw: four for an SR, FFE:1, "
          "FFE:2 and FFE:C with nothing to correct, three where a Pre-Registered hex spares the "
          "SR. "
          "'contact' is the highest DR of Radio or Field Phone Contact (German radio 8, Russian 7, "
          "phone 11); left out, contact is automatic, as for an Offboard Observer. Each turn of "
          "contact is rolled anew. The extra chit that is drawn and put back when no enemy in the "
          "target hex is Known depends on the map and is left out, and so is a radio that breaks "
          "down. A mission that begins in the last turn counts.",
      .parameters = {choice("side", {"german", "russian"},
                            "whose draw pile: 8 black and 3 red, or 5 and 2"),
                     choice("ammo", {"normal", "plentiful", "scarce"},
                            "Plentiful adds a black chit, Scarce a red one"),
                     flag("pre_registered", "at least one Pre-Registered hex adds a black chit"),
                     integer("turns", 1, 40, "the Player Turns in which the Observer may act")
                         .tried_with({"1", "2", "3", "5", "8", "16"}),
                     integer("mission_turns", 1, 10,
                             "Player Turns from one draw to the next in a mission")
                         .by_default("4"),
                     integer("contact", 2, 12, "the highest DR of Radio or Field Phone Contact")
                         .optional()
                         .tried_with({"", "", "7", "8", "11"})},
      .outcomes = {{"available", "the module is still there at the end"},
                   {"lost", "two red chits were removed: no more missions"}},
      .events = {{"fired", "at least one fire mission"}},
      .measures = {{"missions", "fire missions begun"}},
      .charts = {DrawPiles::chart_name},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<ObaAccess>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::red_barricades
