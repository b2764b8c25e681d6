#include "combat_odds/sim/asl/close_fight/flame_to_kill.hpp"
#include "combat_odds/sim/asl/infantry/fire_attack.hpp"
#include "combat_odds/sim/names.hpp"

namespace combat_odds::asl {
namespace {

constexpr const char* to_hit_chart = "asl/mol-projector.csv";
constexpr int firepower = 4;
constexpr int breakdown_number = 11;    // B11
constexpr int elimination_number = 12;  // X12

enum Memory : std::uint8_t { hit = 1, malfunctions = 2, weapon_lost = 4 };

class MolotovProjector : public Rule {
 public:
  MolotovProjector(const Arguments& arguments, const Charts& charts)
      : ift_(charts.get<Ift>(Ift::chart_name)),
        drm_(arguments.integer("drm")),
        effects_drm_(arguments.integer("effects_drm")) {
    to_hit_ = charts.get<NamedNumbers>(to_hit_chart)
                  .at(std::to_string(arguments.integer("range")), "to_hit");
    const std::string& size = arguments.choice("target_size");
    const bool afv = arguments.text("target") == "afv";
    if (arguments.flag("red_barricades")) {
      to_hit_ -= size == "large" ? 3 : size == "very_large" ? 4 : 2;
    }
    if (!afv) {
      const auto refuse = [](const char* parameter) {
        throw ArgumentError(parameter, "only an AFV has that", "target afv");
      };
      if (size != "other") refuse("target_size");
      if (arguments.flag("rear")) refuse("rear");
      if (arguments.flag("open_topped")) refuse("open_topped");
      target_.emplace(FireTarget::asked(arguments, charts));
    } else if (effects_drm_ != 0) {
      throw ArgumentError("effects_drm", "an AFV takes a To Kill DR, which none of it modifies",
                          "effects_drm 0, or units as the target");
    }
    final_to_kill_ = basic_flame_to_kill(charts, "mol_projector") +
                     (arguments.flag("rear") ? 1 : 0) + (arguments.flag("open_topped") ? 1 : 0);
  }

  Outcome resolve(Dice& dice) const override {
    const std::uint8_t shot = dice.DR([&](TwoDice roll) {
      const int original = roll.total();
      std::uint8_t memory = 0;
      if (original + drm_ <= to_hit_) memory |= hit;
      if (original >= breakdown_number) memory |= malfunctions;
      if (original >= elimination_number) memory |= weapon_lost;
      return memory;
    });
    if (!target_) {
      FlameKill kill = FlameKill::none;
      if ((shot & hit) != 0) {
        kill = dice.DR([&](TwoDice roll) { return flame_kill(roll.total(), final_to_kill_); });
      }
      Outcome outcome(kill == FlameKill::burning_wreck ? "burning_wreck"
                      : kill == FlameKill::eliminated  ? "eliminated"
                                                       : "afv_unharmed");
      return report(outcome, shot);
    }
    TargetStack stack = target_->start();
    stack.memo[0] = shot;
    if ((shot & hit) != 0) {
      const IftResult result = dice.DR([&](TwoDice roll) {
        return ift_.at(ift_.column(firepower), roll.total() + effects_drm_);
      });
      target_->resolve(dice, stack, result, true);
    }
    Outcome outcome = target_->outcome(stack);
    return report(outcome, stack.memo[0]);
  }

 private:
  static Outcome& report(Outcome& outcome, std::uint8_t shot) {
    return outcome.event("hit", (shot & hit) != 0)
        .event("malfunctions", (shot & malfunctions) != 0)
        .event("weapon_lost", (shot & weapon_lost) != 0);
  }

  const Ift& ift_;
  int drm_;
  int effects_drm_;
  int to_hit_ = 0;
  int final_to_kill_ = 0;
  std::optional<FireTarget> target_;
};

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = {
      integer("range", 0, 4, "the range in hexes"),
      flag("red_barricades", "To Hit numbers lowered by Red Barricades section 5")
          .by_default("true"),
      choice("target_size", {"other", "large", "very_large"},
             "the size of an AFV: Red Barricades lowers the To Hit number by 3 against a large and "
             "4 against a very large one, otherwise by 2")
          .tried_with({"other", "other", "large", "very_large"}),
      integer("drm", -20, 20,
              "the sum of the To Hit modifiers: TEM, Hindrance, target size, leadership")
          .by_default("0"),
      integer("effects_drm", -20, 20, "the sum of the modifiers on the IFT after a hit")
          .by_default("0")
          .tried_with({"0", "0", "-1"}),
      flag("rear", "the AFV is hit in the rear: +1 on the To Kill number")
          .tried_with({"false", "false", "true"}),
      flag("open_topped", "the AFV is open-topped: +1 on the To Kill number")
          .tried_with({"false", "false", "true"}),
  };
  for (Parameter& parameter : FireTarget::parameters()) {
    if (parameter.name == "target") {
      parameter.form += ", or afv";
      parameter.names = both(words({"afv"}), *parameter.names);
      parameter.meaning = "the units under attack, or afv: an AFV";
      parameter.spread = {"afv", "4-6-7", "2*4-6-7 8-1", "2-2-8"};
    }
    all.push_back(std::move(parameter));
  }
  return all;
}

}  // namespace

Procedure molotov_projector() {
  std::vector<Term> outcomes = {
      {"burning_wreck", "the AFV is a burning wreck"},
      {"afv_unharmed", "the AFV is still there"},
  };
  for (Term& term : FireTarget::outcomes()) {
    if (term.name == "eliminated") term.meaning = "the unit or the AFV is eliminated";
    outcomes.push_back(std::move(term));
  }
  std::vector<Term> events = {
      {"hit", "the To Hit DR is low enough"},
      {"malfunctions", "Original To Hit DR of 11 or more: the weapon is out of order"},
      {"weapon_lost", "Original To Hit DR of 12: the weapon is eliminated"},
  };
  for (Term& term : FireTarget::events()) events.push_back(std::move(term));
  return {
      .name = "asl.molotov-projector",
      .rule = "C13.8, RB 5",
      .summary = "one shot of a MOL-Projector at units or an AFV",
      .details =
          "A To Hit DR against the number on the counter (10, 9, 8, 6, 4 at a range of 0 to 4), "
          "which Red Barricades lowers by 2 (3 against large, 4 against very large vehicles); "
          "after "
          "a hit 4 FP on the IFT, or a To Kill DR against 6: less burns an AFV, equal eliminates "
          "it. B11 and X12 are read as on any weapon: an Original 11 malfunctions, a 12 "
          "eliminates. "
          "A To Hit DR that hits with an 11 or 12 still hits.\n"
          "Critical Hits and the Flames of C13.87-.89 are left out: their numbers are in none of "
          "the sources. In Red Barricades the weapon makes no Smoke.",
      .parameters = parameters(),
      .outcomes = outcomes,
      .events = events,
      .measures = FireTarget::measures(),
      .charts = {Ift::chart_name, Infantry::chart_name, to_hit_chart, flame_to_kill_chart},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<MolotovProjector>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::asl
