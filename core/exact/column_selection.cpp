#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <map>
#include <span>

#include "core/exact/column_play.hpp"
#include "core/explore/state_table.hpp"

// Random Selection among the units of a few bodies, played by columns.

namespace combat_odds {
namespace {

using long_numbers::Word;

Word power_of_six(int exponent) {
  Word result = 1;
  for (int i = 0; i < exponent; ++i) result *= 6;
  return result;
}

/// Sets of units are told apart by what they leave, and the throws of all that leave the same are
/// added up: the throws that select one set of that size, times the number of such sets. Where the
/// last body plays as a crowd after it, and takes no dice for it, that is done at once, so that
/// nothing has to wait with its units marked.
class SelectionColumns {
 public:
  SelectionColumns(ColumnPlay& play, const WaitingStates& waiting, unsigned which)
      : play_(play),
        waiting_(waiting),
        which_(which),
        among_(play.states.turn(waiting.key(0).message)->among),
        last_(static_cast<std::size_t>(std::bit_width(which)) - 1),
        body_(play.states.bodies()[last_]),
        kinds_(body_.unit_size) {
    for (std::size_t b = 0; b < last_; ++b) {
      if ((which >> b & 1) != 0) others_.push_back(b);
    }
    find_messages();
    find_ways();
  }

  void carry() {
    Denominator over = waiting_.over;
    over *= play_.denominator(power_of_six(dice_));
    ColumnGoals goals(play_, over);
    for (auto& [message, then] : then_) then.goal = goals.to(then.message);
    const std::uint64_t without_last = ~play_.states.bits(1u << last_);
    using Row = std::pair<std::uint32_t, std::uint64_t>;
    const auto rows = by_column<Row>(waiting_, [&](std::size_t i) -> Row {
      return {waiting_.key(i).message, waiting_.key(i).bodies & without_last};
    });
    width_ = words_of(over, play_.bases);
    sums_.assign(bodies_left_.size() * width_, 0);
    is_set_.assign(bodies_left_.size(), 0);
    play_.heed_ahead(rows.size(), words_of(waiting_.over, play_.bases),
                     [&](std::size_t r) { return ahead(rows.states(r)); });
    for (std::size_t r = 0; r < rows.size(); ++r) {
      play_.heed_limits();
      carry_row(rows.states(r));
    }
  }

 private:
  /// One way to select units.
  struct Way {
    std::uint64_t bodies = 0;  ///< what is left, as it stands in a key
    std::uint32_t place = 0;   ///< of the last body in bodies_left_
    int count = 0;             ///< how many are selected
    Word sets = 1;             ///< how many sets of units it stands for
  };
  struct Ways {
    int eligible = 0;
    std::vector<Way> all;
  };
  /// What becomes of each kind of unit, by kind; empty: they stay as they are.
  using Outcomes = std::vector<std::vector<std::byte>>;
  /// Where a selection leads that begins with some message.
  struct Then {
    std::uint32_t message = 0;
    std::uint32_t outcomes = 0;  ///< those of the units of the last body
    ColumnGoal goal;
  };

  /// The kinds of all units of the last body, selected or not, and the messages.
  void find_messages() {
    std::vector<bool> seen;
    for (std::size_t i = 0; i < waiting_.size(); ++i) {
      then_.try_emplace(waiting_.key(i).message);
      const std::uint32_t index = play_.states.index_of_body(last_, waiting_.key(i));
      if (index >= seen.size()) seen.resize(index + 1, false);
      if (seen[index]) continue;
      seen[index] = true;
      std::vector<std::byte> unit(body_.unit_size);
      const std::byte* const units = play_.states.body(last_, waiting_.key(i));
      for (std::size_t u = 0; u < body_.units; ++u) {
        std::copy_n(units + u * body_.unit_size, body_.unit_size, unit.begin());
        kinds_.index_of(unit.data());
        if (!play_.in_bodies.may_be_selected(unit.data(), among_)) continue;
        play_.in_bodies.select(unit.data(), among_);
        kinds_.index_of(unit.data());
      }
    }
    for (auto& [message, then] : then_) {
      play_.heed_limits();
      const std::byte* const bytes = play_.states.message(message);
      std::vector<std::byte> selected(bytes, bytes + play_.rule.state_size());
      play_.in_bodies.selected(selected.data());
      then.message = play_.states.message(selected.data());
      play_last_body(then);
    }
  }

  /// Plays the turn of the last body at once if it comes next, without dice, and leaves one
  /// message.
  void play_last_body(Then& then) {
    const auto& turn = play_.states.turn(then.message);
    const bool comes_next = turn && turn->kind == InBodies::Turn::Kind::crowd;
    if (!comes_next || turn->bodies != 1u << last_) return;
    Outcomes of;
    std::optional<std::vector<std::byte>> message;
    for (std::size_t k = 0; k < kinds_.size(); ++k) {
      auto [throws, replies] =
          play_.states.reply(then.message, last_, {kinds_[k], body_.unit_size});
      if (replies.size() > 1 || (message && *message != replies.front().message)) return;
      message = std::move(replies.front().message);
      of.push_back(std::move(replies.front().unit));
    }
    if (!message) return;
    then.message = play_.states.message(message->data());
    const auto known = std::find(outcomes_.begin(), outcomes_.end(), of);
    then.outcomes = static_cast<std::uint32_t>(known - outcomes_.begin());
    if (known == outcomes_.end()) outcomes_.push_back(std::move(of));
  }

  std::uint64_t last_key(const StateKey& key) const {
    const std::uint64_t outcomes = then_.at(key.message).outcomes;
    return outcomes << 32 | play_.states.index_of_body(last_, key);
  }

  void find_ways() {
    ways_.resize(others_.size());
    boost::unordered_flat_map<std::uint64_t, std::uint32_t> place_of;
    for (std::size_t i = 0; i < waiting_.size(); ++i) {
      if (i % 1024 == 0) play_.heed_limits();
      const StateKey key = waiting_.key(i);
      int eligible = 0;
      for (std::size_t o = 0; o < others_.size(); ++o) {
        const std::uint32_t index = play_.states.index_of_body(others_[o], key);
        const auto [at, is_new] = ways_[o].try_emplace(index);
        if (is_new) at->second = ways_of(others_[o], key, {});
        eligible += at->second.eligible;
      }
      const auto [at, is_new] = ways_of_last_.try_emplace(last_key(key));
      if (is_new) {
        at->second = ways_of(last_, key, outcomes_[then_.at(key.message).outcomes]);
        for (Way& way : at->second.all) {
          const auto next = static_cast<std::uint32_t>(bodies_left_.size());
          const auto [place, added] = place_of.try_emplace(way.bodies, next);
          if (added) bodies_left_.push_back(way.bodies);
          way.place = place->second;
        }
      }
      dice_ = std::max(dice_, eligible + at->second.eligible);
    }
    constexpr int most_dice = 20;  // as Roll allows
    if (dice_ > most_dice) throw NotByColumns();
  }

  /// Sets that differ in which of some like units they hold are one way.
  Ways ways_of(std::size_t b, const StateKey& key, const Outcomes& outcomes) {
    const InBodies::Body body = play_.states.bodies()[b];
    const std::byte* const bytes = play_.states.body(b, key);
    const std::vector<std::byte> units(bytes, bytes + body.size());
    const auto unit = [&](std::size_t u) { return units.data() + u * body.unit_size; };
    std::vector<std::size_t> eligible;
    for (std::size_t u = 0; u < body.units; ++u) {
      if (play_.in_bodies.may_be_selected(unit(u), among_)) eligible.push_back(u);
    }
    Ways ways;
    ways.eligible = static_cast<int>(eligible.size());
    std::vector<std::size_t> chosen;
    const auto add = [&](Word sets) {
      std::vector<std::byte> left = units;
      for (const std::size_t u : chosen) {
        play_.in_bodies.select(left.data() + u * body.unit_size, among_);
      }
      if (!outcomes.empty()) settle(left.data(), outcomes);
      const std::uint64_t to = play_.states.with_body({}, b, left.data()).bodies;
      const auto count = static_cast<int>(chosen.size());
      const auto known = std::find_if(ways.all.begin(), ways.all.end(), [&](const Way& way) {
        return way.bodies == to && way.count == count;
      });
      if (known != ways.all.end()) {
        known->sets += sets;
      } else {
        ways.all.push_back({to, 0, count, sets});
      }
    };
    const auto choose = [&](auto&& again, std::size_t at, Word sets) -> void {
      if (at == eligible.size()) {
        add(sets);
        return;
      }
      std::size_t end = at;
      while (end < eligible.size() &&
             std::memcmp(unit(eligible[at]), unit(eligible[end]), body.unit_size) == 0) {
        ++end;
      }
      const std::size_t before = chosen.size();
      for (std::size_t taken = 0;; ++taken) {
        again(again, end, sets);
        if (taken == end - at) break;
        sets = sets * (end - at - taken) / (taken + 1);  // binomial coefficients times the rest
        chosen.push_back(eligible[at + taken]);
      }
      chosen.resize(before);
    };
    choose(choose, 0, 1);
    return ways;
  }

  /// Replaces each unit of the last body by what becomes of it, in the order of their bytes.
  void settle(std::byte* units, const Outcomes& outcomes) {
    std::vector<const std::byte*> settled;
    for (std::size_t u = 0; u < body_.units; ++u) {
      settled.push_back(outcomes[kinds_.index_of(units + u * body_.unit_size)].data());
    }
    std::sort(settled.begin(), settled.end(), [&](const std::byte* one, const std::byte* two) {
      return std::memcmp(one, two, body_.unit_size) < 0;
    });
    for (std::size_t u = 0; u < body_.units; ++u) {
      std::copy_n(settled[u], body_.unit_size, units + u * body_.unit_size);
    }
  }

  /// By the size of a set: how many throws of dice_ dice select it out of so many units.
  const std::vector<Word>& throws_of(int eligible, int at_least) {
    const auto [place, is_new] = throws_.try_emplace({eligible, at_least});
    const auto at = place;  // older compilers capture no structured binding
    if (!is_new) return at->second;
    at->second.assign(static_cast<std::size_t>(eligible) + 1, 0);
    if (at_least >= eligible) {
      at->second.back() = power_of_six(dice_);
      return at->second;
    }
    const Roll roll{Roll::Kind::random_selection, eligible, 6, at_least};
    roll.for_each_face([&](std::uint64_t set, std::uint64_t throws) {
      at->second[static_cast<std::size_t>(std::popcount(set))] =
          throws * power_of_six(dice_ - eligible);
    });
    return at->second;
  }

  /// How the other bodies of a row are selected from.
  struct Others {
    int eligible = 0;
    std::map<int, std::vector<Way>> by_count;
  };
  Others others_of(const StateKey& key) const {
    Others others;
    auto& [eligible, by_count] = others;
    by_count[0] = {{key.bodies & ~play_.states.bits(which_), 0, 0, 1}};
    for (std::size_t o = 0; o < others_.size(); ++o) {
      const Ways& ways = ways_[o].at(play_.states.index_of_body(others_[o], key));
      eligible += ways.eligible;
      std::map<int, std::vector<Way>> more;
      for (const auto& [count, before] : by_count) {
        for (const Way& one : before) {
          for (const Way& way : ways.all) {
            const int both = count + way.count;
            more[both].push_back({one.bodies | way.bodies, 0, both, one.sets * way.sets});
          }
        }
      }
      by_count = std::move(more);
    }
    return others;
  }

  ColumnPlay::Ahead ahead(std::span<const std::uint32_t> row) {
    const StateKey key = waiting_.key(row.front());
    const Others others = others_of(key);
    const int at_least = play_.states.turn(key.message)->at_least;
    ColumnPlay::Ahead ahead;
    for (const auto& [count, before] : others.by_count) {
      for (const std::uint32_t state : row) {
        const Ways& ways = ways_of_last_.at(last_key(waiting_.key(state)));
        const std::vector<Word>& throws = throws_of(others.eligible + ways.eligible, at_least);
        for (const Way& way : ways.all) {
          if (throws[static_cast<std::size_t>(count + way.count)] != 0) set(way.place);
        }
      }
      ahead.states += set_.size() * before.size();
      forget_set();
    }
    return ahead;
  }

  /// States that differ in the last body only.
  void carry_row(std::span<const std::uint32_t> row) {
    const StateKey key = waiting_.key(row.front());
    const Then& then = then_.at(key.message);
    const int at_least = play_.states.turn(key.message)->at_least;
    const Others others = others_of(key);
    const int eligible = others.eligible;
    for (const auto& [count, before] : others.by_count) {
      for (const std::uint32_t state : row) {
        const Ways& ways = ways_of_last_.at(last_key(waiting_.key(state)));
        const std::vector<Word>& throws = throws_of(eligible + ways.eligible, at_least);
        const auto number = long_numbers::without_zeros(waiting_.number(state));
        for (const Way& way : ways.all) {
          add_to(way.place, number, throws[static_cast<std::size_t>(count + way.count)], way.sets);
        }
      }
      for (const Way& one : before) hand_on(one, then);
      for (const std::uint32_t place : set_) {
        std::fill_n(sums_.begin() + static_cast<std::ptrdiff_t>(place * width_), width_, Word{0});
      }
      forget_set();
    }
  }

  void set(std::uint32_t place) {
    if (is_set_[place] != 0) return;
    is_set_[place] = 1;
    set_.push_back(place);
  }
  void forget_set() {
    for (const std::uint32_t place : set_) is_set_[place] = 0;
    set_.clear();
  }

  void add_to(std::uint32_t place, std::span<const Word> number, Word throws, Word sets) {
    if (throws == 0) return;
    Word weight = 0;
    if (__builtin_mul_overflow(throws, sets, &weight)) throw NotByColumns();
    long_numbers::add_product({sums_.data() + place * width_, width_}, number, weight);
    set(place);
  }

  void hand_on(const Way& one, const Then& then) {
    std::vector<Word> factor = *then.goal.factor;
    factor.push_back(0);
    long_numbers::multiply(factor, one.sets);
    while (factor.back() == 0) factor.pop_back();
    for (const std::uint32_t place : set_) {
      then.goal.states->add({one.bodies | bodies_left_[place], then.message},
                            {sums_.data() + place * width_, width_}, factor);
    }
  }

  ColumnPlay& play_;
  const WaitingStates& waiting_;
  const unsigned which_;
  const int among_;                  ///< which selection it is
  std::vector<std::size_t> others_;  ///< of the bodies, all but the last
  const std::size_t last_;
  const InBodies::Body body_;  ///< the last

  StateTable kinds_;
  std::vector<Outcomes> outcomes_{Outcomes()};
  boost::unordered_flat_map<std::uint32_t, Then> then_;  ///< by message

  std::vector<boost::unordered_flat_map<std::uint32_t, Ways>> ways_;  ///< of others_
  boost::unordered_flat_map<std::uint64_t, Ways> ways_of_last_;
  std::vector<std::uint64_t> bodies_left_;
  int dice_ = 0;  ///< the most that are rolled
  std::map<std::pair<int, int>, std::vector<Word>> throws_;

  std::size_t width_ = 0;
  std::vector<Word> sums_;  ///< of the row, by place
  std::vector<std::uint8_t> is_set_;
  std::vector<std::uint32_t> set_;
};

}  // namespace

void play_selection(ColumnPlay& play, const WaitingStates& waiting, unsigned which) {
  SelectionColumns(play, waiting, which).carry();
}

}  // namespace combat_odds
