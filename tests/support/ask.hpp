#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ask/ask.hpp"

namespace combat_odds::test {

/// Parameters and their values as a user gives them.
using Given = std::map<std::string, std::string>;

/// The same with some values added or changed.
inline Given with(Given given, const Given& more) {
  for (const auto& [name, value] : more) given[name] = value;
  return given;
}

inline const Library& library() {
  static const Library library;
  return library;
}
inline const Charts& charts() { return library().charts(); }

/// A scenario of the named procedure; other parameters have their defaults.
inline Scenario scenario(const std::string& procedure, const Given& given) {
  std::vector<GivenValue> values;
  for (const auto& [name, value] : given) values.push_back({name, value, {name, 0, 0}});
  return {"test", library().procedure(procedure), values, {}};
}

/// The exact odds of one situation.
class Answer {
 public:
  Answer(const std::string& procedure, const Given& given)
      : answer_(ask(library(), {procedure, {given.begin(), given.end()}, exact()})) {}

  /// "5/36"; "0/1" if it can't happen.
  std::string outcome(const std::string& name) const {
    return answer_.outcome(name).exact->fraction;
  }
  std::string event(const std::string& name) const { return answer_.event(name).exact->fraction; }
  std::string measure(const std::string& name, double value) const {
    return answer_.measure(name, value).exact->fraction;
  }
  double outcome_value(const std::string& name) const { return answer_.outcome(name).exact->value; }
  double event_value(const std::string& name) const { return answer_.event(name).exact->value; }
  double mean(const std::string& measure) const {
    double mean = 0;
    for (const Chance& chance : odds().chances) {
      if (chance.kind == Chance::Kind::measure && chance.name == measure) {
        mean += chance.value * chance.exact->value;
      }
    }
    return mean;
  }
  const Odds& odds() const { return answer_.odds(); }

 private:
  static OddsOptions exact() {
    OddsOptions options;
    options.method = Method::exact;
    return options;
  }

  combat_odds::Answer answer_;
};

}  // namespace combat_odds::test
