#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "ask/situation.hpp"

namespace combat_odds {

/// Makes the rules of situations one after the other. Those of one scenario differ in few values:
/// only these are put in place of the ones before, and each name is looked up once. The scenarios
/// must outlive it. For one thread.
class RulesInTurn {
 public:
  /// `charts` must outlive it.
  explicit RulesInTurn(const Charts& charts) : charts_(charts) {}

  /// The rule in that situation; throws as Scenario::rule does.
  std::unique_ptr<Rule> rule(const Situation& situation);
  /// The values of the last situation, as Scenario::arguments has them; they stay until the next.
  const std::vector<Argument>& arguments() const { return asked_; }

 private:
  void begin(const Scenario& scenario);
  void put(const Procedure& procedure, std::size_t place, const Argument& value);

  const Charts& charts_;
  const Scenario* scenario_ = nullptr;
  std::vector<Argument> asked_;
  std::vector<Argument> looked_up_;  ///< the same, with names looked up
  struct Varied {
    std::size_t parameter = 0;
    const Argument* value = nullptr;  ///< the one that stands in asked_
  };
  std::vector<Varied> varied_;
  std::unordered_map<const Argument*, Argument> names_;  ///< looked up before
};

/// RulesInTurn for as many threads as ask for one, which give it back for the next.
class RulesForThreads {
 public:
  /// One of them, and the charts that its rules have read where they are recorded.
  class Own {
   public:
    Own(const Charts& charts, bool records)
        : rules_(records ? recording_.emplace(charts.recording(read_)) : charts) {}
    RulesInTurn& rules() { return rules_; }
    const std::set<std::string>& read() const { return read_; }

   private:
    std::set<std::string> read_;
    std::optional<Charts> recording_;
    RulesInTurn rules_;
  };

  /// `records`: read() is wanted.
  RulesForThreads(const Charts& charts, bool records) : charts_(charts), records_(records) {}
  std::unique_ptr<Own> take();
  void give_back(std::unique_ptr<Own> own);
  /// The charts that those who were given back have read.
  std::set<std::string> read() const;

 private:
  const Charts& charts_;
  bool records_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Own>> free_;
};

}  // namespace combat_odds
