#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/chart.hpp"

namespace combat_odds::red_barricades {

enum class Side : std::uint8_t { german, russian };

const std::string& name_of(Side side);
std::optional<Side> side_named(std::string_view name);

/// So many of one kind of counter: "2 HMG".
struct Count {
  int number = 1;
  std::string name;
};

/// One line of a Reinforcement Group Chart.
struct ReinforcementGroup {
  enum class Kind : std::uint8_t {
    company,          ///< squads, leaders and support weapons
    platoon,          ///< AFVs
    weapons_platoon,  ///< HW and MOL-P, rolled for like a battery
    battery,          ///< Guns
    oba_module,
    stuka,
    observer,
    spotter_plane,
    fortifications,  ///< FPP
    sniper,          ///< SAN
    mol_capability,
  };

  Side side = Side::german;
  std::string id;    ///< "I1"
  std::string name;  ///< "Rifle Coy"
  Kind kind = Kind::company;
  int full = 0;  ///< companies and platoons: how many at Full Strength
  int depleted = 0;
  std::vector<Count> units;        ///< what comes: "4-6-7", "2 HMG", "20 FPP"
  bool rocket = false;             ///< a Rocket OBA module: one mission, no ammunition to roll for
  int oba_mm = 0;                  ///< the size of an OBA module: 80 of "80+mm"
  bool pre_registered = false;     ///< Pre-Registered hexes may be bought with it (footnote p)
  bool always_full = false;        ///< sections 6 and 7: Pioneers, Engineers and Militia
  bool assault_engineers = false;  ///< footnote e
  int cpp = 0;
  int daily_max = 0;
  int campaign_max = 0;
  bool october_only = false;     ///< footnote f
  bool from_5_november = false;  ///< footnote n

  static constexpr int most_pre_registered = 2;  ///< hexes with one module (footnote p)

  /// Whether its Strength is rolled for on the Gun Battery Table (note d).
  bool on_gun_battery_table() const {
    return kind == Kind::battery || kind == Kind::weapons_platoon;
  }
  /// Whether a Spotter Plane may observe for it (note s).
  bool for_spotter_planes() const { return oba_mm >= 100 && !rocket; }
  /// CPP that one costs: with its Pre-Registered hexes (footnote p), or at a Stuka's second CPP
  /// (footnote b).
  int price(int pre_registered, int stuka_cpp) const {
    return kind == Kind::stuka ? stuka_cpp : cpp + pre_registered;
  }
  bool available(std::string_view date) const;
  /// "only in October" where not always available.
  std::string availability() const;
};

/// The German and the Russian Reinforcement Group Chart.
class ReinforcementGroups {
 public:
  static constexpr const char* chart_name = "red-barricades/reinforcement-groups.csv";
  explicit ReinforcementGroups(const CsvTable& chart);

  /// By id, by name or, for a platoon, by its vehicle; null where there is none.
  const ReinforcementGroup* find(Side side, std::string_view name) const;
  /// Ids and names, for suggestions.
  std::vector<std::string> names(Side side) const;
  const std::vector<ReinforcementGroup>& all() const { return groups_; }

 private:
  std::vector<ReinforcementGroup> groups_;
};

/// The Historical DRM of every day of the campaign.
class HistoricalDrm {
 public:
  static constexpr const char* chart_name = "red-barricades/historical-drm.csv";
  explicit HistoricalDrm(const CsvTable& chart);

  /// The days of the campaign, "1942-10-17" first.
  const std::vector<std::string>& dates() const { return dates_; }
  /// The position of a day, written as read_day allows.
  std::optional<std::size_t> day(std::string_view text) const;
  int drm(Side side, std::size_t day) const { return drm_[day][static_cast<std::size_t>(side)]; }
  /// "a day from 1942-10-17 to 1942-11-15".
  std::string allowed() const;

 private:
  std::vector<std::string> dates_;
  std::chrono::year year_;  ///< of the first day
  std::vector<std::array<int, 2>> drm_;
};

/// Leaders by Final DR.
class LeaderTable {
 public:
  static constexpr const char* chart_name = "red-barricades/leaders.csv";
  explicit LeaderTable(const CsvTable& chart);

  /// The row of a Final DR: the first and last rows go on below and above.
  std::size_t row(int final_dr) const;
  const std::vector<std::string>& leaders(Side side, std::size_t row) const {
    return rows_[row][static_cast<std::size_t>(side)];
  }
  std::size_t rows() const { return rows_.size(); }

 private:
  int first_ = 0;
  std::vector<std::array<std::vector<std::string>, 2>> rows_;
};

/// The modifiers of the Leader DR.
class LeaderDrm {
 public:
  static constexpr const char* chart_name = "red-barricades/leader-drm.csv";
  explicit LeaderDrm(const CsvTable& chart);

  /// What the company's type and the order of its purchase come to.
  int company(const ReinforcementGroup& group, int ordinal) const;
  /// Whether the order of purchase counts for the company's leaders.
  static bool ordinal_counts(const ReinforcementGroup& group) {
    return group.side == Side::german && group.name == "Rifle Coy";
  }
  int depleted(Side side) const { return value(side, "depleted"); }
  int second_campaign_game(Side side) const;

 private:
  int value(Side side, const std::string& condition) const;
  std::map<std::pair<Side, std::string>, int> values_;
};

/// A table of a Final DR: classes with the highest Final DR of each.
class DrTable {
 public:
  DrTable() = default;
  DrTable(const CsvTable& chart, const char* result_column, std::optional<Side> side);
  const std::string& at(int final_dr) const;

 private:
  std::vector<std::pair<int, std::string>> rows_;
};

/// RG Strength: full or depleted.
class StrengthTable {
 public:
  static constexpr const char* chart_name = "red-barricades/strength.csv";
  explicit StrengthTable(const CsvTable& chart);
  bool full(int final_dr) const { return table_.at(final_dr) == "full"; }

 private:
  DrTable table_;
};

/// OBA ammunition: plentiful, normal or scarce.
class AmmoTable {
 public:
  static constexpr const char* chart_name = "red-barricades/oba-ammo.csv";
  explicit AmmoTable(const CsvTable& chart);
  const std::string& ammo(Side side, int final_dr) const {
    return tables_[static_cast<std::size_t>(side)].at(final_dr);
  }

 private:
  std::array<DrTable, 2> tables_;
};

/// Infantry Company SW Chart.
class CompanyWeapons {
 public:
  static constexpr const char* chart_name = "red-barricades/support-weapons.csv";
  explicit CompanyWeapons(const CsvTable& chart);
  const std::vector<Count>& of(const ReinforcementGroup& company) const;

 private:
  std::map<std::pair<Side, std::string>, std::vector<Count>> weapons_;
};

/// The BPV of infantry counters; Assault Engineers cost 1 more than the chart says (A25).
class InfantryPoints {
 public:
  static constexpr const char* chart_name = "asl/infantry-bpv.csv";
  explicit InfantryPoints(const CsvTable& chart);
  /// Of a unit that comes with this group.
  std::optional<int> points(const ReinforcementGroup& group, const std::string& unit) const;

 private:
  std::map<std::pair<Side, std::string>, int> points_;
};

}  // namespace combat_odds::red_barricades
