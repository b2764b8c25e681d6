#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ask/kept_steps.hpp"
#include "ask/said.hpp"

namespace combat_odds {

/// What a service keeps of the questions that it has answered: the answers, for those who ask the
/// same again, the steps that questions have in common, and the words in which sentences ask. The
/// library and the control must stay the same.
class AskedBefore {
 public:
  using Lines = std::vector<std::string>;

  /// The lines of the answer; null where it is not known.
  const Lines* answer(const std::string& question) const {
    const auto known = answers_.find(question);
    return known == answers_.end() ? nullptr : &known->second;
  }
  /// Once they take too much memory, all that are known are forgotten.
  void keep(std::string question, Lines lines) {
    std::size_t bytes = question.size();
    for (const std::string& line : lines) bytes += line.size();
    if (bytes > most_bytes_each) return;
    bytes_ += bytes;
    if (bytes_ > most_bytes) {
      answers_.clear();
      bytes_ = bytes;
    }
    answers_.emplace(std::move(question), std::move(lines));
  }

  /// Reads sentences; the words of a procedure are made once.
  Sentences& sentences(const Library& library) {
    if (sentences_ == nullptr) sentences_ = std::make_unique<Sentences>(library);
    return *sentences_;
  }

  KeptSteps steps;

  static constexpr std::size_t most_bytes_each = std::size_t{1} << 20;

 private:
  static constexpr std::size_t most_bytes = std::size_t{32} << 20;

  std::map<std::string, Lines> answers_;
  std::unique_ptr<Sentences> sentences_;
  std::size_t bytes_ = 0;
};

}  // namespace combat_odds
