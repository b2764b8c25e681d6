#include <fmt/format.h>

#include "core/text/plain_text.hpp"
#include "sim/asl/support/oba_battery.hpp"

namespace combat_odds::asl {
namespace {

/// C1.2-.31: one pass of the Observer in one fire phase: contact, a chit, and where his SR lands.
struct SpottingRound {
  using Observer = BatteryObserver;

  enum class PreRegistered { no, elsewhere, target };

  std::string side;
  DrawPile::Ammo ammo = DrawPile::Ammo::normal;
  PreRegistered pre_registered = PreRegistered::no;
  Observer observer = Observer::radio;
  std::optional<int> contact;
  bool in_contact = false;
  bool battalion_mortar = false;
  int accuracy_drm = 0;
  bool target_known = true;
  bool access_granted = false;

  bool may_lack_contact() const { return observer != Observer::offboard && !access_granted; }
  bool draws_chits() const { return !access_granted; }
  bool maintains_contact() const { return may_lack_contact() && in_contact; }
  bool aims_by_accuracy() const { return pre_registered != PreRegistered::target; }

  void prepare(const Charts& charts) {
    pile_ = DrawPile::of(side, ammo, pre_registered != PreRegistered::no, charts);
    accurate_to_ = accuracy_of(side, observer, charts) - accuracy_drm;
    if (!aims_by_accuracy()) accurate_to_ = 4;  // C1.73
    contact_ = {contact_number(contact, side, observer, charts), battalion_mortar};
  }

  Outcome resolve(Dice& dice) const {
    if (draws_chits()) {
      if (!contact_.made(dice, in_contact)) return Outcome("no_contact");
      DrawPile pile = pile_;
      if (!pile.draw(dice, false)) return Outcome("red_chit").event("contact");
      const bool goes_on = target_known || pile.draw_extra(dice);  // C1.6
      if (!goes_on) return Outcome("cancelled").event("contact").event("access");
    }
    const bool accurate = dice.die([&](int roll) { return roll <= accurate_to_; });
    return Outcome(accurate ? "accurate" : "inaccurate").event("contact").event("access");
  }

  Working working() const {
    static constexpr const char* by[] = {"by radio", "by Field Phone", "offboard"};
    Working working;
    working.situation =
        fmt::format("{} Observer {}", capitalized(side), by[static_cast<std::size_t>(observer)]);
    if (access_granted) {
      working.situation += fmt::format(", with Battery Access, accurate on {}", accurate_to_);
      return working;
    }
    if (contact_.number) {
      const int drm = in_contact ? contact_.maintenance_drm() : 0;
      working.situation += fmt::format(", {} contact on {}", in_contact ? "maintains" : "makes",
                                       *contact_.number - drm);
    }
    working.situation += fmt::format(", {} black and {} red chits", pile_.black, pile_.red);
    return working;
  }

 private:
  DrawPile pile_;
  BatteryContact contact_;
  int accurate_to_ = 0;
};

}  // namespace

Procedure spotting_round() {
  using Asked = SpottingRound;
  return procedure<Asked>("asl.spotting-round", "C1.2-.31, C1.6-.63, C1.73",
                          "contact, a black chit and an accurate SR, all in one fire phase")
      .asks(&Asked::side, "side", DrawPile::side_names(), "whose draw pile, Contact and Accuracy")
      .required()
      .asks(&Asked::ammo, "ammo", DrawPile::ammo_names(),
            "Plentiful adds a black chit, Scarce a red one")
      .only_when(&Asked::draws_chits, "the chits are drawn already", "")
      .asks(&Asked::pre_registered, "pre_registered", one_of({"no", "elsewhere", "target"}),
            "a Pre-Registered hex adds a black chit; in the target hex it helps Accuracy, too")
      .asks(&Asked::observer, "observer", observer_names(),
            "how he has contact; an Offboard Observer always has")
      .asks(&Asked::contact, "contact", 2, 12,
            "the highest DR of Contact; default: that of the chart")
      .only_when(
          &Asked::may_lack_contact,
          "nobody rolls for it: an Offboard Observer has contact, and so has he who has access", "")
      .asks(&Asked::in_contact, "in_contact", "he has contact already, and maintains it: -1")
      .only_when(
          &Asked::may_lack_contact,
          "nobody rolls for it: an Offboard Observer has contact, and so has he who has access", "")
      .asks(&Asked::battalion_mortar, "battalion_mortar",
            "a 70+ or 80+mm battalion mortar: contact is maintained at -2")
      .only_when(&Asked::maintains_contact, "", "--in-contact")
      .asks(&Asked::accuracy_drm, "accuracy_drm", 0, 6,
            "what Hindrances and SMOKE add to the Accuracy dr")
      .only_when(&Asked::aims_by_accuracy, "it does not count in a Pre-Registered hex", "")
      .asks(
          &Asked::target_known, "target_known",
          "an enemy unit in the target hex or next to it is Known, or none is there; else an extra "
          "chit is drawn, which goes back")
      .tried_with({"true", "false"})
      .only_when(&Asked::draws_chits, "the chits are drawn already", "")
      .asks(&Asked::access_granted, "access_granted",
            "he has contact and a black chit: the Accuracy dr alone is rolled")
      .outcome("accurate", "the SR is placed in the hex aimed at")
      .outcome("inaccurate", "it is placed with an error")
      .outcome("cancelled", "the extra chit is red, and the mission cancelled")
      .outcome("red_chit", "the chit for Battery Access is red")
      .outcome("no_contact", "there is no contact")
      .event("contact", "he has contact")
      .event("access", "he has contact and draws a black chit")
      .headline("accurate", "an accurate SR")
      .headline("contact", "contact")
      .headline("access", "contact and a black chit");
}

}  // namespace combat_odds::asl
