#pragma once

#include <unistd.h>

#include <utility>

namespace combat_odds::cli {

/// An open file or folder, closed in the end; below 0: none.
class Descriptor {
 public:
  explicit Descriptor(int open = -1) : number_(open) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }

 private:
  int number_;
};

}  // namespace combat_odds::cli
