#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ask/spoken_words.hpp"

namespace combat_odds {

/// A parameter that takes names, by which it is known what was named.
class NamesSaid {
 public:
  NamesSaid() = default;
  explicit NamesSaid(const std::vector<std::string>& names);

  struct Found {
    std::string name;
    std::size_t length = 0;
    std::vector<std::string> others = {};  ///< that begin alike: which is meant is not said
  };
  /// The longest name that begins at `first`; else those that begin with what stands there, such
  /// as "T-34 M41" and "T-34 M43" with "T-34", or end with it ("HMG"). These have a digit, or are
  /// <begun> in words.csv, so that no word of a sentence is taken for one.
  std::optional<Found> at(const Words& words, std::size_t first) const;

 private:
  std::map<std::string, std::string> keys_;
  std::map<std::string, std::vector<std::string>> beginnings_;
  std::size_t longest_ = 1;
};

/// So many words from `first` on as a name_key().
std::string key_of(const Words& words, std::size_t first, std::size_t length);

/// "2*Rifle Coy" at "two rifle companies", "mmg" at "one mmg"; nothing where no number stands
/// there.
std::optional<NamesSaid::Found> counted_names_at(const NamesSaid& names, const Words& words,
                                                 std::size_t at);
/// "two german rifle coys" as "german two rifle coys".
Words with_nations_in_front(Words words);

/// "2*4-6-7" at "two 4-6-7", "4-6-7" at "one 4-6-7" and at "4-6-7".
std::optional<NamesSaid::Found> counted_units_at(const Words& words, std::size_t at);
/// Takes "50L" out of "50L PaK 38": beside a vehicle it would be what fires at it. What the answer
/// tells of it.
Words take_calibres(Words& words, const NamesSaid& guns);
/// "8 fp", "12 factors", "12 flat", "12 -1".
bool is_firepower_at(const Words& words, std::size_t at);
/// Units or firepower.
bool is_units_at(const Words& words, std::size_t at);

}  // namespace combat_odds
