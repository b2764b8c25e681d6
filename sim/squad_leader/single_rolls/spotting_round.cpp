#include <fmt/format.h>

#include "core/dice/small.hpp"
#include "core/text/plain_text.hpp"
#include "sim/squad_games/numbers_needed.hpp"
#include "sim/squad_leader/artillery/artillery_charts.hpp"
#include "sim/squad_leader/artillery/communications.hpp"

namespace combat_odds::squad_leader {
namespace {

/// 46.1-.21: the spotter makes contact, his first spotting round comes down, and he keeps contact.
struct SpottingRound {
  static constexpr int pre_ranged_drm = -2;  // 78.5

  enum class Begin { no_contact, in_contact, artillery_request };

  Communications communications;
  Begin begin = Begin::no_contact;
  std::optional<int> accuracy;
  bool pre_ranged = false;
  int rally_phases = 1;

  void prepare(const Charts& charts) {
    const int charted = accuracy ? *accuracy
                                 : charts.get<ArtilleryNations>()
                                       .at(communications.nationality, communications.year)
                                       .accuracy;
    on_target_to_ = charted - (pre_ranged ? pre_ranged_drm : 0);
  }

  Outcome resolve(Dice& dice) const {
    const int phase = contact(dice);
    if (phase == 0) return Outcome("no_contact");
    const bool on_target = dice.die([&](int roll) { return roll <= on_target_to_; });
    const int hexes_off = on_target ? 0 : dice.die();
    const bool kept = keeps_contact(dice);
    return Outcome(on_target ? "on_target" : "off_target")
        .event("contact")
        .event("contact_kept", kept)
        .event("on_target_and_kept", on_target && kept)
        .measure("phase", phase)
        .measure_if(!on_target, "hexes_off", hexes_off);
  }

  Working working() const {
    Working working;
    working.situation = capitalized(communications.nationality) + " artillery";
    if (communications.rolls() && begin != Begin::artillery_request) {
      const bool maintaining = begin == Begin::in_contact;
      working.situation += fmt::format(", contact {} {}", maintaining ? "maintained on" : "on",
                                       communications.needed(maintaining));
    }
    working.situation += fmt::format(", accurate on {}", on_target_to_);
    if (rally_phases > 1) working.situation += fmt::format(", {} Rally Phases", rally_phases);
    return working;
  }

 private:
  using Contact = Communications::Contact;

  /// The Rally Phase in which contact is made; 0: in none.
  int contact(Dice& dice) const {
    if (!communications.rolls() || begin == Begin::artillery_request) return 1;
    if (begin == Begin::in_contact) return keeps_contact(dice) ? 1 : 0;
    struct State {
      std::uint8_t phase = 0;
      std::uint8_t broken = 0;
    };
    State state;
    while (state.phase < rally_phases) {
      dice.at(state);
      ++state.phase;
      if (state.broken != 0) {  // 18.2
        const Communications::Repair repair = communications.repair(dice);
        if (repair == Communications::Repair::lost) return 0;
        if (repair == Communications::Repair::still_broken) continue;
        state.broken = 0;
      }
      const Contact made = communications.attempt(dice, false);
      if (made == Contact::in_contact) return state.phase;
      if (made != Contact::out_of_order) continue;
      if (!communications.by_radio()) return 0;  // Supplement H
      state.broken = 1;
    }
    return 0;
  }

  bool keeps_contact(Dice& dice) const {
    return !communications.rolls() || communications.attempt(dice, true) == Contact::in_contact;
  }

  int on_target_to_ = 0;
};

}  // namespace

Procedure spotting_round() {
  using Asked = SpottingRound;
  return procedure<Asked>(
             "sl.spotting-round", "46.1-.21, COI 78.5, Supplement H",
             "the first rolls of artillery: contact, the spotting round, and contact kept")
      .includes(&Asked::communications)
      .asks(
          &Asked::accuracy, "accuracy", 0, 6,
          "the spotting round is on target on a die of this or less; default: the chart's for the "
          "nationality")
      .asks(&Asked::pre_ranged, "pre_ranged",
            "the hex aimed at is the battery's pre-ranged one: -2 to that die (78.5)")
      .asks(
          &Asked::begin, "begin", one_of({"no_contact", "in_contact", "artillery_request"}),
          "how things stand: no_contact; in_contact: contact was made before, and has to be "
          "maintained first (46.12); artillery_request: it is made, the spotting round comes next")
      .only_when([](const Asked& asked) { return asked.communications.rolls(); },
                 "a spotter beside the gun does not roll for contact (63.32)", "")
      .asks(&Asked::rally_phases, "rally_phases", 1, 20,
            "in how many Rally Phases, of both players, contact is tried")
      .tried_with({"1", "2", "3"})
      .only_when([](const Asked& asked) { return asked.communications.rolls(); },
                 "a spotter beside the gun does not roll for contact (63.32)", "")
      .only_when([](const Asked& asked) { return asked.begin == Asked::Begin::no_contact; },
                 "contact is made already", "--begin no_contact")
      .outcome("on_target", "the first spotting round is on target")
      .outcome("off_target", "it is not")
      .outcome("no_contact", "there is no contact, and no spotting round")
      .event("contact", "contact is made")
      .event("contact_kept", "and maintained in the next Rally Phase")
      .event("on_target_and_kept",
             "the round is on target, and contact is maintained for the fire for effect")
      .measure("phase", "the Rally Phase in which contact is made")
      .only_where({"contact"})
      .less_is_better()
      .measure("hexes_off",
               "how many hexes off a round that is not on target lands: the extent die")
      .only_where({"off_target"})
      .less_is_better()
      .headline("contact", "contact is made")
      .headline("on_target", "the first spotting round is on target")
      .headline("on_target_and_kept", "on target, and contact is kept");
}

}  // namespace combat_odds::squad_leader
