#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_leader/engineers/fieldwork.hpp"

namespace combat_odds::squad_leader {
namespace {

constexpr int digs_in = 5;          // 54.2
constexpr int russian_digs_in = 6;  // Supplement J
constexpr int snow_on_the_ground = 2;

/// 54: squads dig an entrenchment.
struct Entrench {
  Fieldwork diggers;
  bool russian = false;
  bool snow = false;

  void prepare(const Charts& charts) {
    diggers.begin(charts, [&](const UnitName&) {
      return (russian ? russian_digs_in : digs_in) - (snow ? snow_on_the_ground : 0);
    });
  }
  Fieldwork::State start() const { return diggers.start(); }
  Fieldwork::State step(const Fieldwork::State& before, Dice& dice) const {
    return diggers.step(before, dice);
  }
  Fieldwork::State alike(const Fieldwork::State& state) const { return Fieldwork::alike(state); }
  std::optional<Outcome> outcome(const Fieldwork::State& state) const {
    return diggers.outcome(state, "entrenched", "not_entrenched");
  }
};

/// For Declaration::adjust: nobody digs in a building (54.2).
void without_buildings(Parameter& drm) {
  drm.names->read = [read = std::move(drm.names->read)](const Charts& charts) {
    std::vector<NamedValue> terrain = read(charts);
    std::erase_if(terrain, [](const NamedValue& known) {
      for (const char* const house : {"stone", "wood", "wooden"}) {
        if (known.name == house || known.name.find("building") != std::string::npos) return true;
      }
      return false;
    });
    return terrain;
  };
}

}  // namespace

Procedure entrench() {
  return procedure<Entrench>("sl.entrench", "54, Supplement J",
                             "squads dig in, turn after turn, perhaps under fire")
      .includes(&Entrench::diggers, "", "digs, outside buildings")
      .adjust("drm", without_buildings)
      .asks(&Entrench::russian, "russian",
            "Russian squads, no cavalry or partisans, by Supplement J: a DR of 6 or less in place "
            "of 5")
      .asks(&Entrench::snow, "snow", "snow lies: +2")
      .outcome("entrenched", "there is an entrenchment")
      .outcome("not_entrenched", "there is none within the time")
      .outcome("stopped", "no unbroken squad is left to dig")
      .events(infantry_events(Pins::no))
      .measures(Fieldwork::measures("entrenched"))
      .headline("entrenched", "they are entrenched in time")
      .headline("broken_or_worse", "at least one breaks or worse", "it breaks or worse");
}

}  // namespace combat_odds::squad_leader
