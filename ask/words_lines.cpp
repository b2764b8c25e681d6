#include "ask/words_lines.hpp"

#include <algorithm>
#include <map>

#include "core/text/columns.hpp"
#include "core/text/csv.hpp"
#include "core/text/parts.hpp"
#include "core/text/words.hpp"
#include "sim/declare/registry.hpp"

namespace combat_odds {
namespace {

/// "with 8-1" is said as "stacked with 8-1" and "helped by 8-1", too.
void add_with_leader(std::vector<std::string>& all) {
  constexpr std::string_view with = "with ";
  constexpr std::string_view leader = "{leader}";
  constexpr std::string_view stacked = "stacked ";
  const auto add = [&](std::string other) {
    if (std::ranges::find(all, other) == all.end()) all.push_back(std::move(other));
  };
  for (std::size_t i = 0, size = all.size(); i < size; ++i) {
    const std::size_t at = all[i].find(std::string(with) + std::string(leader));
    const bool is_whole = at == 0 || (at != std::string::npos && all[i][at - 1] == ' ');
    if (!is_whole || std::string_view(all[i]).substr(0, at).ends_with(stacked)) continue;
    std::string other = all[i];
    add(other.insert(at, stacked));
    other = all[i];
    add(other.replace(at, with.size(), "helped by "));
  }
}

std::vector<WordsLine> read_lines() {
  std::vector<WordsLine> all;
  for (const BuiltInChart& table : built_in_words()) {
    const Columns rows(read_csv(table.text, std::string(table.name)),
                       {"procedure", "parameter", "value", "side", "words"});
    for (const Columns::Row row : rows) {
      all.push_back({copied(words_of(row.text("procedure"))),
                     copied(words_of(row.text("parameter"))), row.text("value"),
                     side_named(row.text("side")), copied(parts_of(row.text("words"), '|'))});
      add_with_leader(all.back().words);
    }
  }
  return all;
}

/// "~pinned" as all that says so.
std::vector<std::string> with_degrees(const std::vector<std::string>& all) {
  static constexpr std::string_view before[] = {"at least ", "no less than ", "minimum "};
  static constexpr std::string_view behind[] = {" or worse",  " or better", " or more",
                                                " or higher", " at least",  " minimum"};
  std::vector<std::string> written_out;
  for (const std::string& words : all) {
    if (!words.starts_with('~')) {
      written_out.push_back(words);
      continue;
    }
    const std::string effect = words.substr(1);
    for (const std::string_view each : before) written_out.push_back(std::string(each) + effect);
    for (const std::string_view each : behind) written_out.push_back(effect + std::string(each));
  }
  return written_out;
}

}  // namespace

std::vector<std::string> copied(const std::vector<std::string_view>& texts) {
  return {texts.begin(), texts.end()};
}

SentenceSide side_named(std::string_view name) {
  return name == "subject"  ? SentenceSide::subject
         : name == "object" ? SentenceSide::object
                            : SentenceSide::any;
}

const std::vector<WordsLine>& words_lines() {
  static const std::vector<WordsLine> all = read_lines();
  return all;
}

WordsLine with_spoken(WordsLine line) {
  for (std::string& text : with_degrees(line.words)) {
    const bool divides = line.parameters.empty() && text.ends_with('>');
    std::vector<std::string> words =
        spoken_words(std::string_view(text).substr(0, text.size() - (divides ? 1 : 0)));
    line.spoken.push_back({std::move(text), std::move(words)});
  }
  return line;
}

const std::vector<WordsLine>& spoken_lines() {
  static const std::vector<WordsLine> all = [] {
    std::vector<WordsLine> spoken;
    spoken.reserve(words_lines().size());
    for (const WordsLine& line : words_lines()) spoken.push_back(with_spoken(line));
    return spoken;
  }();
  return all;
}

namespace {

/// Where the lines stand that name a procedure, all of some ("asl.*") or a parameter.
struct Places {
  std::map<std::string, std::vector<std::size_t>> by_name;
  std::map<std::string, std::vector<std::size_t>> by_pattern;
  std::map<std::string, std::vector<std::size_t>> by_parameter;
};

const Places& places() {
  static const Places all = [] {
    Places found;
    for (std::size_t place = 0; place < spoken_lines().size(); ++place) {
      const WordsLine& line = spoken_lines()[place];
      for (const std::string& name : line.procedures) {
        (name.ends_with('*') ? found.by_pattern : found.by_name)[name].push_back(place);
      }
      if (line.parameters.size() == 1) {
        found.by_parameter[line.parameters.front()].push_back(place);
      }
    }
    return found;
  }();
  return all;
}

}  // namespace

std::vector<std::size_t> word_lines_for(const std::string& procedure, const std::string& another) {
  std::vector<std::size_t> found;
  for (const std::string& name : {procedure, another}) {
    const auto known = places().by_name.find(name);
    if (known == places().by_name.end()) continue;
    found.insert(found.end(), known->second.begin(), known->second.end());
  }
  for (const auto& [pattern, all] : places().by_pattern) {
    if (is_meant(pattern, procedure)) found.insert(found.end(), all.begin(), all.end());
  }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

const std::vector<std::size_t>& word_lines_with(const std::string& parameter) {
  static const std::vector<std::size_t> none;
  const auto known = places().by_parameter.find(parameter);
  return known == places().by_parameter.end() ? none : known->second;
}

bool is_special(std::string_view parameter) { return parameter.starts_with('<'); }

bool is_meant(const std::string& pattern, const std::string& procedure) {
  if (!pattern.ends_with('*')) return pattern == procedure;
  return procedure.starts_with(std::string_view(pattern).substr(0, pattern.size() - 1));
}

bool is_for(const WordsLine& line, const std::string& procedure) {
  return std::ranges::any_of(
      line.procedures, [&](const std::string& pattern) { return is_meant(pattern, procedure); });
}

}  // namespace combat_odds
