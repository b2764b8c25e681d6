#include <fmt/format.h>

#include "core/dice/small.hpp"
#include "core/text/number_text.hpp"
#include "core/text/words.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/declare/summary.hpp"
#include "sim/squad_games/fire_group.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = TargetUnit::Status;

constexpr std::size_t most_hexes = 8;

constexpr const char* hexes_form = "a modifier for each blast hex, such as '-2 -2 1'";

std::vector<int> read_modifiers(std::string_view text, std::string_view parameter) {
  std::vector<int> modifiers;
  for (const std::string_view word : words_of(text)) {
    const std::optional<int> value = number_in<int>(word.starts_with('+') ? word.substr(1) : word);
    if (!value || *value < -9 || *value > 9) {
      throw ArgumentError(parameter, fmt::format("'{}' is no modifier", word), hexes_form);
    }
    modifiers.push_back(*value);
  }
  if (modifiers.empty() || modifiers.size() > most_hexes) {
    throw ArgumentError(parameter, fmt::format("{} blast hexes", modifiers.size()),
                        fmt::format("1 to {}: {}", most_hexes, hexes_form));
  }
  return modifiers;
}

/// 46.5: units that move through a barrage are attacked in each blast hex that they enter.
struct ThroughBarrage {
  std::vector<UnitName> units;
  double firepower = 12;
  std::vector<int> hexes = {-2};

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    column_ = ift_->column(firepower);
    start_ = target_stack(units, Status::good);
  }

  Outcome resolve(Dice& dice) const {
    TargetStack stack = start_;
    for (std::size_t hex = 0; hex < hexes.size() && stack.unit_count > 0; ++hex) {
      stack.memo[hex_number] = small(hex);
      resolve_fire(dice, stack, dice.DR([&](TwoDice roll) {
        return ift_->at(column_, roll.total() + hexes[hex]);
      }));
      leave_behind(stack);
      stack.memo[hex_number] = small(hex + 1);
      dice.at(stack);
    }
    return outcome(stack);
  }

  Working working() const {
    Working working;
    working.situation =
        fmt::format("{} through {} of a barrage of {:g} FP", units_text(units),
                    amount_text(static_cast<int>(hexes.size()), "hex", "hexes"), firepower);
    return working;
  }

 private:
  /// What the memo of the stack holds: the hex, and those who came no farther.
  enum : std::size_t { hex_number, broken, eliminated, leaders };

  /// Those who are broken or eliminated stay, and nothing more happens to them.
  static void leave_behind(TargetStack& stack) {
    TargetStack moving;
    moving.memo = stack.memo;
    for (std::size_t i = 0; i < stack.unit_count; ++i) {
      const TargetUnit& unit = stack.units[i];
      const bool leader = i < stack.leader_count;
      if (unit.status == Status::good) {
        moving.units[moving.unit_count++] = unit;
        if (leader) ++moving.leader_count;
        continue;
      }
      ++moving.memo[unit.status == Status::broken ? broken : eliminated];
      if (leader) moving.memo[leaders] = 1;
    }
    stack = moving;
  }

  Outcome outcome(const TargetStack& stack) const {
    const int through = stack.unit_count;
    const int stay = stack.memo[broken];
    const int lost = stack.memo[eliminated];
    std::string label;
    if (units.size() == 1) {
      label = through > 0 ? "through" : stay > 0 ? "broken" : "eliminated";
    } else {
      add_to_summary(label, through, "through");
      add_to_summary(label, stay, "broken");
      add_to_summary(label, lost, "eliminated");
    }
    Outcome outcome(label);
    outcome.event("all_through", stay + lost == 0)
        .measure("through", through)
        .measure("broken", stay)
        .measure("eliminated", lost);
    InfantryFate fate;
    fate.units = static_cast<int>(units.size());
    fate.unharmed = through;
    fate.broken_or_worse = stay + lost;
    fate.eliminated_or_reduced = lost;
    fate.leader_lost = stack.memo[leaders] != 0;
    return tell(outcome, fate, Pins::no);
  }

  const Ift* ift_ = nullptr;
  int column_ = -1;
  TargetStack start_;
};

}  // namespace

Procedure through_barrage() {
  using Asked = ThroughBarrage;
  std::vector<Term> measures = {
      {"through", "units that come through unbroken"},
      {"broken", "units broken on the way, who stay"},
      {"eliminated", "units eliminated"},
  };
  for (Term& term : infantry_measures()) measures.push_back(std::move(term));
  return procedure<Asked>("sl.through-barrage", "COI 46.5",
                          "infantry moves through the blast hexes of a barrage")
      .asks(&Asked::units, "units", units_form, "who moves, as one stack",
            units_up_to<TargetStack::most_units>)
      .or_named(infantry_names())
      .required()
      .tried_with({"4-6-7", "2*4-6-7 8-1", "4-4-7 7-0"})
      .asks(&Asked::firepower, "firepower", 1, 100, "the FP of the barrage on each hex")
      .required()
      .tried_with({"8", "12", "20"})
      .asks(&Asked::hexes, "hexes", hexes_form,
            "the blast hexes that they enter, in their order, with the modifiers of the attack: -2 "
            "in the open, else the terrain's",
            [](std::string_view text, std::string_view parameter) {
              return read_modifiers(text, parameter);
            })
      .by_default("-2")
      .tried_with({"-2", "-2 1", "1 1 -2"})
      .outcome("through", "the unit comes through")
      .outcome("broken", "it breaks on the way, and stays")
      .outcome("eliminated", "it is eliminated")
      .event("all_through", "all come through unbroken")
      .events(infantry_events(Pins::no))
      .measures(std::move(measures))
      .headline("all_through", "all come through", "it comes through")
      .headline("broken_or_worse", "at least one breaks or is lost", "it breaks or is lost");
}

}  // namespace combat_odds::squad_leader
