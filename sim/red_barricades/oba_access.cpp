#include "core/dice/small.hpp"
#include "sim/asl/support/oba_battery.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/red_barricades/charts.hpp"

namespace combat_odds::red_barricades {
namespace {

/// The draw pile of one OBA module, and the progress of the scenario.
struct BatteryState {
  std::uint8_t turn = 0;  ///< Player Turns done
  asl::DrawPile pile;
  std::uint8_t busy = 0;     ///< Player Turns until the mission ends
  std::uint8_t contact = 0;  ///< radio contact is established
};

struct ObaAccess {
  /// What a mission does in a turn without contact.
  enum class OutOfContact : std::uint8_t { waits, goes_on };

  Side side = Side::german;
  asl::DrawPile::Ammo ammo = asl::DrawPile::Ammo::normal;
  bool pre_registered = false;
  int turns = 0;
  int mission_turns = 4;
  std::optional<int> contact;
  bool battalion_mortar = false;
  OutOfContact out_of_contact = OutOfContact::waits;

  void prepare(const Charts& charts) {
    fresh.pile = asl::DrawPile::of(name_of(side), ammo, pre_registered, charts);
  }

  BatteryState start() const { return fresh; }

  BatteryState step(const BatteryState& before, Dice& dice) const {
    BatteryState now = before;
    ++now.turn;
    const asl::BatteryContact maker{contact, battalion_mortar};
    now.contact = maker.made(dice, before.contact != 0) ? 1 : 0;
    if (now.busy > 0) {
      if (now.contact != 0 || out_of_contact == OutOfContact::goes_on) --now.busy;
      return now;
    }
    if (now.contact == 0) return now;
    if (now.pile.draw(dice, true)) now.busy = small(mission_turns - 1);
    return now;
  }

  std::optional<Outcome> outcome(const BatteryState& battery) const {
    const bool lost = battery.pile.lost();
    if (!lost && battery.turn < turns) return std::nullopt;
    return Outcome(lost ? "lost" : "available")
        .event("fired", battery.pile.blacks_drawn > 0)
        .measure("missions", battery.pile.blacks_drawn);
  }

  BatteryState fresh;
};

}  // namespace

Procedure oba_access() {
  return procedure<ObaAccess>("rb.oba-access", "C1.2-.21; Red Barricades CG III 11",
                              "Battery Access over the turns of a scenario: how many fire missions")
      .asks(&ObaAccess::side, "side", one_of({"german", "russian"}),
            "whose draw pile: 8 black and 3 red, or 5 and 2")
      .asks(&ObaAccess::ammo, "ammo", asl::DrawPile::ammo_names(),
            "Plentiful adds a black chit, Scarce a red one")
      .asks(&ObaAccess::pre_registered, "pre_registered",
            "at least one Pre-Registered hex adds a black chit")
      .asks(&ObaAccess::turns, "turns", 1, 40, "the Player Turns in which the Observer may act")
      .required()
      .tried_with({"1", "2", "3", "5", "8", "16"})
      .asks(&ObaAccess::mission_turns, "mission_turns", 1, 10,
            "Player Turns from one draw to the next in a mission")
      .asks(&ObaAccess::contact, "contact", 2, 11,
            "the highest DR of Radio or Field Phone Contact; default: contact is automatic")
      .tried_with({"6", "7", "8", "11"})
      .asks(&ObaAccess::battalion_mortar, "battalion_mortar",
            "a 70+ or 80+mm battalion mortar: contact is maintained at -2 instead of -1")
      .only_when([](const ObaAccess& asked) { return asked.contact.value_or(11) < 11; },
                 "no DR loses such contact once it is made", "")
      .asks(&ObaAccess::out_of_contact, "out_of_contact",
            one_of({"mission_waits", "mission_goes_on"}),
            "a turn of a mission in which contact is lost: the mission waits, or goes on")
      .only_when([](const ObaAccess& asked) { return asked.contact.value_or(11) < 11; },
                 "no DR loses such contact once it is made", "")
      .outcome("available", "the module is still there at the end")
      .outcome("lost", "two red chits were removed: no more missions")
      .event("fired", "at least one fire mission")
      .measure("missions", "fire missions begun")
      .headline("fired", "there is at least one fire mission")
      .headline("mean missions", "{} missions on average")
      .headline("lost", "the battery is lost");
}

}  // namespace combat_odds::red_barricades
