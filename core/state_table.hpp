#pragma once

#include <boost/unordered/unordered_flat_set.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace combat_odds {

/// States of so many bytes, each once, numbered as they come.
class StateTable {
 public:
  explicit StateTable(std::size_t state_size)
      : size_(state_size), index_(0, Hash{this}, Equal{this}) {}
  StateTable(const StateTable&) = delete;
  StateTable& operator=(const StateTable&) = delete;

  std::size_t size() const { return hashes_.size(); }
  const std::byte* operator[](std::size_t index) const { return bytes_.data() + index * size_; }

  void clear() {
    index_.clear();
    hashes_.clear();
    bytes_.clear();
  }

  /// The number of the state, a new one where it is new.
  std::uint32_t index_of(const std::byte* state) {
    const auto next = static_cast<std::uint32_t>(hashes_.size());
    bytes_.insert(bytes_.end(), state, state + size_);
    hashes_.push_back(hash(state));
    const auto [known, is_new] = index_.insert(next);
    if (!is_new) {
      bytes_.resize(bytes_.size() - size_);
      hashes_.pop_back();
    }
    return *known;
  }

 private:
  struct Hash {
    using is_avalanching = void;
    const StateTable* table;
    std::size_t operator()(std::uint32_t index) const { return table->hashes_[index]; }
  };
  struct Equal {
    const StateTable* table;
    bool operator()(std::uint32_t a, std::uint32_t b) const {
      return table->hashes_[a] == table->hashes_[b] &&
             std::memcmp((*table)[a], (*table)[b], table->size_) == 0;
    }
  };

  /// Eight bytes at a time, each mixed in by the two halves of a product.
  std::size_t hash(const std::byte* state) const {
    std::uint64_t seed = size_;
    for (std::size_t at = 0; at < size_; at += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, state + at, at + sizeof(word) <= size_ ? sizeof(word) : size_ - at);
      __extension__ using Wide = unsigned __int128;
      const Wide product = static_cast<Wide>(seed ^ word ^ 0xa0761d6478bd642fu) *
                           static_cast<Wide>(0xe7037ed1a0b428dbu + at);
      seed = static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    }
    return seed;
  }

  std::size_t size_;
  std::vector<std::byte> bytes_;
  std::vector<std::size_t> hashes_;
  boost::unordered_flat_set<std::uint32_t, Hash, Equal> index_;
};

}  // namespace combat_odds
