#pragma once

#include <string>
#include <utility>
#include <vector>

namespace combat_odds::asl {

/// A running sum that names each of its terms, for the working shown to the user.
class Sum {
 public:
  Sum() = default;
  /// Starts from a base number, such as a Basic To Hit number.
  Sum(std::string name, int number) : number_(number), text_(std::move(name)) {
    text_ += ' ' + std::to_string(number);
  }

  /// Adds a modifier; one of 0 is not listed.
  Sum& add(const std::string& name, int modifier);
  Sum& add(const Sum& modifiers);

  int total() const { return number_; }
  bool empty() const { return text_.empty(); }
  /// "basic 9, APCR -1".
  const std::string& text() const { return text_; }

 private:
  int number_ = 0;
  std::string text_;
};

}  // namespace combat_odds::asl
