#include "studies/plan/plan_input.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/number_text.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/suggest.hpp"
#include "core/text/trimmed.hpp"
#include "reports/text/text.hpp"
#include "studies/campaign/campaign_weather.hpp"

namespace combat_odds::red_barricades {
namespace {

using Kind = ReinforcementGroup::Kind;

InputError fault(const std::string& option, const std::string& wrong, const std::string& right) {
  return {{option}, wrong, right};
}

std::size_t read_plan_day(const std::string& option, const std::string& text,
                          const HistoricalDrm& historical, std::size_t otherwise) {
  if (text.empty()) return otherwise;
  const std::optional<std::size_t> day = historical.day(text);
  if (!day) throw fault(option, fmt::format("'{}' is not possible", text), historical.allowed());
  return *day;
}

/// Reads "GROUP=2".
std::pair<const ReinforcementGroup*, int> read_number_of(const std::string& option,
                                                         const std::string& text, Side side,
                                                         const ReinforcementGroups& groups,
                                                         int least) {
  const std::size_t equals = text.rfind('=');
  std::optional<int> number;
  if (equals != std::string::npos) {
    number = number_in<int>(plain_whole(trimmed(std::string_view(text).substr(equals + 1))));
  }
  if (!number || *number < least || *number > 1000) {
    throw fault(option, fmt::format("'{}' is not possible", text),
                fmt::format("a group and a number from {}, such as 'Rifle Coy=2'", least));
  }
  const std::string name(trimmed(std::string_view(text).substr(0, equals)));
  return {&read_group(option, name, side, groups), *number};
}

}  // namespace

Side read_side(const std::string& text) {
  const std::optional<Side> side = side_named(text);
  if (side) return *side;
  throw fault("--side", fmt::format("'{}' is not possible", text),
              did_you_mean(text, {"german", "russian"}, "german or russian"));
}

const ReinforcementGroup& read_group(const std::string& option, const std::string& text, Side side,
                                     const ReinforcementGroups& groups) {
  const ReinforcementGroup* const group = groups.find(side, text);
  if (group != nullptr) return *group;
  throw fault(option, fmt::format("no {} group '{}'", name_of(side), text),
              did_you_mean(text, groups.names(side),
                           "an id or name of the side's Reinforcement Group Chart"));
}

bool takes_observer(const ReinforcementGroup& group) { return group.kind == Kind::oba_module; }

AskedPlan::AskedPlan(const PlanInput& input, const Charts& charts)
    : charts_(charts), side_(read_side(input.side)), settings_(input.settings) {
  Faults faults;
  budget_ = read_campaign_budget(input.budget, charts_, faults);
  if (input.keep) kept_ = read_campaign_plan(*input.keep, charts_, settings_, faults);
  if (input.weather) settings_.overcast = read_campaign_weather(*input.weather, charts_, faults);
  if (input.points) points_ = read_unit_points(*input.points, charts_, faults);
  faults.throw_if_any();
  if (!budget_.given(side_)) {
    throw InputError({budget_.file}, fmt::format("no CPP for the {} side", name_of(side_)),
                     "a line for each day that brings some: date,side,cpp");
  }
  std::erase_if(kept_.lines, [&](const PlanLine& line) { return line.group->side != side_; });
  std::stable_sort(kept_.lines.begin(), kept_.lines.end(),
                   [](const PlanLine& a, const PlanLine& b) { return a.day < b.day; });

  const std::size_t last = charts_.historical.dates().size() - 1;
  from_ = read_plan_day("--from", input.from, charts_.historical, 0);
  to_ = read_plan_day("--to", input.to, charts_.historical, last);
  if (from_ > to_) {
    throw fault("--to", fmt::format("'{}' is before --from", input.to),
                "the same day or a later one");
  }
  std::map<const ReinforcementGroup*, int> adjustments;
  for (const std::string& name : input.without) {
    at_most_[&read_group("--without", name, side_, charts_.groups)] = 0;
  }
  for (const std::string& text : input.at_most) {
    const auto [group, number] = read_number_of("--at-most", text, side_, charts_.groups, 0);
    const auto [known, is_new] = at_most_.try_emplace(group, number);
    known->second = std::min(known->second, number);
  }
  for (const std::string& text : input.at_least) {
    at_least_.insert_or_assign(read_number_of("--at-least", text, side_, charts_.groups, 1).first,
                               read_number_of("--at-least", text, side_, charts_.groups, 1).second);
  }
  for (const std::string& text : input.adjust) {
    const auto [group, number] = read_number_of("--adjust", text, side_, charts_.groups, -100);
    if (group->cpp + number < 0) {
      throw fault("--adjust",
                  fmt::format("'{}' makes {} cost less than nothing", text, group->name),
                  fmt::format("at least {}", -group->cpp));
    }
    adjustments.insert_or_assign(group, number);
  }
  offers_ = std::make_unique<Offers>(side_, kept_, adjustments, charts_, settings_, points_,
                                     input.scenario_turns);
  objective_ = read_objective(input.best, offers_->measures(), charts_.historical,
                              read_plan_day("--best", input.counts_to, charts_.historical, to_));
  check_kept();
}

const DiceSum* AskedPlan::income(std::size_t day) const {
  const auto known = budget_.cpp.find({day, side_});
  return known == budget_.cpp.end() ? nullptr : &known->second;
}

int AskedPlan::most(const ReinforcementGroup& group) const {
  const auto known = at_most_.find(&group);
  return known == at_most_.end() ? group.campaign_max : std::min(known->second, group.campaign_max);
}

bool AskedPlan::open(std::size_t offer, std::size_t day) const {
  if (!offers()[offer].fixed && (day < from_ || day > to_)) return false;
  return offers().available(offer, day);
}

double AskedPlan::value(std::size_t offer, std::size_t day, std::size_t ordinal_class) const {
  return objective_.value(day, [&](const std::string& measure) {
    return offers().mean(offer, day, ordinal_class, measure);
  });
}

/// Kept purchases must be possible: enough CPP (with dice, the most that they can give), and no
/// more of a group than asked for.
void AskedPlan::check_kept() const {
  std::map<const ReinforcementGroup*, int> number;
  int spent = 0;
  int income_so_far = 0;
  std::size_t at = 0;
  const std::vector<PlanLine>& lines = kept_.lines;
  for (std::size_t day = 0; day < offers_->days(); ++day) {
    if (income(day) != nullptr) income_so_far += income(day)->most();
    for (; at < lines.size() && lines[at].day == day; ++at) {
      const PlanLine& line = lines[at];
      const ReinforcementGroup& group = *line.group;
      spent += line.quantity * line.cpp();
      number[&group] += line.quantity;
      const std::string& date = charts_.historical.dates()[day];
      if (spent > income_so_far) {
        throw InputError(
            line.place,
            fmt::format("with this {} CPP are spent up to {}, and there are {}", spent,
                        short_date(date), income_so_far),
            fmt::format("kept purchases that cost {} CPP less", spent - income_so_far));
      }
      if (number[&group] > most(group)) {
        throw InputError(line.place, fmt::format("{} {} are kept", number[&group], group.name),
                         fmt::format("at most {}", most(group)));
      }
    }
  }
}

}  // namespace combat_odds::red_barricades
