#include "core/exact/columns.hpp"

#include <algorithm>
#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstring>
#include <deque>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/exact/column_walk.hpp"
#include "core/exact/waiting_states.hpp"
#include "core/explore/reach_order.hpp"
#include "core/explore/state_table.hpp"
#include "core/explore/step_book.hpp"

namespace combat_odds {
namespace {

using long_numbers::Word;
using Body = InBodies::Body;
using Turn = InBodies::Turn;

/// Thrown where the rule can't be played by columns.
class NotByColumns {};

struct HashOfKey {
  std::size_t operator()(const StateKey& key) const { return key.hash(); }
};

/// The numbers of messages and bodies, and what their turns and steps are.
class BodyStates {
 public:
  BodyStates(const StagedRule& rule, const InBodies& in_bodies, const RunControl* control)
      : rule_(rule),
        in_bodies_(in_bodies),
        bodies_(in_bodies.bodies()),
        messages_(rule.state_size()),
        book_(rule, most_graph_nodes, Checkpoints::heeded, control),
        bytes_(rule.state_size()),
        body_(rule.state_size()) {
    if (bodies_.size() > 4) throw std::logic_error("a state of more than four bodies");
    for (const Body& body : bodies_) known_.emplace_back(body.size());
  }

  static constexpr unsigned all_bodies = ~0u;

  std::span<const Body> bodies() const { return bodies_; }

  /// The key of a state; consumes it. Bodies that are not in `which` get the number 0.
  StateKey key_of(std::byte* state, unsigned which) {
    StateKey key;
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      std::byte* const body = state + bodies_[b].first;
      if ((which >> b & 1) != 0) key.bodies |= number(b, known_[b].index_of(body));
      std::fill_n(body, bodies_[b].size(), std::byte{0});
    }
    key.message = message(state);
    return key;
  }
  std::uint32_t message(const std::byte* bytes) {
    const std::uint32_t index = messages_.index_of(bytes);
    if (index == turns_.size()) turns_.push_back(turn_of(bytes));
    return index;
  }

  void write(const StateKey& key, unsigned which, std::byte* state) const {
    std::copy_n(messages_[key.message], rule_.state_size(), state);
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      if ((which >> b & 1) != 0) std::copy_n(body(b, key), bodies_[b].size(), state + bodies_[b].first);
    }
  }
  const std::byte* message(std::uint32_t index) const { return messages_[index]; }
  const std::byte* body(std::size_t b, const StateKey& key) const {
    return known_[b][index_of_body(b, key)];
  }
  std::uint32_t index_of_body(std::size_t b, const StateKey& key) const {
    return static_cast<std::uint32_t>(key.bodies >> shift(b) & most_in_body());
  }
  /// The same key with another body in that place.
  StateKey with_body(StateKey key, std::size_t b, const std::byte* bytes) {
    key.bodies &= ~(most_in_body() << shift(b));
    key.bodies |= number(b, known_[b].index_of(bytes));
    return key;
  }
  /// The bits of these bodies in a key.
  std::uint64_t bits(unsigned which) const {
    std::uint64_t bits = 0;
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      if ((which >> b & 1) != 0) bits |= most_in_body() << shift(b);
    }
    return bits;
  }

  /// Nothing: between two rounds.
  const std::optional<Turn>& turn(std::uint32_t message) const { return turns_[message]; }

  struct End {
    StateKey to;
    Word weight = 0;
  };
  struct Step {
    Word throws = 0;
    std::vector<End> ends;
  };
  /// The step of a key that holds the bodies of its turn. Its ends hold the same bodies.
  const Step& step(const StateKey& from, unsigned which) {
    const auto [known, is_new] = steps_.try_emplace(from, nullptr);
    if (!is_new) return *known->second;
    write(from, which, bytes_.data());
    Step& step = all_steps_.emplace_back();
    known->second = &step;
    play(step, [&](std::byte* state, Dice& dice) { rule_.next(state, dice); },
         [&](std::byte* state) {
           rule_.make_alike(state);
           return key_of(state, which);
         });
    return step;
  }

  /// What becomes of one unit of a crowd, and of the message. Ends need not differ.
  struct Reply {
    std::vector<std::byte> unit;
    std::vector<std::byte> message;
    Word weight = 0;
  };
  std::pair<Word, std::vector<Reply>> reply(std::uint32_t message, std::size_t b,
                                            std::span<const std::byte> unit) {
    std::copy_n(messages_[message], rule_.state_size(), bytes_.begin());
    std::copy(unit.begin(), unit.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(bodies_[b].first));
    std::pair<Word, std::vector<Reply>> result;
    result.first = play_steps(
        [&](std::byte* state, Dice& dice) { in_bodies_.next_of_crowd(state, dice); },
        [&](const std::byte* end, Word weight) {
          Reply& reply = result.second.emplace_back();
          reply.weight = weight;
          reply.message.assign(end, end + rule_.state_size());
          const auto first = reply.message.begin() + static_cast<std::ptrdiff_t>(bodies_[b].first);
          reply.unit.assign(first, first + static_cast<std::ptrdiff_t>(bodies_[b].unit_size));
          std::fill_n(first, bodies_[b].size(), std::byte{0});
        });
    return result;
  }

 private:
  std::uint64_t most_in_body() const {
    const std::size_t bits = 64 / bodies_.size();
    return bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  }
  std::size_t shift(std::size_t b) const { return b * (64 / bodies_.size()); }
  std::uint64_t number(std::size_t b, std::uint32_t index) const {
    if (index > most_in_body()) throw GraphTooLarge("too many states of one side");
    return std::uint64_t{index} << shift(b);
  }

  std::optional<Turn> turn_of(const std::byte* message) const {
    if (rule_.between_rounds(message)) return std::nullopt;
    return in_bodies_.turn(message);
  }

  /// Plays from the state in bytes_. Returns the number of throws.
  template <class Play, class Take>
  Word play_steps(Play&& play, Take&& take) {
    const std::uint32_t shape = book_.step(bytes_.data(), play);
    if (book_.has_checkpoints()) throw NotByColumns();
    const std::size_t count = book_.end_count();
    if (book_.shapes.nodes(shape).empty()) {
      take(book_.end(0), 1);
      return 1;
    }
    if (book_.shapes.throws(shape) == 0) throw NotByColumns();
    for (std::size_t end = 0; end < count; ++end) {
      take(book_.end(end), book_.shapes.weights(shape)[end]);
    }
    return book_.shapes.throws(shape);
  }
  template <class Play, class KeyOf>
  void play(Step& step, Play&& play, KeyOf&& key_of) {
    step.throws = play_steps(play, [&](const std::byte* end, Word weight) {
      std::copy_n(end, body_.size(), body_.begin());
      const StateKey to = key_of(body_.data());
      const auto same = std::find_if(step.ends.begin(), step.ends.end(),
                                     [&](const End& known) { return known.to == to; });
      if (same != step.ends.end()) {
        same->weight += weight;
      } else {
        step.ends.push_back({to, weight});
      }
    });
  }

  const StagedRule& rule_;
  const InBodies& in_bodies_;
  const std::span<const Body> bodies_;
  StateTable messages_;
  std::deque<StateTable> known_;  ///< by body
  std::vector<std::optional<Turn>> turns_;
  StepBook book_;
  std::vector<std::byte> bytes_;
  std::vector<std::byte> body_;
  std::deque<Step> all_steps_;
  boost::unordered_flat_map<StateKey, Step*, HashOfKey> steps_;
};

/// The units of a crowd by kind, those that have played and those that are left: like units are as
/// good as each other.
struct CrowdNode {
  static constexpr std::size_t most_units = 16;
  std::array<std::uint8_t, most_units> done{};  ///< kinds in rising order
  std::array<std::uint8_t, most_units> left{};
  std::uint8_t done_count = 0;
  std::uint8_t left_count = 0;
  std::uint16_t note = 0;

  static void insert(std::array<std::uint8_t, most_units>& kinds, std::uint8_t& count,
                     std::uint8_t kind) {
    std::size_t at = count++;
    for (; at > 0 && kinds[at - 1] > kind; --at) kinds[at] = kinds[at - 1];
    kinds[at] = kind;
  }
  friend bool operator==(const CrowdNode&, const CrowdNode&) = default;
};

struct HashOfCrowd {
  std::size_t operator()(const CrowdNode& node) const {
    std::array<std::uint64_t, 4> words;
    std::memcpy(words.data(), node.done.data(), 16);
    std::memcpy(words.data() + 2, node.left.data(), 16);
    std::uint64_t seed = node.note * 0xff51afd7ed558ccdu + node.left_count;
    for (const std::uint64_t word : words) {
      seed = (seed ^ word) * 0x9e3779b97f4a7c15u;
      seed ^= seed >> 32;
    }
    return static_cast<std::size_t>(seed);
  }
};

class Columns {
 public:
  Columns(const StagedRule& rule, const InBodies& in_bodies, const RunControl* control)
      : rule_(rule),
        in_bodies_(in_bodies),
        control_(control),
        states_(rule, in_bodies, control),
        bytes_(rule.state_size()) {}

  ColumnOdds run() {
    const int rounds = rule_.rounds();
    rule_.first(bytes_.data());
    WaitingStates borders;
    const Word one = 1;
    borders.add(states_.key_of(bytes_.data(), BodyStates::all_bodies), {&one, 1}, {&one, 1});
    for (int round = 0; borders.size() > 0; ++round) {
      if (round > rounds) throw std::logic_error("rounds that end without an outcome");
      WaitingStates next;
      borders_ = &next;
      begin_round(borders, round);
      play_round();
      borders = std::move(next);
    }
    return finished();
  }

 private:
  /// States wait together where their turns are played together: crowds last, as they take the
  /// longest and others may still lead to them.
  using Place = std::pair<int, unsigned>;

  void heed_control() const {
    if (control_ != nullptr && control_->stopped()) throw Interrupted();
  }

  Denominator denominator(Word throws) {
    bases_.include(throws);
    if (bases_.count() > Denominator::most_bases) throw NotByColumns();
    Denominator result;
    bases_.factor(throws, result.of.data());
    return result;
  }

  static Place place(const Turn& turn) {
    const int order = turn.kind == Turn::Kind::selection ? 0 : turn.kind == Turn::Kind::step ? 1 : 2;
    return {order, turn.bodies};
  }
  /// Where a state with this message waits.
  WaitingStates& waiting(std::uint32_t message) {
    const std::optional<Turn>& turn = states_.turn(message);
    return turn ? waiting_[place(*turn)] : *borders_;
  }

  void check_room() const {
    constexpr std::size_t most_bytes = std::size_t{768} << 20;
    std::size_t bytes = 0;
    for (const auto& [place, states] : waiting_) {
      bytes += states.size() * (states.width() * sizeof(Word) + 2 * sizeof(StateKey));
    }
    if (bytes <= most_bytes) return;
    throw GraphTooLarge("its states with their odds take more than 768 MB at once");
  }

  /// Every state between two rounds begins the next one, or is over.
  void begin_round(const WaitingStates& before, int round) {
    leaf_numbers_.widen(before.over, bases_);
    const std::vector<Word> factor = scaled(1, before.over, leaf_numbers_.over, bases_);
    const Word one = 1;
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (i % 1024 == 0) heed_control();
      if (long_numbers::is_zero(before.number(i))) continue;
      states_.write(before.key(i), BodyStates::all_bodies, bytes_.data());
      if (std::optional<Outcome> outcome = rule_.ended(bytes_.data(), round)) {
        const StateKey leaf{leaves_.index_of(*std::move(outcome)), 0};
        leaf_numbers_.add(leaf, before.number(i), factor);
        continue;
      }
      rule_.begin(bytes_.data(), round);
      rule_.make_alike(bytes_.data());
      const StateKey key = states_.key_of(bytes_.data(), BodyStates::all_bodies);
      WaitingStates& there = waiting(key.message);
      there.widen(before.over, bases_);
      there.add(key, before.number(i), {&one, 1});
    }
  }

  void play_round() {
    while (!waiting_.empty()) {
      check_room();
      const auto first = waiting_.begin();
      const Place place = first->first;
      const WaitingStates states = std::move(first->second);
      waiting_.erase(first);
      switch (place.first) {
        case 0: select(states, place.second); break;
        case 1: play_steps(states, place.second); break;
        default: play_crowd(states, place.second); break;
      }
    }
  }

  /// Where the numbers of an end go, and the factor that they get there.
  struct Goal {
    WaitingStates* states = nullptr;
    const std::vector<Word>* factor = nullptr;
  };
  class Goals {
   public:
    Goals(Columns& all, const Denominator& over) : all_(all), over_(over) {}
    Goal to(std::uint32_t message) {
      WaitingStates& there = all_.waiting(message);
      auto known = factors_.find(&there);
      if (known == factors_.end()) {
        there.widen(over_, all_.bases_);
        known = factors_.emplace(&there, scaled(1, over_, there.over, all_.bases_)).first;
      }
      return {&there, &known->second};
    }

   private:
    Columns& all_;
    const Denominator over_;
    std::map<WaitingStates*, std::vector<Word>> factors_;
  };

  /// The states in the order of a column number each; states with the same one stand together.
  template <class Column>
  static std::vector<std::pair<Column, std::uint32_t>> by_column(
      const WaitingStates& states, FunctionRef<Column(std::size_t)> column) {
    std::vector<std::pair<Column, std::uint32_t>> order;
    order.reserve(states.size());
    for (std::size_t i = 0; i < states.size(); ++i) {
      order.emplace_back(column(i), static_cast<std::uint32_t>(i));
    }
    std::sort(order.begin(), order.end());
    return order;
  }

  // Steps of a few bodies.

  struct StepNode {
    StateKey key;
    const BodyStates::Step* step = nullptr;  ///< null: an end
    Denominator over;
  };

  void play_steps(const WaitingStates& states, unsigned which) {
    const std::uint64_t acting = states_.bits(which);
    boost::unordered_flat_map<StateKey, std::uint32_t, HashOfKey> known;
    std::vector<StepNode> nodes;
    const auto node_of = [&](const StateKey& key) {
      const auto [at, is_new] = known.try_emplace(key, static_cast<std::uint32_t>(nodes.size()));
      if (is_new) nodes.push_back({key, nullptr, {}});
      return at->second;
    };
    std::vector<std::uint32_t> starts(states.size());
    for (std::size_t i = 0; i < states.size(); ++i) {
      const StateKey& key = states.key(i);
      starts[i] = node_of({key.bodies & acting, key.message});
    }
    std::vector<std::vector<std::uint32_t>> leads;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      if (n % 1024 == 0) heed_control();
      leads.emplace_back();
      const std::optional<Turn>& turn = states_.turn(nodes[n].key.message);
      if (!turn || turn->kind != Turn::Kind::step || (turn->bodies & ~which) != 0) continue;
      const BodyStates::Step& step = states_.step(nodes[n].key, which);
      nodes[n].step = &step;
      for (const BodyStates::End& end : step.ends) leads.back().push_back(node_of(end.to));
    }
    // Those that lead on in topological order, then the ends.
    struct Walk {
      const std::vector<std::vector<std::uint32_t>>* leads;
      std::size_t size() const { return leads->size(); }
      std::size_t count(std::uint32_t node) const { return (*leads)[node].size(); }
      Link link(std::uint32_t node, std::uint32_t end) const {
        return {Link::Kind::node, (*leads)[node][end]};
      }
    };
    ReachOrder<Walk> order(Walk{&leads});
    for (std::uint32_t n = 0; n < nodes.size(); ++n) order.add({Link::Kind::node, n});
    if (!order.acyclic) throw NotByColumns();
    std::vector<std::uint32_t> sorted(order.nodes.rbegin(), order.nodes.rend());
    std::stable_partition(sorted.begin(), sorted.end(),
                          [&](std::uint32_t n) { return nodes[n].step != nullptr; });
    std::vector<std::uint32_t> position(nodes.size());
    for (std::uint32_t i = 0; i < sorted.size(); ++i) position[sorted[i]] = i;
    // A node's denominator is the common multiple of those that its edges bring; ends share one.
    Denominator end_over;
    for (const std::uint32_t n : sorted) {
      if (nodes[n].step == nullptr) break;
      Denominator leaving = nodes[n].over;
      leaving *= denominator(nodes[n].step->throws);
      for (const std::uint32_t to : leads[n]) {
        Denominator& there = nodes[to].step != nullptr ? nodes[to].over : end_over;
        there = common_multiple(there, leaving);
      }
    }
    ColumnGraph graph;
    std::vector<std::vector<Word>> long_factors;
    std::map<std::pair<std::array<Bases::Exponent, Denominator::most_bases>, Word>, std::uint32_t> slots;
    std::size_t longest = 1;
    for (const std::uint32_t n : sorted) {
      const BodyStates::Step* const step = nodes[n].step;
      if (step == nullptr) {
        nodes[n].over = end_over;
        ++graph.ends;
        continue;
      }
      Denominator leaving = nodes[n].over;
      leaving *= denominator(step->throws);
      for (std::size_t e = 0; e < step->ends.size(); ++e) {
        const std::uint32_t to = leads[n][e];
        const Denominator& there = nodes[to].step != nullptr ? nodes[to].over : end_over;
        Denominator ratio;
        for (std::size_t i = 0; i < ratio.of.size(); ++i) ratio.of[i] = there.of[i] - leaving.of[i];
        const auto [slot, is_new] = slots.try_emplace(
            {ratio.of, step->ends[e].weight}, static_cast<std::uint32_t>(long_factors.size()));
        if (is_new) {
          long_factors.push_back(scaled(step->ends[e].weight, leaving, there, bases_));
          longest = std::max(longest, long_factors.back().size());
        }
        graph.edges.push_back({position[to], slot->second});
      }
      graph.first_edge.push_back(static_cast<std::uint32_t>(graph.edges.size()));
    }
    std::vector<Word> factors(long_factors.size() * longest, 0);
    for (std::size_t f = 0; f < long_factors.size(); ++f) {
      std::copy(long_factors[f].begin(), long_factors[f].end(),
                factors.begin() + static_cast<std::ptrdiff_t>(f * longest));
    }

    Denominator over = states.over;
    over *= end_over;
    Goals goals(*this, over);
    std::vector<Goal> goal_of(nodes.size());
    std::vector<std::vector<Word>> start_factor(nodes.size());
    for (std::uint32_t n = 0; n < nodes.size(); ++n) {
      start_factor[n] = scaled(1, {}, nodes[n].over, bases_);
    }
    for (std::size_t n = graph.leading_on(); n < sorted.size(); ++n) {
      goal_of[n] = goals.to(nodes[sorted[n]].key.message);
    }
    const auto order_of = by_column<std::uint64_t>(
        states, [&](std::size_t i) { return states.key(i).bodies & ~acting; });
    ColumnWalk walk(graph, words_of(over, bases_));
    for (std::size_t i = 0; i < order_of.size();) {
      heed_control();
      const std::uint64_t column = order_of[i].first;
      for (; i < order_of.size() && order_of[i].first == column; ++i) {
        const std::uint32_t state = order_of[i].second;
        const std::uint32_t n = starts[state];
        walk.start(position[n], states.number(state), start_factor[n]);
      }
      walk.carry(factors, longest, [&](std::uint32_t end, std::span<const Word> number) {
        StateKey key = nodes[sorted[end]].key;
        key.bodies |= column;
        goal_of[end].states->add(key, number, *goal_of[end].factor);
      });
    }
  }

  // A crowd.

  void play_crowd(const WaitingStates& states, unsigned which) {
    const auto b = static_cast<std::size_t>(std::countr_zero(which));
    const Body body = states_.bodies()[b];
    if (body.units > CrowdNode::most_units) throw NotByColumns();
    // Kinds of units: first those that play, sorted, so that equal crowds are equal arrays.
    StateTable kind_table(body.unit_size);
    const auto kind_of = [&](const std::byte* unit) {
      const std::uint32_t kind = kind_table.index_of(unit);
      if (kind > 255) throw NotByColumns();
      return static_cast<std::uint8_t>(kind);
    };
    boost::unordered_flat_map<std::uint64_t, std::uint32_t> start_of;  // by the body's bits
    std::vector<CrowdNode> starts;
    std::vector<std::uint32_t> messages;
    boost::unordered_flat_map<std::uint32_t, std::uint32_t> question_of;  // by message
    const std::uint64_t acting = states_.bits(which);
    for (std::size_t i = 0; i < states.size(); ++i) {
      const StateKey& key = states.key(i);
      if (question_of.try_emplace(key.message, static_cast<std::uint32_t>(messages.size())).second) {
        messages.push_back(key.message);
      }
      if (!start_of.try_emplace(key.bodies & acting, static_cast<std::uint32_t>(starts.size())).second) {
        continue;
      }
      CrowdNode start;
      const std::byte* const bytes = states_.body(b, key);
      for (std::size_t u = 0; u < body.units; ++u) {
        CrowdNode::insert(start.left, start.left_count, kind_of(bytes + u * body.unit_size));
      }
      starts.push_back(start);
    }
    const std::size_t kinds = kind_table.size();

    // What each kind may turn into, and the weight of that by question.
    struct Becomes {
      std::uint8_t kind;
      std::uint16_t note;
      bool operator==(const Becomes&) const = default;
    };
    StateTable notes(rule_.state_size());
    notes.index_of(std::vector<std::byte>(rule_.state_size()).data());
    std::vector<std::vector<Becomes>> support(kinds);
    struct Weighed {
      std::size_t kind;
      std::size_t at;  ///< in its support
      Word weight;
      Word throws;
    };
    std::vector<std::vector<Weighed>> weighed(messages.size());
    std::vector<std::uint32_t> base_of(messages.size());
    Word common = 1;
    for (std::size_t m = 0; m < messages.size(); ++m) {
      heed_control();
      std::vector<std::pair<Word, std::vector<BodyStates::Reply>>> replies;
      std::vector<std::byte> base(rule_.state_size(), std::byte{0xff});
      for (std::size_t k = 0; k < kinds; ++k) {
        const std::vector<std::byte> unit(kind_table[k], kind_table[k] + body.unit_size);
        replies.push_back(states_.reply(messages[m], b, unit));
        for (const BodyStates::Reply& reply : replies.back().second) {
          for (std::size_t i = 0; i < base.size(); ++i) base[i] &= reply.message[i];
        }
      }
      base_of[m] = states_.message(base.data());
      for (std::size_t k = 0; k < kinds; ++k) {
        const Word throws = replies[k].first;
        const Word shared = std::gcd(common, throws);
        if (__builtin_mul_overflow(common, throws / shared, &common)) throw NotByColumns();
        for (BodyStates::Reply& reply : replies[k].second) {
          for (std::size_t i = 0; i < base.size(); ++i) reply.message[i] &= ~base[i];
          const Becomes to{kind_of(reply.unit.data()),
                           static_cast<std::uint16_t>(notes.index_of(reply.message.data()))};
          std::vector<Becomes>& known = support[k];
          const auto at = std::find(known.begin(), known.end(), to);
          const auto place = static_cast<std::size_t>(at - known.begin());
          if (at == known.end()) known.push_back(to);
          weighed[m].push_back({k, place, reply.weight, throws});
        }
      }
    }
    std::vector<std::size_t> first_slot;
    std::size_t slots = 0;
    for (const std::vector<Becomes>& of : support) {
      first_slot.push_back(slots);
      slots += of.size();
    }
    // Questions with the same weights are one.
    std::map<std::vector<Word>, std::uint32_t> known_weights;
    std::vector<const std::vector<Word>*> weights;
    std::vector<std::uint32_t> weights_of(messages.size());
    for (std::size_t m = 0; m < messages.size(); ++m) {
      std::vector<Word> by_slot(slots, 0);
      for (const Weighed& of : weighed[m]) {
        by_slot[first_slot[of.kind] + of.at] += of.weight * (common / of.throws);
      }
      const auto [known, is_new] = known_weights.try_emplace(
          std::move(by_slot), static_cast<std::uint32_t>(weights.size()));
      if (is_new) weights.push_back(&known->first);
      weights_of[m] = known->second;
    }

    // The graph of all questions: unit by unit, the last kind first.
    const auto stays = [&](std::uint8_t kind) {
      return support[kind].size() == 1 && support[kind].front() == Becomes{kind, 0};
    };
    std::vector<CrowdNode> nodes;
    boost::unordered_flat_map<CrowdNode, std::uint32_t, HashOfCrowd> known;
    std::vector<std::vector<std::uint32_t>> by_left(body.units + 1);
    const auto node_of = [&](const CrowdNode& node) {
      const auto [at, is_new] = known.try_emplace(node, static_cast<std::uint32_t>(nodes.size()));
      if (is_new) {
        nodes.push_back(node);
        by_left[node.left_count].push_back(at->second);
      }
      return at->second;
    };
    std::vector<std::uint32_t> start_nodes;
    std::size_t most_left = 0;
    for (const CrowdNode& all : starts) {
      CrowdNode start;
      for (std::size_t u = 0; u < all.left_count; ++u) {
        const std::uint8_t kind = all.left[u];
        if (stays(kind)) {
          CrowdNode::insert(start.done, start.done_count, kind);
        } else {
          start.left[start.left_count++] = kind;
        }
      }
      most_left = std::max<std::size_t>(most_left, start.left_count);
      start_nodes.push_back(node_of(start));
    }
    std::map<std::pair<std::uint16_t, std::uint16_t>, std::uint16_t> both_notes;
    const auto noted = [&](std::uint16_t one, std::uint16_t two) {
      if (one == two || two == 0) return one;
      if (one == 0) return two;
      const auto [at, is_new] = both_notes.try_emplace({one, two}, std::uint16_t{0});
      if (is_new) {
        std::vector<std::byte> bytes(notes[one], notes[one] + rule_.state_size());
        for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] |= notes[two][i];
        at->second = static_cast<std::uint16_t>(notes.index_of(bytes.data()));
      }
      return at->second;
    };
    ColumnGraph graph;
    std::vector<std::uint32_t> sorted;
    for (std::size_t left = most_left; left > 0; --left) {
      for (std::size_t i = 0; i < by_left[left].size(); ++i) {
        if (i % 1024 == 0) heed_control();
        const std::uint32_t n = by_left[left][i];
        sorted.push_back(n);
        CrowdNode rest = nodes[n];
        const std::uint8_t kind = rest.left[--rest.left_count];
        rest.left[rest.left_count] = 0;
        for (std::size_t at = 0; at < support[kind].size(); ++at) {
          CrowdNode to = rest;
          CrowdNode::insert(to.done, to.done_count, support[kind][at].kind);
          to.note = noted(to.note, support[kind][at].note);
          graph.edges.push_back({node_of(to), static_cast<std::uint32_t>(first_slot[kind] + at)});
        }
        graph.first_edge.push_back(static_cast<std::uint32_t>(graph.edges.size()));
        if (nodes.size() > most_graph_nodes) {
          throw GraphTooLarge("more than " + std::to_string(most_graph_nodes) +
                              " states of the units under fire");
        }
      }
    }
    sorted.insert(sorted.end(), by_left[0].begin(), by_left[0].end());
    graph.ends = by_left[0].size();
    std::vector<std::uint32_t> position(nodes.size());
    for (std::uint32_t i = 0; i < sorted.size(); ++i) position[sorted[i]] = i;
    for (ColumnGraph::Edge& edge : graph.edges) edge.to = position[edge.to];

    Denominator unit_over = denominator(common);
    std::vector<std::vector<Word>> start_factor(most_left + 1);
    Denominator over = states.over;
    Denominator below;
    for (std::size_t left = most_left + 1; left-- > 0;) {
      start_factor[left] = scaled(1, {}, below, bases_);
      if (left == 0) break;
      below *= unit_over;
      over *= unit_over;
    }
    // Bodies of the ends, in the order in which alike() leaves them.
    std::vector<std::uint64_t> body_of(graph.ends);
    std::vector<std::byte> bytes(body.size());
    for (std::size_t e = 0; e < graph.ends; ++e) {
      const CrowdNode& end = nodes[sorted[graph.leading_on() + e]];
      std::vector<const std::byte*> units;
      for (std::size_t u = 0; u < end.done_count; ++u) units.push_back(kind_table[end.done[u]]);
      std::sort(units.begin(), units.end(), [&](const std::byte* one, const std::byte* two) {
        return std::memcmp(one, two, body.unit_size) < 0;
      });
      for (std::size_t u = 0; u < units.size(); ++u) {
        std::copy_n(units[u], body.unit_size, bytes.data() + u * body.unit_size);
      }
      body_of[e] = states_.with_body({}, b, bytes.data()).bodies;
    }

    Goals goals(*this, over);
    struct Ended {
      std::uint32_t message = 0;
      Goal goal;
    };
    std::vector<Ended> ended(notes.size());  // of the column, by note
    const auto end_of = [&](std::uint32_t base, std::uint16_t note) -> const Ended& {
      if (ended[note].goal.states == nullptr) {
        std::vector<std::byte> message(states_.message(base), states_.message(base) + rule_.state_size());
        for (std::size_t i = 0; i < message.size(); ++i) message[i] |= notes[note][i];
        ended[note].message = states_.message(message.data());
        ended[note].goal = goals.to(ended[note].message);
      }
      return ended[note];
    };
    using Column = std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>;
    const auto order_of = by_column<Column>(states, [&](std::size_t i) -> Column {
      const std::uint32_t m = question_of.at(states.key(i).message);
      return {weights_of[m], base_of[m], states.key(i).bodies & ~acting};
    });
    ColumnWalk walk(graph, words_of(over, bases_));
    for (std::size_t i = 0; i < order_of.size();) {
      heed_control();
      const Column column = order_of[i].first;
      for (; i < order_of.size() && order_of[i].first == column; ++i) {
        const std::uint32_t state = order_of[i].second;
        const std::uint32_t n = start_nodes[start_of.at(states.key(state).bodies & acting)];
        walk.start(position[n], states.number(state), start_factor[nodes[n].left_count]);
      }
      const auto [weights_number, base, standing] = column;
      const std::uint64_t rest = standing;
      const std::uint32_t from = base;
      ended.assign(notes.size(), {});
      walk.carry(*weights[weights_number], 1, [&](std::uint32_t end, std::span<const Word> number) {
        const auto& [message, goal] = end_of(from, nodes[sorted[end]].note);
        goal.states->add({rest | body_of[end - graph.leading_on()], message}, number, *goal.factor);
      });
    }
  }

  // Random Selection.

  /// One way to select units of a body: how many, and how many sets of units it stands for.
  struct Selected {
    std::uint64_t body = 0;
    int count = 0;
    Word sets = 1;
  };
  struct Selections {
    int eligible = 0;
    std::vector<Selected> ways;
  };

  Selections selections_of(std::size_t b, const StateKey& key) {
    const Body body = states_.bodies()[b];
    Selections result;
    std::vector<std::byte> units(states_.body(b, key), states_.body(b, key) + body.size());
    std::vector<std::size_t> eligible;
    for (std::size_t u = 0; u < body.units; ++u) {
      if (in_bodies_.may_be_selected(units.data() + u * body.unit_size)) eligible.push_back(u);
    }
    result.eligible = static_cast<int>(eligible.size());
    std::map<std::pair<std::uint64_t, int>, Word> ways;
    std::vector<std::byte> bytes(rule_.state_size());
    // Sets that differ in which of some like units they hold are one way.
    const auto like = [&](std::size_t one, std::size_t two) {
      return std::memcmp(units.data() + one * body.unit_size, units.data() + two * body.unit_size,
                         body.unit_size) == 0;
    };
    const auto choose = [&](auto&& again, std::size_t at, std::vector<std::size_t>& chosen,
                            Word sets) -> void {
      if (at == eligible.size()) {
        std::vector<std::byte> marked = units;
        for (const std::size_t u : chosen) in_bodies_.select(marked.data() + u * body.unit_size);
        const StateKey to = states_.with_body({}, b, marked.data());
        ways[{to.bodies, static_cast<int>(chosen.size())}] += sets;
        return;
      }
      std::size_t end = at;
      while (end < eligible.size() && like(eligible[at], eligible[end])) ++end;
      Word number = 1;
      const std::size_t before = chosen.size();
      for (std::size_t taken = 0;; ++taken) {
        again(again, end, chosen, sets * number);
        if (taken == end - at) break;
        chosen.push_back(eligible[at + taken]);
        number = number * (end - at - taken) / (taken + 1);
      }
      chosen.resize(before);
    };
    std::vector<std::size_t> chosen;
    choose(choose, 0, chosen, 1);
    for (const auto& [way, sets] : ways) result.ways.push_back({way.first, way.second, sets});
    return result;
  }

  void select(const WaitingStates& states, unsigned which) {
    std::vector<std::size_t> among;
    for (std::size_t b = 0; b < states_.bodies().size(); ++b) {
      if ((which >> b & 1) != 0) among.push_back(b);
    }
    std::vector<boost::unordered_flat_map<std::uint32_t, Selections>> known(among.size());
    int most = 0;
    for (std::size_t i = 0; i < states.size(); ++i) {
      if (i % 1024 == 0) heed_control();
      int eligible = 0;
      for (std::size_t a = 0; a < among.size(); ++a) {
        const std::uint32_t index = states_.index_of_body(among[a], states.key(i));
        const auto [at, is_new] = known[a].try_emplace(index);
        if (is_new) at->second = selections_of(among[a], states.key(i));
        eligible += at->second.eligible;
      }
      most = std::max(most, eligible);
    }
    const auto power = [](int exponent) {
      Word result = 1;
      for (int i = 0; i < exponent; ++i) result *= 6;
      return result;
    };
    if (most > 20) throw NotByColumns();
    // throws_of(n, at_least)[s]: how many throws of `most` dice select one set of s out of n units.
    std::map<std::pair<int, int>, std::vector<Word>> throws;
    const auto throws_of = [&](int eligible, int at_least) -> const std::vector<Word>& {
      const auto [at, is_new] = throws.try_emplace({eligible, at_least});
      if (is_new) {
        at->second.assign(static_cast<std::size_t>(eligible) + 1, 0);
        if (at_least >= eligible) {
          at->second.back() = power(most);
        } else {
          const Roll roll{Roll::Kind::random_selection, eligible, 6, at_least};
          roll.for_each_face([&](std::uint64_t set, std::uint64_t weight) {
            at->second[static_cast<std::size_t>(std::popcount(set))] = weight * power(most - eligible);
          });
        }
      }
      return at->second;
    };
    Denominator over = states.over;
    over *= denominator(power(most));
    Goals goals(*this, over);
    boost::unordered_flat_map<std::uint32_t, std::pair<std::uint32_t, Goal>> after;
    const std::uint64_t standing = ~states_.bits(which);
    std::vector<Word> factor;
    for (std::size_t i = 0; i < states.size(); ++i) {
      if (i % 256 == 0) heed_control();
      const StateKey& key = states.key(i);
      const auto [at, is_new] = after.try_emplace(key.message);
      if (is_new) {
        std::copy_n(states_.message(key.message), bytes_.size(), bytes_.begin());
        in_bodies_.selected(bytes_.data());
        at->second.first = states_.message(bytes_.data());
        at->second.second = goals.to(at->second.first);
      }
      const auto [message, goal] = at->second;
      int eligible = 0;
      std::array<const Selections*, 4> of{};
      for (std::size_t a = 0; a < among.size(); ++a) {
        of[a] = &known[a].at(states_.index_of_body(among[a], key));
        eligible += of[a]->eligible;
      }
      const std::vector<Word>& ways_of = throws_of(eligible, states_.turn(key.message)->at_least);
      const auto combine = [&](auto&& again, std::size_t a, StateKey to, int count, Word sets) -> void {
        if (a == among.size()) {
          const Word weight = ways_of[static_cast<std::size_t>(count)] ;
          if (weight == 0) return;
          const long_numbers::Wide product = static_cast<long_numbers::Wide>(weight) * sets;
          factor = *goal.factor;
          factor.push_back(0);
          factor.push_back(0);
          const auto high = static_cast<Word>(product >> long_numbers::word_bits);
          if (high != 0) throw NotByColumns();
          long_numbers::multiply(factor, static_cast<Word>(product));
          while (factor.size() > 1 && factor.back() == 0) factor.pop_back();
          goal.states->add(to, states.number(i), factor);
          return;
        }
        for (const Selected& way : of[a]->ways) {
          StateKey next = to;
          next.bodies |= way.body;
          again(again, a + 1, next, count + way.count, sets * way.sets);
        }
      };
      combine(combine, 0, {key.bodies & standing, message}, 0, 1);
    }
  }

  ColumnOdds finished();

  const StagedRule& rule_;
  const InBodies& in_bodies_;
  const RunControl* const control_;
  BodyStates states_;
  Bases bases_;
  std::map<Place, WaitingStates> waiting_;
  WaitingStates* borders_ = nullptr;
  OutcomeTable leaves_;
  WaitingStates leaf_numbers_;
  std::vector<std::byte> bytes_;
};

}  // namespace

/// The numbers of the leaves, made for a report.
class LeafNumbersMaker {
 public:
  static LeafNumbers made(Bases bases, const Denominator& over, std::size_t width,
                          std::vector<Word> numbers) {
    LeafNumbers result;
    result.denominator_.assign(over.of.begin(),
                               over.of.begin() + static_cast<std::ptrdiff_t>(bases.count()));
    result.bases_ = std::move(bases);
    result.width_ = width;
    result.numbers_ = std::move(numbers);
    return result;
  }
};

namespace {

ColumnOdds Columns::finished() {
  std::vector<std::uint32_t> order(leaf_numbers_.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto leaf_of = [&](std::uint32_t i) -> Outcome& {
    return leaves_[static_cast<std::size_t>(leaf_numbers_.key(i).bodies)];
  };
  std::sort(order.begin(), order.end(), [&](std::uint32_t one, std::uint32_t two) {
    const Outcome& a = leaf_of(one);
    const Outcome& b = leaf_of(two);
    const auto values = [](const Outcome& of) {
      std::vector<int> all;
      for (const auto& [name, value] : of.measures()) all.push_back(value);
      return all;
    };
    return std::tuple(values(a), a.label(), std::vector(a.events().begin(), a.events().end())) <
           std::tuple(values(b), b.label(), std::vector(b.events().begin(), b.events().end()));
  });
  ColumnOdds odds;
  std::vector<Word> numbers;
  for (const std::uint32_t i : order) {
    const std::span<const Word> number = leaf_numbers_.number(i);
    numbers.insert(numbers.end(), number.begin(), number.end());
    odds.leaves.push_back(std::move(leaf_of(i)));
  }
  odds.numbers = LeafNumbersMaker::made(std::move(bases_), leaf_numbers_.over,
                                        leaf_numbers_.width(), std::move(numbers));
  return odds;
}

}  // namespace

std::optional<ColumnOdds> odds_by_columns(const StagedRule& rule, const InBodies& in_bodies,
                                          const RunControl* control) {
  try {
    return Columns(rule, in_bodies, control).run();
  } catch (const NotByColumns&) {
    return std::nullopt;
  }
}

}  // namespace combat_odds
