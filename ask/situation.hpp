#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ask/presets.hpp"
#include "core/text/error.hpp"
#include "sim/declare/given_value.hpp"
#include "sim/declare/procedure.hpp"

namespace combat_odds {

/// "combat-odds odds asl.fire --range 3 ...": a question as a command to copy.
std::string odds_command(const std::string& procedure,
                         std::span<const std::pair<std::string, std::string>> values);

/// The most situations that the lists and ranges of one run may multiply to, where all answers are
/// kept to be shown together ...
constexpr std::uint64_t most_situations = 1'000'000;
/// ... and where each is written as soon as it is known.
constexpr std::uint64_t most_streamed_situations = 1'000'000'000;

/// Puts the values of a preset behind those that were given, which go before it.
std::vector<GivenValue> with_preset(std::vector<GivenValue> given, const Preset& preset);

/// One line of a scenario file, or one command line: a procedure and all values given for it. Every
/// combination of the values is a situation.
class Scenario {
 public:
  /// What is not given takes its default; of a parameter that is given twice the first counts.
  /// Throws InputError where the procedure has no such parameter (with the nearest name), a value
  /// is not allowed, a range runs backwards, or a parameter without default is missing.
  Scenario(std::string name, const Procedure& procedure, const std::vector<GivenValue>& given,
           const Place& place);

  /// Another one for each that was ever made; a copy has the same.
  std::uint64_t number() const { return number_; }
  const std::string& name() const { return name_; }
  const Procedure& procedure() const { return *procedure_; }
  const Place& place() const { return place_; }

  /// How many situations there are; more than most_streamed_situations counts as one more than
  /// that.
  std::uint64_t size() const;

  /// The values of situation `index`, one for each parameter of the procedure; the last parameter
  /// varies fastest.
  std::vector<Argument> arguments(std::uint64_t index) const;

  /// The value of the parameter of that number in situation `index`.
  const Argument& argument(std::uint64_t index, std::size_t parameter) const {
    const std::vector<Argument>& values = values_[parameter];
    return values.size() == 1 ? values.front()
                              : values[index / strides_[parameter] % values.size()];
  }
  /// The value of one parameter in situation `index`. InputError where there is no such parameter.
  Argument argument(std::uint64_t index, const std::string& parameter) const;

  /// "open", or "open[firepower=8,drm=-1]" where values vary.
  std::string situation_name(std::uint64_t index) const;

  /// The rule in that situation. Throws InputError that tells where the faulty value stands.
  std::unique_ptr<Rule> rule(std::uint64_t index, const Charts& charts) const;

  /// The names of the parameters that have several values.
  std::vector<std::string> varied() const;

  /// How many values a parameter of the procedure has.
  std::size_t values_of(const std::string& parameter) const;
  std::size_t values_of(std::size_t parameter) const { return values_[parameter].size(); }

 private:
  std::size_t position(const std::string& parameter, const Place& place) const;
  InputError located(const ArgumentError& error) const;
  ArgumentError with_commands(const ArgumentError& told, const ArgumentError& error,
                              const std::vector<Argument>& asked, const Charts& charts) const;
  std::vector<std::pair<std::string, std::string>> given_with(
      const std::map<std::string, std::string>& put) const;

  std::uint64_t number_;
  std::string name_;
  const Procedure* procedure_;
  Place place_;
  std::vector<Place> places_;
  std::vector<std::vector<Argument>> values_;
  /// After how many situations each parameter has its next value; more than
  /// most_streamed_situations counts as one more than that.
  std::vector<std::uint64_t> strides_;
};

/// One situation of a run: the scenario that it belongs to and its number there.
struct Situation {
  const Scenario* scenario = nullptr;
  std::uint64_t index = 0;

  std::string name() const { return scenario->situation_name(index); }
};

/// What is said where the rule of a situation is Endless: no rule of the program's own is.
InputError endless(const Situation& situation);

/// The refusal of a run of more than so many.
InputError too_many_situations(const Place& place, std::uint64_t most = most_situations);

/// The refusal of a name at `place` ("scenario 'a'") that stands at `earlier` already.
InputError stands_already(const char* what, const std::string& name, const Procedure& procedure,
                          const Place& place, const Place& earlier);

/// Situations by their numbers, made as they are wanted: memory does not grow with their number.
class SituationSource {
 public:
  virtual ~SituationSource() = default;
  virtual std::size_t size() const = 0;
  /// Those from `first` on, at most `count`. They stay until the next call.
  virtual std::vector<Situation> some(std::size_t first, std::size_t count) = 0;
};

/// The situations of scenarios that are there.
class SituationsOf : public SituationSource {
 public:
  /// Throws InputError where there are more than `most`, or two of one name.
  SituationsOf(std::span<const Scenario> scenarios, std::uint64_t most);
  std::size_t size() const override { return static_cast<std::size_t>(firsts_.back()); }
  std::vector<Situation> some(std::size_t first, std::size_t count) override;

 private:
  std::span<const Scenario> scenarios_;
  std::vector<std::uint64_t> firsts_;  ///< the number of each scenario's first situation; the end
};

/// All situations of the scenarios. Throws InputError where there are more than most_situations.
std::vector<Situation> situations(std::span<const Scenario> scenarios);

/// The procedures of scenarios, each once, as they first come.
std::vector<const Procedure*> procedures_of(std::span<const Scenario> scenarios);

/// A hash of the procedure and all parameters: what a situation's random words are keyed by. The
/// same on every machine (Fnv1a).
std::uint64_t situation_key(const Procedure& procedure, const std::vector<Argument>& arguments);

}  // namespace combat_odds
