#include "ask/search.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "ask/named_vehicles.hpp"
#include "ask/vocabulary.hpp"
#include "core/text/suggest.hpp"
#include "core/text/words.hpp"
#include "sim/declare/games.hpp"
#include "sim/declare/names.hpp"

namespace combat_odds {
namespace {

using Weights = std::map<std::string, double, std::less<>>;

/// A word without the ending of its number or form: "mines" and "clearing" as "mine" and "clear".
std::string stem_of(std::string word) {
  for (const std::string_view ending : {"ing", "ers", "er", "ed", "es", "s"}) {
    if (word.size() >= ending.size() + 3 && word.ends_with(ending)) {
      word.resize(word.size() - ending.size());
      break;
    }
  }
  if (word.size() > 3 && word.ends_with('e')) word.pop_back();
  return word;
}

std::vector<std::string> stems_in(std::string_view text) {
  std::string parted(text);
  for (char& c : parted) {
    if (c == '_' || c == '.' || c == '/' || c == '-' || c == ':') c = ' ';
  }
  std::vector<std::string> stems;
  for (const std::string& word : spoken_words(parted)) stems.push_back(stem_of(word));
  return stems;
}

/// Fillers say nothing, unless they are all that is asked for.
std::vector<std::string> asked_stems(std::string_view text) {
  static const std::set<std::string> empty = {"who",  "what", "should", "how",  "is",  "to",
                                              "with", "in",   "at",     "when", "can", "i",
                                              "and",  "on",   "does",   "do",   "for", "by"};
  std::vector<std::string> stems;
  for (const std::string& word : spoken_words(text)) {
    if (empty.contains(word)) continue;
    for (const std::string& stem : stems_in(word)) stems.push_back(stem);
  }
  return stems.empty() ? stems_in(text) : stems;
}

/// Of the places where a word stands the best counts.
void add(Weights& weights, std::string_view text, double weight) {
  for (const std::string& stem : stems_in(text)) {
    double& known = weights[stem];
    known = std::max(known, weight);
  }
}

struct Entry {
  Found found;
  Weights weights;
};

/// All that a procedure is known by.
Weights weights_of(const Procedure& procedure, const Library& library) {
  Weights weights;
  const Vocabulary vocabulary = vocabulary_of(procedure, library.charts());
  add(weights, procedure.name.substr(procedure.name.find('.') + 1), 10);
  add(weights, procedure.game(), 4);
  add(weights, game_title(procedure.game()), 3);
  for (const std::string& about : vocabulary.about) add(weights, about, 9);
  for (const std::string& verb : vocabulary.verbs()) add(weights, verb, 7);
  add(weights, procedure.summary, 6);
  for (const Parameter& parameter : procedure.parameters) {
    add(weights, parameter.name, 3);
    add(weights, parameter.meaning, 1);
    for (const std::string& choice : parameter.choices) add(weights, choice, 2);
    for (const std::string& name : known_names(parameter, library.charts())) {
      add(weights, name, 1.5);
    }
  }
  const std::vector<VehicleName> vehicles = vehicle_names(procedure);
  if (!vehicles.empty()) {  // all of them take the same
    for (const std::string& name : names_taken(procedure, vehicles.front().name, library)) {
      add(weights, name, 1.5);
    }
  }
  for (const Term& event : procedure.events) add(weights, event.name, 1);
  return weights;
}

std::vector<Entry> entries_of(const Library& library) {
  std::vector<Entry> all;
  for (const Procedure* procedure : library.procedures()) {
    all.push_back({{"combat-odds odds " + procedure->name + " --help", procedure->summary},
                   weights_of(*procedure, library)});
    const Weights& whole = all.back().weights;
    Weights named;  // what leads to the procedure leads to its presets, less
    for (const auto& [stem, weight] : whole) {
      if (weight >= 6) named[stem] = weight / 2;
    }
    for (const Preset& preset : library.presets_of(*procedure)) {
      Weights weights = named;
      add(weights, preset.name, 6);
      add(weights, preset.meaning, 4);
      all.push_back(
          {{"combat-odds odds " + procedure->name + " --preset " + preset.name, preset.meaning},
           std::move(weights)});
    }
  }
  return all;
}

/// How well a word fits: as it is, or as the beginning of one.
double weight_of(const Weights& weights, const std::string& stem) {
  const auto known = weights.find(stem);
  if (known != weights.end()) return known->second;
  double best = 0;
  if (stem.size() < 4) return best;
  for (auto at = weights.lower_bound(stem); at != weights.end() && at->first.starts_with(stem);
       ++at) {
    best = std::max(best, at->second / 2);
  }
  return best;
}

}  // namespace

std::vector<Found> search(const Library& library, std::string_view words,
                          std::span<const Topic> topics, std::size_t most) {
  const std::vector<std::string> stems = asked_stems(words);
  std::vector<Entry> all = entries_of(library);
  for (const Topic& topic : topics) {
    Weights weights;
    for (const auto& [text, weight] : topic.texts) add(weights, text, weight);
    all.push_back({topic.found, std::move(weights)});
  }
  std::vector<std::size_t> hits(all.size());
  for (const std::string& stem : stems) {
    std::vector<double> weights;
    std::size_t having = 0;
    for (const Entry& entry : all) {
      weights.push_back(weight_of(entry.weights, stem));
      having += weights.back() > 0 ? 1 : 0;
    }
    const double rarity = std::log(1.5 + static_cast<double>(all.size()) /
                                             static_cast<double>(std::max<std::size_t>(having, 1)));
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i].found.weight += rarity * weights[i];
      hits[i] += weights[i] > 0 ? 1 : 0;
    }
  }
  const std::size_t best = hits.empty() ? 0 : *std::ranges::max_element(hits);
  std::vector<Found> found;
  for (std::size_t i = 0; i < all.size() && best > 0; ++i) {
    if (hits[i] == best) found.push_back(std::move(all[i].found));
  }
  std::ranges::stable_sort(found,
                           [](const Found& a, const Found& b) { return a.weight > b.weight; });
  if (found.size() > most) found.resize(most);
  return found;
}

}  // namespace combat_odds
