#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "combat_odds/core/suggest.hpp"
#include "combat_odds/sim/procedure.hpp"

namespace combat_odds::asl {
namespace {

/// Table 8: which TEM the occupants of a pillbox get, by weapon and by where the fire comes from.
class PillboxTable {
 public:
  static constexpr const char* chart_name = "asl/pillbox.csv";

  static const std::vector<std::string>& weapons() {
    static const std::vector<std::string> names = {
        "small_arms",         "he",           "heat",         "ap",
        "canister",           "flamethrower", "dc",           "ffe",
        "indirect_or_aerial", "overrun",      "close_combat", "wp_direct",
        "wp_indirect",        "wp_grenade"};
    return names;
  }

  explicit PillboxTable(const CsvTable& chart) {
    static const std::vector<std::string> entries = {
        "zero", "ca", "nca", "half_ca", "critical_ca", "minus_nca", "no_effect", "not_allowed"};
    const auto weapon = chart_column(chart, "weapon");
    for (const auto& row : chart.rows) {
      for (const char* from : {"ca", "nca", "same_hex"}) {
        const CsvCell& cell = row[chart_column(chart, from)];
        if (std::find(entries.begin(), entries.end(), cell.text) == entries.end()) {
          throw InputError(chart.place(cell), fmt::format("'{}' is no entry", cell.text),
                           did_you_mean(cell.text, entries, "such as ca or no_effect"));
        }
        entries_[{row[weapon].text, from}] = cell.text;
      }
    }
    for (const std::string& name : weapons()) {
      if (!entries_.contains({name, "ca"})) {
        throw InputError({chart.file, 1, 1}, fmt::format("the row '{}' is missing", name),
                         "a row for each weapon");
      }
    }
  }

  const std::string& entry(const std::string& weapon, const std::string& from) const {
    return entries_.at({weapon, from});
  }

 private:
  std::map<std::pair<std::string, std::string>, std::string> entries_;
};

/// A look-up: one certain outcome.
class Pillbox : public Rule {
 public:
  Pillbox(const Arguments& arguments, const Charts& charts) {
    const bool pillbox = arguments.choice("place") == "pillbox";
    const auto refuse = [&](const char* parameter, bool given, bool wanted) {
      if (given && !wanted) {
        throw ArgumentError(parameter, "it does not go with that place",
                            pillbox ? "place gutted_building" : "place pillbox");
      }
    };
    refuse("ca_tem", arguments.given("ca_tem"), pillbox);
    refuse("nca_tem", arguments.given("nca_tem"), pillbox);
    refuse("basic_to_kill", arguments.given("basic_to_kill"), pillbox);
    refuse("critical_hit", arguments.flag("critical_hit"), pillbox);
    refuse("fire", arguments.choice("fire") != "direct", !pillbox);
    refuse("from", arguments.choice("from") != "ca", pillbox);
    refuse("roofless", arguments.flag("roofless"), !pillbox);
    refuse("fortified", arguments.flag("fortified"), !pillbox);
    refuse("levels_above", arguments.integer("levels_above") > 0, !pillbox);
    if (pillbox) {
      in_pillbox(arguments, charts.get<PillboxTable>(PillboxTable::chart_name));
    } else {
      in_gutted_building(arguments);
    }
  }

  Outcome resolve(Dice&) const override {
    return Outcome(label_).measure("tem", tem_).measure("firepower_percent", firepower_percent_);
  }

 private:
  void in_pillbox(const Arguments& arguments, const PillboxTable& table) {
    for (const char* tem : {"ca_tem", "nca_tem"}) {
      if (!arguments.given(tem)) {
        throw ArgumentError(tem, std::string(tem) + " is needed",
                            "the TEM printed on the pillbox counter");
      }
    }
    const std::string& weapon = arguments.choice("weapon");
    const std::string& from = arguments.choice("from");
    const bool critical = arguments.flag("critical_hit");
    const int ca = arguments.integer("ca_tem");
    // A Critical Hit from outside the CA finds no TEM (notes 1 and 9).
    const int nca = critical ? 0 : arguments.integer("nca_tem");
    std::string entry = table.entry(weapon, from);
    if (weapon == "ap") {
      if (!arguments.given("basic_to_kill")) {
        throw ArgumentError("basic_to_kill", "basic_to_kill is needed for AP",
                            "the basic To Kill number of the gun");
      }
      // Note 3: without more than twice the TEM as To Kill number AP counts as HE.
      const int against = from == "ca" ? ca : arguments.integer("nca_tem");
      if (arguments.integer("basic_to_kill") <= 2 * against) entry = table.entry("he", from);
    } else if (arguments.given("basic_to_kill")) {
      throw ArgumentError("basic_to_kill", "it matters only for AP", "weapon ap");
    }
    if (entry == "critical_ca") entry = critical ? "ca" : "not_allowed";
    if (entry == "no_effect" || entry == "not_allowed") {
      label_ = entry;
      firepower_percent_ = 0;
      return;
    }
    if (entry == "half_ca") firepower_percent_ = 50;
    tem_ = entry == "ca" || entry == "half_ca" ? ca
           : entry == "nca"                    ? nca
           : entry == "minus_nca"              ? -nca
                                               : 0;
  }

  /// Red Barricades, Gutted Buildings 7.3, 7.6 and 7.7.
  void in_gutted_building(const Arguments& arguments) {
    const std::string& weapon = arguments.choice("weapon");
    const bool roofless = arguments.flag("roofless");
    const bool fortified = arguments.flag("fortified");
    const int levels_above = arguments.integer("levels_above");
    if (roofless && levels_above > 0) {
      throw ArgumentError("levels_above", "nothing is above a roofless Location", "levels_above 0");
    }
    const std::string& fire = arguments.choice("fire");
    if (weapon != "small_arms") {
      throw ArgumentError("weapon", "only the kind of fire matters there",
                          "fire direct, indirect or aerial");
    }
    if (fire == "direct") {
      tem_ = fortified ? 4 : 1;
    } else if (roofless) {
      tem_ = 2;
    } else if (fire == "aerial") {
      tem_ = fortified ? 4 : 3;
    } else {
      tem_ = (fortified ? 4 : 1) + levels_above;
    }
  }

  std::string label_ = "attack";
  int tem_ = 0;
  int firepower_percent_ = 100;
};

}  // namespace

Procedure pillbox() {
  return {
      .name = "asl.pillbox",
      .rule = "B30, Table 8",
      .summary = "the TEM and firepower against a pillbox or a gutted building (no dice)",
      .details =
          "A look-up with one certain outcome: whether the attack is allowed, the TEM to add, and "
          "the percentage of the firepower that counts. A pillbox takes its two TEM from its "
          "counter. AP finds no TEM if its basic To Kill number is more than twice the TEM that "
          "would apply; otherwise it counts as HE. A Critical Hit from outside the CA finds no "
          "TEM. "
          "Direct WP needs a Critical Hit from the CA; a WP grenade in the same hex takes the NCA "
          "TEM as a negative modifier: for WP, tem is the modifier of its NMC.\n"
          "A gutted building gives +1 (+4 fortified); from the air +2 in a roofless Location, else "
          "+3 (+4 fortified); against indirect fire +2 in a roofless Location, else the building's "
          "+1 or +4 and 1 for each level above (the text names only the latter).",
      .parameters =
          {
              choice("place", {"pillbox", "gutted_building"}, "where the target is"),
              choice("weapon", PillboxTable::weapons(), "pillbox: what attacks").tried_with([] {
                std::vector<std::string> tried = PillboxTable::weapons();
                tried.insert(tried.end(), {"small_arms", "small_arms", "small_arms"});
                return tried;
              }()),
              choice("from", {"ca", "nca", "same_hex"},
                     "pillbox: from inside its covered arc, outside it, or its own hex"),
              integer("ca_tem", 0, 10, "pillbox: the TEM against fire from the CA on the counter")
                  .optional()
                  .tried_with({"", "3", "5"}),
              integer("nca_tem", 0, 10, "pillbox: the TEM against other fire on the counter")
                  .optional()
                  .tried_with({"", "5", "7"}),
              flag("critical_hit", "pillbox: a Critical Hit")
                  .tried_with({"false", "false", "true"}),
              integer("basic_to_kill", 0, 40, "pillbox: the basic To Kill number of AP")
                  .optional()
                  .tried_with({"", "", "8", "17"}),
              choice("fire", {"direct", "indirect", "aerial"}, "gutted building: what attacks")
                  .tried_with({"direct", "direct", "indirect", "aerial"}),
              flag("roofless", "gutted building: the uppermost Location, without a roof"),
              flag("fortified", "gutted building: it is fortified"),
              integer("levels_above", 0, 5, "gutted building: levels above the target (no rooftop)")
                  .by_default("0")
                  .tried_with({"0", "0", "1"}),
          },
      .outcomes = {{"attack", "the attack is resolved with that TEM"},
                   {"no_effect", "the attack has no effect on the occupants"},
                   {"not_allowed", "there is no such attack"}},
      .events = {},
      .measures = {{"tem", "the modifier to add"},
                   {"firepower_percent", "how much of the firepower counts"}},
      .charts = {PillboxTable::chart_name},
      .rule_for = [](const Arguments& arguments,
                     const Charts& charts) { return std::make_unique<Pillbox>(arguments, charts); },
  };
}

}  // namespace combat_odds::asl
