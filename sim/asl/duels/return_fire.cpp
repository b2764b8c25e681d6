#include "sim/asl/duels/return_fire.hpp"

namespace combat_odds::asl {

OneOf intensive_words() { return one_of({"never", "always", "last_turn"}); }

int intensive_from(IntensiveFire used, int turns) {
  constexpr int never = 255;
  return used == IntensiveFire::always ? 1 : used == IntensiveFire::last_turn ? turns : never;
}

void ReturnFire::describe(Declaration<ReturnFire>& asked) {
  // Without return fire the rest stands at its default, which is therefore tried most.
  asked.asks(&ReturnFire::fire, "fire", "the target shoots back")
      .tried_with({"false", "false", "true"})
      .asks(&ReturnFire::gun, "gun", gun_form,
            "what it fires with; left out: what a named vehicle has", read_gun)
      .or_named(named_guns())
      .tried_with({"", "", "", "76L"})
      .includes(&ReturnFire::aim,
                [](Declaration<Aim>& aim) {
                  Aim::describe_rest(aim);
                  aim.adjust("to_hit_numbers", tries({"black"}))
                      .adjust("rate_of_fire", tries({"", "", "", "1"}))
                      .adjust("breakdown_number", tries({""}))
                      .adjust("buttoned_up", tries({"false"}))
                      .adjust("armor_leader", tries({"0"}))
                      .adjust("captured", tries({"false"}))
                      .adjust("non_qualified", tries({"false"}))
                      .adjust("inexperienced", tries({"false"}))
                      .adjust("bore_sighted", tries({"false"}))
                      .adjust("target_size", tries({"0", "0", "0", "1"}))
                      .adjust("tem", tries({"0", "0", "0", "2"}))
                      .adjust("hindrance", tries({"0"}))
                      .adjust("hull_down", tries({"false"}))
                      .adjust("to_hit_drm", tries({"0"}));
                })
      .asks(&ReturnFire::ammunition, "ammunition", one_of({"usual", "ap", "he"}),
            "what it fires; usual: AP at a vehicle, HE at a gun and its crew")
      .tried_with({"usual", "usual", "usual", "he"})
      .asks(&ReturnFire::russian_made, "russian_made",
            "a Russian 76L or 76LL; one with a name is so by itself")
      .tried_with({"false"})
      .asks(&ReturnFire::basic_to_kill, "basic_to_kill", 1, 40,
            "its Basic To Kill number printed on your chart; left out: the chart's")
      .tried_with({""})
      .asks(&ReturnFire::intensive_fire, "intensive_fire", intensive_words(),
            "in which Player Turns it uses Intensive Fire")
      .tried_with({"never"});
}

}  // namespace combat_odds::asl
