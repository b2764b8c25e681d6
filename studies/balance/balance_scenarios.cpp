#include "studies/balance/balance_scenarios.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/text/columns.hpp"
#include "core/text/option_error.hpp"
#include "core/text/suggest.hpp"
#include "studies/points/points_sweep.hpp"

namespace combat_odds {
namespace {

/// Several games with the same units, each setting played by the game that it comes from.
class JoinedGame final : public BalanceGame {
 public:
  void add(std::unique_ptr<BalanceGame> game) { games_.push_back(std::move(game)); }

  /// `local` is a setting of the game that was added last.
  BalanceSetting& add(const BalanceSetting& local) {
    from_.emplace_back(games_.size() - 1, local.number);
    BalanceSetting& setting = settings_.emplace_back(local);
    setting.number = settings_.size() - 1;
    return setting;
  }
  const BalanceGame& last() const { return *games_.back(); }
  std::vector<BalanceSetting>& all() { return settings_; }
  void name_columns(std::vector<std::string> columns) { columns_ = std::move(columns); }

  std::string duel() const override { return games_.front()->duel(); }
  const std::vector<BalanceUnit>& units() const override { return games_.front()->units(); }
  const std::vector<BalanceSetting>& settings() const override { return settings_; }
  std::vector<std::string> setting_columns() const override { return columns_; }
  std::set<std::string> charts_used() const override {
    std::set<std::string> used;
    for (const auto& game : games_) used.merge(game->charts_used());
    return used;
  }
  std::string manner() const override { return games_.front()->manner(); }
  int most() const override {
    int most = most_in_force;
    for (const auto& game : games_) most = std::min(most, game->most());
    return most;
  }
  std::pair<std::string, std::string> roles() const override { return games_.front()->roles(); }
  bool is_simulated() const override { return games_.front()->is_simulated(); }
  bool even_handed() const override {
    return std::ranges::all_of(games_, [](const auto& game) { return game->even_handed(); });
  }
  Duel fight(const BalanceSetting& setting, Contingent own, Contingent other,
             RunControl* control) const override {
    return game_of(setting).fight(local(setting), own, other, control);
  }
  bool mixes(std::size_t one, std::size_t other) const override {
    return std::ranges::all_of(games_, [&](const auto& game) { return game->mixes(one, other); });
  }
  Duel fight_mixed(const BalanceSetting& setting, const Army& own, const Army& other,
                   RunControl* control) const override {
    return game_of(setting).fight_mixed(local(setting), own, other, control);
  }
  void simulate(const BalanceSetting& setting, Contingent own, Contingent other,
                const OddsOptions& options, Duel& duel) const override {
    game_of(setting).simulate(local(setting), own, other, options, duel);
  }
  bool has_efficiency() const override {
    return std::ranges::all_of(games_, [](const auto& game) { return game->has_efficiency(); });
  }
  Efficiency one_attack(const BalanceSetting& setting, std::size_t unit,
                        std::size_t target) const override {
    return game_of(setting).one_attack(local(setting), unit, target);
  }

 private:
  const BalanceGame& game_of(const BalanceSetting& setting) const {
    return *games_[from_[setting.number].first];
  }
  const BalanceSetting& local(const BalanceSetting& setting) const {
    return game_of(setting).settings()[from_[setting.number].second];
  }

  std::vector<std::unique_ptr<BalanceGame>> games_;
  std::vector<BalanceSetting> settings_;
  std::vector<std::pair<std::size_t, std::size_t>> from_;  ///< the game, and the setting there
  std::vector<std::string> columns_;
};

}  // namespace

std::vector<BalanceScenario> read_balance_scenarios(const TextFile& file) {
  const CsvTable table = read_csv(file);
  std::vector<std::string> names;
  for (const CsvCell& cell : table.header) names.push_back(cell.text);
  const Columns lines(table, {"scenario"}, names);
  lines.need_rows("scenario");
  std::vector<BalanceScenario> scenarios;
  for (const Columns::Row row : lines) {
    BalanceScenario scenario;
    scenario.name = row.name("scenario");
    if (scenario.name.empty()) {
      throw row.error("scenario", "a scenario without a name", "such as across the street");
    }
    if (std::ranges::find(scenarios, scenario.name, &BalanceScenario::name) != scenarios.end()) {
      throw row.error("scenario", fmt::format("'{}' is listed twice", scenario.name),
                      "another name");
    }
    if (row.has("weight")) scenario.weight = row.number_above_0("weight");
    if (row.has("date")) {
      try {
        scenario.months = read_months(row.text("date"));
      } catch (const InputError& error) {
        throw row.error("date", error.wrong(), error.right());
      }
    }
    for (const std::string& name : names) {
      const std::string key = folded(name);
      if (key == "scenario" || key == "weight" || key == "date" || key == "note") continue;
      if (row.has(name)) scenario.settings.push_back({name, row.text(name), row.place(name)});
    }
    scenarios.push_back(std::move(scenario));
  }
  return scenarios;
}

std::unique_ptr<BalanceGame> game_of_scenarios(const std::vector<BalanceScenario>& scenarios,
                                               std::vector<std::unique_ptr<BalanceGame>> games) {
  auto joined = std::make_unique<JoinedGame>();
  joined->name_columns({"scenario", "weight", "setting"});
  for (std::size_t i = 0; i < scenarios.size(); ++i) {
    joined->add(std::move(games[i]));
    const std::vector<BalanceSetting>& settings = joined->last().settings();
    for (const BalanceSetting& local : settings) {
      std::string name = scenarios[i].name;
      std::vector<std::string> varied;
      for (const auto& [parameter, value] : local.values) {
        varied.push_back(fmt::format("{}={}", parameter, value));
      }
      if (!varied.empty()) name += fmt::format("[{}]", fmt::join(varied, ","));
      BalanceSetting& setting = joined->add(local);
      setting.weight = scenarios[i].weight / static_cast<double>(settings.size());
      setting.values = {{"scenario", name}};
      setting.told = name + (local.told.empty() ? "" : ": " + local.told);
      setting.cells = {name, fmt::format("{}", setting.weight), setting.told};
    }
  }
  return joined;
}

std::unique_ptr<BalanceGame> weighed_game(std::unique_ptr<BalanceGame> game,
                                          const std::vector<ValueWeight>& weights) {
  auto joined = std::make_unique<JoinedGame>();
  joined->name_columns(game->setting_columns());
  joined->add(std::move(game));
  for (const BalanceSetting& local : joined->last().settings()) joined->add(local);
  for (const ValueWeight& one : weights) {
    bool is_known = false;
    for (BalanceSetting& setting : joined->all()) {
      const std::pair<std::string, std::string> value{one.parameter, one.value};
      if (std::ranges::find(setting.values, value) == setting.values.end()) continue;
      setting.weight *= one.weight;
      is_known = true;
    }
    if (is_known) continue;
    throw OptionError("--weight", fmt::format("no setting has {}={}", one.parameter, one.value),
                      "a value of what varies, such as range=12:3 of --range 6,12");
  }
  if (std::ranges::all_of(joined->all(),
                          [](const BalanceSetting& setting) { return setting.weight == 0; })) {
    throw OptionError("--weight", "leaves nothing that counts", "a weight above 0");
  }
  return joined;
}

}  // namespace combat_odds
