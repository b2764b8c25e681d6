#include "core/text/suggest.hpp"

#include <algorithm>
#include <cctype>
#include <limits>
#include <utility>

#include "core/text/limits.hpp"

namespace combat_odds {
namespace {

/// The number of letters to change, add, leave out or swap with a neighbour (optimal string
/// alignment).
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  return d[a.size()][b.size()];
}

/// Whether `word` is `name` with letters left out: "fp" for "firepower".
bool abbreviates(std::string_view word, std::string_view name) {
  if (word.size() < 2 || name.empty() || word.front() != name.front()) return false;
  for (const char letter : word) {
    const std::size_t at = name.find(letter);
    if (at == std::string_view::npos) return false;
    name.remove_prefix(at + 1);
  }
  return true;
}

}  // namespace

std::string folded(std::string_view name) {
  static constexpr std::pair<std::string_view, std::string_view> letters[] = {
      {"ä", "a"}, {"Ä", "a"}, {"ö", "o"}, {"Ö", "o"},  {"ü", "u"},
      {"Ü", "u"}, {"é", "e"}, {"É", "e"}, {"ß", "ss"},
  };
  std::string plain;
  while (!name.empty()) {
    const bool ascii = static_cast<unsigned char>(name.front()) < 0x80;
    const auto accented =
        ascii ? std::end(letters)
              : std::find_if(std::begin(letters), std::end(letters),
                             [&](const auto& pair) { return name.starts_with(pair.first); });
    if (accented != std::end(letters)) {
      plain += accented->second;
      name.remove_prefix(accented->first.size());
      continue;
    }
    const auto letter = static_cast<unsigned char>(name.front());
    name.remove_prefix(1);
    if (std::string_view(" -_./'\"").find(static_cast<char>(letter)) == std::string_view::npos) {
      plain += static_cast<char>(std::tolower(letter));
    }
  }
  return plain;
}

std::string nearest(std::string_view text, const std::vector<std::string>& candidates) {
  if (text.size() > limits::suggestion_bytes) return "";  // takes the product of the lengths
  const std::string word = folded(text);
  std::string best;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (const std::string& name : candidates) {
    if (name.size() > limits::suggestion_bytes) continue;
    const std::string candidate = folded(name);
    std::size_t away = distance(word, candidate);
    if (word.size() >= 3 && candidate.find(word) != std::string::npos)
      away = std::min<std::size_t>(away, 2);
    const bool alike = away < std::max(word.size(), candidate.size());
    if (alike && away < least && away <= std::max<std::size_t>(2, candidate.size() / 3)) {
      least = away;
      best = name;
    }
  }
  // Almost every name is near to two letters; they are more often initials than a typo.
  if (!best.empty() && word.size() > 2) return best;
  std::string whole;
  for (const std::string& name : candidates) {
    const bool shorter = whole.empty() || name.size() < whole.size();
    if (shorter && abbreviates(word, folded(name))) whole = name;
  }
  return whole.empty() ? best : whole;
}

namespace {

bool is_slip_of(std::string_view word, std::string_view known, std::size_t short_word) {
  constexpr std::size_t long_word = 7;
  if (word.size() < short_word || known.size() < short_word || word == known) return false;
  if (word.size() > limits::suggestion_bytes || known.size() > limits::suggestion_bytes)
    return false;
  return word.front() == known.front() &&
         distance(word, known) <= (word.size() < long_word ? 1 : 2);
}

}  // namespace

bool is_misspelt(std::string_view word, std::string_view known) {
  constexpr std::size_t short_word = 5;
  return is_slip_of(word, known, short_word);
}

bool is_slip(std::string_view word, std::string_view known) {
  constexpr std::size_t short_word = 4;
  return is_slip_of(word, known, short_word);
}

namespace {

/// "'T-34 M41' or 'T-34 M43'": the names that begin with the word or words, as those of several
/// models do. Empty where none does, or too many to name.
std::string models_of(std::string_view word, const std::vector<std::string>& candidates) {
  constexpr std::size_t most = 4;
  const std::string known = folded(word);
  std::vector<std::string> models;
  for (const std::string& name : candidates) {
    bool is_model = false;
    for (std::size_t space = name.find(' '); space != std::string::npos && !known.empty();
         space = name.find(' ', space + 1)) {
      is_model = is_model || folded(std::string_view(name).substr(0, space)) == known;
    }
    if (is_model && std::ranges::find(models, name) == models.end()) models.push_back(name);
  }
  if (models.size() > most) return "";
  std::string text;
  for (const std::string& model : models) {
    const char* const between = text.empty() ? "" : &model == &models.back() ? " or " : ", ";
    text += between + ("'" + model + "'");
  }
  return text;
}

}  // namespace

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates,
                         const std::string& otherwise) {
  const std::string models = models_of(word, candidates);
  if (!models.empty()) return "did you mean " + models + "?";
  const std::string near = nearest(word, candidates);
  return near.empty() ? otherwise : "did you mean '" + near + "'?";
}

}  // namespace combat_odds
