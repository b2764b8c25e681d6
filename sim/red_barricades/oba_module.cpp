#include "sim/red_barricades/purchase.hpp"

namespace combat_odds::red_barricades {
namespace {

/// An OBA module: a DR for its ammunition. Rocket OBA has one mission and does not roll.
class Ammunition : public Reinforcement {
 public:
  Ammunition(const AmmoTable& ammo, const ReinforcementGroup& group,
             const Circumstances& circumstances)
      : ammo_(ammo),
        side_(group.side),
        drm_(circumstances.historical_drm + circumstances.balance_drm),
        fixed_(group.rocket ? "rocket" : circumstances.strength),
        pre_registered_(circumstances.pre_registered) {}

  Received draw(Dice& dice) const override {
    Received received;
    if (fixed_.empty()) {
      const int row = dice.DR([&](TwoDice roll) {
        const std::string& ammo = ammo_.ammo(side_, roll.total() + drm_);
        return ammo == "plentiful" ? 0 : ammo == "normal" ? 1 : 2;
      });
      static const char* const names[] = {"plentiful", "normal", "scarce"};
      received.label = names[row];
    } else {
      received.label = fixed_;
    }
    static const std::string_view known[] = {"plentiful", "normal", "scarce", "rocket"};
    for (const std::string_view name : known) {
      if (received.label == name) received.units.push_back({UnitKind::oba_module, name, 1});
    }
    if (pre_registered_ > 0) {
      received.units.push_back(
          {UnitKind::pre_registered_hex, "Pre-Registered hex", pre_registered_});
    }
    return received;
  }

 private:
  const AmmoTable& ammo_;
  Side side_;
  int drm_;
  std::string fixed_;
  int pre_registered_;
};

struct ObaModule {
  Purchase purchase;
  Balance balance;

  void prepare(const Charts& charts) {
    if (balance.drm != 0 && purchase.bought->rocket) {
      throw ArgumentError("balance_drm", "nothing is rolled for Rocket OBA", "leave it out");
    }
    purchase.circumstances.balance_drm = balance.drm;
    draw = oba_module_draw(charts.get<AmmoTable>(), *purchase.bought, purchase.circumstances);
  }

  Outcome resolve(Dice& dice) const {
    return purchase.outcome(draw->draw(dice), {UnitKind::oba_module});
  }

  std::shared_ptr<const Reinforcement> draw;
};

}  // namespace

std::unique_ptr<Reinforcement> oba_module_draw(const AmmoTable& ammo,
                                               const ReinforcementGroup& group,
                                               const Circumstances& circumstances) {
  return std::make_unique<Ammunition>(ammo, group, circumstances);
}

Procedure oba_module() {
  const Purchase::Drawn drawn = {
      {ReinforcementGroup::Kind::oba_module}, "O1 or 'Btl Mtr'", {"O1", "O2", "O3", "O4", "O5"}};
  return procedure<ObaModule>("rb.oba-module", "O11.6201, OBA Table",
                              "an OBA module of the Red Barricades campaign: its ammunition")
      .includes(&ObaModule::purchase, "", drawn)
      .includes(&ObaModule::balance)
      .outcome("plentiful", "Plentiful Ammunition: one black chit more")
      .outcome("normal", "the usual draw pile")
      .outcome("scarce", "Scarce Ammunition: one red chit more")
      .outcome("rocket", "Rocket OBA: one mission")
      .measure("oba_modules", "modules received")
      .measures({cpp_measure()})
      .headline("plentiful", "it has Plentiful Ammunition")
      .headline("scarce", "it has Scarce Ammunition")
      .headline("mean cpp", "it costs {} CPP");
}

}  // namespace combat_odds::red_barricades
