#pragma once

#include <bit>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

namespace combat_odds {

/// States of so many bytes, each once, numbered as they come.
class StateTable {
 public:
  explicit StateTable(std::size_t state_size)
      : state_size_(state_size), index_(0, Hash(), Equal{this}) {}
  StateTable(const StateTable&) = delete;
  StateTable& operator=(const StateTable&) = delete;

  std::size_t size() const { return size_; }
  const std::byte* operator[](std::size_t index) const { return at(index); }

  /// Keeps its memory for what comes next.
  void clear() {
    const bool oversized = index_.bucket_count() / 64 > size_ + 16;
    if (oversized) {
      index_ = Index(0, Hash(), Equal{this});
    } else {
      index_.clear();
    }
    size_ = 0;
  }

  void give_up() {
    index_ = Index(0, Hash(), Equal{this});
    pages_.clear();
    size_ = 0;
  }

  /// The number of the state, a new one where it is new.
  std::uint32_t index_of(const std::byte* state) {
    const auto [known, is_new] = index_.insert(placed(state));
    if (is_new) ++size_;
    return known->index;
  }

  /// Its number, if it is there.
  std::optional<std::uint32_t> find(const std::byte* state) {
    const auto known = index_.find(placed(state));
    return known == index_.end() ? std::nullopt : std::optional(known->index);
  }

 private:
  struct Entry {
    std::uint32_t hash;
    std::uint32_t index;
  };
  struct Hash {
    using is_avalanching = void;
    std::size_t operator()(Entry entry) const {
      return static_cast<std::size_t>(entry.hash * std::uint64_t{0x9e3779b97f4a7c15});
    }
  };
  struct Equal {
    const StateTable* table;
    bool operator()(Entry a, Entry b) const {
      return a.hash == b.hash &&
             std::memcmp(table->at(a.index), table->at(b.index), table->state_size_) == 0;
    }
  };
  using Index = boost::unordered_flat_set<Entry, Hash, Equal>;

  /// The entry of a state, which stands behind the last one for a comparison.
  Entry placed(const std::byte* state) {
    if (page(size_) == pages_.size()) {
      pages_.emplace_back(new std::byte[(first_page << pages_.size()) * state_size_]);
    }
    std::memcpy(at(size_), state, state_size_);
    return {hash(state), static_cast<std::uint32_t>(size_)};
  }

  /// Each page has room for twice as many as the one before, so that what grows is never copied.
  static constexpr std::size_t first_page = 64;
  static std::size_t page(std::size_t index) {
    return static_cast<std::size_t>(std::bit_width(index / first_page + 1)) - 1;
  }
  std::byte* at(std::size_t index) const {
    const std::size_t on = page(index);
    return pages_[on].get() + (index - ((first_page << on) - first_page)) * state_size_;
  }

  /// Eight bytes at a time, each mixed in by the two halves of a product.
  std::uint32_t hash(const std::byte* state) const {
    std::uint64_t seed = state_size_;
    for (std::size_t done = 0; done < state_size_; done += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      if (done + sizeof(word) <= state_size_) {
        std::memcpy(&word, state + done, sizeof(word));
      } else {
        std::memcpy(&word, state + done, state_size_ - done);
      }
      __extension__ using Wide = unsigned __int128;
      const Wide product = static_cast<Wide>(seed ^ word ^ 0xa0761d6478bd642fu) *
                           static_cast<Wide>(0xe7037ed1a0b428dbu + done);
      seed = static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    }
    return static_cast<std::uint32_t>(seed ^ seed >> 32);
  }

  std::size_t state_size_;
  std::size_t size_ = 0;
  std::vector<std::unique_ptr<std::byte[]>> pages_;
  Index index_;
};

}  // namespace combat_odds
