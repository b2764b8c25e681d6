#include "sim/asl/duels/return_fire.hpp"

namespace combat_odds::asl {

OneOf intensive_words() { return one_of({"never", "always", "last_turn"}); }

int intensive_from(IntensiveFire used, int turns) {
  constexpr int never = 255;
  return used == IntensiveFire::always ? 1 : used == IntensiveFire::last_turn ? turns : never;
}

void ReturnFire::describe(Declaration<ReturnFire>& asked) {
  asked.asks(&ReturnFire::fire, "fire", "the target shoots back")
      .asks(&ReturnFire::gun, "gun", gun_form,
            "what it fires with; default: what a named vehicle has", read_gun)
      .or_named(named_guns())
      .tried_with({"76L"})
      .includes(&ReturnFire::aim, [](Declaration<Aim>& aim) { Aim::describe_rest(aim); })
      .asks(&ReturnFire::ammunition, "ammunition", one_of({"usual", "ap", "he"}),
            "what it fires; usual: AP at a vehicle, HE at a gun and its crew")
      .asks(&ReturnFire::russian_made, "russian_made",
            "a Russian 76L or 76LL; one with a name is so by itself")
      .asks(&ReturnFire::basic_to_kill, "basic_to_kill", 1, 40,
            "its Basic To Kill number printed on your chart; default: the chart's")
      .asks(&ReturnFire::intensive_fire, "intensive_fire", intensive_words(),
            "in which Player Turns it uses Intensive Fire");
}

}  // namespace combat_odds::asl
