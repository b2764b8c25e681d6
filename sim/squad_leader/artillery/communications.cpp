#include "sim/squad_leader/artillery/communications.hpp"

#include "sim/declare/names.hpp"
#include "sim/squad_games/numbers_needed.hpp"
#include "sim/squad_leader/artillery/artillery_charts.hpp"

namespace combat_odds::squad_leader {
namespace {

constexpr int radio_breakdown = 12;  // an Original roll, as printed on the counter
constexpr int phone_contact = 11;    // Supplement H: any roll but a 12
constexpr int american_repair = 2;   // printed on its counter: repaired on 1 and 2

}  // namespace

void Communications::prepare(const Charts& charts) {
  if (by_radio()) {
    contact_ = contact_number ? *contact_number
                              : charts.get<ArtilleryNations>().at(nationality, year).contact;
  }
  repairs_to_ = repair_number.value_or(nationality == "american" ? american_repair : 1);
}

int Communications::needed(bool maintaining) const {
  if (by_phone()) return phone_contact - phone_drm;
  return contact_ - (maintaining ? maintenance_drm : 0);
}

Communications::Contact Communications::attempt(Dice& dice, bool maintaining) const {
  const int at_most = needed(maintaining);
  return dice.DR([&](TwoDice roll) {
    if (by_phone()) return roll.total() <= at_most ? Contact::in_contact : Contact::out_of_order;
    if (roll.total() >= radio_breakdown) return Contact::out_of_order;
    return roll.total() <= at_most ? Contact::in_contact : Contact::no_contact;
  });
}

Communications::Repair Communications::repair(Dice& dice) const {
  return repaired(dice, repairs_to_,
                  Repairable{Repair::repaired, Repair::still_broken, Repair::lost});
}

void Communications::describe(Declaration<Communications>& asked) {
  asked
      .asks(&Communications::means, "communication",
            one_of({"radio", "field_phone", "beside_the_gun", "kept"}),
            "how the spotter speaks to the guns; beside_the_gun: he is in a hex next to an "
            "on-board gun (63.32); kept: contact is taken as kept, without a roll")
      .asks(&Communications::nationality, "nationality", "a nationality of the chart",
            "whose artillery it is")
      .or_named(names_in(ArtilleryNations::chart_name, "nationality"))
      .tried_with({"russian", "american"})
      .asks(&Communications::year, "year", 1939, 1945,
            "the year: Russian radios make contact more easily as the war goes on")
      .asks(&Communications::contact_number, "contact_number", 2, 12,
            "contact is made on a DR of this or less, and maintained on 2 more; default: the "
            "chart's for the nationality and year")
      .only_when(&Communications::by_radio, "", "--communication radio")
      .asks(&Communications::phone_drm, "phone_drm", 0, 20,
            "to the contact roll of a field phone: +1 if a barrage fell in the nine hexes behind "
            "it, +1 for each enemy squad there (Supplement H)")
      .only_when(&Communications::by_phone, "", "--communication field_phone")
      .asks(&Communications::repair_number, "repair_number", 1, 5,
            "a broken radio is repaired on a die of this or less; default: 1, an American one 2")
      .only_when(&Communications::by_radio, "", "--communication radio");
}

}  // namespace combat_odds::squad_leader
