#include <fmt/format.h>

#include <algorithm>

#include "core/text/words.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/declare/names.hpp"
#include "sim/red_barricades/charts.hpp"
#include "sim/red_barricades/fortifications.hpp"
#include "sim/squad_games/force_price.hpp"

namespace combat_odds::red_barricades {
namespace {

/// What Reinforcement Groups and fortifications cost. No dice.
struct Cost {
  using Group = ReinforcementGroup;

  std::string items;
  std::optional<Side> side;
  int fpp = 0;
  int pre_registered = 0;
  int stuka_cpp = 1;

  void prepare(const Charts& charts) {
    const auto& groups = charts.get<ReinforcementGroups>();
    const auto& table = charts.get<FortificationTable>();
    if (!items.empty()) read(groups, table);
    if (list_.empty() && fpp_ + fpp == 0) {
      throw ArgumentError("items", "nothing is bought", "--items 'Rifle Coy Trench' or --fpp 40");
    }
    check_options();
    PricedItem hexes{"Pre-Registered hex", pre_registered, {}};
    PricedItem points{fmt::format("{} FPP", fpp_ + fpp), 1, {}};
    for (const Side each : {Side::german, Side::russian}) {
      hexes.each[name_of(each)] = 1;
      const Group& bought = *groups.find(each, "Fortifications");
      const int of_one = bought.units.front().number;
      points.each[name_of(each)] = (fpp_ + fpp + of_one - 1) / of_one * bought.cpp;
    }
    if (pre_registered > 0) {
      said_.push_back(hexes);
      list_.push_back(std::move(hexes));
    }
    if (fpp > 0) said_.push_back({fmt::format("{} FPP", fpp), 1, {}});
    if (fpp_ + fpp > 0) list_.push_back(std::move(points));
    if (side) {
      bills_ = {bill(name_of(*side))};
      return;
    }
    for (const Side each : {Side::german, Side::russian}) {
      const bool has_all = std::ranges::all_of(
          list_, [&](const PricedItem& item) { return item.each.contains(name_of(each)); });
      if (has_all) bills_.push_back(bill(name_of(each)));
    }
    if (bills_.empty()) bills_ = {bill(std::nullopt)};  // which says what is of two sides
    const bool are_equal = bills_.front().sum == bills_.back().sum;
    if (are_equal) bills_.resize(1);
  }

  Outcome resolve(Dice& /*dice*/) const {
    Outcome outcome("priced");
    if (fpp_ > 0) outcome.measure("fpp", fpp_);
    if (bills_.size() == 1) return outcome.measure("cpp", bills_.front().sum);
    for (const Bill& each : bills_) {
      outcome.measure(each.nation == "german" ? "german_cpp" : "russian_cpp", each.sum);
    }
    return outcome;
  }

  Working working() const {
    std::vector<std::string> sums = fortifications_;
    for (const Bill& each : bills_) {
      if (bills_.size() > 1) sums.push_back(fmt::format("{}:", each.nation));
      sums.insert(sums.end(), each.lines.begin(), each.lines.end());
    }
    return {list_text(said_), sums, {}};
  }

  /// The groups of both sides, the fortifications, and the pillboxes that the counters have.
  static std::vector<std::string> known_names(const Charts& charts) {
    std::vector<std::string> names;
    const auto add = [&](const std::string& name) {
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    };
    for (const Group& group : charts.get<ReinforcementGroups>().all()) {
      add(group.name);
      if (group.kind == Group::Kind::platoon) add(by_vehicle(group));
    }
    for (const std::string& name : charts.get<FortificationTable>().names()) add(name);
    for (const char* const pillbox : {"1-3-5", "2-3-5", "3-3-5", "1-5-7", "2-5-7", "3-5-7"}) {
      add(fmt::format("{} Pillbox", pillbox));
    }
    return names;
  }

 private:
  Bill bill(const std::optional<std::string>& of_side) const {
    return bill_of(list_, of_side, "items", "side");
  }

  static std::string by_vehicle(const Group& platoon) {
    return platoon.units.front().name + " Pltn";
  }

  void read(const ReinforcementGroups& groups, const FortificationTable& table) {
    std::vector<std::string> names = table.names();
    for (const Group& group : groups.all()) {
      names.push_back(group.name);
      if (group.kind == Group::Kind::platoon) {
        names.push_back(group.units.front().name);
        names.push_back(by_vehicle(group));
      }
      names.push_back(group.id);
    }
    const std::vector<std::string_view> words = words_of(items);
    for (const std::string_view word : words) {  // the numbers of a pillbox
      std::string pillbox = fmt::format("{} Pillbox", word.substr(word.find('*') + 1));
      if (table.fpp(pillbox)) names.push_back(std::move(pillbox));
    }
    for (const CountedName& named : read_names(items, names, "items")) {
      add(names[named.position], named.count, groups, table);
    }
  }

  void add(const std::string& name, int count, const ReinforcementGroups& groups,
           const FortificationTable& table) {
    said_.push_back({name, count, {}});
    if (const auto fortification = table.fpp(name)) {
      fpp_ += count * *fortification;
      fortifications_.push_back(fmt::format("{} x {} at {} FPP: {}", count, name, *fortification,
                                            count * *fortification));
      return;
    }
    has_groups_ = true;
    PricedItem item{name, count, {}};
    bool takes_hexes = false;
    for (const Side each : {Side::german, Side::russian}) {
      const Group* const group = group_of(groups, each, name);
      if (group == nullptr) continue;
      has_points_ = has_points_ || group->kind == Group::Kind::fortifications;
      item.each[name_of(each)] = group->price(0, stuka_cpp);
      takes_hexes = takes_hexes || group->pre_registered;
      has_stukas_ = has_stukas_ || group->kind == Group::Kind::stuka;
    }
    if (takes_hexes) modules_ += count;
    list_.push_back(std::move(item));
  }

  /// By the names of the chart, or "StuG IIIG Pltn" by its vehicle.
  static const Group* group_of(const ReinforcementGroups& groups, Side side,
                               std::string_view name) {
    if (const Group* const group = groups.find(side, name)) return group;
    constexpr std::string_view platoon = " Pltn";
    if (name.ends_with(platoon)) name.remove_suffix(platoon.size());
    return groups.find(side, name);
  }

  void check_options() const {
    if (has_points_ && fpp_ > 0) {
      throw ArgumentError("items", "Fortifications are FPP, and what FPP buy is listed, too",
                          "one of the two");
    }
    if (pre_registered > modules_ * Group::most_pre_registered) {
      throw ArgumentError("pre_registered",
                          fmt::format("{} Pre-Registered hexes with {} OBA modules that may have "
                                      "any",
                                      pre_registered, modules_),
                          fmt::format("{} for a module (footnote p)", Group::most_pre_registered));
    }
    if (stuka_cpp > 1 && !has_stukas_) {
      throw ArgumentError("stuka_cpp", "no Stuka is bought", "Stuka in --items");
    }
  }

  std::vector<PricedItem> said_;  ///< as a player would list it
  std::vector<PricedItem> list_;  ///< what CPP are paid for
  std::vector<Bill> bills_;       ///< one; of both sides where that is a difference
  int fpp_ = 0;                   ///< what the fortifications cost
  int modules_ = 0;
  bool has_groups_ = false;
  bool has_points_ = false;  ///< Fortifications, a group of FPP
  bool has_stukas_ = false;
  std::vector<std::string> fortifications_;
};

}  // namespace

Procedure cost() {
  const NameList names = {ReinforcementGroups::chart_name, [](const Charts& charts) {
                            std::vector<NamedValue> values;
                            for (std::string& name : Cost::known_names(charts)) {
                              values.push_back({std::move(name), 0});
                            }
                            return values;
                          }};
  return procedure<Cost>("rb.cost", "RG Charts, Fortification Table",
                         "what Reinforcement Groups and fortifications cost, in CPP and FPP")
      .asks(&Cost::items, "items",
            std::string(counted_names_form) + "2*Rifle Coy StuG G Pltn 3*Trench",
            "groups and fortifications, by the names of combat-odds list rb")
      .or_named(names)
      .by_default("")
      .tried_with({"2*Rifle Coy StuG G Pltn", "Gds Rifle Coy Hvy Arty", "2*Stuka Hvy Arty",
                   "3*Trench 1-3-5 Pillbox", "Btl Mtr", "Med Arty Wire"})
      .asks(&Cost::side, "side", one_of({"german", "russian"}),
            "who buys; default: whose charts alone have all of it")
      .asks(&Cost::fpp, "fpp", 0, 3600, "Fortification points that are bought besides")
      .tried_with({"0", "20", "50"})
      .asks(&Cost::pre_registered, "pre_registered", 0, 50,
            "Pre-Registered hexes bought with its OBA modules (footnote p)")
      .tried_with({"0", "1", "2"})
      .asks(&Cost::stuka_cpp, "stuka_cpp", 1, 2, "CPP for each Stuka (footnote b)")
      .outcome("priced", "the charts have all of it")
      .measure("fpp", "what the fortifications cost in FPP")
      .measure("cpp", "what all of it costs in CPP")
      .measure("german_cpp",
               "what it costs the Germans, where nobody says whose it is and it is a difference")
      .measure("russian_cpp", "what it costs the Russians, likewise")
      .headline("mean fpp", "{} FPP")
      .headline("mean cpp", "{} CPP")
      .headline("mean german_cpp", "{} CPP for the Germans")
      .headline("mean russian_cpp", "{} CPP for the Russians");
}

}  // namespace combat_odds::red_barricades
