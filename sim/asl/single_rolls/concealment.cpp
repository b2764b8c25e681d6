#include "sim/declare/declaration.hpp"
#include "sim/squad_games/fire_group.hpp"
#include "sim/squad_games/terrain.hpp"

namespace combat_odds::asl {
namespace {

/// A12.122: the dr with which a unit gains concealment where it is not automatic.
struct ConcealmentGain {
  enum class Size { smc, half_squad, squad, vehicle, large };

  Size size = Size::squad;
  std::string terrain = "open ground";
  int hindrance = 0;
  int leadership = 0;
  bool stealthy = false;
  bool lax = false;
  int drm = 0;

  void prepare(const Charts& charts) {
    terrain_ = charts.get<TerrainChart>("asl/terrain.csv").read(terrain, "terrain");
    if (terrain_.hexside) {
      throw ArgumentError("terrain",
                          "what stands on a hexside does not count for this dr (A12.122)",
                          "the terrain in the hex");
    }
  }

  Outcome resolve(Dice& dice) const {
    const int sum = total();
    const bool gained = dice.die([&](int roll) { return roll + sum <= most; });
    return Outcome(gained ? "concealed" : "stays_in_view");
  }

  Working working() const {
    static constexpr const char* who[] = {"an SMC", "a half-squad or crew", "a squad",
                                          "a vehicle or Gun", "a large vehicle or Gun"};
    Working working;
    working.situation = std::string("Concealment dr of ") + who[static_cast<std::size_t>(size)];
    if (terrain_.modifier != 0 && terrain_.name != "terrain") {
      working.situation += " in " + terrain_.name;
    }
    working.situation += ", " + signed_text(total());
    ModifierSum sum;
    sum.add("size", size_drm());
    sum.add(terrain_.name, -terrain_.modifier);
    sum.add("Hindrance", -hindrance);
    sum.add("leadership", leadership);
    sum.add("Stealthy", stealthy ? -1 : 0);
    sum.add("Lax", lax ? 1 : 0);
    sum.add("given", drm);
    working.sums.push_back(sum.text());
    return working;
  }

 private:
  static constexpr int most = 5;

  int size_drm() const { return static_cast<int>(size) + 1; }
  int total() const {
    return size_drm() - terrain_.modifier - hindrance + leadership - (stealthy ? 1 : 0) +
           (lax ? 1 : 0) + drm;
  }

  Terrain terrain_;
};

}  // namespace

Procedure concealment_gain() {
  using Asked = ConcealmentGain;
  return procedure<Asked>("asl.concealment", "A12.122",
                          "the dr with which a unit gains concealment")
      .asks(
          &Asked::size, "size", one_of({"smc", "half_squad", "squad", "vehicle", "large"}),
          "who rolls, by its US#: an SMC 1, a half-squad or crew 2, a squad 3, a vehicle or Gun 4, a "
          "large one 5")
      .by_default("squad")
      .asks(&Asked::terrain, "terrain", "a terrain such as woods, or its TEM",
            "the terrain of its hex: the TEM is deducted, but not that of a hexside")
      .or_named(terrain_names("asl/terrain.csv"))
      .tried_with({"open ground", "woods", "stone", "2"})
      .asks(&Asked::hindrance, "hindrance", 0, 6, "the Hindrance that is deducted")
      .asks(&Asked::leadership, "leader", -3, 1,
            "the modifier of a Good Order leader who is with it")
      .or_of_unit(UnitFact::leadership)
      .asks(&Asked::stealthy, "stealthy", "Stealthy: -1")
      .asks(&Asked::lax, "lax", "Lax: +1")
      .asks(&Asked::drm, "drm", -10, 10, "other drm")
      .outcome("concealed", "it gains concealment")
      .outcome("stays_in_view", "it does not")
      .headline("concealed", "it gains concealment");
}

}  // namespace combat_odds::asl
