#include "combat_odds/sim/declaration.hpp"
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
  std::uint8_t contact = 0;       ///< established and not lost since
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
  std::pair<int, int> of(Side side) const { return chits_.at(name_of(side)); }

 private:
  std::map<std::string, std::pair<int, int>> chits_;
};

struct ObaAccess {
  enum class Ammo : std::uint8_t { normal, plentiful, scarce };
  /// What a mission does in a turn in which contact is lost.
  enum class OutOfContact : std::uint8_t { waits, goes_on };

  Side side = Side::german;
  Ammo ammo = Ammo::normal;
  bool pre_registered = false;
  int turns = 0;
  int mission_turns = 4;
  std::optional<int> contact;
  bool battalion_mortar = false;
  OutOfContact out_of_contact = OutOfContact::waits;

  void prepare(const Charts& charts) {
    auto [black, red] = charts.get<DrawPiles>().of(side);
    if (ammo == Ammo::plentiful) ++black;
    if (ammo == Ammo::scarce) ++red;
    if (pre_registered) ++black;
    fresh.black = static_cast<std::uint8_t>(black);
    fresh.red = static_cast<std::uint8_t>(red);
  }

  Battery start() const { return fresh; }

  Battery step(const Battery& before, Dice& dice) const {
    Battery now = before;
    ++now.turn;
    now.contact = in_contact(dice, before.contact != 0) ? 1 : 0;
    if (now.busy > 0) {
      if (now.contact != 0 || out_of_contact == OutOfContact::goes_on) --now.busy;
      return now;
    }
    if (now.contact == 0) return now;
    const bool black = dice.chit(now.black + now.red, [&](int chit) { return chit < now.black; });
    if (black) {
      --now.black;
      ++now.blacks_drawn;
      now.busy = static_cast<std::uint8_t>(mission_turns - 1);
    } else if (now.reds_drawn == 1 && now.blacks_drawn < 2) {
      // Section 11: the second red chit goes back while fewer than two black ones are gone.
    } else {
      --now.red;
      ++now.reds_drawn;
    }
    return now;
  }

  /// C1.2: contact is made anew where it was lost, and maintained with a DRM where it was not.
  bool in_contact(Dice& dice, bool was_in_contact) const {
    if (!contact) return true;
    const int drm = was_in_contact ? maintenance_drm() : 0;
    return dice.DR([&](TwoDice roll) { return roll.total() + drm <= *contact; });
  }
  int maintenance_drm() const { return battalion_mortar ? -2 : -1; }

  std::optional<Outcome> outcome(const Battery& battery) const {
    const bool lost = battery.reds_drawn == 2;
    if (!lost && battery.turn < turns) return std::nullopt;
    return Outcome(lost ? "lost" : "available")
        .event("fired", battery.blacks_drawn > 0)
        .measure("missions", battery.blacks_drawn);
  }

  Battery fresh;
};

}  // namespace

Procedure oba_access() {
  return procedure<ObaAccess>("rb.oba-access", "C1.2-.21; Red Barricades CG III 11",
                              "Battery Access over the turns of a scenario: how many fire missions")
      .asks(&ObaAccess::side, "side", one_of({"german", "russian"}),
            "whose draw pile: 8 black and 3 red, or 5 and 2")
      .asks(&ObaAccess::ammo, "ammo", one_of({"normal", "plentiful", "scarce"}),
            "Plentiful adds a black chit, Scarce a red one")
      .asks(&ObaAccess::pre_registered, "pre_registered",
            "at least one Pre-Registered hex adds a black chit")
      .asks(&ObaAccess::turns, "turns", 1, 40, "the Player Turns in which the Observer may act")
      .required()
      .tried_with({"1", "2", "3", "5", "8", "16"})
      .asks(&ObaAccess::mission_turns, "mission_turns", 1, 10,
            "Player Turns from one draw to the next in a mission")
      .asks(&ObaAccess::contact, "contact", 2, 11,
            "the highest DR of Radio or Field Phone Contact; left out: contact is automatic")
      .tried_with({"", "6", "7", "8", "11"})
      .asks(&ObaAccess::battalion_mortar, "battalion_mortar",
            "a 70+ or 80+mm battalion mortar: contact is maintained at -2 instead of -1")
      .only_when([](const ObaAccess& asked) { return asked.contact.value_or(11) < 11; },
                 "contact that no DR loses once it is made",
                 "leave it out, or give a radio's contact")
      .asks(&ObaAccess::out_of_contact, "out_of_contact",
            one_of({"mission_waits", "mission_goes_on"}),
            "a turn of a mission in which contact is lost: the mission waits, or goes on")
      .only_when([](const ObaAccess& asked) { return asked.contact.value_or(11) < 11; },
                 "contact that no DR loses once it is made",
                 "leave it out, or give a radio's contact")
      .outcome("available", "the module is still there at the end")
      .outcome("lost", "two red chits were removed: no more missions")
      .event("fired", "at least one fire mission")
      .measure("missions", "fire missions begun")
      .headline("fired", "at least one fire mission")
      .headline("mean missions", "{} on average")
      .headline("lost", "the battery is lost");
}

}  // namespace combat_odds::red_barricades
