#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>

#include "core/text/columns.hpp"
#include "sim/declare/declaration.hpp"

namespace combat_odds::asl {
namespace {

enum class Weapon {
  small_arms,
  he,
  heat,
  ap,
  canister,
  flamethrower,
  dc,
  ffe,
  indirect_or_aerial,
  overrun,
  close_combat,
  wp_direct,
  wp_indirect,
  wp_grenade,
};
const std::vector<std::string>& weapons() {
  static const std::vector<std::string> names = {
      "small_arms",         "he",           "heat",         "ap",
      "canister",           "flamethrower", "dc",           "ffe",
      "indirect_or_aerial", "overrun",      "close_combat", "wp_direct",
      "wp_indirect",        "wp_grenade"};
  return names;
}

enum class From { ca, nca, same_hex };
constexpr std::array<const char*, 3> froms = {"ca", "nca", "same_hex"};

/// Table 8: the TEM that the occupants of a pillbox get, by weapon and by direction of fire.
class PillboxTable {
 public:
  static constexpr const char* chart_name = "asl/pillbox.csv";

  enum class Entry {
    zero,
    ca,
    nca,
    half_ca,
    critical_ca,
    minus_nca,
    no_effect,
    not_allowed,
    missing
  };

  explicit PillboxTable(const CsvTable& chart) {
    static const std::vector<std::string> entries = {
        "zero", "ca", "nca", "half_ca", "critical_ca", "minus_nca", "no_effect", "not_allowed"};
    entries_.fill({Entry::missing, Entry::missing, Entry::missing});
    const Columns columns = Columns::of_chart(chart, {"weapon", froms[0], froms[1], froms[2]});
    for (const Columns::Row row : columns) {
      const auto weapon = std::find(weapons().begin(), weapons().end(), row.text("weapon"));
      for (std::size_t from = 0; from < froms.size(); ++from) {
        const std::size_t entry = row.one_of(froms[from], entries);
        if (weapon == weapons().end()) continue;
        entries_[static_cast<std::size_t>(weapon - weapons().begin())][from] =
            static_cast<Entry>(entry);
      }
    }
    for (std::size_t weapon = 0; weapon < entries_.size(); ++weapon) {
      if (entries_[weapon].front() == Entry::missing) {
        throw InputError({chart.file, 1, 1},
                         fmt::format("the row '{}' is missing", weapons()[weapon]),
                         "a row for each weapon");
      }
    }
  }

  Entry entry(Weapon weapon, From from) const {
    return entries_[static_cast<std::size_t>(weapon)][static_cast<std::size_t>(from)];
  }

 private:
  std::array<std::array<Entry, froms.size()>, 14> entries_;
};

/// Looks up the TEM: one certain outcome.
struct Pillbox {
  enum class Shelter { pillbox, gutted_building };
  enum class Fire { direct, indirect, aerial };

  Shelter place = Shelter::pillbox;
  Weapon weapon = Weapon::small_arms;
  From from = From::ca;
  std::optional<int> ca_tem;
  std::optional<int> nca_tem;
  bool critical_hit = false;
  std::optional<int> basic_to_kill;
  Fire fire = Fire::direct;
  bool roofless = false;
  bool fortified = false;
  int levels_above = 0;

  bool in_pillbox() const { return place == Shelter::pillbox; }
  bool in_building() const { return place == Shelter::gutted_building; }
  bool may_be_ap() const { return in_building() || weapon == Weapon::ap; }
  bool has_levels_above() const { return !roofless; }
  bool levels_matter() const { return fire == Fire::indirect; }
  bool roof_matters() const { return fire != Fire::direct; }
  bool fortification_matters() const { return fire == Fire::direct || !roofless; }

  void prepare(const Charts& charts) {
    if (in_pillbox()) {
      const PillboxTable& table = charts.get<PillboxTable>();
      Pillbox usual = *this;
      usual.critical_hit = false;
      usual.look_up(table);
      look_up(table);
      if (critical_hit && weapon == Weapon::dc) {
        throw ArgumentError("critical_hit", "a DC rolls no To Hit DR", "false");
      }
      if (critical_hit && usual.resolved() == resolved()) {
        throw ArgumentError("critical_hit", "a Critical Hit changes nothing there", "false");
      }
    } else {
      tem_ = building_tem();
    }
  }

  std::tuple<std::string_view, int, int> resolved() const {
    return {label_, tem_, firepower_percent_};
  }

  Outcome resolve(Dice&) const {
    return Outcome(label_).measure("tem", tem_).measure("firepower_percent", firepower_percent_);
  }

 private:
  void look_up(const PillboxTable& table) {
    using Entry = PillboxTable::Entry;
    for (const auto& [parameter, given] : {std::pair("ca_tem", ca_tem), {"nca_tem", nca_tem}}) {
      if (!given) {
        throw ArgumentError(parameter, fmt::format("{} is needed", parameter),
                            "the TEM printed on the pillbox counter");
      }
    }
    // Against a Critical Hit from outside the CA there is no TEM (notes 1 and 9).
    const int nca = critical_hit ? 0 : *nca_tem;
    Entry entry = table.entry(weapon, from);
    if (weapon == Weapon::ap) {
      if (!basic_to_kill) {
        throw ArgumentError("basic_to_kill", "basic_to_kill is needed for AP",
                            "the basic To Kill number of the gun");
      }
      // Note 3: AP counts as HE unless its To Kill number is more than twice the TEM.
      const int against = from == From::ca ? *ca_tem : *nca_tem;
      if (*basic_to_kill <= 2 * against) entry = table.entry(Weapon::he, from);
    }
    if (entry == Entry::critical_ca) entry = critical_hit ? Entry::ca : Entry::not_allowed;
    if (entry == Entry::half_ca) firepower_percent_ = 50;
    switch (entry) {
      case Entry::ca:
      case Entry::half_ca:
        tem_ = reversed() ? -*ca_tem : *ca_tem;
        break;
      case Entry::nca:
        tem_ = nca;
        break;
      case Entry::minus_nca:
        tem_ = -nca;
        break;
      case Entry::no_effect:
      case Entry::not_allowed:
        label_ = entry == Entry::no_effect ? "no_effect" : "not_allowed";
        firepower_percent_ = 0;
        break;
      default:
        break;
    }
  }

  /// C3.71: a Critical Hit of HE or HEAT reverses positive TEM; only for the NCA TEM there is
  /// another rule.
  bool reversed() const {
    return critical_hit && (weapon == Weapon::he || weapon == Weapon::heat || weapon == Weapon::ap);
  }

  /// Red Barricades, Gutted Buildings 7.3, 7.6 and 7.7.
  int building_tem() const {
    if (fire == Fire::direct) return fortified ? 4 : 1;
    if (roofless) return 2;
    if (fire == Fire::aerial) return fortified ? 4 : 3;
    return (fortified ? 4 : 1) + levels_above;
  }

  const char* label_ = "attack";
  int tem_ = 0;
  int firepower_percent_ = 100;
};

}  // namespace

Procedure pillbox() {
  return procedure<Pillbox>(
             "asl.pillbox", "B30, Table 8",
             "the TEM and firepower against a pillbox or a gutted building (no dice)")
      .asks(&Pillbox::place, "place", one_of({"pillbox", "gutted_building"}), "where the target is")
      .asks(&Pillbox::weapon, "weapon", one_of(weapons()), "pillbox: what attacks")
      .only_when(&Pillbox::in_pillbox, "only the kind of --fire matters in that place", "")
      .asks(&Pillbox::from, "from", one_of({froms.begin(), froms.end()}),
            "pillbox: from inside its covered arc, outside it, or its own hex")
      .asks(&Pillbox::ca_tem, "ca_tem", 0, 10,
            "pillbox: the TEM against fire from the CA on the counter")
      .asks(&Pillbox::nca_tem, "nca_tem", 0, 10,
            "pillbox: the TEM against other fire on the counter")
      .tried_with({"5", "7"})
      .asks(&Pillbox::critical_hit, "critical_hit", "pillbox: a Critical Hit")
      .asks(&Pillbox::basic_to_kill, "basic_to_kill", 0, 40,
            "pillbox: the basic To Kill number of AP")
      .tried_with({"8", "17"})
      .only_when(AllFrom{"from"}, &Pillbox::in_pillbox, "", "--place pillbox")
      .only_when(&Pillbox::may_be_ap, "", "--weapon ap")
      .asks(&Pillbox::fire, "fire", one_of({"direct", "indirect", "aerial"}),
            "gutted building: what attacks")
      .asks(&Pillbox::roofless, "roofless",
            "gutted building: the uppermost Location, without a roof")
      .asks(&Pillbox::fortified, "fortified", "gutted building: it is fortified")
      .asks(&Pillbox::levels_above, "levels_above", 0, 5,
            "gutted building: levels above the target (no rooftop)")
      .only_when(AllFrom{"fire"}, &Pillbox::in_building, "", "--place gutted_building")
      .only_when(&Pillbox::has_levels_above, "nothing is above a roofless Location", "")
      .only_when(&Pillbox::levels_matter, "only indirect fire hits the levels above first",
                 "--fire indirect")
      .only_when({"roofless"}, &Pillbox::roof_matters, "the roof does not matter to direct fire",
                 "--fire indirect or aerial")
      .only_when({"fortified"}, &Pillbox::fortification_matters,
                 "from above a roofless Location is +2 in any case", "")
      .outcome("attack", "the attack is resolved with that TEM")
      .outcome("no_effect", "the attack has no effect on the occupants")
      .outcome("not_allowed", "there is no such attack")
      .measure("tem", "the modifier to add")
      .measure("firepower_percent", "how much of the firepower counts")
      .headline("mean tem", "TEM {}")
      .headline("mean firepower_percent", "{} % of the FP counts")
      .headline("not_allowed", "there is no such attack");
}

}  // namespace combat_odds::asl
