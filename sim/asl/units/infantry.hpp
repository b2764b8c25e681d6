#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/chart.hpp"
#include "sim/declare/units.hpp"

namespace combat_odds::asl {

/// What a unit is besides what its counter says (sim/asl/morale/variants.hpp).
struct Traits {
  bool fanatic = false;          ///< A10.8
  bool berserk = false;          ///< A15.4
  bool heroic = false;           ///< a leader who became a hero (A15.21)
  bool wounded = false;          ///< an SMC, before the fire (A17)
  bool encircled = false;        ///< A7.7
  std::uint8_t group = 0;        ///< of the target's groups that have modifiers of their own
  bool stepped_forward = false;  ///< a hero whom Heat of Battle made (A15.21)
  bool came_broken = false;      ///< broken at the start, unlike others of its side
  bool disrupted = false;        ///< A19.12, where somebody may rally it
  friend bool operator==(const Traits&, const Traits&) = default;
};

/// A kind of infantry unit: its counter, and what it turns into.
struct UnitType {
  enum class Kind : std::uint8_t {
    squad,
    half_squad,
    crew,
    leader,
    commissar,
    hero,
    vehicle,  ///< among infantry: nothing of its counter but its name is here
  };

  UnitName name;
  Kind kind = Kind::squad;
  int broken_morale = 0;
  bool underlined_morale = false;  ///< ELR counts as 5 (A19.13)
  bool inexperienced = false;      ///< Conscripts (A19.2-.36), never SMC and crews
  int reduced_to = -1;             ///< Casualty Reduction: another type of the same roster
  int replaced_by = -1;            ///< ELR failure: another type of the same roster; -1: Disrupted
  Traits traits;                   ///< counted in the morale and modifier here
  int printed = -1;                ///< the type without them; -1: this one
  int hardened_to = -1;            ///< Battle Hardening; -1: nothing changes
  int berserk_as = -1;             ///< what it is when it goes berserk; -1: it can't
  int heroic_as = -1;              ///< a leader as a hero; for others the hero who steps forward
  int surrenders_as = -1;          ///< by Heat of Battle; -1: the same, broken
  int rallied_as = -1;             ///< what a Disrupted unit is once it rallies; -1: the same

  bool is_leader() const { return kind == Kind::leader || is_commissar(); }
  bool is_commissar() const { return kind == Kind::commissar; }
  bool is_hero() const { return kind == Kind::hero || traits.heroic; }
  bool never_breaks() const { return is_hero() || traits.berserk; }
  /// Leaders, commissars and heroes, who are wounded where others lose men.
  bool is_smc() const { return is_leader() || is_hero(); }
  /// Squads, half-squads and leaders suffer Unit Replacement (A19.11).
  bool has_elr() const {
    return kind == Kind::squad || kind == Kind::half_squad || kind == Kind::leader;
  }
};

/// The infantry counters, chart asl/infantry.csv.
class Infantry {
 public:
  static constexpr const char* chart_name = "asl/infantry.csv";
  explicit Infantry(const CsvTable& chart);

  /// The type of a named unit and every type that it can turn into, put at the end of `roster`;
  /// gives its position there. A unit that the chart does not list is a squad from 4 FP, else a
  /// half-squad, and turns into units of its own morale. A squad or leader of that kind has the
  /// morale of its front on both sides, a half-squad one less when broken (A1.122).
  int enlist(const UnitName& name, std::vector<UnitType>& roster) const;

  /// For each unit that the chart does not list a sentence that tells what it counts as.
  std::vector<std::string> unlisted_notes(const std::vector<UnitName>& units) const;

 private:
  struct Counter {
    UnitType type;
    std::string reduced_to;
    std::string replaced_by;
  };
  std::map<std::string, Counter, std::less<>> counters_;
};

}  // namespace combat_odds::asl
