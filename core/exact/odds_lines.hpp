#pragma once

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/dice/outcome.hpp"
#include "core/exact/exact.hpp"
#include "core/exact/repeats.hpp"

namespace combat_odds {

/// One line of a report: how likely something is.
struct Chance {
  enum class Kind { outcome, event, measure };

  Kind kind = Kind::outcome;
  std::string name;
  double value = 0;         ///< measures only
  std::uint64_t count = 0;  ///< trials in which it came up; 0 with Method::exact
  std::optional<ExactProbability> exact;
  /// That something comes so often: what was counted is one time of it, `exact` is of all.
  std::optional<Repeats> repeats = {};

  /// What was counted comes to; 0 without trials.
  double simulated(std::uint64_t trials) const {
    if (trials == 0) return 0;
    const double once = static_cast<double>(count) / static_cast<double>(trials);
    return repeats ? repeats->chance(once) : once;
  }
  /// The exact probability where it is known, else the simulated one.
  double best(std::uint64_t trials) const { return exact ? exact->value : simulated(trials); }
};

/// The lines that outcomes are counted in: each in that of its label, of every event that happened,
/// and of the value of every measure. They are numbered as they come. Keeps views of all names.
class OddsLines {
 public:
  struct Line {
    Chance::Kind kind = Chance::Kind::outcome;
    std::string_view name;
    int value = 0;
    std::uint32_t number = 0;

    Chance chance() const {
      return {kind, std::string(name), static_cast<double>(value), 0, std::nullopt};
    }
  };

  std::uint32_t label(std::string_view label) {
    const auto [known, is_new] = known_labels_.try_emplace(label, count_);
    if (is_new) labels_.push_back({Chance::Kind::outcome, label, 0, count_++});
    return known->second;
  }
  /// Calls take(line) with the numbers of those of an outcome's events and measures.
  template <class Take>
  void others(const Outcome& outcome, Take&& take) {
    for (std::size_t i = 0; i < outcome.events().size(); ++i) {
      const std::string_view name = outcome.events()[i];
      const std::size_t event = place_of(name, i, events_);
      if (event == events_.size()) events_.push_back({Chance::Kind::event, name, 0, count_++});
      take(events_[event].number);
    }
    for (std::size_t i = 0; i < outcome.measures().size(); ++i) {
      const auto& [name, value] = outcome.measures()[i];
      const std::size_t measure = place_of(name, i, measures_);
      if (measure == measures_.size()) measures_.push_back({name, {}});
      take(number_of(measures_[measure].values, value));
    }
  }

  std::uint32_t size() const { return count_; }

  /// Labels, events, and measures with the least value of each first.
  std::vector<Line> in_order() const {
    std::vector<Line> lines;
    lines.reserve(count_);
    lines.insert(lines.end(), labels_.begin(), labels_.end());
    lines.insert(lines.end(), events_.begin(), events_.end());
    for (const Measure& measure : measures_) {
      for (const auto& [value, number] : measure.values) {
        lines.push_back({Chance::Kind::measure, measure.name, value, number});
      }
    }
    return lines;
  }

 private:
  /// The number of the line of each value, the least first.
  using Values = std::vector<std::pair<int, std::uint32_t>>;
  struct Measure {
    std::string_view name;
    Values values;
  };

  /// Where the name stands among these, or their number. `often` is where it often does.
  template <class Named>
  static std::size_t place_of(std::string_view name, std::size_t often,
                              const std::vector<Named>& all) {
    // The name is usually the same literal as before.
    const auto same = [&](const Named& known) {
      return known.name.data() == name.data() && known.name.size() == name.size();
    };
    if (often < all.size() && same(all[often])) return often;
    auto known = std::find_if(all.begin(), all.end(), same);
    if (known == all.end()) {
      known = std::find_if(all.begin(), all.end(),
                           [&](const Named& other) { return other.name == name; });
    }
    return static_cast<std::size_t>(known - all.begin());
  }
  std::uint32_t number_of(Values& values, int value) {
    auto known = std::lower_bound(values.begin(), values.end(), value,
                                  [](const auto& line, int wanted) { return line.first < wanted; });
    if (known == values.end() || known->first != value) {
      known = values.insert(known, {value, count_++});
    }
    return known->second;
  }

  std::uint32_t count_ = 0;
  boost::unordered_flat_map<std::string_view, std::uint32_t> known_labels_;
  std::vector<Line> labels_;
  std::vector<Line> events_;
  std::vector<Measure> measures_;
};

}  // namespace combat_odds
