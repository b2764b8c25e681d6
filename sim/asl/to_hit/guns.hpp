#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/chart.hpp"
#include "sim/declare/names.hpp"
#include "sim/squad_games/gun_barrel.hpp"

namespace combat_odds::asl {

/// A weapon as it is printed on its counter (C2.21): the calibre in millimetres and, for its
/// barrel, *, L or LL; or a machine gun that fires at an AFV.
struct Gun {
  using Barrel = GunBarrel;
  int calibre = 0;
  Barrel barrel = Barrel::plain;
  bool machine_gun = false;  ///< MG, 12.7mm or 15mm

  /// As the charts write it: "75L", "76*", "MG", "12.7mm".
  std::string text() const;
};

/// What a weapon looks like, for messages and documentation.
extern const char* const gun_form;

/// Who has made the weapon, which decides about its To Hit numbers and some of its To Kill numbers.
enum class Nationality { german, russian };

/// The vehicles of the Red Barricades charts, chart asl/afv.csv.
class Vehicles {
 public:
  static constexpr const char* chart_name = "asl/afv.csv";
  explicit Vehicles(const CsvTable& chart);

  struct Vehicle {
    std::string name;
    Nationality nationality = Nationality::german;
    bool turreted = false;
    int hull_front = 0;
    int hull_side = 0;  ///< and rear
    int turret_front = 0;
    int turret_side = 0;
    int rate_of_fire = 0;
    std::optional<Gun> gun;
    int breakdown_number = 12;
    bool intensive_fire = true;
    int crew_survival = 0;
    int size = 0;  ///< the DRM of Case P; 0 where no copy of the counter shows it
  };
  const std::vector<Vehicle>& all() const { return vehicles_; }
  /// Null where no vehicle has that name.
  const Vehicle* find(std::string_view name) const;

 private:
  std::vector<Vehicle> vehicles_;
};

/// The towed guns of Red Barricades, chart asl/guns.csv.
class TowedGuns {
 public:
  static constexpr const char* chart_name = "asl/guns.csv";
  explicit TowedGuns(const CsvTable& chart);

  struct TowedGun {
    std::string name;
    Nationality nationality = Nationality::german;
    Gun gun;
    int rate_of_fire = 0;
    int size = 0;  ///< the DRM of Case P
  };
  const std::vector<TowedGun>& all() const { return guns_; }

 private:
  std::vector<TowedGun> guns_;
};

/// A weapon that was asked for by its calibre, or by the name of the gun or of the vehicle that has
/// it; what only a name tells is missing else.
struct NamedGun {
  Gun gun;
  std::string name;  ///< as the chart has it; empty: a calibre
  std::optional<Nationality> nationality;
  std::optional<int> rate_of_fire;
  std::optional<int> breakdown_number;
  bool intensive_fire = true;
  bool on_vehicle = false;  ///< known to be
  int size = 0;             ///< of the gun or the vehicle, as a target
  bool turreted = true;     ///< unless the chart says that the vehicle has no turret
};

/// Throws ArgumentError about `parameter` for what is neither.
NamedGun read_gun(std::string_view text, std::string_view parameter, const Charts& charts);

/// For Parameter::or_named.
NameList named_guns();
NameList named_vehicles();
/// With the DRM of their size as targets (Case P).
NameList vehicle_sizes();
extern const char* const vehicle_form;

}  // namespace combat_odds::asl
