#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "combat_odds/core/error.hpp"
#include "combat_odds/sim/procedure.hpp"

namespace combat_odds {

/// The most situations that the lists and ranges of one run may multiply to.
constexpr std::uint64_t most_situations = 1'000'000;

/// One parameter as its author gave it: a value, a list (4,8,12) or a range (-2..4; dates too).
struct GivenValue {
  std::string text;
  Place place;  ///< where it stands, for messages
};

/// One line of a scenario file, or one command line: a procedure and all values given for it. Every
/// combination of the values is a situation.
class Scenario {
 public:
  /// `given` holds one entry per parameter of the procedure, in its order; an empty text means the
  /// default. Throws InputError where a value is not allowed, a range runs backwards, or a
  /// parameter without default is missing.
  Scenario(std::string name, const Procedure& procedure, const std::vector<GivenValue>& given,
           const Place& place);

  const std::string& name() const { return name_; }
  const Procedure& procedure() const { return *procedure_; }
  const Place& place() const { return place_; }

  /// How many situations there are; more than most_situations counts as most_situations + 1.
  std::uint64_t size() const;

  /// Situation `index`; the last parameter varies fastest.
  Arguments arguments(std::uint64_t index) const;

  /// "open", or "open[firepower=8,drm=-1]" where values vary.
  std::string situation_name(std::uint64_t index) const;

  /// The rule in that situation. Throws InputError that tells where the faulty value stands.
  std::unique_ptr<Rule> rule(std::uint64_t index, const Charts& charts) const;

  /// The charts that it looks things up in: the procedure's, and those that have its numbers'
  /// names.
  std::vector<std::string> charts() const;

  /// The names of the parameters that have several values.
  std::vector<std::string> varied() const;

  /// How many values a parameter of the procedure has.
  std::size_t values_of(const std::string& parameter) const;

 private:
  std::vector<std::size_t> choices(std::uint64_t index) const;
  InputError located(const ArgumentError& error) const;

  std::string name_;
  const Procedure* procedure_;
  Place place_;
  std::vector<Place> places_;
  std::vector<std::vector<Argument>> values_;
};

/// One situation of a run: the scenario that it belongs to and its number there.
struct Situation {
  const Scenario* scenario = nullptr;
  std::uint64_t index = 0;

  std::string name() const { return scenario->situation_name(index); }
};

/// All situations of the scenarios. Throws InputError where there are more than most_situations.
std::vector<Situation> situations(const std::vector<Scenario>& scenarios);

/// A hash of the procedure and all parameters: what a situation's random words are keyed by. The
/// same on every machine (Fnv1a).
std::uint64_t situation_key(const Procedure& procedure, const Arguments& arguments);

}  // namespace combat_odds
