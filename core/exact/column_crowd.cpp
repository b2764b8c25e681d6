#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <map>
#include <numeric>
#include <tuple>

#include "core/exact/column_play.hpp"
#include "core/exact/column_walk.hpp"
#include "core/explore/state_table.hpp"

// Crowds, played by columns.

namespace combat_odds {
namespace {

using long_numbers::Word;

/// The units of a crowd by kind, those that have played and those that are left: like units are as
/// good as each other.
struct CrowdNode {
  static constexpr std::size_t most_units = 16;
  using Kinds = std::array<std::uint8_t, most_units>;  ///< in rising order, zeros behind

  Kinds done{};
  Kinds left{};
  std::uint8_t done_count = 0;
  std::uint8_t left_count = 0;
  std::uint16_t note = 0;

  static void insert(Kinds& kinds, std::uint8_t& count, std::uint8_t kind) {
    std::size_t at = count++;
    for (; at > 0 && kinds[at - 1] > kind; --at) kinds[at] = kinds[at - 1];
    kinds[at] = kind;
  }
  friend bool operator==(const CrowdNode&, const CrowdNode&) = default;
};

struct HashOfCrowd {
  std::size_t operator()(const CrowdNode& node) const {
    std::array<std::uint64_t, 4> words;
    std::memcpy(words.data(), node.done.data(), sizeof(node.done));
    std::memcpy(words.data() + 2, node.left.data(), sizeof(node.left));
    std::uint64_t seed = node.note * 0xff51afd7ed558ccdu + node.left_count;
    for (const std::uint64_t word : words) {
      seed = (seed ^ word) * 0x9e3779b97f4a7c15u;
      seed ^= seed >> 32;
    }
    return static_cast<std::size_t>(seed);
  }
};

/// One graph of kinds of units for all messages, which are questions put to each unit: a kind may
/// become whatever some question makes of it, and each question has its own weights.
class CrowdColumns {
 public:
  CrowdColumns(ColumnPlay& play, const WaitingStates& waiting, unsigned which)
      : play_(play),
        waiting_(waiting),
        place_(static_cast<std::size_t>(std::countr_zero(which))),
        body_(play.states.bodies()[place_]),
        acting_(play.states.bits(which)),
        kinds_(body_.unit_size),
        notes_(play.rule.state_size()) {
    if (body_.units > CrowdNode::most_units) throw NotByColumns();
    notes_.index_of(std::vector<std::byte>(play.rule.state_size()).data());  // 0: nothing
    find_starts();
    ask();
    find_weights();
    find_graph();
    find_bodies_of_ends();
  }

  void carry() {
    const Denominator unit_over = play_.denominator(throws_);
    Denominator over = waiting_.over;
    Denominator missing;
    std::vector<std::vector<Word>> start_factor(most_left_ + 1);  // by the units left
    for (std::size_t left = most_left_; left > 0; --left) {
      start_factor[left] = scaled(1, {}, missing, play_.bases);
      missing *= unit_over;
      over *= unit_over;
    }
    start_factor[0] = scaled(1, {}, missing, play_.bases);

    ColumnGoals goals(play_, over);
    const auto columns = by_column<Column>(waiting_, [&](std::size_t i) -> Column {
      const Question& question = questions_[question_of_.at(waiting_.key(i).message)];
      return {question.weights, question.base, waiting_.key(i).bodies & ~acting_};
    });
    ColumnWalk walk(graph_, words_of(over, play_.bases));
    heed_ahead(columns, walk);
    std::vector<Ended> ended;  // of the column, by note
    for (std::size_t c = 0; c < columns.size(); ++c) {
      play_.heed_limits();
      const Column column = columns.columns[c];
      for (const std::uint32_t state : columns.states(c)) {
        const std::uint32_t n = starts_[start_of_.at(waiting_.key(state).bodies & acting_)];
        walk.start(position_[n], waiting_.number(state), start_factor[nodes_[n].left_count]);
      }
      ended.assign(notes_.size(), {});
      const std::uint32_t base = std::get<1>(column);
      const std::uint64_t standing = std::get<2>(column);
      const auto key_of = [&](std::uint32_t end, const Ended& noted) -> StateKey {
        return {standing | body_of_[end - graph_.leading_on()], noted.message};
      };
      const auto announced = [&](std::uint32_t end) {
        const Ended& noted = ended[nodes_[sorted_[end]].note];
        if (noted.goal.states != nullptr) noted.goal.states->announce(key_of(end, noted));
      };
      walk.carry(weights_[std::get<0>(column)], announced,
                 [&](std::uint32_t end, std::span<const Word> number) {
                   const std::uint16_t note = nodes_[sorted_[end]].note;
                   Ended& noted = ended[note];
                   if (noted.goal.states == nullptr) noted = end_of(base, note, goals);
                   noted.goal.states->add(key_of(end, noted), number, *noted.goal.factor);
                 });
    }
  }

 private:
  /// What a unit may become.
  struct Becomes {
    std::uint8_t kind = 0;
    std::uint16_t note = 0;
    friend bool operator==(const Becomes&, const Becomes&) = default;
  };
  struct Weighed {
    std::size_t kind = 0;
    std::size_t at = 0;  ///< in what it may become
    Word weight = 0;
    Word throws = 0;
  };
  struct Question {
    std::uint32_t message = 0;
    std::uint32_t base = 0;     ///< the message that follows if no unit notes anything
    std::uint32_t weights = 0;  ///< equal ones have one number
    std::vector<Weighed> weighed;
  };
  struct Ended {
    std::uint32_t message = 0;
    ColumnGoal goal;
  };
  /// The number of its weights, its base, and what stands by.
  using Column = std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>;

  /// Columns that differ in their weights alone come to the same states.
  void heed_ahead(const ByColumn<Column>& columns, ColumnWalk& walk) const {
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::vector<std::size_t>> alike;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const auto& [weights, base, standing] = columns.columns[c];
      alike[{base, standing}].push_back(c);
    }
    std::vector<const std::vector<std::size_t>*> all;
    for (const auto& [where, some] : alike) all.push_back(&some);
    std::vector<std::uint32_t> seen(graph_.nodes(), 0);  // by the last group that came there
    std::uint32_t group = 0;
    play_.heed_ahead(all.size(), words_of(waiting_.over, play_.bases), [&](std::size_t g) {
      ++group;
      ColumnPlay::Ahead ahead;
      for (const std::size_t c : *all[g]) {
        for (const std::uint32_t state : columns.states(c)) {
          const std::uint32_t n = starts_[start_of_.at(waiting_.key(state).bodies & acting_)];
          walk.touch(position_[n]);
        }
        walk.reach(weights_[std::get<0>(columns.columns[c])], [&](std::uint32_t end) {
          ahead.states += std::exchange(seen[end], group) == group ? 0 : 1;
        });
      }
      return ahead;
    });
  }

  std::uint8_t kind_of(const std::byte* unit) {
    const std::uint32_t kind = kinds_.index_of(unit);
    if (kind > 255) throw NotByColumns();
    return static_cast<std::uint8_t>(kind);
  }

  void find_starts() {
    for (std::size_t i = 0; i < waiting_.size(); ++i) {
      const StateKey& key = waiting_.key(i);
      const auto asked = static_cast<std::uint32_t>(questions_.size());
      if (question_of_.try_emplace(key.message, asked).second) {
        questions_.push_back({key.message, 0, 0, {}});
      }
      const auto start = static_cast<std::uint32_t>(crowds_.size());
      if (!start_of_.try_emplace(key.bodies & acting_, start).second) continue;
      CrowdNode& crowd = crowds_.emplace_back();
      const std::byte* const units = play_.states.body(place_, key);
      for (std::size_t u = 0; u < body_.units; ++u) {
        CrowdNode::insert(crowd.left, crowd.left_count, kind_of(units + u * body_.unit_size));
      }
    }
    playing_ = kinds_.size();
    may_become_.resize(playing_);
  }

  /// Puts each question to each kind of unit. What all of them leave in the message is its base; a
  /// note is what some of them add.
  void ask() {
    for (Question& question : questions_) {
      play_.heed_limits();
      std::vector<std::pair<Word, std::vector<BodyStates::Reply>>> replies;
      std::vector<std::byte> base(play_.rule.state_size(), std::byte{0xff});
      for (std::size_t k = 0; k < playing_; ++k) {
        replies.push_back(
            play_.states.reply(question.message, place_, {kinds_[k], body_.unit_size}));
        for (const BodyStates::Reply& reply : replies.back().second) {
          for (std::size_t i = 0; i < base.size(); ++i) base[i] &= reply.message[i];
        }
      }
      question.base = play_.states.message(base.data());
      for (std::size_t k = 0; k < playing_; ++k) {
        const Word throws = replies[k].first;
        if (__builtin_mul_overflow(throws_, throws / std::gcd(throws_, throws), &throws_)) {
          throw NotByColumns();
        }
        for (BodyStates::Reply& reply : replies[k].second) {
          for (std::size_t i = 0; i < base.size(); ++i) reply.message[i] &= ~base[i];
          const Becomes to{kind_of(reply.unit.data()),
                           static_cast<std::uint16_t>(notes_.index_of(reply.message.data()))};
          std::vector<Becomes>& known = may_become_[k];
          const auto at = std::find(known.begin(), known.end(), to);
          const auto number = static_cast<std::size_t>(at - known.begin());
          if (at == known.end()) known.push_back(to);
          question.weighed.push_back({k, number, reply.weight, throws});
        }
      }
    }
  }

  /// Questions with the same weights are one.
  void find_weights() {
    std::size_t slots = 0;
    for (const std::vector<Becomes>& of : may_become_) {
      first_slot_.push_back(slots);
      slots += of.size();
    }
    for (Question& question : questions_) {
      std::vector<Word> by_slot(slots, 0);
      for (const Weighed& of : question.weighed) {
        by_slot[first_slot_[of.kind] + of.at] += of.weight * (throws_ / of.throws);
      }
      const auto [known, is_new] = known_weights_.try_emplace(
          std::move(by_slot), static_cast<std::uint32_t>(weights_.size()));
      if (is_new) weights_.emplace_back(known->first);
      question.weights = known->second;
    }
  }

  std::uint32_t node_of(const CrowdNode& node) {
    const auto [at, is_new] = known_.try_emplace(node, static_cast<std::uint32_t>(nodes_.size()));
    if (is_new) {
      nodes_.push_back(node);
      by_left_[node.left_count].push_back(at->second);
    }
    return at->second;
  }
  bool stays(std::uint8_t kind) const {
    return may_become_[kind].size() == 1 && may_become_[kind].front() == Becomes{kind, 0};
  }

  /// Unit by unit, the last kind first. Nodes with more units left come before those with fewer.
  void find_graph() {
    by_left_.resize(body_.units + 1);
    for (const CrowdNode& crowd : crowds_) {
      CrowdNode start;
      for (std::size_t u = 0; u < crowd.left_count; ++u) {
        const std::uint8_t kind = crowd.left[u];
        if (stays(kind)) {
          CrowdNode::insert(start.done, start.done_count, kind);
        } else {
          start.left[start.left_count++] = kind;
        }
      }
      most_left_ = std::max<std::size_t>(most_left_, start.left_count);
      starts_.push_back(node_of(start));
    }
    for (std::size_t left = most_left_; left > 0; --left) {
      for (std::size_t i = 0; i < by_left_[left].size(); ++i) {
        if (i % 1024 == 0) play_.heed_limits();
        sorted_.push_back(by_left_[left][i]);
        CrowdNode rest = nodes_[sorted_.back()];
        const std::uint8_t kind = std::exchange(rest.left[--rest.left_count], std::uint8_t{0});
        for (std::size_t at = 0; at < may_become_[kind].size(); ++at) {
          CrowdNode to = rest;
          CrowdNode::insert(to.done, to.done_count, may_become_[kind][at].kind);
          to.note = both_notes(to.note, may_become_[kind][at].note);
          graph_.edges.push_back({node_of(to), static_cast<std::uint32_t>(first_slot_[kind] + at)});
        }
        graph_.first_edge.push_back(static_cast<std::uint32_t>(graph_.edges.size()));
        if (nodes_.size() > most_graph_nodes) {
          throw GraphTooLarge("more than " + std::to_string(most_graph_nodes) +
                              " states of like units: ask for fewer units or kinds of units");
        }
      }
    }
    sorted_.insert(sorted_.end(), by_left_[0].begin(), by_left_[0].end());
    graph_.ends = by_left_[0].size();
    position_.resize(nodes_.size());
    for (std::uint32_t i = 0; i < sorted_.size(); ++i) position_[sorted_[i]] = i;
    for (ColumnGraph::Edge& edge : graph_.edges) edge.to = position_[edge.to];
  }

  std::uint16_t both_notes(std::uint16_t one, std::uint16_t two) {
    if (one == two || two == 0) return one;
    if (one == 0) return two;
    const auto [at, is_new] = both_notes_.try_emplace({one, two}, std::uint16_t{0});
    if (is_new) {
      std::vector<std::byte> both(notes_[one], notes_[one] + play_.rule.state_size());
      for (std::size_t i = 0; i < both.size(); ++i) both[i] |= notes_[two][i];
      at->second = static_cast<std::uint16_t>(notes_.index_of(both.data()));
    }
    return at->second;
  }

  /// Their units are put in the order of their bytes, as alike() does.
  void find_bodies_of_ends() {
    std::vector<std::byte> bytes(body_.size());
    for (std::size_t e = 0; e < graph_.ends; ++e) {
      const CrowdNode& end = nodes_[sorted_[graph_.leading_on() + e]];
      std::vector<const std::byte*> units;
      for (std::size_t u = 0; u < end.done_count; ++u) units.push_back(kinds_[end.done[u]]);
      std::sort(units.begin(), units.end(), [&](const std::byte* one, const std::byte* two) {
        return std::memcmp(one, two, body_.unit_size) < 0;
      });
      for (std::size_t u = 0; u < units.size(); ++u) {
        std::copy_n(units[u], body_.unit_size, bytes.data() + u * body_.unit_size);
      }
      body_of_.push_back(play_.states.with_body({}, place_, bytes.data()).bodies);
    }
  }

  Ended end_of(std::uint32_t base, std::uint16_t note, ColumnGoals& goals) {
    const std::byte* const bytes = play_.states.message(base);
    std::vector<std::byte> message(bytes, bytes + play_.rule.state_size());
    for (std::size_t i = 0; i < message.size(); ++i) message[i] |= notes_[note][i];
    const std::uint32_t number = play_.states.message(message.data());
    return {number, goals.to(number)};
  }

  ColumnPlay& play_;
  const WaitingStates& waiting_;
  const std::size_t place_;  ///< of the body
  const InBodies::Body body_;
  const std::uint64_t acting_;

  StateTable kinds_;  ///< first those that play
  std::size_t playing_ = 0;
  StateTable notes_;
  std::map<std::pair<std::uint16_t, std::uint16_t>, std::uint16_t> both_notes_;
  std::vector<Question> questions_;
  boost::unordered_flat_map<std::uint32_t, std::uint32_t> question_of_;  ///< by message
  std::vector<CrowdNode> crowds_;
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> start_of_;  ///< by the body in a key

  std::vector<std::vector<Becomes>> may_become_;  ///< by kind
  Word throws_ = 1;                               ///< of each unit, whatever the question
  std::vector<std::size_t> first_slot_;           ///< by kind
  std::map<std::vector<Word>, std::uint32_t> known_weights_;
  std::vector<ColumnFactors> weights_;

  std::vector<CrowdNode> nodes_;
  boost::unordered_flat_map<CrowdNode, std::uint32_t, HashOfCrowd> known_;
  std::vector<std::vector<std::uint32_t>> by_left_;  ///< nodes by the number of units left
  std::vector<std::uint32_t> starts_;                ///< nodes of the crowds
  std::size_t most_left_ = 0;
  ColumnGraph graph_;
  std::vector<std::uint32_t> sorted_;    ///< the nodes in the order of the graph
  std::vector<std::uint32_t> position_;  ///< in that order
  std::vector<std::uint64_t> body_of_;   ///< of the ends, as it stands in a key
};

}  // namespace

void play_crowd(ColumnPlay& play, const WaitingStates& waiting, unsigned which) {
  CrowdColumns(play, waiting, which).carry();
}

}  // namespace combat_odds
