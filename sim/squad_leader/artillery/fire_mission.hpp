#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/dice/dice.hpp"
#include "sim/squad_leader/artillery/beaten_zone.hpp"
#include "sim/squad_leader/artillery/communications.hpp"

namespace combat_odds::squad_leader {

/// A spotter and his artillery, player turn after player turn (45, 46, 63.3, 63.7): contact,
/// spotting round, fire for effect and its results.
class FireMission {
 public:
  enum class Battery { off_board, on_board, rockets };
  /// When fire for effect is called for.
  enum class When { covering, on_target };

  /// The next step of a player turn.
  enum class Step : std::uint8_t {
    repair,
    contact,
    enemy_contact,
    counter_battery,
    supply,
    fire,
    spotting,
    done
  };
  enum class Link : std::uint8_t {
    none,
    broken_radio,
    in_contact,
    // For good:
    radio_lost,
    battery_destroyed,
    ammunition_gone
  };
  /// The counter on the board while there is contact, in the order of a mission.
  enum class Marker : std::uint8_t {
    request,      ///< an Artillery Request
    far,          ///< a spotting round that must be moved before fire for effect
    beside_soon,  ///< a spotting round 4 hexes off: fire 3 hexes nearer covers the hex aimed at
    near,         ///< a spotting round up to 3 hexes off
    beside,       ///< fire for effect in the next hex
    on_target     ///< fire for effect in the hex aimed at
  };
  /// The hex in which a spotting round lands.
  struct Landing {
    std::uint8_t direction = 0;  ///< 1 to 6; 0: in the hex aimed at
    std::uint8_t extent = 0;     ///< hexes
  };
  /// The shells of a calibre: IFT columns in the hex aimed at and in the hexes around it.
  struct Shell {
    std::array<int, 2> columns{};
    std::array<int, 2> half_columns{};  ///< of a spotting rocket
    int drm = 0;                        ///< 63.8
  };

  struct State {
    Step step = Step::done;
    Link link = Link::none;
    Marker marker = Marker::request;
    std::uint8_t direction = 0;  ///< of the marker, where it matters
    std::uint8_t enemy_turn = 0;
    std::uint8_t arrived = 0;       ///< player turn of the first fire for effect; 255: this turn
    std::uint8_t beside_first = 0;  ///< 1: it fell beside the hex aimed at
    std::uint8_t missions = 0;      ///< missions left, or unlimited, or not_drawn
    std::uint8_t calibre = 0;       ///< index in shells, or not_drawn
    std::uint8_t disrupted = 0;     ///< player turns in which the battery cannot fire
    std::uint8_t rockets = 0;       ///< in the tubes
    std::uint8_t reloading = 0;     ///< player turns until they are reloaded
    std::uint8_t salvo = 0;         ///< rockets still to land in this phase
    std::uint8_t next_hex = 0;      ///< the next hex that may be hit
    std::uint8_t enemy_missions = 0;
    std::uint8_t enemy_contact = 0;
    std::uint8_t enemy_row = 0;  ///< consecutive turns of enemy counter-battery fire
    BeatenZone::Units units;
    BeatenZone::Attack attack;
  };

  // Parameters.
  Battery battery = Battery::off_board;
  Communications communications;
  int accuracy = 2;             ///< a spotting round is on target on a die of this or less
  int salvo_accuracy = 2;       ///< the same for a rocket in fire for effect
  std::optional<int> missions;  ///< off-board artillery; nothing: drawn by dice
  std::vector<Shell> shells;    ///< if there are several, a die decides
  std::array<std::uint8_t, 6> shell_of_die{};
  int guns = 1;             ///< on board
  int tubes = 6;            ///< rockets
  int reload_turns = 2;     ///< player turns
  int spotting_rounds = 1;  ///< rockets: in a player turn
  When when = When::covering;
  bool broken_units_leave = true;
  int turns = 12;  ///< player turns
  bool own_turn_first = true;
  int counter_battery = 0;  ///< missions of the enemy for it
  std::optional<int> counter_battery_contact;
  std::array<std::array<bool, 6>, 6> out_of_sight{};  ///< by direction and extent, each less one
  std::optional<Marker> begins_with;                  ///< nothing: without contact
  std::uint8_t begins_beside = 0;                     ///< the direction of that marker, if beside
  BeatenZone zone;
  bool neighbours_matter = false;
  const Ift* ift = nullptr;

  State start() const;
  /// Begins a player turn; turns are numbered from 0.
  State begin(State state, int turn) const;
  /// The next roll of a player turn that is not done.
  void step(State& state, Dice& dice) const;

  /// The outcome after `played` player turns, once the mission is over.
  std::optional<Outcome> outcome(const State& state, int played) const;
  /// The marker for a spotting round that lands there.
  Marker marker(Landing landing) const;

 private:
  static constexpr std::uint8_t this_turn = 255;
  static constexpr std::uint8_t unlimited = 255;
  static constexpr std::uint8_t not_drawn = 254;
  static constexpr std::uint8_t for_good = 255;
  static constexpr int no_hex = -1;

  static bool over(const State& state) { return state.link > Link::in_contact; }
  void forget_what_comes_too_late(State& state, int turn) const;
  void go_on(State& state) const;
  bool rolls_nothing(State& state) const;

  void try_contact(State& state, Dice& dice) const;
  static void contact_made(State& state);
  static void contact_maintained(State& state);
  static void contact_lost(State& state, Link link);
  void begin_spotting(State& state) const;
  void spot(State& state, Dice& dice) const;

  bool rolls_calibre() const { return shells.size() > 1 && zone.anything_at_all(); }
  bool will_fire(const State& state) const;
  void draw(State& state, Dice& dice) const;
  void begin_fire(State& state) const;
  static bool strikes(const State& state, int hex);
  int next_struck(const State& state) const;
  bool may_strike(const State& state) const;
  void fire(State& state, Dice& dice) const;
  static void end_fire(State& state);
  void attack(State& state, Dice& dice, int hex, bool half) const;
  void use_rockets(State& state, int count) const;

  static bool counter_battery_fires(const State& state);
  static void strike_back(State& state, Dice& dice);
};

}  // namespace combat_odds::squad_leader
