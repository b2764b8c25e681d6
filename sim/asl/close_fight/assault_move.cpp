#include "sim/asl/close_fight/assault_move.hpp"
#include "core/text/add_once.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/dice/small.hpp"
#include "core/text/number_text.hpp"
#include "sim/asl/close_fight/assault_vehicle.hpp"
#include "sim/asl/infantry/armed_group.hpp"
#include "sim/asl/infantry/assault_fire.hpp"
#include "sim/asl/machine_guns/smoke_grenades.hpp"
#include "sim/asl/units/named_numbers.hpp"
#include "sim/squad_games/terrain.hpp"

namespace combat_odds::asl {
namespace {

constexpr const char* terrain_chart = "asl/terrain.csv";

}  // namespace

void AssaultMove::describe(Declaration<AssaultMove>& move) {
  move.asks(&AssaultMove::exponent, "exponent", 1, SmokeGrenades::most_exponent,
            "the Smoke Placement Exponent of the squad that tries; default: the best of the group")
      .asks(&AssaultMove::locations, "locations", 1, 4, "how many Locations of open street")
      .asks(&AssaultMove::ground, "through", "a terrain such as woods, or its TEM",
            "what they are in there")
      .or_named(terrain_names(terrain_chart))
      .asks(&AssaultMove::goal, "to", "a terrain such as stone, or its TEM",
            "what they enter behind them; default: nothing")
      .or_named(terrain_names(terrain_chart))
      .asks(&AssaultMove::goal_mf, "goal_mf", 1, 4, "the MF of that; default: 2")
      .asks(&AssaultMove::moves, "moves", one_of({"non_assault", "dash", "assault"}),
            "how they move")
      .asks(&AssaultMove::range, "range", 0, 40,
            "from those who fire to each Location; default: the group's own, or ADJACENT")
      .asks(&AssaultMove::hindrance, "hindrance", 0, 5, "the LOS Hindrances between")
      .asks(&AssaultMove::drm, "drm", -5, 5, "all other modifiers of every attack")
      .asks(&AssaultMove::subsequent_fire, "subsequent_fire", "they use Subsequent First Fire")
      .asks(&AssaultMove::fire_lane, "fire_lane", "their MGs lay a Fire Lane")
      .asks(&AssaultMove::cowers, "cowering", one_of({"cower", "inexperienced", "never"}),
            "whether they cower without a leader");
}

std::vector<std::string> AssaultMove::words(const AssaultStep& step,
                                            FunctionRef<bool(std::string_view)> knows) {
  std::vector<std::string> words;
  const bool crosses = step.kind == AssaultStep::Kind::cross;
  std::size_t next = 0;
  if (next < step.words.size() && number_in<int>(step.words[next])) {
    words = {crosses ? "locations" : "exponent", step.words[next++]};
  }
  if (crosses && next < step.words.size() && !knows(step.words[next]))
    words.emplace_back("through");
  words.insert(words.end(), step.words.begin() + static_cast<std::ptrdiff_t>(next),
               step.words.end());
  return words;
}

void AssaultMove::set_up(const AssaultStep& step, const AssaultForce::Group& layer) {
  if (!layer.is_vehicle() && layer.gun.empty()) return;
  throw ArgumentError("steps", fmt::format("'{}': {} lays no smoke by hand", step.text, layer.name),
                      "infantry: SMOKE grenades are placed by squads (A24.1)");
}

void AssaultMove::set_up(const AssaultStep& step, const FireTarget& movers,
                         const AssaultForce& defender, const Charts& charts) {
  const auto refuse = [&](const std::string& wrong, const std::string& right) {
    throw ArgumentError("steps", fmt::format("'{}': {}", step.text, wrong), right);
  };
  street_.target = movers;
  street_.moves = moves;
  // Without a goal the last Location of the street is where they end.
  street_.street = goal ? locations : locations - 1;
  street_.street_terrain = ground;
  street_.goal = goal.value_or(ground);
  street_.goal_mf = goal_mf.value_or(goal ? 2 : 1);
  street_.hindrance = hindrance;
  street_.drm = drm;
  street_.subsequent_fire = subsequent_fire;
  street_.tells_units = true;
  try {
    street_.prepare_ground(charts);
  } catch (const ArgumentError& error) {
    const bool of_moves = error.parameter() == "moves";
    refuse(error.wrong(),
           of_moves ? "'moves non_assault', or another number of Locations" : error.right());
  }
  for (const std::size_t g : step.firing) {
    const AssaultForce::Group& group = defender.groups[g];
    if (firing_.size() == most_firing) {
      refuse("at most two groups fire at those who cross", "'under' one or two of them");
    }
    if (group.units.size() > DefensiveFireGroup::most_units) {
      refuse(fmt::format("{} has too many units to fire", group.name), "at most six");
    }
    const FireGroup read = read_armed_group(group.text(), "steps", charts);
    if (const WeaponCounter* const other = no_machine_gun(read, charts)) {
      refuse(fmt::format("'{}' is no MG of the chart", other->name),
             "MGs by their names, such as 'German HMG'");
    }
    firing_.push_back({g, range.value_or(group.range.value_or(1)), GroupWeapons(read.weapons)});
  }
  by_firers_.prepare(charts, {});
}

void AssaultMove::tell(Working& working, bool in_smoke) const {
  Working own;
  StreetCrossing::State before;
  before.stack = street_.target.start();
  street_.tell_sums(own, before, in_smoke);
  for (std::string& sum : own.sums) {
    add_once(working.sums, "crossing, " + sum);
  }
}

AssaultMove::After AssaultMove::cross(
    Dice& dice, const TargetStack& movers, bool in_smoke, const FireTarget& firers,
    const std::array<TargetStack, AssaultForce::most_groups>& firing,
    const std::array<std::uint8_t, AssaultForce::most_groups>& jammed) const {
  std::string key;
  for (const Firing& group : firing_) {
    key += key_of_group_left(firers, firing[group.group]);
    key += static_cast<char>(jammed[group.group]);
    key += '\xff';
  }
  const std::unique_ptr<UnderFire>& under = by_firers_.of(
      key, [&](const Charts& charts) { return under_fire(firers, firing, jammed, charts); });
  const Question question{without_memory(movers), small(in_smoke ? 1 : 0)};
  const Crossed crossed = dice.play(*under, question);
  return {with_memory_of(movers, crossed.stack), crossed.across[0] + 256u * crossed.across[1],
          under->jams(crossed)};
}

/// Who is pinned fires at half, and mans a MG only where nobody else is left. The leaders who are
/// left alone hold their fire.
std::unique_ptr<AssaultMove::UnderFire> AssaultMove::under_fire(
    const FireTarget& firers, const std::array<TargetStack, AssaultForce::most_groups>& firing,
    const std::array<std::uint8_t, AssaultForce::most_groups>& jammed, const Charts& charts) const {
  auto under = std::make_unique<UnderFire>(street_);
  for (const Firing& group : firing_) {
    const GroupLeft left = group_left(firers, firing[group.group]);
    GroupMarkers markers;
    for (int i = 0; i < left.pinned_units; ++i) {
      markers.pinned |= small(1u << (left.able_units + i));
    }
    std::optional<DefensiveFireGroup> best;
    std::vector<std::size_t> weapons;
    double most = 0;
    for (const GroupWeapons::Manned& manned : group.weapons.manned(jammed[group.group])) {
      if (manned.weapons.size() > GroupMarkers::most_guns) continue;
      DefensiveFireGroup fire;
      fire.who = left.able + left.pinned + manned.words + left.leader;
      fire.range = group.range;
      fire.cowers = cowers;
      fire.fire_lane = fire_lane && !manned.weapons.empty();
      fire.begin_pinned = static_cast<std::size_t>(left.pinned_units);
      try {
        fire.prepare(charts);
      } catch (const ArgumentError&) {  // nobody, too few to man them, or out of range
        continue;
      }
      const double firepower = fire.firepower(markers, DefensiveFireGroup::Way::all, false);
      if (firepower <= most) continue;
      most = firepower;
      weapons = manned.weapons;
      best = std::move(fire);
    }
    if (best) under->add(group.group, *std::move(best), markers, std::move(weapons));
  }
  return under;
}

void AssaultMove::UnderFire::add(std::size_t group, DefensiveFireGroup fire, GroupMarkers markers,
                                 std::vector<std::size_t> weapons) {
  markers_.at(parts_.size()) = markers;
  (parts_.empty() ? street_.first : street_.second) = std::move(fire);
  parts_.push_back({group, std::move(weapons)});
}

AssaultMove::Crossed AssaultMove::UnderFire::play(const Question& question, Dice& dice) const {
  using State = StreetCrossing::State;
  State state = street_.start_with(question.movers, question.in_smoke != 0, markers_);
  while (state.stage != State::over) {
    state = street_.alike(state);
    if (dice.at(state)) return {};
    state = street_.step(state, dice);
  }
  struct Arrived {
    bool leader;
    TargetUnit unit;
    std::uint8_t across;
  };
  std::vector<Arrived> all;
  for (std::size_t i = 0; i < state.arrivals.count; ++i) {
    all.push_back(
        {state.arrivals.leaders[i] != 0, state.arrivals.units[i], state.arrivals.across[i]});
  }
  std::sort(all.begin(), all.end(), [](const Arrived& one, const Arrived& two) {
    if (one.leader != two.leader) return one.leader;
    return one.unit != two.unit ? one.unit < two.unit : one.across < two.across;
  });
  Crossed crossed;
  crossed.jams = state.arrivals.jams;
  crossed.stack.casualty_vp = state.tally.casualty_vp;
  for (const Arrived& one : all) {
    const std::size_t i = crossed.stack.unit_count++;
    crossed.stack.units[i] = one.unit;
    if (one.leader) ++crossed.stack.leader_count;
    if (one.across != 0) crossed.across[i / 8] |= small(1u << (i % 8));
  }
  return crossed;
}

std::array<std::uint8_t, AssaultForce::most_groups> AssaultMove::UnderFire::jams(
    const Crossed& crossed) const {
  std::array<std::uint8_t, AssaultForce::most_groups> jams{};
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    for (std::size_t gun = 0; gun < parts_[p].weapons.size(); ++gun) {
      const std::size_t weapon = parts_[p].weapons[gun];
      const bool jammed = (crossed.jams[p] >> gun & 1) != 0;
      if (jammed && weapon < GroupWeapons::most_jammed) {
        jams[parts_[p].group] |= small(1u << weapon);
      }
    }
  }
  return jams;
}

}  // namespace combat_odds::asl
