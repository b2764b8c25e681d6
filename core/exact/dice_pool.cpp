#include "core/exact/dice_pool.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace combat_odds {
namespace {

using Value = Distribution::Value;
using Weight = Distribution::Weight;
using Entry = Distribution::Entry;
using Of = PoolReading::Of;
using Way = PoolReading::Kept::Way;

/// Reads dice face by face, in rising or falling order.
class Reader {
 public:
  struct State {
    Value result = 0;
    Value run = 0;  ///< straights only: how many in a row so far

    friend bool operator<(const State& a, const State& b) {
      return std::tie(a.result, a.run) < std::tie(b.result, b.run);
    }
  };

  Reader(const PoolReading& reading, int dice, bool falling) : reading_(reading) {
    const auto [lowest, highest] = reading.kept.dropped(dice);
    first_ = falling ? highest : lowest;
    last_ = dice - (falling ? lowest : highest);
  }

  /// `shown` dice show `face`, after `before` others; `next` is whether it follows the face before
  /// without a gap.
  State read(State state, Value face, bool next, int shown, int before) const {
    const int kept = std::max(std::min(before + shown, last_) - std::max(before, first_), 0);
    switch (reading_.of) {
      case Of::total:
        state.result += kept * (kept > 0 ? reading_.worth_of(face) : 0);
        break;
      case Of::largest_set:
        state.result = std::max<Value>(state.result, kept);
        break;
      case Of::sets:
        state.result += kept >= reading_.set_size ? 1 : 0;
        break;
      case Of::straight:
        state.run = kept == 0 ? 0 : next ? state.run + 1 : 1;
        state.result = std::max(state.result, state.run);
        break;
      case Of::distinct:
        state.result += kept > 0 ? 1 : 0;
        break;
      case Of::matches:
        state.result += static_cast<Value>(kept) * (kept - 1) / 2;
        break;
    }
    return state;
  }

  /// Whether dice after so many others are all dropped.
  bool finished(int before) const { return before >= last_; }

 private:
  const PoolReading& reading_;
  int first_ = 0;
  int last_ = 0;
};

/// The pool odds face by face. The state: how many dice of each kind are left, and what was read.
class FaceByFace {
 public:
  FaceByFace(const std::vector<LikeDice>& dice, const PoolReading& reading, WorkLimit& limit)
      : dice_(dice), limit_(limit) {
    for (const LikeDice& like : dice) all_ += like.count;
    const auto [lowest, highest] = reading.kept.dropped(all_);
    falling_ = lowest > highest && reading.of != Of::straight;
    reader_.emplace(reading, all_, falling_);
  }

  Distribution run() {
    std::set<Value> faces;
    for (const LikeDice& like : dice_) {
      for (const auto& [face, weight] : like.die.entries()) faces.insert(face);
      rest_.push_back(like.die.total());
    }
    std::vector<Value> order(faces.begin(), faces.end());
    if (falling_) std::reverse(order.begin(), order.end());
    States states;
    std::vector<int> left;
    for (const LikeDice& like : dice_) left.push_back(like.count);
    states[{left, {}}] = 1;
    for (std::size_t i = 0; i < order.size(); ++i) {
      const bool next = i > 0 && std::abs(order[i] - order[i - 1]) == 1;
      states = after(states, order[i], next);
    }
    for (const auto& [state, weight] : states) results_.emplace_back(state.second.result, weight);
    return Distribution(std::move(results_));
  }

 private:
  using State = std::pair<std::vector<int>, Reader::State>;
  using States = std::map<State, Weight>;

  States after(const States& states, Value face, bool next) {
    std::vector<Weight> here;
    for (std::size_t g = 0; g < dice_.size(); ++g) {
      Weight weight = 0;
      for (const auto& [value, of] : dice_[g].die.entries()) {
        if (value == face) weight = of;
      }
      here.push_back(weight);
    }
    States result;
    for (const auto& [state, weight] : states) {
      int before = all_;
      for (const int left : state.first) before -= left;
      if (reader_->finished(before)) {
        Weight all = weight;
        for (std::size_t g = 0; g < dice_.size(); ++g) {
          all *= pow(rest_[g], static_cast<unsigned>(state.first[g]));
        }
        results_.emplace_back(state.second.result, all);
        continue;
      }
      show(state, weight, here, 0, 0, before, face, next, result);
    }
    for (std::size_t g = 0; g < dice_.size(); ++g) rest_[g] -= here[g];
    return result;
  }

  /// Goes through how many dice of each kind show the face.
  void show(const State& state, const Weight& weight, const std::vector<Weight>& here,
            std::size_t kind, int shown, int before, Value face, bool next, States& result) {
    if (kind == dice_.size()) {
      limit_.spend(250);  // most of it is looking the state up
      State to = state;
      to.second = reader_->read(state.second, face, next, shown, before);
      result[std::move(to)] += weight;
      return;
    }
    const int left = state.first[kind];
    const bool last = here[kind] == rest_[kind];  // the other faces were before
    State to = state;
    Weight times = last ? Weight(pow(here[kind], static_cast<unsigned>(left))) : Weight(1);
    for (int dice = last ? left : 0; dice <= left; ++dice) {
      to.first[kind] = left - dice;
      show(to, weight * times * binomial(left, dice), here, kind + 1, shown + dice, before, face,
           next, result);
      times *= here[kind];
      if (times == 0) break;
    }
  }

  const std::vector<LikeDice>& dice_;
  WorkLimit& limit_;
  bool falling_ = false;
  std::optional<Reader> reader_;
  int all_ = 0;
  std::vector<Weight> rest_;  ///< of each kind: the weight of the faces that are still to come
  std::vector<Entry> results_;
};

/// Keeps the highest (or lowest) of like dice: the last die that is kept shows `face`, the m dice
/// beyond it are free, and enough others show the same face.
Distribution one_end(const LikeDice& dice, int kept, bool highest, const PoolReading& reading,
                     WorkLimit& limit) {
  std::vector<Entry> faces = dice.die.entries();  // the ones to keep last
  if (!highest) std::reverse(faces.begin(), faces.end());
  const int n = dice.count;
  std::vector<Entry> results;
  Weight below = 0;
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const Weight& here = faces[f].second;
    std::vector<Entry> beyond;
    Weight total = 0;
    for (std::size_t g = f + 1; g < faces.size(); ++g) {
      beyond.emplace_back(reading.worth_of(faces[g].first), faces[g].second);
      total += faces[g].second;
    }
    const Value worth = reading.worth_of(faces[f].first);
    const Weight up_to = below + here;
    Distribution free{0};
    Weight scale = 1;
    const Distribution one = beyond.empty() ? Distribution(0) : Distribution(std::move(beyond));
    for (int m = 0; m < kept; ++m) {
      if (m > 0) {
        if (total == 0) break;
        free = sum(free, one, limit);
        scale *= Weight(total / one.total());
      }
      // At least kept - m of the other dice show this face, the rest this face or one before it.
      Weight ways = pow(up_to, static_cast<unsigned>(n - m));
      Weight shown = 1;
      for (int c = 0; c < kept - m; ++c) {
        ways -= binomial(n - m, c) * shown * pow(below, static_cast<unsigned>(n - m - c));
        shown *= here;
      }
      ways *= binomial(n, m) * scale;
      if (ways == 0) continue;
      limit.spend(static_cast<double>(free.entries().size()) *
                  (20 + free.words() * dice.die.words()));
      for (const auto& [value, weight] : free.entries()) {
        results.emplace_back(value + worth * (kept - m), weight * ways);
      }
    }
    below = up_to;
  }
  return Distribution(std::move(results));
}

}  // namespace

std::pair<int, int> PoolReading::Kept::dropped(int dice) const {
  const int rest = std::max(dice - count, 0);
  switch (way) {
    case Way::all:
      return {0, 0};
    case Way::keep_highest:
      return {rest, 0};
    case Way::keep_lowest:
      return {0, rest};
    case Way::keep_middle:
      return {rest / 2, rest - rest / 2};
    case Way::drop:
      break;
  }
  const int lowest = std::min(drop_lowest, dice);
  return {lowest, std::min(drop_highest, dice - lowest)};
}

Value read(const PoolReading& reading, const std::vector<ShownFace>& shown) {
  std::uint64_t all = 0;
  for (const ShownFace& face : shown) all += face.dice;
  const Reader reader(reading, static_cast<int>(all), false);
  Reader::State state;
  int before = 0;
  Value last = 0;
  for (const ShownFace& face : shown) {
    if (face.dice == 0) continue;
    const auto dice = static_cast<int>(face.dice);
    state = reader.read(state, face.face, before > 0 && face.face == last + 1, dice, before);
    before += dice;
    last = face.face;
  }
  return state.result;
}

Distribution pool_odds(const std::vector<LikeDice>& dice, const PoolReading& reading,
                       WorkLimit& limit) {
  if (reading.adds_up()) {
    Distribution total(0);
    for (const LikeDice& like : dice) {
      const Distribution worth =
          like.die.mapped([&](Value face) { return reading.worth_of(face); });
      total = sum(total, sum_of(worth, like.count, limit), limit);
    }
    return total;
  }
  if (dice.size() == 1 && reading.of == Of::total) {
    const auto [lowest, highest] = reading.kept.dropped(dice[0].count);
    const int kept = dice[0].count - lowest - highest;
    if (kept == 0) return Distribution(0);
    if (lowest == 0 || highest == 0) return one_end(dice[0], kept, highest == 0, reading, limit);
  }
  return FaceByFace(dice, reading, limit).run();
}

Distribution ExplodingDie::sum(const std::function<Value(Value, int)>& worth,
                               WorkLimit& limit) const {
  const auto worths = [&](const std::vector<Value>& faces, int roll) {
    std::vector<Entry> entries;
    for (const Value face : faces) entries.emplace_back(worth(face, roll), 1);
    return Distribution(std::move(entries));
  };
  const Weight on = goes_on.size();
  const Weight ends = stays.size();
  const Weight all = on + ends;
  Mixture mixture(limit);
  Distribution before(0);
  for (int roll = 0; roll <= most; ++roll) {
    const auto times = static_cast<unsigned>(roll);
    const Weight weight = pow(on, times);
    const Weight total = pow(all, times + 1);
    mixture.add(weight * ends, total, combat_odds::sum(before, worths(stays, roll), limit));
    if (goes_on.empty()) break;
    before = combat_odds::sum(before, worths(goes_on, roll), limit);
    if (roll == most) mixture.add(weight * on, total, before);
  }
  return std::move(mixture).mixed();
}

Distribution pool_odds(const ExplodingDie& die, int count, const PoolReading& reading,
                       WorkLimit& limit) {
  if (reading.adds_up()) {
    const Distribution one =
        die.sum([&](Value face, int /*roll*/) { return reading.worth_of(face); }, limit);
    return sum_of(one, count, limit);
  }
  const auto equally = [](const std::vector<Value>& faces) {
    std::vector<Entry> entries;
    for (const Value face : faces) entries.emplace_back(face, 1);
    return Distribution(std::move(entries));
  };
  if (die.goes_on.empty()) return pool_odds({{equally(die.stays), count}}, reading, limit);
  // How many rolls explode, and how many do not; within each of the two all faces are equally
  // likely.
  constexpr Value apart = 1 << 20;
  ExplodingDie counted = die;
  counted.goes_on.assign(die.goes_on.size(), 1);
  counted.stays.assign(die.stays.size(), apart);
  const Distribution rolls =
      sum_of(counted.sum([](Value face, int /*roll*/) { return face; }, limit), count, limit);
  Mixture mixture(limit);
  for (const auto& [value, weight] : rolls.entries()) {
    const auto exploding = static_cast<int>(value % apart);
    const auto staying = static_cast<int>(value / apart);
    mixture.add(weight, rolls.total(),
                pool_odds({{equally(die.goes_on), exploding}, {equally(die.stays), staying}},
                          reading, limit));
  }
  return std::move(mixture).mixed();
}

}  // namespace combat_odds
