#include "studies/campaign/force.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>
#include <tuple>

#include "core/exact/exact.hpp"
#include "core/text/fnv1a.hpp"
#include "sim/declare/units.hpp"

namespace combat_odds::red_barricades {
namespace {

const std::string& measure_name(UnitKind kind) {
  const auto& all = measures_of_kinds();
  return std::find_if(all.begin(), all.end(),
                      [&](const auto& entry) { return entry.first == kind; })
      ->second;
}

bool told_apart(UnitKind kind) {
  return kind == UnitKind::squad || kind == UnitKind::leader || kind == UnitKind::afv ||
         kind == UnitKind::gun || kind == UnitKind::crew || kind == UnitKind::support_weapon ||
         kind == UnitKind::oba_module;
}

/// Kinds of units that should have a point value.
bool has_value(UnitKind kind) {
  return kind == UnitKind::squad || kind == UnitKind::leader || kind == UnitKind::afv ||
         kind == UnitKind::gun || kind == UnitKind::crew || kind == UnitKind::support_weapon;
}

/// A purchase's draw as a rule; its measures are the units by name.
class UnitsRule : public Rule {
 public:
  UnitsRule(const Reinforcement& draw, std::map<std::string, UnitKind>& kinds)
      : draw_(draw), kinds_(kinds) {}

  Outcome resolve(Dice& dice) const override {
    const Received received = draw_.draw(dice);
    Outcome outcome("");
    for (const ReceivedUnits& units : received.units) {
      kinds_[std::string(units.name)] = units.kind;
      outcome.measure(units.name, units.number);
    }
    return outcome;
  }

 private:
  const Reinforcement& draw_;
  std::map<std::string, UnitKind>& kinds_;
};

/// The position of a measure in reports: totals of a kind before its units, leaders best first.
std::tuple<std::size_t, int, int, std::string> report_place(const std::string& name) {
  static const std::vector<std::string> last = {"leadership", "points", "unvalued_units", "cpp"};
  const std::string head = name.substr(0, name.find(' '));
  const std::string unit = head.size() < name.size() ? name.substr(head.size() + 1) : "";
  std::size_t rank = 0;
  for (const auto& [kind, kind_name] : measures_of_kinds()) {
    if (kind_name == head) break;
    ++rank;
  }
  if (head == "leadership") return {1, 1, 0, name};  // after the number of leaders
  if (rank == measures_of_kinds().size()) {
    rank += static_cast<std::size_t>(std::find(last.begin(), last.end(), head) - last.begin());
  }
  int quality = 0;
  if (head == "leaders" && !unit.empty()) {
    const UnitName leader = read_unit(unit, "leader");
    quality = 10 * -leader.morale + leader.modifier;
  }
  return {rank, unit.empty() ? 0 : 2, quality, name};
}

/// The order in which measures are packed into words: first those in which companies vary.
int packing_place(const std::string& name) {
  if (name == "leadership") return 0;
  if (name.starts_with("leaders")) return 1;
  if (name.starts_with("squads")) return 2;
  if (name == "points" || name == "unvalued_units") return 3;
  if (name.starts_with("afvs")) return 4;
  if (name.starts_with("oba") || name == "stukas" || name.starts_with("guns")) return 5;
  return 6;
}

}  // namespace

bool CampaignDraw::varies(std::size_t measure) const {
  return std::any_of(values[measure].begin(), values[measure].end(),
                     [&](int value) { return value != values[measure].front(); });
}

int CampaignDraw::least(std::size_t measure) const {
  const auto& all = values[measure];
  return all.empty() ? 0 : *std::min_element(all.begin(), all.end());
}

int CampaignDraw::most(std::size_t measure) const {
  const auto& all = values[measure];
  return all.empty() ? 0 : *std::max_element(all.begin(), all.end());
}

double CampaignDraw::exact_mean(std::size_t measure) const {
  return values[measure].empty() ? 0 : exact(measure).mean();
}

SumDistribution CampaignDraw::exact(std::size_t measure) const {
  if (values[measure].empty()) return SumDistribution(0);
  if (!varies(measure)) return SumDistribution(values[measure].front());
  const ExactOdds odds(graph);
  const std::set<int> different(values[measure].begin(), values[measure].end());
  std::vector<std::pair<int, std::string>> probabilities;
  for (const int value : different) {
    probabilities.emplace_back(
        value, odds.sum([&](std::size_t leaf) { return values[measure][leaf] == value; }).fraction);
  }
  return SumDistribution(probabilities);
}

CampaignForce::CampaignForce(const CampaignPlan& plan, Side side, const CampaignBudget* budget,
                             const UnitPoints& points, const CampaignCharts& charts,
                             const CampaignSettings& settings, const RunControl* control)
    : charts_(charts),
      settings_(settings),
      budget_(budget),
      points_(points),
      control_(control),
      side_(side) {
  if (budget_ != nullptr && !budget_->given(side)) budget_ = nullptr;
  for (const PlanLine& line : plan.lines) {
    if (line.group->side == side) lines_.push_back(&line);
  }
  std::vector<std::size_t> order(lines_.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return lines_[a]->day < lines_[b]->day; });
  std::string text = name_of(side);
  for (const std::size_t i : order) {
    const PlanLine& line = *lines_[i];
    for (int n = 0; n < line.quantity; ++n) purchases_.push_back({i, line.day, line.cpp()});
    text += fmt::format(";{} {} {} {} {}", line.day, line.group->id, line.quantity, line.cpp(),
                        line.strength);
    if (line.reserve) text += " reserve";
    if (line.group->kind != ReinforcementGroup::Kind::stuka) continue;
    for (const auto& [day, chance] : settings_.overcast) {
      text += fmt::format(" {} {}/{}", day, chance.hits, chance.sides);
    }
  }
  if (budget_ != nullptr) {
    for (const auto& [when, sum] : budget_->cpp) {
      if (when.second == side) text += fmt::format(";{} {}", when.first, sum.text);
    }
  }
  key_ = Fnv1a().add(text).value();

  scheduled_ = budget_ == nullptr || budget_->fixed(side);
  if (scheduled_) {
    make_schedule();
  } else {
    plan_all_draws();
    roll_incomes();
  }
  lay_out();
  fill_words();
  control_ = nullptr;
}

bool CampaignForce::counts_ordinal(const ReinforcementGroup& group) {
  return group.side == Side::german && group.name == "Rifle Coy";
}

const DiceSum* CampaignForce::income(std::size_t day) const {
  if (budget_ == nullptr) return nullptr;
  const auto known = budget_->cpp.find({day, side_});
  return known == budget_->cpp.end() ? nullptr : &known->second;
}

std::size_t CampaignForce::draw(std::size_t purchase, std::size_t day, std::size_t ordinal) const {
  return draw_table_[(purchase * days() + day) * ordinal_classes + ordinal];
}

std::optional<std::size_t> CampaignForce::measure(const std::string& name) const {
  for (std::size_t m = 0; m < measures_.size(); ++m) {
    if (measures_[m].name == name) return m;
  }
  return std::nullopt;
}

/// What the draw of a line depends on beside its group.
Circumstances CampaignForce::circumstances(const PlanLine& line, std::size_t day,
                                           std::size_t ordinal_class) const {
  Circumstances circumstances;
  circumstances.historical_drm = charts_.historical.drm(side_, day);
  circumstances.balance_drm = settings_.balance_drm[static_cast<std::size_t>(side_)];
  circumstances.ordinal = ordinal_class == 2 ? 9 : ordinal_class == 1 ? 6 : 1;
  circumstances.strength = line.strength;
  circumstances.battery_full_at_most = settings_.battery_full_at_most;
  circumstances.pre_registered = line.pre_registered;
  circumstances.stuka_cpp = line.stuka_cpp;
  circumstances.scenario_turns = line.scenario_turns;
  const bool flies = line.group->kind == ReinforcementGroup::Kind::stuka;
  if (const auto sky = settings_.overcast.find(day); flies && sky != settings_.overcast.end()) {
    circumstances.overcast_hits = sky->second.hits;
    circumstances.overcast_sides = sky->second.sides;
  }
  return circumstances;
}

/// The draw of a line on a day; makes it if it is new.
std::size_t CampaignForce::add_draw(const PlanLine& line, std::size_t day,
                                    std::size_t ordinal_class) {
  const Circumstances around = circumstances(line, day, ordinal_class);
  const std::string key = fmt::format(
      "{} {} {} {} {} {} {} {} {} {}", line.group->id, around.historical_drm + around.balance_drm,
      around.ordinal, line.strength, line.pre_registered, line.cpp(), line.stuka_cpp,
      line.scenario_turns, around.overcast_hits, around.overcast_sides);
  const auto [known, is_new] = draw_of_.try_emplace(key, draws_.size());
  if (!is_new) return known->second;

  const std::unique_ptr<Reinforcement> reinforced = reinforcement(charts_, *line.group, around);
  std::map<std::string, UnitKind> kinds;
  CampaignDraw draw;
  draw.graph = decision_graph(UnitsRule(*reinforced, kinds), most_graph_nodes, Checkpoints::heeded,
                              control_);
  draw.rolling = std::make_unique<RollingGraph>(draw.graph);
  for (std::size_t leaf = 0; leaf < draw.leaves(); ++leaf) {
    draw.add("cpp", leaf, line.cpp());
    for (const auto& [unit, number] : draw.graph.leaves[leaf].measures()) {
      const std::string name(unit);
      add_units(draw, leaf, *line.group, name, kinds.at(name), number);
    }
  }
  draws_.push_back(std::move(draw));
  return draws_.size() - 1;
}

/// Adds so many units to what a leaf brings, in every measure that counts them.
void CampaignForce::add_units(CampaignDraw& draw, std::size_t leaf, const ReinforcementGroup& group,
                              const std::string& unit, UnitKind kind, int number) {
  draw.add(measure_name(kind), leaf, number);
  if (told_apart(kind)) draw.add(measure_name(kind) + " " + unit, leaf, number);
  if (kind == UnitKind::leader) {
    draw.add("leadership", leaf, number * read_unit(unit, "leader").modifier);
  }
  const std::string valued = kind == UnitKind::oba_module ? "OBA Module" : unit;
  std::optional<int> points;
  if (const auto own = points_.find(valued); own != points_.end()) {
    points = own->second;
  } else if (kind == UnitKind::squad || kind == UnitKind::crew) {
    points = charts_.points.points(group, unit);
  }
  if (points) {
    draw.add("points", leaf, number * *points);
  } else if (has_value(kind) && number > 0) {
    draw.add("unvalued_units", leaf, number);
    if (std::find(unvalued_.begin(), unvalued_.end(), unit) == unvalued_.end()) {
      unvalued_.push_back(unit);
    }
  }
}

/// Without a budget, everything is bought on its day. A budget without dice is played once: it is
/// the same in every trial.
void CampaignForce::make_schedule() {
  std::vector<bool> bought(purchases_.size(), false);
  int cpp = 0;
  int rifle_companies = 0;
  UnobservedModules modules;
  for (std::size_t day = 0; day < days(); ++day) {
    if (const DiceSum* sum = income(day)) cpp += sum->constant;
    std::map<const ReinforcementGroup*, int> today;
    for (std::size_t p = 0; p < purchases_.size() && purchases_[p].day <= day; ++p) {
      const PlanLine& of = line(purchases_[p]);
      if (bought[p]) continue;
      if (budget_ != nullptr) {
        if (today[of.group] == of.group->daily_max) continue;
        if (!of.group->available(charts_.historical.dates()[day])) continue;
        if (!modules.serve(*of.group)) continue;
        if (purchases_[p].cost > cpp) {
          if (of.reserve) break;
          continue;
        }
        cpp -= purchases_[p].cost;
      }
      bought[p] = true;
      modules.buy(*of.group);
      ++today[of.group];
      if (counts_ordinal(*of.group)) ++rifle_companies;
      const std::size_t ordinal = counts_ordinal(*of.group) ? ordinal_class(rifle_companies) : 0;
      schedule_.push_back({p, day, add_draw(of, day, ordinal)});
    }
  }
}

void CampaignForce::plan_all_draws() {
  draw_table_.assign(purchases_.size() * days() * ordinal_classes, no_draw);
  for (std::size_t p = 0; p < purchases_.size(); ++p) {
    const PlanLine& of = line(purchases_[p]);
    for (std::size_t day = of.day; day < days(); ++day) {
      if (!of.group->available(charts_.historical.dates()[day])) continue;
      for (std::size_t c = 0; c < ordinal_classes; ++c) {
        draw_table_[(p * days() + day) * ordinal_classes + c] =
            add_draw(of, day, counts_ordinal(*of.group) ? c : 0);
      }
    }
  }
}

void CampaignForce::roll_incomes() {
  for (const auto& [when, sum] : budget_->cpp) {
    if (when.second != side_ || sum.fixed()) continue;
    if (!income_of_.try_emplace(sum.text, rolled_incomes_.size()).second) continue;
    const DecisionGraph graph =
        decision_graph(DiceSumRule(sum), most_graph_nodes, Checkpoints::heeded, control_);
    std::vector<int> cpp;
    for (const Outcome& leaf : graph.leaves) cpp.push_back(leaf.measures().front().second);
    rolled_incomes_.push_back({RollingGraph(graph), std::move(cpp)});
  }
}

/// Gives every measure enough bits for the sum of the most that each purchase can bring.
void CampaignForce::lay_out() {
  std::map<std::string, std::int64_t> most;
  const auto add_most = [&](const std::vector<std::size_t>& of_purchase) {
    std::map<std::string, std::int64_t> largest;
    for (const std::size_t d : of_purchase) {
      for (const auto& [name, values] : draws_[d].by_name) {
        for (const int value : values) {
          largest[name] = std::max<std::int64_t>(largest[name], std::abs(value));
        }
      }
    }
    for (const auto& [name, value] : largest) most[name] += value;
  };
  if (scheduled_) {
    for (const ScheduledPurchase& purchase : schedule_) add_most({purchase.draw});
  } else {
    for (std::size_t p = 0; p < purchases_.size(); ++p) {
      const auto begin =
          draw_table_.begin() + static_cast<std::ptrdiff_t>(p * days() * ordinal_classes);
      std::set<std::size_t> possible(begin,
                                     begin + static_cast<std::ptrdiff_t>(days() * ordinal_classes));
      possible.erase(no_draw);
      add_most({possible.begin(), possible.end()});
    }
  }
  for (const auto& [name, value] : most) {
    if (value > 0) measures_.push_back({name, 0, 0, 0, name == "leadership"});
  }
  std::sort(measures_.begin(), measures_.end(), [](const auto& a, const auto& b) {
    return std::pair(packing_place(a.name), a.name) < std::pair(packing_place(b.name), b.name);
  });
  std::vector<unsigned> used;
  for (CampaignMeasure& measure : measures_) {
    const unsigned bits =
        static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(most[measure.name]))) +
        (measure.can_be_negative ? 1 : 0);
    measure.mask = (std::uint64_t{1} << bits) - 1;
    if (measure.can_be_negative) {  // comes first: at the top of the first word
      used.push_back(0);
      measure.shift = 64 - bits;
      continue;
    }
    const unsigned top = measures_.front().can_be_negative ? measures_.front().shift : 64;
    std::size_t word = 0;
    while (word < used.size() && used[word] + bits > (word == 0 ? top : 64)) ++word;
    if (word == used.size()) used.push_back(0);
    measure.word = word;
    measure.shift = used[word];
    used[word] += bits;
  }
  words_ = used.size();
  std::sort(measures_.begin(), measures_.end(), [](const auto& a, const auto& b) {
    return report_place(a.name) < report_place(b.name);
  });
}

void CampaignForce::fill_words() {
  for (CampaignDraw& draw : draws_) {
    const std::size_t leaves = draw.leaves();
    draw.values.resize(measures_.size());
    draw.words.assign(words_ * leaves, 0);
    for (std::size_t m = 0; m < measures_.size(); ++m) {
      const auto known = draw.by_name.find(measures_[m].name);
      if (known == draw.by_name.end()) continue;
      draw.values[m] = known->second;
      if (scheduled_ && !draw.varies(m)) continue;
      for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
        draw.words[measures_[m].word * leaves + leaf] += measures_[m].packed(draw.values[m][leaf]);
      }
    }
    draw.by_name.clear();
    for (std::size_t word = 0; word < words_; ++word) {
      const auto begin = draw.words.begin() + static_cast<std::ptrdiff_t>(word * leaves);
      if (std::any_of(begin, begin + static_cast<std::ptrdiff_t>(leaves),
                      [](std::uint64_t packed) { return packed != 0; })) {
        draw.touched.push_back(word);
      }
    }
  }
}

}  // namespace combat_odds::red_barricades
