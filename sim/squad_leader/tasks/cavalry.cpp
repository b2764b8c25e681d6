#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/dice/small.hpp"
#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "core/text/trimmed.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_games/numbers_needed.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = TargetUnit::Status;

constexpr int on_horses = -1;  // 92.7
constexpr std::size_t most_events = 8;

constexpr const char* ride_form =
    "factors and DRM of each attack, afv for the check before a vehicle: '4 -2; afv; 8 -2'";

/// An event on the way: an attack, or the Pre-AFV Morale Check.
struct RideEvent {
  bool afv = false;
  double firepower = 0;
  int drm = 0;
};

RideEvent read_event(std::string_view text, std::string_view parameter) {
  text = trimmed(text);
  if (text == "afv") return {true, 0, 0};
  constexpr double strongest = 1000;
  constexpr int most_drm = 20;
  const std::size_t space = std::min(text.find(' '), text.size());
  const std::string_view behind = trimmed(text.substr(space));
  const std::optional<double> firepower = number_in<double>(text.substr(0, space));
  const std::optional<int> drm =
      behind.empty() ? std::optional(0)
                     : number_in<int>(behind.starts_with('+') ? behind.substr(1) : behind);
  if (!firepower || !(*firepower >= 0 && *firepower <= strongest) || !drm ||
      std::abs(*drm) > most_drm) {
    throw ArgumentError(parameter, fmt::format("'{}' is no attack", text), ride_form);
  }
  return {false, *firepower, *drm};
}

std::vector<RideEvent> read_ride(std::string_view text, std::string_view parameter) {
  std::vector<RideEvent> events;
  for (const std::string_view part : parts_of(text, ';')) {
    events.push_back(read_event(part, parameter));
  }
  if (events.size() > most_events) {
    throw ArgumentError(parameter, fmt::format("{} attacks", events.size()), "8 at most");
  }
  return events;
}

/// 92.5 to 92.74: mounted cavalry, or horses without riders, under fire.
struct Cavalry {
  std::vector<UnitName> riders;
  bool unmounted_horses = false;
  std::vector<RideEvent> ride;
  bool berserk = false;

  void prepare(const Charts& charts) {
    const auto leaders = std::count_if(riders.begin(), riders.end(),
                                       [](const UnitName& name) { return name.leader; });
    if (leaders > 1 || riders.size() - static_cast<std::size_t>(leaders) > 1) {
      throw ArgumentError("riders", "a horse carries one squad and at most one leader (92.4)",
                          "such as 5-3-7, 8-1 or '5-3-7 8-1'");
    }
    if (riders.empty() && !unmounted_horses) {
      throw ArgumentError("riders", "nobody is fired at", "--riders, or --unmounted-horses");
    }
    const auto is_check = [](const RideEvent& event) { return event.afv; };
    if (riders.empty() && std::any_of(ride.begin(), ride.end(), is_check)) {
      throw ArgumentError("ride", "horses without riders go nowhere (92.9)", "attacks only");
    }
    ift_ = &charts.get<Ift>();
    stack_ = target_stack(riders, Status::good);
  }

  Outcome resolve(Dice& dice) const {
    Ride now;
    now.horses = unmounted_horses ? 1 : 0;
    for (const RideEvent& event : ride) {
      dice.at(now);
      ++now.next;
      if (event.afv) {
        face_vehicle(dice, now);
      } else {
        fire(dice, now, event);
      }
    }
    return outcome(now);
  }

 private:
  /// The cavalry after the events so far.
  struct Ride {
    std::array<Status, 2> riders = {Status::good, Status::good};  ///< the leader first
    std::uint8_t mount_lost = 0;  ///< 1: lost; berserk units go on on foot
    std::uint8_t refuses = 0;     ///< 1: refuses to enter the vehicle's hex
    std::uint8_t horses = 0;      ///< 1: horses without riders are left
    std::uint8_t next = 0;
  };

  /// Units that still ride, or charge on foot. Broken units have dismounted (92.72) and are no
  /// longer fired at as moving units (92.5).
  TargetStack still_riding(const Ride& now) const {
    TargetStack stack;
    for (std::size_t i = 0; i < stack_.unit_count; ++i) {
      if (now.riders[i] != Status::good) continue;
      stack.units[stack.unit_count++] = stack_.units[i];
      if (i < stack_.leader_count) ++stack.leader_count;
    }
    return stack;
  }

  /// Keeps the progress and the riders in the memo, so that different states stay different.
  static void remember(TargetStack& stack, const Ride& now) {
    stack.memo = {now.next,       small(now.riders[0]), small(now.riders[1]),
                  now.mount_lost, now.refuses,          now.horses};
  }

  void take(Ride& now, const TargetStack& stack) const {
    std::size_t place = 0;
    for (std::size_t i = 0; i < stack_.unit_count; ++i) {
      if (now.riders[i] == Status::good) now.riders[i] = stack.units[place++].status;
    }
  }

  void fire(Dice& dice, Ride& now, const RideEvent& event) const {
    TargetStack stack = still_riding(now);
    if (stack.unit_count == 0 && now.horses == 0) return;
    const int column = ift_->column(event.firepower);
    if (column < 0) return;
    struct Results {
      FireResult riders;
      bool horses_go;
    };
    const int drm_of_riders = event.drm + (now.mount_lost != 0 ? 0 : on_horses);
    const Results results = dice.DR([&](TwoDice roll) -> Results {
      return {stack.unit_count > 0 ? ift_->at(column, roll.total() + drm_of_riders) : FireResult{},
              now.horses != 0 && ift_->at(column, roll.total() + event.drm + on_horses).kind !=
                                     FireResult::Kind::none};
    });
    if (results.horses_go) now.horses = 0;  // 92.73
    if (stack.unit_count == 0) return;
    remember(stack, now);
    if (!berserk || results.riders.kind != FireResult::Kind::morale_check) {
      resolve_fire(dice, stack, results.riders);
      take(now, stack);
    } else if (now.mount_lost == 0) {
      lose_mount(dice, now, stack, results.riders.number);
    }
  }

  /// 92.74: a check can't break berserk units, but a rider who fails it loses his horse. A rider
  /// who passes keeps his (92.72).
  static void lose_mount(Dice& dice, Ride& now, const TargetStack& stack, int number) {
    bool kept = false;
    for (std::size_t i = 0; i < stack.unit_count && !kept; ++i) {
      const int needed = stack.units[i].morale - number - leadership_for(stack, i);
      kept = DR_at_most(dice, needed);
    }
    now.mount_lost = kept ? 0 : 1;
  }

  /// 92.53, 36.11: a normal Morale Check that breaks nobody. A leader who fails it helps no other
  /// unit.
  void face_vehicle(Dice& dice, Ride& now) const {
    if (now.mount_lost != 0) return;  // 92.74: on foot the berserk check nothing
    TargetStack stack = still_riding(now);
    int help = 0;
    for (std::size_t i = 0; i < stack.unit_count; ++i) {
      const bool leader = i < stack.leader_count;
      const int needed = stack.units[i].morale - (leader ? 0 : help);
      const bool passes = DR_at_most(dice, needed);
      if (leader && passes) help = stack.units[i].modifier;
      if (!passes) now.refuses = 1;
    }
  }

  Outcome outcome(const Ride& now) const {
    const auto count = [&](Status status) {
      return static_cast<int>(
          std::count(now.riders.begin(), now.riders.begin() + stack_.unit_count, status));
    };
    const int good = count(Status::good);
    const int eliminated = count(Status::eliminated);
    const bool mounted = good > 0 && now.mount_lost == 0;
    const char* label = stack_.unit_count == 0 ? (now.horses != 0 ? "horses_stay" : "horses_gone")
                        : good == 0
                            ? (eliminated == stack_.unit_count ? "eliminated" : "off_the_horse")
                        : !mounted                  ? "on_foot"
                        : good == stack_.unit_count ? "rides_on"
                                                    : "one_rides_on";
    InfantryFate fate;
    fate.units = stack_.unit_count;
    fate.unharmed = good;
    fate.broken_or_worse = stack_.unit_count - good;
    fate.eliminated_or_reduced = eliminated;
    fate.leader_lost = stack_.leader_count > 0 && now.riders[0] != Status::good;
    Outcome outcome(label);
    if (stack_.unit_count > 0) tell(outcome, fate, Pins::no);
    return outcome.event("mount_lost", stack_.unit_count > 0 && !mounted)
        .event("refuses_afv", now.refuses != 0)
        .event("horses_lost", unmounted_horses && now.horses == 0)
        .measure("broken", count(Status::broken))
        .measure("eliminated", eliminated);
  }

  const Ift* ift_ = nullptr;
  TargetStack stack_;
};

}  // namespace

Procedure cavalry() {
  using Asked = Cavalry;
  return procedure<Asked>("sl.cavalry", "COI 92.5-92.74",
                          "mounted cavalry, or horses without riders, under fire")
      .asks(&Asked::riders, "riders", units_form, "one squad, a leader, or both, on one horse",
            none_or_units_up_to<2>)
      .by_default("none")
      .tried_with({"5-3-7", "5-3-7 8-1", "4-4-7 9-2", "8-0"})
      .asks(&Asked::unmounted_horses, "unmounted_horses",
            "horses without riders stand in the hex, too: gone by any result (92.73)")
      .asks(&Asked::ride, "ride", ride_form,
            "what they meet in its order: each attack with its factors and its DRM beside -1 for "
            "horses, and the Pre-AFV Morale Check before a hex with an enemy vehicle (92.53)",
            read_ride)
      .required()
      .tried_with({"8 -2", "4 -2; 4 -2; 8 -1", "4; afv; 8 -2", "2 1"})
      .asks(&Asked::berserk, "berserk",
            "the riders are berserk: checks cost them the horse only (92.74)")
      .only_when([](const Asked& asked) { return !asked.riders.empty(); }, "", "--riders")
      .outcome("rides_on", "all riders are unbroken on their horse")
      .outcome("one_rides_on", "one of two does, the other is broken or eliminated")
      .outcome("on_foot", "the berserk have lost their horse and charge on foot")
      .outcome("off_the_horse", "nobody rides any more, and a rider is broken")
      .outcome("eliminated", "all riders are eliminated")
      .outcome("horses_stay", "horses without riders: they are still there")
      .outcome("horses_gone", "they are gone")
      .events(infantry_events(Pins::no))
      .event("mount_lost", "the horse that was ridden is gone")
      .event("refuses_afv", "a rider fails the Pre-AFV Morale Check: the horse does not enter")
      .event("horses_lost", "the horses without riders are gone")
      .measure("broken", "riders that are broken")
      .measure("eliminated", "riders that are eliminated")
      .measures(infantry_measures())
      .headline("rides_on", "they ride on")
      .headline("mount_lost", "the horse is lost")
      .headline("horses_gone", "the horses are gone")
      .headline("refuses_afv", "they do not face the vehicle");
}

}  // namespace combat_odds::squad_leader
