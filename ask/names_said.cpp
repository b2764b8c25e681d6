#include "ask/names_said.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ask/vocabulary.hpp"
#include "core/text/plain_text.hpp"
#include "sim/declare/names.hpp"

namespace combat_odds {

std::string key_of(const Words& words, std::size_t first, std::size_t length) {
  std::string text;
  for (std::size_t i = first; i < first + length; ++i) text += words[i];
  return name_key(text);
}

NamesSaid::NamesSaid(const std::vector<std::string>& names) {
  const auto begins = [&](const std::string& begun, const std::string& name) {
    std::vector<std::string>& known = beginnings_[begun];
    if (std::ranges::find(known, name) == known.end()) known.push_back(name);
  };
  for (const std::string& name : names) {
    const Words words = spoken_words(plain_name(name));
    if (words.empty()) continue;
    longest_ = std::max(longest_, words.size() + 1);
    const std::string whole = key_of(words, 0, words.size());
    keys_.emplace(whole, name);
    for (std::size_t length = 1; length < words.size(); ++length) {
      begins(key_of(words, 0, length), name);
    }
    for (const std::string& begun : common_words().begun) {
      const bool has_it = whole.starts_with(begun) || whole.ends_with(begun);
      if (has_it && whole != begun) begins(begun, name);
    }
  }
}

std::optional<NamesSaid::Found> NamesSaid::at(const Words& words, std::size_t first) const {
  const std::size_t most = std::min(longest_, words.size() - first);
  for (std::size_t length = most; length > 0; --length) {
    const auto known = keys_.find(key_of(words, first, length));
    if (known != keys_.end()) return Found{known->second, length};
  }
  for (std::size_t length = most; length > 0; --length) {
    const std::string begun = key_of(words, first, length);
    const auto known = beginnings_.find(begun);
    const bool may_begin =
        begun.find_first_of("0123456789") != begun.npos || common_words().begun.contains(begun);
    if (known == beginnings_.end() || !may_begin) continue;
    std::vector<std::string> others(known->second.begin() + 1, known->second.end());
    return Found{known->second.front(), length, std::move(others)};
  }
  return std::nullopt;
}

namespace {

/// The longest name there, in the singular or the plural.
std::optional<NamesSaid::Found> named_at(const NamesSaid& names, const Words& words,
                                         std::size_t at) {
  auto longest = names.at(words, at);
  static constexpr std::pair<std::string_view, std::string_view> endings[] = {
      {"ies", "y"}, {"es", ""}, {"s", ""}};
  for (std::size_t last = at; last < words.size(); ++last) {
    for (const auto& [plural, singular] : endings) {
      if (!words[last].ends_with(plural)) continue;
      Words single = words;
      single[last].replace(single[last].size() - plural.size(), plural.size(), singular);
      if (single[last].empty()) continue;
      auto found = names.at(single, at);
      const bool is_it = found && at + found->length > last;
      if (is_it && (!longest || found->length > longest->length)) longest = std::move(found);
    }
    constexpr std::size_t most_words = 4;
    if (last - at >= most_words) break;
  }
  return longest;
}

}  // namespace

std::optional<NamesSaid::Found> counted_names_at(const NamesSaid& names, const Words& words,
                                                 std::size_t at) {
  const auto count = count_said(words[at]);
  std::size_t first = at + 1;
  if (first < words.size() && words[first] == "x") ++first;  // "3 x LMG"
  if (!count || first >= words.size()) return std::nullopt;
  auto found = named_at(names, words, first);
  if (!found) return std::nullopt;
  found->length += first - at;
  if (*count == "1") return found;
  found->name = *count + "*" + found->name;
  for (std::string& other : found->others) other = *count + "*" + other;
  return found;
}

Words with_nations_in_front(Words words) {
  for (std::size_t at = 0; at + 1 < words.size(); ++at) {
    const bool is_nation = std::ranges::any_of(
        common_words().nations, [&](const auto& known) { return known.second == words[at + 1]; });
    if (count_said(words[at]) && is_nation) std::swap(words[at], words[at + 1]);
  }
  return words;
}

std::optional<NamesSaid::Found> counted_units_at(const Words& words, std::size_t at) {
  if (at >= words.size()) return std::nullopt;
  if (auto units = units_said(words[at])) return NamesSaid::Found{*units, 1};
  const auto count = count_said(words[at]);
  if (!count || at + 1 >= words.size()) return std::nullopt;
  const auto units = units_said(words[at + 1]);
  if (!units || units->find('*') != units->npos) return std::nullopt;
  return NamesSaid::Found{*count == "1" ? *units : *count + "*" + *units, 2};
}

bool is_firepower_at(const Words& words, std::size_t at) {
  static const Words names = {"fp", "factors", "factor", "firepower", "flat", "even", "column"};
  return at + 1 < words.size() && number_said(words[at]) &&
         (std::ranges::find(names, words[at + 1]) != names.end() ||
          (signed_number_said(words[at + 1]) && words[at + 1] != "0"));
}

bool is_units_at(const Words& words, std::size_t at) {
  if (at >= words.size()) return false;
  return counted_units_at(words, at) || words[at].find("fp") != words[at].npos ||
         is_firepower_at(words, at);
}

Words take_calibres(Words& words, const NamesSaid& guns) {
  constexpr std::size_t longest = 3;  // "45mm AT obr. 42"
  Words told;
  const auto gun_beside = [&](std::size_t at) -> std::optional<std::string> {
    const auto behind = at + 1 < words.size() ? guns.at(words, at + 1) : std::nullopt;
    if (behind && !gun_said(words[at + 1])) return behind->name;
    for (std::size_t length = 1; length <= std::min(longest, at); ++length) {
      const auto before = guns.at(words, at - length);  // "PaK 40 75L"
      if (before && before->length == length && !gun_said(words[at - length])) return before->name;
    }
    return std::nullopt;
  };
  for (std::size_t at = words.size(); at-- > 0;) {
    const std::string calibre = words[at];
    if (is_digits(calibre) || !gun_said(calibre)) continue;
    const auto name = gun_beside(at);
    if (!name) continue;
    told.push_back(fmt::format("'{}': it goes by the name, {}", calibre, *name));
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
  }
  return told;
}

}  // namespace combat_odds
