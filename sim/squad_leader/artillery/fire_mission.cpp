#include "sim/squad_leader/artillery/fire_mission.hpp"

#include <algorithm>

#include "core/dice/small.hpp"
#include "sim/squad_games/numbers_needed.hpp"
#include "sim/squad_leader/artillery/counter_battery.hpp"

namespace combat_odds::squad_leader {
namespace {

using Battery = FireMission::Battery;
using Link = FireMission::Link;
using Marker = FireMission::Marker;
using Step = FireMission::Step;

constexpr int correction = 3;  // 46.31: hexes that a counter is moved in a Rally Phase
constexpr int modules = 4;     // 45.2: chits of 1 to 4 fire missions

}  // namespace

FireMission::State FireMission::start() const {
  State state;
  if (begins_with) {
    state.link = Link::in_contact;
    state.marker = *begins_with;
    state.direction = neighbours_matter ? begins_beside : 0;
  }
  state.missions = unlimited;  // 63.35
  if (battery == Battery::off_board) {
    state.missions = missions ? small(*missions) : not_drawn;
    if (rolls_calibre()) state.calibre = not_drawn;
  }
  if (battery == Battery::rockets) state.rockets = small(tubes);
  state.enemy_missions = small(counter_battery);
  state.enemy_contact = counter_battery > 0 ? 1 : 0;
  state.units = zone.start();
  return state;
}

FireMission::State FireMission::begin(State state, int turn) const {
  if (state.arrived == this_turn) state.arrived = small(turn);
  const bool turns_differ = battery == Battery::rockets || counter_battery > 0;
  state.enemy_turn = turns_differ && (turn % 2 == 0) != own_turn_first ? 1 : 0;
  if (state.disrupted > 0 && state.disrupted != for_good) --state.disrupted;
  forget_what_comes_too_late(state, turn);
  if (state.reloading > 0 && --state.reloading == 0) {
    state.rockets = small(tubes);
  }
  state.step = Step::repair;
  go_on(state);
  return state;
}

/// Makes states alike that would differ only after the last player turn.
void FireMission::forget_what_comes_too_late(State& state, int turn) const {
  const int left = turns - turn;  // including this player turn
  if (counter_battery > 0) {
    if (state.disrupted >= left) {
      state.disrupted = for_good;
      state.enemy_missions = 0;
    }
    state.enemy_missions = small(std::min<int>(state.enemy_missions, (left + 1) / 2));
    if (state.enemy_missions == 0) state.enemy_contact = state.enemy_row = 0;
  }
  const bool counted = state.missions != unlimited && state.missions != not_drawn;
  if (counted && state.missions > left) state.missions = unlimited;
}

void FireMission::step(State& state, Dice& dice) const {
  if (state.attack.on != 0) {
    zone.check(dice, state.units, state.attack);
  } else {
    switch (state.step) {
      case Step::repair: {
        const Communications::Repair repair = communications.repair(dice);
        if (repair == Communications::Repair::repaired) state.link = Link::none;
        if (repair == Communications::Repair::lost) state.link = Link::radio_lost;
        state.step = Step::contact;
        break;
      }
      case Step::contact:
        try_contact(state, dice);
        state.step = Step::enemy_contact;
        break;
      case Step::enemy_contact: {
        const int needed = *counter_battery_contact -
                           (state.enemy_contact != 0 ? Communications::maintenance_drm : 0);
        const bool contact = DR_at_most(dice, std::min(needed, 11));
        state.enemy_contact = contact ? 1 : 0;
        state.step = Step::counter_battery;
        break;
      }
      case Step::counter_battery:
        strike_back(state, dice);
        state.step = Step::supply;
        break;
      case Step::supply:
        draw(state, dice);
        break;
      case Step::fire:
        fire(state, dice);
        break;
      case Step::spotting:
        spot(state, dice);
        break;
      case Step::done:
        break;
    }
  }
  go_on(state);
}

std::optional<Outcome> FireMission::outcome(const State& state, int played) const {
  if (played < turns && !over(state)) return std::nullopt;
  const int arrival = state.arrived == this_turn ? played : state.arrived;
  std::optional<Outcome> outcome(std::in_place, arrival == 0              ? "never"
                                                : state.beside_first != 0 ? "beside"
                                                                          : "on_target");
  outcome->event("arrives", arrival > 0)
      .event("contact_lost_for_good", state.link == Link::radio_lost)
      .event("battery_destroyed", state.link == Link::battery_destroyed)
      .event("ammunition_gone", state.link == Link::ammunition_gone);
  outcome->measure_if(arrival > 0, "turn", arrival);
  zone.tell(*outcome, state.units);
  return outcome;
}

/// Goes on to the next roll, or to the end of the player turn.
void FireMission::go_on(State& state) const {
  while (rolls_nothing(state)) {
  }
}

/// Whether this step needs no roll. If so, the state has gone on to the next step.
bool FireMission::rolls_nothing(State& state) const {
  if (state.attack.on != 0) return false;
  switch (state.step) {
    case Step::repair:
      if (state.link == Link::broken_radio) return false;
      state.step = Step::contact;
      return true;
    case Step::contact:
      if (!over(state) && state.link != Link::broken_radio && state.disrupted == 0) {
        if (communications.rolls()) return false;
        state.link == Link::none ? contact_made(state) : contact_maintained(state);
      }
      state.step = Step::enemy_contact;
      return true;
    case Step::enemy_contact:
      if (counter_battery_contact && state.enemy_missions > 0) return false;
      state.step = Step::counter_battery;
      return true;
    case Step::counter_battery:
      if (counter_battery_fires(state)) return false;
      if (state.enemy_turn != 0) state.enemy_row = 0;
      state.step = Step::supply;
      return true;
    case Step::supply:
      if (!will_fire(state)) {
        begin_spotting(state);
        return true;
      }
      if (state.missions == not_drawn || state.calibre == not_drawn) return false;
      begin_fire(state);
      return true;
    case Step::fire:
      if (may_strike(state)) return false;
      end_fire(state);
      begin_spotting(state);
      return true;
    case Step::spotting:
      if (state.salvo > 0) return false;
      state.enemy_turn = 0;
      state.step = Step::done;
      return true;
    case Step::done:
      return false;
  }
  return false;
}

// Contact (46.1), and spotting and correcting with it (46.2, 46.3).

void FireMission::try_contact(State& state, Dice& dice) const {
  const bool maintaining = state.link == Link::in_contact;
  switch (communications.attempt(dice, maintaining)) {
    case Communications::Contact::in_contact:
      maintaining ? contact_maintained(state) : contact_made(state);
      break;
    case Communications::Contact::no_contact:
      contact_lost(state, Link::none);
      break;
    case Communications::Contact::out_of_order:
      contact_lost(state, communications.by_phone() ? Link::radio_lost : Link::broken_radio);
      break;
  }
}

void FireMission::contact_made(State& state) { contact_lost(state, Link::in_contact); }

void FireMission::contact_lost(State& state, Link link) {
  state.link = link;
  state.marker = Marker::request;
  state.direction = 0;
}

void FireMission::contact_maintained(State& state) {
  switch (state.marker) {
    case Marker::request:
      break;
    case Marker::far:
      state.marker = Marker::near;
      break;
    case Marker::beside_soon:
      state.marker = Marker::beside;
      break;
    case Marker::near:
    case Marker::beside:
    case Marker::on_target:
      state.marker = Marker::on_target;
      state.direction = 0;
      break;
  }
}

FireMission::Marker FireMission::marker(Landing landing) const {
  if (landing.direction == 0) return Marker::near;
  if (out_of_sight[landing.direction - 1U][landing.extent - 1U]) return Marker::request;
  if (landing.extent <= correction) return Marker::near;
  // A blast of seven hexes beside the hex aimed at still covers it.
  const bool covers = battery == Battery::off_board && when == When::covering;
  return covers && landing.extent == correction + 1 ? Marker::beside_soon : Marker::far;
}

/// 46.2, 63.741: in the Close Combat Phase.
void FireMission::begin_spotting(State& state) const {
  if (broken_units_leave) zone.rout(state.units);
  const bool requested = state.link == Link::in_contact && state.marker == Marker::request;
  const int rounds =
      battery == Battery::rockets ? std::min<int>(spotting_rounds, state.rockets) : 1;
  state.salvo = requested ? small(rounds) : 0;
  state.step = Step::spotting;
}

void FireMission::spot(State& state, Dice& dice) const {
  --state.salvo;
  if (battery == Battery::rockets) use_rockets(state, 1);
  Landing landing;
  if (dice.die([&](int roll) { return roll > accuracy; })) {
    landing.direction = small(dice.die());
    landing.extent = small(dice.die());
  }
  const Marker marked = marker(landing);
  if (marked > state.marker) {
    state.marker = marked;
    const bool matters = marked == Marker::beside_soon && neighbours_matter;
    state.direction = matters ? landing.direction : 0;
  }
  if (battery == Battery::rockets && landing.extent <= 1) {
    attack(state, dice, landing.direction, true);
  }
}

// Fire for effect (46.4, 46.5, 63.34, 63.742).

bool FireMission::will_fire(const State& state) const {
  if (state.link != Link::in_contact || state.marker < Marker::beside) return false;
  return battery != Battery::rockets || (state.enemy_turn == 0 && state.rockets > 0);
}

/// 45.2.
void FireMission::draw(State& state, Dice& dice) const {
  if (state.missions == not_drawn) {
    state.missions = dice.chit(modules, [](int chit) { return small(chit + 1); });
  } else {
    state.calibre =
        dice.die([&](int roll) { return shell_of_die[static_cast<std::size_t>(roll - 1)]; });
  }
}

void FireMission::begin_fire(State& state) const {
  if (state.arrived == 0) {
    state.arrived = this_turn;
    state.beside_first = state.marker == Marker::beside ? 1 : 0;
  }
  state.next_hex = 0;
  if (battery == Battery::on_board) state.salvo = small(guns);
  if (battery == Battery::rockets) {
    state.salvo = state.rockets;
    use_rockets(state, state.rockets);
  }
  state.step = Step::fire;
}

bool FireMission::strikes(const State& state, int hex) {
  if (hex == 0 || state.marker == Marker::on_target) return true;
  if (state.direction == 0) return false;
  const int apart = (hex - state.direction + 6) % 6;
  return apart == 0 || apart == 1 || apart == 5;
}

int FireMission::next_struck(const State& state) const {
  for (int hex = state.next_hex; hex < static_cast<int>(BeatenZone::hex_count); ++hex) {
    if (strikes(state, hex) && zone.anything(state.units, static_cast<std::size_t>(hex))) {
      return hex;
    }
  }
  return no_hex;
}

bool FireMission::may_strike(const State& state) const {
  switch (battery) {
    case Battery::off_board:
      return next_struck(state) != no_hex;
    case Battery::on_board:
      return state.salvo > 0 && zone.anything(state.units, 0);
    case Battery::rockets:
      return state.salvo > 0 && zone.anything_left(state.units);
  }
  return false;
}

void FireMission::fire(State& state, Dice& dice) const {
  int hex = 0;
  if (battery == Battery::off_board) {
    hex = next_struck(state);
    state.next_hex = small(hex + 1);
  } else {
    --state.salvo;
  }
  if (battery == Battery::rockets) {
    // 63.742: each rocket lands by itself, with twice the accuracy and half the error.
    if (dice.die([&](int roll) { return roll > salvo_accuracy; })) {
      const bool next_to_it = dice.die([](int roll) { return (roll + 1) / 2 == 1; });
      if (!next_to_it) return;
      hex = dice.die();
    }
  }
  attack(state, dice, hex, false);
}

void FireMission::end_fire(State& state) {
  state.salvo = 0;
  state.next_hex = 0;
  if (state.missions == unlimited) return;
  if (--state.missions == 0) contact_lost(state, Link::ammunition_gone);
}

/// `half`: a spotting rocket (63.74).
void FireMission::attack(State& state, Dice& dice, int hex, bool half) const {
  const auto at = static_cast<std::size_t>(hex);
  if (!zone.anything(state.units, at)) return;
  const Shell& shell = shells[state.calibre];
  zone.fire(dice, state.units, state.attack, at, *ift,
            (half ? shell.half_columns : shell.columns)[hex == 0 ? 0 : 1], shell.drm);
}

/// 63.7, 63.75: the empty launcher is reloaded in the player turns that follow.
void FireMission::use_rockets(State& state, int count) const {
  state.rockets = small(state.rockets - count);
  if (state.rockets == 0) state.reloading = small(reload_turns + 1);
}

// Counter-battery fire (45.4).

bool FireMission::counter_battery_fires(const State& state) {
  return state.enemy_turn != 0 && state.enemy_missions > 0 && state.enemy_contact != 0 &&
         state.arrived != 0 && state.disrupted == 0 && !over(state);
}

void FireMission::strike_back(State& state, Dice& dice) {
  switch (counter_battery_fire(dice, state.enemy_row)) {
    case CounterBattery::destroyed:
      contact_lost(state, Link::battery_destroyed);
      break;
    case CounterBattery::disrupted: {
      const int game_turns = dice.die();
      state.disrupted = small(2 * game_turns + 1);
      state.enemy_row = 0;  // his next Prep Fire Phase passes without fire at this battery
      contact_lost(state, state.link == Link::broken_radio ? Link::broken_radio : Link::none);
      break;
    }
    case CounterBattery::no_effect:
      break;
  }
  if (state.disrupted == 0) ++state.enemy_row;
  if (--state.enemy_missions == 0) state.enemy_contact = state.enemy_row = 0;
}

}  // namespace combat_odds::squad_leader
