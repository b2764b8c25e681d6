#include <optional>

#include "sim/declare/declaration.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/counters/he_columns.hpp"
#include "sim/squad_leader/infantry/ift.hpp"
#include "sim/squad_leader/to_hit/gunnery.hpp"

namespace combat_odds::squad_leader {
namespace {

/// The attacks on a bridge so far.
struct BridgeUnderFire {
  std::uint8_t attacks = 0;
  std::uint8_t hits = 0;
  std::uint8_t destroyed = 0;
  std::uint8_t gun_out = 0;
};

/// 80.411: a bridge under demolition charges, HE or indirect fire.
struct Bridge {
  enum class Attack { charge, gun, barrage };
  enum class Kind { stone, wooden };

  static constexpr int charge_factors = 30;
  static constexpr int charge_fails_from = 12;  ///< 23.8
  static constexpr int stone_modifier = 3;
  static constexpr int wooden_modifier = 2;  ///< 80.416

  Attack attack = Attack::charge;
  Kind kind = Kind::stone;
  int leadership = 0;
  bool unqualified = false;
  std::optional<MountedGun> gun;
  std::optional<int> range;
  bool red_numbers = false;
  int to_hit_drm = 0;
  std::optional<double> firepower;
  int attacks = 1;

  bool by_charge() const { return attack == Attack::charge; }
  bool by_gun() const { return attack == Attack::gun; }
  bool by_barrage() const { return attack == Attack::barrage; }
  bool by_fire() const { return !by_charge(); }

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    drm_ = by_charge() ? leadership : kind == Kind::stone ? stone_modifier : wooden_modifier;
    double factors = charge_factors / (unqualified ? 2.0 : 1.0);  // 90.13
    if (by_barrage()) factors = *firepower;
    if (by_gun()) {
      // 9.1, 34.5: doubled in the same and an adjacent hex.
      factors = charts.get<HeColumns>().firepower(gun->gun.calibre) * (*range <= 1 ? 2 : 1);
      drm_ += heavy_payload_drm(gun->gun.calibre);
      Aim aim;
      aim.gun = *gun;
      aim.range = *range;
      aim.target = Aim::Target::vehicle_in_other;
      aim.numbers = red_numbers ? Aim::Numbers::red : Aim::Numbers::black;
      aim.drm = to_hit_drm;
      aim.at_afv = false;
      gunnery_.emplace(aim, charts);
    }
    column_ = ift_->column(factors);
  }

  BridgeUnderFire start() const { return {}; }

  BridgeUnderFire step(BridgeUnderFire now, Dice& dice) const {
    ++now.attacks;
    if (by_gun()) {
      const Shot shot = gunnery_->fire(dice, 0);
      if (shot.gun != Shot::Gun::fires_on) now.gun_out = 1;
      if (shot.hit == Shot::Hit::miss) return now;
      ++now.hits;
    }
    const int fails_from = !by_charge() ? 13 : charge_fails_from - (unqualified ? 2 : 0);
    const bool kia = dice.DR([&](TwoDice roll) {
      return column_ >= 0 && roll.total() < fails_from &&
             ift_->at(column_, roll.total() + drm_).kind == FireResult::Kind::kia;
    });
    if (kia) now.destroyed = 1;
    return now;
  }

  std::optional<Outcome> outcome(const BridgeUnderFire& now) const {
    const bool over = now.destroyed != 0 || now.gun_out != 0 || now.attacks >= attacks;
    if (!over) return std::nullopt;
    std::optional<Outcome> outcome(std::in_place, now.destroyed != 0 ? "destroyed" : "stands");
    outcome->event("breakdown", now.gun_out != 0)
        .measure_if(now.destroyed != 0, "attack", now.attacks);
    if (by_gun()) outcome->measure("hits", now.hits);
    return outcome;
  }

 private:
  const Ift* ift_ = nullptr;
  int column_ = -1;
  int drm_ = 0;
  std::optional<Gunnery> gunnery_;
};

}  // namespace

Procedure bridge() {
  using Asked = Bridge;
  return procedure<Asked>("sl.bridge", "23, 34, 46, COI 80.411-.416",
                          "a bridge under demolition charges, a gun's HE or indirect fire")
      .asks(
          &Asked::attack, "attack", one_of({"charge", "gun", "barrage"}),
          "demolition charges placed on it, a gun that must hit it, or artillery and mortars that "
          "fall on its hex")
      .asks(&Asked::kind, "bridge", one_of({"stone", "wooden"}),
            "stone +3, wooden +2 as its counter shows; neither against a charge (80.411)")
      .only_when(&Asked::by_fire, "the bridge is no modifier against a charge (80.411)",
                 "--attack gun or barrage")
      .asks(
          &Asked::leadership, "leadership", -3, 2,
          "the modifier of a leader who has not moved to or from the hex this player turn (80.412)")
      .or_of_unit(UnitFact::leadership)
      .only_when(&Asked::by_charge, "no leader directs it (80.412)", "--attack charge")
      .asks(
          &Asked::unqualified, "unqualified",
          "others than engineers and leaders of -2 or better place it: half strength, a dud on 10 "
          "or more (90.11 to 90.13)")
      .only_when(&Asked::by_charge, "", "--attack charge")
      .asks(&Asked::gun, "gun", gun_form, "the gun that fires", read_mounted_gun)
      .or_named(vehicles_with_guns())
      .needed_when(&Asked::by_gun, "it must hit the bridge", "such as 150 or 'PzKw IV F2'")
      .only_when(&Asked::by_gun, "", "--attack gun")
      .tried_with({"150", "75L", "76*", "88L"})
      .asks(&Asked::range, "range", 0, 39, "of the gun, in hexes")
      .needed_when(&Asked::by_gun, "it must hit the bridge", "the range in hexes")
      .only_when(&Asked::by_gun, "", "--attack gun")
      .tried_with({"4", "10", "20", "30"})
      .asks(&Asked::red_numbers, "red_numbers", "a Russian gun: the red To Hit numbers")
      .only_when([](const Asked& asked) { return !asked.gun || !asked.gun->russian; },
                 "a gun that is Russian by its name has them anyway", "")
      .only_when(&Asked::by_gun, "", "--attack gun")
      .asks(&Asked::to_hit_drm, "to_hit_drm", -10, 15, "all modifiers of the To Hit roll")
      .only_when(&Asked::by_gun, "", "--attack gun")
      .asks(&Asked::firepower, "firepower", 1, 1000, "of a barrage: the HE column of its calibre")
      .needed_when(&Asked::by_barrage, "how strong is it?",
                   "the HE column of the calibre, such as 16")
      .only_when(&Asked::by_barrage, "", "--attack barrage")
      .tried_with({"8", "16", "30"})
      .asks(&Asked::attacks, "attacks", 1, 30, "how many charges, shots or barrages there are")
      .outcome("destroyed", "the bridge is destroyed: its hex is a gully again (80.413)")
      .outcome("stands", "the bridge stands")
      .event("breakdown", "the gun breaks down or has fired its last round")
      .measure("attack", "the charge, shot or barrage that destroyed it")
      .only_where({"destroyed"})
      .less_is_better()
      .measure("hits", "the gun's hits")
      .headline("destroyed", "the bridge is destroyed")
      .headline("breakdown", "the gun breaks down");
}

}  // namespace combat_odds::squad_leader
