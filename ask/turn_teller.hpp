#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "ask/said.hpp"
#include "ask/turn_parts.hpp"
#include "core/text/words.hpp"

namespace combat_odds::turn {

using Kind = TurnPart::Kind;

/// A step that was said, not yet in the sequence of play.
struct Step {
  Kind kind = Kind::fire;
  Words said;
  bool by_attacker = true;  ///< who fires, rallies, routs or goes in
  bool by_both = false;
  // Of fire:
  std::string numbers;  ///< "16 2"; empty: the units of that side fire
  std::string units;    ///< who they are, with their weapons
  std::string words;    ///< " range 3 terrain woods"
  std::string others;   ///< of these, all but range and terrain
  bool lacks_range = false;
  bool is_advancing = false;
  bool is_same_again = false;
  // Of Close Combat:
  int rounds = 1;

  bool goes_in() const { return kind == Kind::close_combat || kind == Kind::advance; }
  bool is_by_units() const { return kind == Kind::fire && numbers.empty(); }
};

/// One side.
struct Force {
  std::string units;     ///< who fire, or are fired at
  std::string going_in;  ///< who fight close combat, where they are others
  std::string range;     ///< at which they fire
  std::string terrain;   ///< where they are
  bool is_shot_at = false;
  bool is_acting = false;  ///< a step has to do with it

  bool has(const std::string& unit) const {
    const auto is_it = [&](std::string_view each) {
      return without_count(each) == without_count(unit);
    };
    const std::string all = units + " " + going_in;
    return std::ranges::any_of(words_of(all), is_it);
  }
};

/// Makes steps of the parts of a sentence.
class TurnTeller {
 public:
  using Read = std::function<Said(const Words&)>;
  TurnTeller(Read read, const Place& place) : read_(std::move(read)), place_(place) {}

  Said told(const std::vector<TurnPart>& parts, const std::string& usual_game);

 private:
  /// Who acts, by the words in front of the verb.
  enum class Who { nobody, attacker, defender, pronoun, unknown_units };
  static constexpr bool attacking = true;

  [[noreturn]] void refuse(const Words& said, const std::string& wrong, const std::string& right);
  Force& force(bool attacker) { return forces_[attacker ? 0 : 1]; }
  Who who_in(const Words& words);
  bool last_target() const { return !last_firer_; }
  void end_turn(const Words& said);
  void take_fire(Words words, bool is_fought_later);
  void take_rally(const Words& words);
  void take_rout(const Words& words);
  void take_close_combat(const Words& words, bool is_advance);
  void take_question(const Words& words);
  void read_fire(Step step, Words firer, const Words& target, bool has_target, const Words& rest);
  void check_known(const Words& said, const Words& words, const Words& known);
  void rout_before_advance();
  void allow_ambush();
  void put_in_sequence();
  void swap_sides();
  bool enemy_attacks() const;
  void check_ranges();
  void check_distance();
  bool needs_groups() const;
  std::string step_text(const Step& step, bool in_groups);
  bool rallies(bool attacker) const;
  bool goes_in() const;
  Said question() const;

  Read read_;
  Place place_;
  std::string game_;
  Force forces_[2];
  std::vector<Step> steps_;
  std::vector<std::string> texts_;  ///< of the steps as they are played
  bool last_firer_ = attacking;
  bool rallies_between_ = false;
  bool in_groups_ = false;
  bool ends_unsaid_ = false;  ///< 'end turn' that nobody said
  Words shown_;
  Words in_between_;  ///< asked of one fire: "it breaks"
  std::string nations_[2];
  Words notes_;
  std::vector<std::pair<std::string, std::string>> values_;
};

}  // namespace combat_odds::turn
