#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/dice/small.hpp"
#include "core/dice/working.hpp"
#include "core/text/add_once.hpp"
#include "core/text/number_text.hpp"
#include "core/text/words.hpp"
#include "sim/squad_games/assault_force.hpp"
#include "sim/squad_games/assault_steps.hpp"
#include "sim/squad_games/fire_group.hpp"

namespace combat_odds {

/// The steps of an assault, in order. `Fire` holds the values of a fire step; it has
/// `by_own_units()`, `tell()` and `words_of_phase(step, group)`. `Oba` holds those of artillery; it
/// has `tell()`. `Move` holds those of smoke and of crossing; it has `words(step, knows)`, the
/// step's words by their names, where `knows` says what is a name, `set_up(step, group)` of who
/// lays smoke, and `shares_supply(step, earlier, same_turn)` of what a group has only once.
/// `Ordnance` has two: `Shells` with those of a gun's HE, with `at(group, charts)`, `tell()` and
/// `words_of_phase(step, group)`; and `Meeting` with those of infantry and a vehicle, with
/// `words(step, vehicle, infantry)`, which a `MeetingReader` reads. `Rounds` has those of a gun's
/// fire at a vehicle, with `words(step, firing, target)` and `tell()`. `Ordnance::elsewhere` says
/// what no step plays.
template <class Fire, class Move, class Oba, class Ordnance>
class AssaultPlan {
 public:
  using Shells = typename Ordnance::Shells;
  using Meeting = typename Ordnance::Meeting;
  using Rounds = typename Ordnance::Rounds;
  using Kind = AssaultStep::Kind;
  using AtCrossers = AssaultStep::AtCrossers;

  struct Step {
    AssaultStep written;
    Fire fire;
    std::vector<std::string> fire_words;  ///< what it was read from
    /// The same of those who stayed behind when their group crossed: none where it never did, or
    /// where nobody of it reaches.
    std::optional<Fire> fire_from_behind;
    bool may_be_behind = false;
    /// Of a vehicle that does not stand in the hex under fire, where it was to overrun it.
    std::optional<Shells> shells_from_behind;
    int shield = 0;  ///< of the DRM of fire, that of the gun's shield in the hex
    Move move;
    Oba oba;
    Shells shells;
    Meeting meeting;
    Rounds rounds;
    /// At a vehicle that does not stand in the hex of the gun, where it was to overrun it.
    std::optional<Rounds> rounds_from_behind;
    std::uint8_t first = 0;      ///< the first of all steps that are written alike
    bool rally_follows = false;  ///< so that it counts who was fired at
    /// A Rally Phase is over behind this step, the last of it, or behind the end of a Player Turn
    /// where nobody rallies at the start of the next.
    bool rally_passes = false;
    /// By the units in focus.
    template <class Sides>
    const Fire& fire_by(const Sides& sides) const {
      return sides.from_behind != 0 && fire_from_behind ? *fire_from_behind : fire;
    }
    template <class Sides>
    const Shells& shells_by(const Sides& sides) const {
      return sides.from_behind != 0 && shells_from_behind ? *shells_from_behind : shells;
    }
    template <class Sides>
    const Rounds& rounds_by(const Sides& sides) const {
      return sides.from_behind != 0 && rounds_from_behind ? *rounds_from_behind : rounds;
    }
    bool reaches_from_behind() const {
      return written.is_he || fire_from_behind.has_value() || rounds_from_behind.has_value();
    }
    bool by_own_units() const { return written.fires_gun() || fire.by_own_units(); }
    bool needs_attacker() const {
      const bool own_fire = written.kind == Kind::fire && by_own_units();
      const bool only_his = written.kind == Kind::rally || written.kind == Kind::rout
                                ? written.of_attacker() && !written.of_defender()
                                : false;
      return own_fire || only_his || written.kind == Kind::return_fire ||
             written.kind == Kind::advance || written.kind == Kind::close_combat ||
             written.kind == Kind::smoke || written.kind == Kind::cross ||
             written.kind == Kind::meet_vehicle ||
             (written.condition && written.condition->of_attacker);
    }
  };

  /// `apart`: the sides are played in groups, which fire in the order that is written. Throws
  /// ArgumentError about steps, or about attacker if the units are missing or unused.
  void read(std::string_view text, const TurnSequence& sequence, const StepsAsked& asked,
            FireOrder::Habit habit, bool apart, const AssaultForce& attacker,
            const AssaultForce& defender, const Charts& charts) {
    const FireSteps<Fire> reader;
    const FireSteps<Move> moves;
    const FireSteps<Oba> artillery;
    const FireSteps<Shells> gunners;
    const typename Ordnance::MeetingReader meetings;
    const GroupNames groups = group_names(attacker, defender, "defender", &Ordnance::elsewhere);
    const bool has_attacker = !attacker.empty();
    text_ = text;
    std::vector<AssaultStep> all = read_assault_steps(text, "steps", sequence, asked, groups);
    AssaultForce from = attacker;  // with the range at which they fire by now
    for (AssaultStep& written : all) {
      Step step;
      if (written.is_oba) {
        step.oba = artillery.read(with_terrain(written, attacker, defender), "steps", charts);
      } else if (written.is_he) {
        const bool by_attacker = written.kind == Kind::fire;
        const AssaultForce& target = by_attacker ? defender : from;
        AssaultStep fire = written;
        const std::uint8_t at = by_attacker ? written.defenders : written.attackers;
        const auto read_shells = [&](const AssaultForce& firing) {
          fire.words = words_of_own_gun(written, firing, target, words_of_phase<Shells>);
          fire.given = fire.words.size() - written.words.size();
          Shells shells = gunners.read(fire, "steps", charts);
          try {
            shells.at(target.groups.at(static_cast<std::size_t>(std::countr_zero(at))), charts);
          } catch (const ArgumentError& error) {
            throw ArgumentError("steps", "'" + written.text + "': " + error.wrong(), error.right());
          }
          return shells;
        };
        if (by_attacker && stands_among(written, from, defender)) {
          step.may_be_behind = true;
          step.shells_from_behind = read_shells(from);
          step.shells = read_shells(at_range(written, from, 0));
        } else {
          step.shells = read_shells(by_attacker ? from : defender);
        }
        step.fire_words = fire.words;
      } else if (written.is_ap) {
        read_rounds(step, written, from, defender, charts);
      } else if (written.is_fire()) {
        const bool by_attacker = written.kind == Kind::fire;
        const bool at_crossers = written.at_crossers != AtCrossers::no;
        AssaultStep fire = written;
        if (at_crossers) fire.words = words_at_crossers(written, reader);
        const bool own = at_crossers || (groups.any() && !written.says_power());
        AssaultForce firing = by_attacker ? from : defender;
        if (own) {
          // 72.31: in the own hex fire is doubled as at an adjacent one.
          if (by_attacker && stands_among(written, from, defender)) {
            firing = at_range(written, std::move(firing), 1);
          }
          fire.words = words_of_own_fire(fire, firing, by_attacker ? defender : from,
                                         words_of_phase<Fire>, "steps");
          if (!at_crossers) fire.given = fire.words.size() - own_words(written);
          step.shield = shield_drm(by_attacker ? defender : from,
                                   by_attacker ? written.defenders : written.attackers);
        }
        step.fire = reader.read(fire, "steps", charts);
        step.fire_words = fire.words;
        if (own) step.fire.by_whoever_is_left(charts);
        if (own && by_attacker) {
          read_from_behind(step, written, attacker, firing, defender, reader, charts);
        }
      } else if (written.kind == Kind::meet_vehicle) {
        const auto of = [&](bool attackers) -> const AssaultForce::Group& {
          const std::uint8_t group = attackers ? written.attackers : written.defenders;
          return (attackers ? from : defender)
              .groups.at(static_cast<std::size_t>(std::countr_zero(group)));
        };
        AssaultStep meets = written;
        meets.words = Meeting::words(written, of(written.vehicle_of_attacker),
                                     of(!written.vehicle_of_attacker));
        meets.given = meets.words.size() - written.words.size();
        step.meeting = meetings.read(meets, "steps", charts);
        step.fire_words = meets.words;
      } else if (written.kind == Kind::smoke || written.kind == Kind::cross) {
        AssaultStep move = written;
        move.words = Move::words(written, [&](std::string_view word) { return moves.knows(word); });
        step.move = moves.read(move, "steps", charts);
        if (written.kind == Kind::smoke) check_layer(written, step.move, from);
      }
      come_close(written, from);
      run_over(written, from, defender);
      step.first = small(like(written, step.fire_words) - steps_.begin());
      if (written.kind == Kind::smoke) share_supply(written, step);
      const bool goes_in = written.kind == Kind::advance || written.kind == Kind::close_combat;
      if (goes_in && std::has_single_bit(written.defenders)) goal_ = written.defenders;
      step.written = std::move(written);
      steps_.push_back(std::move(step));
    }
    const auto wants = std::find_if(steps_.begin(), steps_.end(),
                                    [](const Step& step) { return step.needs_attacker(); });
    if (!has_attacker && wants != steps_.end()) {
      throw ArgumentError("attacker",
                          fmt::format("attacker is missing: '{}' needs them", wants->written.text),
                          units_form);
    }
    const bool concerned = std::any_of(steps_.begin(), steps_.end(), [](const Step& step) {
      const bool of_sides = step.written.kind == Kind::rally || step.written.kind == Kind::rout;
      return step.needs_attacker() || (of_sides && step.written.of_attacker());
    });
    if (has_attacker && !concerned) {
      throw ArgumentError("attacker", "no step has to do with these units",
                          "leave it out, or a step such as 'return 6 2' or 'close-combat'");
    }
    for (const Step& step : steps_) {
      const bool crosses =
          step.written.kind == Kind::cross || step.written.at_crossers != AtCrossers::no;
      if (crosses) crossing_ |= step.written.attackers;
    }
    check_crossing(attacker);
    stop_after(asked.stop_after);
    std::vector<AssaultStep> played;
    for (const Step& step : steps_) played.push_back(step.written);
    order_ = FireOrder(std::move(played), habit, apart);
    bool rally_follows = false;
    for (std::size_t i = steps_.size(); i-- > 0;) {
      const Kind kind = steps_[i].written.kind;
      steps_[i].rally_follows = rally_follows;
      rally_follows = rally_follows || kind == Kind::rally;
      const bool then_rally = i + 1 < steps_.size() && steps_[i + 1].written.kind == Kind::rally;
      const bool same_phase =
          kind == Kind::rally && then_rally && !share_a_side(steps_[i], steps_[i + 1]);
      steps_[i].rally_passes =
          (kind == Kind::end_turn && !then_rally) || (kind == Kind::rally && !same_phase);
    }
  }

  /// The defending group whose Location the attackers go for last, of all steps that were written.
  int goal() const { return std::countr_zero(goal_); }
  int size() const { return static_cast<int>(steps_.size()); }
  /// Whether only the first of all steps that were written are played.
  bool is_stopped() const { return stopped_; }
  const Step& operator[](int step) const { return steps_[static_cast<std::size_t>(step)]; }
  std::vector<Step>& steps() { return steps_; }

  /// Whether the attacker tries to capture those whom he meets.
  bool captures() const {
    return std::any_of(steps_.begin(), steps_.end(),
                       [](const Step& step) { return step.written.captures; });
  }
  /// The first step that tries to capture, if none of them can come in a melee: no Close Combat in
  /// the same hex stands before it.
  std::optional<std::string> captures_in_no_melee() const {
    std::optional<std::string> first;
    std::uint8_t fought = 0;  // hexes, a bit for each
    for (const Step& step : steps_) {
      if (step.written.kind != Kind::close_combat) continue;
      if (step.written.captures && (step.written.defenders & fought) != 0) return std::nullopt;
      if (step.written.captures && !first) first = step.written.text;
      fought |= step.written.defenders;
    }
    return first;
  }
  /// The attacking groups that cross, of all steps that were written, a bit for each.
  std::uint8_t crossing() const { return crossing_; }

  /// Adds the sides and the steps to the working.
  void tell(Working& working, const AssaultForce& attacker, const AssaultForce& defender,
            const char* next_turn) const {
    if (!attacker.empty()) working.situation += attacker.text() + " against ";
    working.situation += defender.text();
    const bool in_words =
        size() <= most_in_words && !attacker.in_groups() && !defender.in_groups() &&
        std::none_of(steps_.begin(), steps_.end(), [](const Step& step) {
          return step.written.needs_groups() || step.written.at_crossers != AtCrossers::no;
        });
    for (const Step& step : steps_) {
      if (in_words) working.situation += words_for(step.written, next_turn);
      if (step.written.is_fire()) {
        Working own;
        const std::string fire = step.written.is_oba  ? step.oba.tell(own)
                                 : step.written.is_he ? step.shells.tell(own)
                                 : step.written.is_ap ? step.rounds.tell(own)
                                                      : step.fire.tell(own);
        if (in_words) working.situation += fire;
        // What is written alike is worked out once.
        const bool told = &step != &*like(step.written, step.fire_words);
        if (!told) add_sums(working, own, who_fires(step.written, attacker, defender));
      }
      if (in_words && step.written.condition) {
        working.situation += " " + step.written.condition->text;
      }
    }
    if (!in_words) working.situation += ": " + text_;
    const AssaultStep& last = steps_.back().written;
    working.last_step = last.text + (last.condition ? " " + last.condition->text : "");
    if (stopped_) working.situation += fmt::format(", stopped after step {}", size());
  }

  /// Begins a fire step.
  template <class Sides>
  void begin_fire(Sides& sides, int number) const {
    sides.next_fire = small((*this)[number].first + 1);
    sides.may_fire = order_.candidates(number, sides.waiting);
  }
  /// The step that the attacker plays now; the order of his fire is his choice. `apart` is what the
  /// rest depends on besides the sides; `enemy` gives the state of the defender.
  template <class Sides>
  const Step& fired(Sides& sides, Dice& dice, const Step& in_place, std::string_view apart,
                    FunctionRef<Facts()> enemy) const {
    if (sides.may_fire.bits() == 0) return in_place;
    const int chosen = order_.choose(dice, sides, apart, sides.may_fire, enemy);
    sides.waiting = order_.waiting(std::exchange(sides.may_fire, StepSet()), chosen);
    return (*this)[chosen];
  }

 private:
  /// The situation is told in words if it has no more steps, else as they are written.
  static constexpr int most_in_words = 6;

  /// A modifier of a unit's own is that of the Location that it is in.
  void check_crossing(const AssaultForce& attacker) const {
    for (std::size_t g = 0; g < attacker.groups.size(); ++g) {
      if ((crossing() >> g & 1) == 0 || !attacker.groups[g].has_own_modifiers()) continue;
      throw ArgumentError("attacker",
                          fmt::format("'{}' crosses, and leaves what its units' own modifiers "
                                      "stand for",
                                      attacker.groups[g].text()),
                          "its units without an @");
    }
  }

  /// "base at front: ", as far as these have names of their own.
  static std::string who_fires(const AssaultStep& step, const AssaultForce& attacker,
                               const AssaultForce& defender) {
    const auto name = [](const AssaultForce& force, std::uint8_t groups) -> std::string {
      const auto number = static_cast<std::size_t>(std::countr_zero(groups));
      const bool one = std::has_single_bit(groups) && number < force.groups.size();
      return one ? force.groups[number].name : "";
    };
    const bool by_attacker = step.kind == Kind::fire;
    const std::string own = name(attacker, step.attackers);
    const std::string enemy = name(defender, step.defenders);
    const std::string firing = step.is_oba ? "oba" : by_attacker ? own : enemy;
    const std::string target = by_attacker ? enemy : own;
    if (target.empty()) return firing.empty() || step.is_oba ? "" : firing + ": ";
    return (firing.empty() ? "" : firing + " ") + "at " + target + ": ";
  }
  static void add_sums(Working& working, const Working& own, const std::string& who) {
    for (const std::string& sum : own.sums) {
      working.sums.push_back((&sum == &own.sums.front() ? who : "") + sum);
    }
    for (const std::string& note : own.notes) add_once(working.notes, note);
  }

  void stop_after(std::optional<int> number) {
    if (!number) return;
    if (*number > size()) {
      throw ArgumentError("stop_after", fmt::format("there are {} steps", size()),
                          fmt::format("1 to {}", size()));
    }
    stopped_ = *number < size();
    steps_.resize(static_cast<std::size_t>(*number));
  }

  /// The first step that is written like this one. Fire of the same words may be in another phase
  /// or from another range.
  typename std::vector<Step>::const_iterator like(
      const AssaultStep& written, const std::vector<std::string>& fire_words) const {
    return std::find_if(steps_.begin(), steps_.end(), [&](const Step& other) {
      return other.written.text == written.text && other.fire_words == fire_words;
    });
  }

  /// Whether both steps are a rally of the same side, the second one out of its turn.
  static bool share_a_side(const Step& one, const Step& other) {
    return (one.written.attackers & other.written.attackers) != 0 ||
           (one.written.defenders & other.written.defenders) != 0;
  }

  static const char* words_for(const AssaultStep& step, const char* next_turn) {
    switch (step.kind) {
      case Kind::rally:
        return ", rally";
      case Kind::fire:
        return step.is_oba ? ", artillery, " : ", fire of ";
      case Kind::return_fire:
        return step.is_oba ? ", artillery on the attacker, " : ", return fire of ";
      case Kind::rout:
        return ", rout";
      case Kind::advance:
        return ", advance";
      case Kind::close_combat:
        return step.captures ? ", close combat to capture" : ", close combat";
      case Kind::smoke:
        return ", smoke";
      case Kind::cross:
        return ", crossing";
      case Kind::meet_vehicle:  // of groups
        break;
      case Kind::end_turn:
        break;
    }
    return next_turn;
  }

  /// The words of a struct's own.
  template <class Own>
  static constexpr auto words_of_phase =
      [](const AssaultStep& step, const AssaultForce::Group& firing) {
        return Own::words_of_phase(step, firing);
      };

  /// A gun fires at range 0 at the vehicle that has overrun it.
  void read_rounds(Step& step, const AssaultStep& written, const AssaultForce& attacker,
                   const AssaultForce& defender, const Charts& charts) const {
    const bool by_attacker = written.kind == Kind::fire;
    if (by_attacker) stands_among(written, attacker, defender);  // else its range is not known
    const auto of = [&](bool attackers) -> const AssaultForce::Group& {
      const std::uint8_t group = attackers ? written.attackers : written.defenders;
      return (attackers ? attacker : defender)
          .groups.at(static_cast<std::size_t>(std::countr_zero(group)));
    };
    const FireSteps<Rounds> reader;
    const auto read_by = [&](const AssaultForce::Group& firing) {
      AssaultStep fire = written;
      fire.words = Rounds::words(written, firing, of(!by_attacker));
      fire.given = fire.words.size() - written.words.size();
      step.fire_words = fire.words;
      return reader.read(fire, "steps", charts);
    };
    AssaultForce::Group firing = of(by_attacker);
    if (!by_attacker && may_be_overrun(written)) {
      step.may_be_behind = true;
      try {
        step.rounds_from_behind = read_by(firing);
      } catch (const ArgumentError&) {  // it does not reach
        step.rounds_from_behind.reset();
      }
      firing.range = 0;
    }
    step.rounds = read_by(firing);
  }

  /// Whether the vehicle under fire may have overrun those who fire, and the step says no range.
  bool may_be_overrun(const AssaultStep& fire) const {
    if (!Shells::fires_in_its_own_hex || fire.says("range")) return false;
    return std::any_of(steps_.begin(), steps_.end(), [&](const Step& step) {
      return step.written.kind == Kind::meet_vehicle && step.written.how == "overrun" &&
             step.written.attackers == fire.attackers && step.written.defenders == fire.defenders;
    });
  }

  /// "2 open ground": each hex is as good as another to fire at, so their number does not matter.
  static std::vector<std::string> words_at_crossers(const AssaultStep& step,
                                                    const FireSteps<Fire>& reader) {
    std::vector<std::string> rest = step.words;
    if (!rest.empty() && number_in<int>(rest.front())) rest.erase(rest.begin());
    std::vector<std::string> words = {"target_moved", "terrain"};
    if (rest.empty() || reader.knows(rest.front())) words.insert(words.end(), {"open", "ground"});
    words.insert(words.end(), rest.begin(), rest.end());
    return words;
  }

  /// Who stopped on the way is not next to the enemy: he fires at the range that the group had.
  static void read_from_behind(Step& step, const AssaultStep& written, const AssaultForce& before,
                               const AssaultForce& now, const AssaultForce& target,
                               const FireSteps<Fire>& reader, const Charts& charts) {
    AssaultStep behind = written;
    behind.words = words_of_own_fire(written, before, target, words_of_phase<Fire>, "steps");
    if (behind.words == words_of_own_fire(written, now, target, words_of_phase<Fire>, "steps"))
      return;
    step.may_be_behind = true;
    try {
      step.fire_from_behind = reader.read(behind, "steps", charts);
      step.fire_from_behind->by_whoever_is_left(charts);
    } catch (const ArgumentError&) {  // nobody reaches
      step.fire_from_behind.reset();
    }
  }

  /// The terrain of the group under fire, where the step says none.
  static AssaultStep with_terrain(AssaultStep step, const AssaultForce& attacker,
                                  const AssaultForce& defender) {
    const bool says = step.says("terrain");
    const bool at_attacker = step.attackers != 0;
    const auto g =
        static_cast<std::size_t>(std::countr_zero(at_attacker ? step.attackers : step.defenders));
    const AssaultForce& force = at_attacker ? attacker : defender;
    if (says || g >= force.groups.size() || force.groups[g].terrain.empty()) return step;
    step.words.emplace_back("terrain");
    for (const std::string_view word : words_of(force.groups[g].terrain)) {
      step.words.emplace_back(word);
    }
    return step;
  }

  /// Who lays smoke has it, and in the enemy's Location is next to it.
  static void check_layer(const AssaultStep& step, Move& move, const AssaultForce& from) {
    const auto g = static_cast<std::size_t>(std::countr_zero(step.attackers));
    if (g >= from.groups.size()) return;
    move.set_up(step, from.groups[g]);
    if (step.defenders == 0 || !move.from_next_to_it()) return;
    if (from.groups[g].range.value_or(1) <= 1) return;
    throw ArgumentError(
        "steps",
        fmt::format("'{}': smoke is laid in the own Location or an adjacent one", step.text),
        "a group that is adjacent, or has crossed");
  }

  /// What a group has only once is used up by its other steps, too, however they are written.
  void share_supply(const AssaultStep& written, Step& step) const {
    bool same_turn = true;
    for (auto other = steps_.rbegin(); other != steps_.rend(); ++other) {
      if (other->written.kind == Kind::end_turn) same_turn = false;
      const bool smoke = other->written.kind == Kind::smoke;
      if (!smoke || other->written.attackers != written.attackers) continue;
      if (step.move.shares_supply(written, other->move, same_turn)) step.first = other->first;
    }
  }

  /// Who has crossed is next to the enemy.
  static void come_close(const AssaultStep& step, AssaultForce& from) {
    if (step.kind != Kind::cross && step.at_crossers == AtCrossers::no) return;
    for (std::size_t g = 0; g < from.groups.size(); ++g) {
      if ((step.attackers >> g & 1) != 0) from.groups[g].range.reset();
    }
  }

  /// A vehicle that overruns a group is in its hex.
  static void run_over(const AssaultStep& step, AssaultForce& from, const AssaultForce& defender) {
    if (step.kind != Kind::meet_vehicle || step.how != "overrun") return;
    AssaultForce::Group& vehicle =
        from.groups.at(static_cast<std::size_t>(std::countr_zero(step.attackers)));
    vehicle.in_hex_of =
        defender.groups.at(static_cast<std::size_t>(std::countr_zero(step.defenders))).name;
  }

  /// Whether the vehicle that fires has overrun those who are fired at, and the step says no range.
  /// Throws ArgumentError where it has overrun others, so that its range is not known.
  static bool stands_among(const AssaultStep& step, const AssaultForce& from,
                           const AssaultForce& target) {
    const auto number = static_cast<std::size_t>(std::countr_zero(step.attackers));
    const bool says = step.says("range");
    const bool may = Shells::fires_in_its_own_hex && std::has_single_bit(step.attackers);
    if (says || !may || number >= from.groups.size()) return false;
    const AssaultForce::Group& vehicle = from.groups[number];
    if (!vehicle.in_hex_of) return false;
    if (target.groups.at(static_cast<std::size_t>(std::countr_zero(step.defenders))).name ==
        *vehicle.in_hex_of) {
      return true;
    }
    throw ArgumentError("steps",
                        fmt::format("'{}': {} has overrun {}, and how far that is, is not said",
                                    step.text, vehicle.name, *vehicle.in_hex_of),
                        "'range 2' in the step");
  }
  static AssaultForce at_range(const AssaultStep& step, AssaultForce from, int range) {
    from.groups.at(static_cast<std::size_t>(std::countr_zero(step.attackers))).range = range;
    return from;
  }

  /// Of a step of fire by a group: those of the player that keep their place, behind others.
  static std::size_t own_words(const AssaultStep& step) {
    const bool begins_with_drm = !step.words.empty() && signed_number(step.words.front());
    return step.words.size() - (begins_with_drm ? 1 : 0);
  }

  std::string text_;
  std::uint8_t goal_ = GroupNames::whole;
  std::uint8_t crossing_ = 0;
  bool stopped_ = false;
  std::vector<Step> steps_;
  FireOrder order_;
};

}  // namespace combat_odds
