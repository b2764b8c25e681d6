#include "studies/campaign/campaign_input.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/text/text.hpp"
#include "studies/campaign/campaign_weather.hpp"

namespace combat_odds::red_barricades {
namespace {

std::vector<std::string> names_of(const std::vector<TextFile>& files) {
  std::vector<std::string> names;
  for (const TextFile& file : files) {
    names.push_back(stem(file.name));
  }
  if (names.size() < 2 || names[0] != names[1]) return names;
  if (files[0].name != files[1].name) return {files[0].name, files[1].name};
  names[1] += " (again)";
  return names;
}

}  // namespace

Campaign::Campaign(const CampaignInput& input, const Charts& charts, const RunControl* control)
    : charts_(charts), settings_(input.settings), plan_names_(names_of(input.plans)) {
  for (const std::string& measure : input.follow) {
    std::vector<std::string>& all = running_measures_;
    if (std::find(all.begin(), all.end(), measure) == all.end()) all.push_back(measure);
  }
  for (const std::string& name : plan_names_) {
    if (name.find_first_of("=+-@") != 0) continue;
    throw InputError(
        {name}, "a plan goes by the name of its file, which a spreadsheet would read as a formula",
        "a file whose name begins with none of = + - @");
  }
  Faults faults;
  for (const TextFile& file : input.plans) {
    plans_.push_back(read_campaign_plan(file, charts_, settings_, faults));
  }
  if (input.budget) budget_ = read_campaign_budget(*input.budget, charts_, faults);
  if (input.points) points_ = read_unit_points(*input.points, charts_, faults);
  if (input.weather) settings_.overcast = read_campaign_weather(*input.weather, charts_, faults);
  if (input.losses) losses_ = read_campaign_losses(*input.losses, charts_, faults);
  if (input.fights) read_fights_of(*input.fights, charts, faults);
  const std::optional<DieChance> fought = read_die_chance(input.fought);
  if (!fought) {
    faults.add({"--fought"}, fmt::format("'{}' is no chance", input.fought),
               "such as 80%, 2.5% or 5/6");
  }
  faults.throw_if_any();
  losses_.fought = *fought;
  muster();

  forces_.reserve(2 * plans_.size());
  for (std::size_t p = 0; p < plans_.size(); ++p) {
    for (const Side side : {Side::german, Side::russian}) {
      const auto of_side = [&](const PlanLine& line) { return line.group->side == side; };
      if (std::none_of(plans_[p].lines.begin(), plans_[p].lines.end(), of_side)) continue;
      forces_.emplace_back(plans_[p], side, budget_ ? &*budget_ : nullptr, points_, charts_,
                           settings_, control);
      on_map_.emplace_back(losses_, forces_.back());
      plan_of_.push_back(p);
      if (budget_ && !budget_->given(side) && p == 0) without_budget_.push_back(side);
    }
  }
  if (input.fights) pair_up(*input.fights);
  // Two plans with one side each are the two sides of one campaign.
  const bool one_side_each = forces_.size() == 2 && plan_of_[0] != plan_of_[1];
  for (const bool same_plan : {true, false}) {
    for (std::size_t a = 0; a < forces_.size(); ++a) {
      for (std::size_t b = a + 1; b < forces_.size(); ++b) {
        const bool same_side = forces_[a].side() == forces_[b].side();
        if ((plan_of_[a] == plan_of_[b]) == same_plan &&
            (same_side != same_plan || one_side_each)) {
          pairs_.emplace_back(a, b);
        }
      }
    }
  }
}

void Campaign::read_fights_of(const TextFile& file, const Charts& charts, Faults& faults) {
  const Columns lines =
      campaign_columns(file, needed_fight_columns, fight_columns(), "fight", faults);
  for (const std::string& column : needed_fight_columns) {
    if (!lines.has(column)) return;
  }
  fights_ = read_fights(lines, charts_.historical, unit_names(charts_), charts, faults);
}

/// Counts all that fights need: units as lines that purchases alone fill, where the losses have
/// none, the rest beside them.
void Campaign::muster() {
  const auto add = [&](const Fight& fight, Side side, const std::string& measure, bool as_line) {
    const auto is_it = [&](const LossLine& line) {
      return line.side == side && line.measure == measure;
    };
    if (std::ranges::any_of(losses_.lines, is_it) || std::ranges::any_of(losses_.held, is_it)) {
      return;
    }
    LossLine line;
    line.place = fight.place;
    line.side = side;
    line.measure = measure;
    (as_line ? losses_.lines : losses_.held).push_back(std::move(line));
  };
  for (const Fight& fight : fights_) {
    losses_.fight_days.insert(fight.day);
    for (const std::size_t of : {attacking, defending}) {
      for (const UnitsThere& units : fight.meeting[of]) {
        const bool is_weapon = units.measure.starts_with("support_weapons");
        add(fight, fight.side(of), units.measure, !is_weapon);
      }
    }
  }
  for (const Fight& fight : fights_) {
    for (const FightNeed& need : fight.needs) add(fight, need.side, need.measure, false);
  }
  std::array<std::vector<std::string>, 2> measures;
  for (const LossLine& line : losses_.lines) {
    measures[static_cast<std::size_t>(line.side)].push_back(line.measure);
  }
  for (Fight& fight : fights_) {
    fight.follow({measures[static_cast<std::size_t>(fight.side(attacking))],
                  measures[static_cast<std::size_t>(fight.side(defending))]});
    for (LossLine& line : losses_.lines) {
      for (const std::size_t of : {attacking, defending}) {
        if (fight.side(of) != line.side) continue;
        const std::string kind = line.measure.substr(0, line.measure.find(' '));
        for (const UnitsThere& units : fight.meeting[of]) {
          if (units.measure.starts_with(kind + " ")) line.most_gained[fight.day] += units.number;
        }
      }
    }
  }
}

void Campaign::pair_up(const TextFile& file) {
  const auto force = [&](std::size_t plan, Side side) {
    std::optional<std::size_t> found;
    for (std::size_t f = 0; f < forces_.size(); ++f) {
      if (plan_of_[f] == plan && forces_[f].side() == side) found = f;
    }
    return found;
  };
  if (forces_.size() == 2 && plan_of_[0] != plan_of_[1] && forces_[0].side() != forces_[1].side()) {
    const std::size_t german = forces_[0].side() == Side::german ? 0 : 1;
    fighting_.push_back({german, 1 - german});
    return;
  }
  for (std::size_t p = 0; p < plans_.size(); ++p) {
    const std::optional<std::size_t> german = force(p, Side::german);
    const std::optional<std::size_t> russian = force(p, Side::russian);
    if (!german || !russian) {
      const Side missing = german ? Side::russian : Side::german;
      throw InputError({file.name},
                       fmt::format("the {} side buys nothing in {}, so that nobody of it is there "
                                   "to fight",
                                   name_of(missing), plans_[p].file),
                       "a plan in which both sides buy something, also a side with units from the "
                       "start, or a second plan for that side");
    }
    fighting_.push_back({*german, *russian});
  }
}

std::vector<std::string> Campaign::idle_purchases() const {
  std::vector<std::string> idle;
  if (fights_.empty()) return idle;
  for (const CampaignForce& force : forces_) {
    for (const char* const measure : {"oba_modules", "stukas", "fpp", "san", "mol_capability"}) {
      const auto is_needed = [&](const Fight& fight) {
        return std::ranges::any_of(fight.needs, [&](const FightNeed& need) {
          return need.side == force.side() && need.measure == measure;
        });
      };
      if (!force.measure(measure) || std::ranges::any_of(fights_, is_needed)) continue;
      std::string name = fmt::format("{} {}", name_of(force.side()), measure);
      if (std::ranges::find(idle, name) == idle.end()) idle.push_back(std::move(name));
    }
  }
  return idle;
}

}  // namespace combat_odds::red_barricades
