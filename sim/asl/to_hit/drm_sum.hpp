#pragma once

#include <string>
#include <utility>
#include <vector>

namespace combat_odds::asl {

/// Numbers that are added up, each with what it stands for, to be shown to the reader.
class Sum {
 public:
  Sum() = default;
  /// Begins with a number that is no modifier.
  Sum(std::string name, int number) : number_(number), text_(std::move(name)) {
    text_ += ' ' + std::to_string(number);
  }

  /// A modifier; none where it is 0.
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
