#include "ask/vocabulary.hpp"

#include <algorithm>
#include <set>

#include "ask/named_vehicles.hpp"
#include "ask/spoken_words.hpp"
#include "ask/word_forms.hpp"
#include "core/text/columns.hpp"
#include "core/text/csv.hpp"
#include "core/text/lower.hpp"
#include "core/text/parts.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/words.hpp"
#include "sim/declare/names.hpp"
#include "sim/declare/registry.hpp"
#include "sim/declare/rule_source.hpp"
#include "sim/declare/units.hpp"

namespace combat_odds {
namespace {

/// Words as the file has them, and as a sentence has them.
struct SpokenText {
  std::string text;
  std::vector<std::string> words;
};

struct Line {
  std::vector<std::string> procedures;
  std::vector<std::string> parameters;
  std::string value;
  SentenceSide side = SentenceSide::any;
  std::vector<std::string> words;
  std::vector<SpokenText> spoken = {};  ///< of a line of phrases, degrees written out
};

SentenceSide side_named(std::string_view name) {
  return name == "subject"  ? SentenceSide::subject
         : name == "object" ? SentenceSide::object
                            : SentenceSide::any;
}

std::vector<std::string> copied(const std::vector<std::string_view>& texts) {
  return {texts.begin(), texts.end()};
}

/// "with 8-1" is said as "stacked with 8-1", too.
void add_stacked(std::vector<std::string>& all) {
  constexpr std::string_view with = "with {leader}";
  constexpr std::string_view stacked = "stacked ";
  for (std::size_t i = 0, size = all.size(); i < size; ++i) {
    const std::size_t at = all[i].find(with);
    const bool is_whole = at == 0 || (at != std::string::npos && all[i][at - 1] == ' ');
    if (!is_whole || std::string_view(all[i]).substr(0, at).ends_with(stacked)) continue;
    std::string other = all[i];
    other.insert(at, stacked);
    if (std::ranges::find(all, other) == all.end()) all.push_back(std::move(other));
  }
}

std::vector<Line> read_lines() {
  std::vector<Line> all;
  for (const BuiltInChart& table : built_in_words()) {
    const Columns rows(read_csv(table.text, std::string(table.name)),
                       {"procedure", "parameter", "value", "side", "words"});
    for (const Columns::Row row : rows) {
      all.push_back({copied(words_of(row.text("procedure"))),
                     copied(words_of(row.text("parameter"))), row.text("value"),
                     side_named(row.text("side")), copied(parts_of(row.text("words"), '|'))});
      add_stacked(all.back().words);
    }
  }
  return all;
}

const std::vector<Line>& lines() {
  static const std::vector<Line> all = read_lines();
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

/// All procedures share the words of a line: they are read once.
Line with_spoken(Line line) {
  for (std::string& text : with_degrees(line.words)) {
    const bool divides = line.parameters.empty() && text.ends_with('>');
    std::vector<std::string> words =
        spoken_words(std::string_view(text).substr(0, text.size() - (divides ? 1 : 0)));
    line.spoken.push_back({std::move(text), std::move(words)});
  }
  return line;
}

const std::vector<Line>& spoken_lines() {
  static const std::vector<Line> all = [] {
    std::vector<Line> spoken;
    spoken.reserve(lines().size());
    for (const Line& line : lines()) spoken.push_back(with_spoken(line));
    return spoken;
  }();
  return all;
}

bool is_special(std::string_view parameter) { return parameter.starts_with('<'); }

/// "asl.fire", "sl.*" or "*".
bool is_meant(const std::string& pattern, const std::string& procedure) {
  if (!pattern.ends_with('*')) return pattern == procedure;
  return procedure.starts_with(std::string_view(pattern).substr(0, pattern.size() - 1));
}

/// Whether the procedure has the parameter and it takes the value.
bool takes(const Procedure& procedure, const std::string& name, const std::string& value,
           const Charts& charts) {
  if (is_special(name)) return true;
  const Parameter* const parameter = procedure.parameter(name);
  if (parameter == nullptr) return is_vehicle_name(procedure, name);
  if (value.find('{') != value.npos || value.empty()) return true;
  if (!parameter->has_commas && value.find(',') != value.npos) {  // several are asked about
    const std::vector<std::string_view> each = parts_of(value, ',');
    return std::ranges::all_of(each, [&](std::string_view one) {
      return takes(procedure, name, std::string(one), charts);
    });
  }
  if (value.find("..") != value.npos) return parameter->type == Parameter::Type::integer;
  if (parameter->type == Parameter::Type::text && parameter->names) {
    return find_name(value, known_names(*parameter, charts)).has_value();
  }
  try {
    read_argument(*parameter, value);
  } catch (const ArgumentError&) {
    return false;
  }
  return true;
}

/// Whether a number may stand where {} does.
bool fits(const Procedure& procedure, const Line& line, const std::string& words) {
  if (words.find("{}") == words.npos && words.find("{+}") == words.npos) return true;
  const Parameter* const parameter = procedure.parameter(line.parameters.front());
  if (parameter == nullptr || line.value != "{}") return true;
  const auto is_number = [](const std::string& choice) {
    return choice.find_first_not_of("0123456789") == choice.npos;
  };
  return parameter->type != Parameter::Type::flag &&
         (parameter->type != Parameter::Type::choice ||
          std::ranges::any_of(parameter->choices, is_number));
}

class VocabularyMaker {
 public:
  VocabularyMaker(const Procedure& procedure, const Charts& charts)
      : procedure_(procedure), charts_(charts) {}

  Vocabulary made() {
    const std::string twin = twin_of(procedure_.name);
    for (const Line& line : spoken_lines()) {
      ++line_;
      const bool is_for_it = std::ranges::any_of(line.procedures, [&](const std::string& pattern) {
        return is_meant(pattern, procedure_.name);
      });
      is_own_ = std::ranges::find(line.procedures, procedure_.name) != line.procedures.end();
      if (is_for_it) {
        add_with_parameters_it_has(line);
      } else if (std::ranges::find(line.procedures, twin) != line.procedures.end()) {
        add_from_twin(line);
      }
    }
    is_own_ = true;
    const RuleSource* const source = source_of(procedure_);
    for (std::size_t i = 0; source != nullptr && i < source->words.size(); ++i) {
      const SpokenWords& own = source->words[i];
      ++line_;
      add(with_spoken({{procedure_.name},
                       copied(words_of(own.parameter)),
                       own.value,
                       side_named(own.side),
                       copied(parts_of(own.words, '|'))}));
    }
    add_terms();
    return std::move(made_);
  }

 private:
  void add_with_parameters_it_has(const Line& line) {
    const bool has_choice = std::ranges::any_of(
        line.parameters, [](const std::string& name) { return name.find('/') != name.npos; });
    if (has_choice) {
      add(with_parameters_it_has(line));
    } else {
      add(line);
    }
  }

  /// "turns/phases" as the first of them that the procedure has.
  Line with_parameters_it_has(Line line) const {
    for (std::string& parameter : line.parameters) {
      if (parameter.find('/') == parameter.npos) continue;
      const std::vector<std::string_view> all = parts_of(parameter, '/');
      const auto known = std::ranges::find_if(all, [&](std::string_view each) {
        return procedure_.parameter(std::string(each)) != nullptr;
      });
      parameter = std::string(known == all.end() ? all.front() : *known);
    }
    return line;
  }

  /// The procedure of another game whose words serve this one, too (<like>); empty: none.
  static std::string twin_of(const std::string& name) {
    for (const Line& line : lines()) {
      const bool is_like = !line.parameters.empty() && line.parameters.front() == "<like>";
      if (is_like && line.procedures.front() == name) return line.words.front();
    }
    return "";
  }

  /// Of the twin's words only those that no rule of its game stands behind: its fillers and
  /// chances, and the words for parameters that this procedure has, too. Its verbs would choose the
  /// procedure, so each has its own.
  void add_from_twin(const Line& line) {
    const bool is_of_words = std::ranges::all_of(line.parameters, [](const std::string& name) {
      return !is_special(name) || name == "<filler>" || name == "<chance>";
    });
    if (line.parameters.empty() || !is_of_words) return;
    Line words = with_parameters_it_has(line);
    std::erase_if(words.words, [](const std::string& each) { return each.starts_with('<'); });
    std::erase_if(words.spoken, [](const SpokenText& each) { return each.text.starts_with('<'); });
    if (!words.words.empty()) add(words);
  }

  void add(const Line& line) {
    if (const std::string game = game_before(line.value); !game.empty()) {
      Line rest = line;
      rest.value.erase(0, game.size() + 1);
      game_ = game;
      add(rest);
      game_.clear();
      return;
    }
    if (line.parameters.empty()) return add_verbs(line);
    const std::string& first = line.parameters.front();
    if (first == "<about>") {
      made_.about.insert(made_.about.end(), line.words.begin(), line.words.end());
      return;
    }
    if (first == "<hint>") {
      for (const SpokenText& each : line.spoken) made_.hints.push_back({each.words, line.value});
      return;
    }
    if (first == "<result>") {
      const std::string shown = told_of(line);
      if (shown.empty() && !line.value.empty()) return;
      for (const SpokenText& each : line.spoken) made_.results.push_back({each.words, shown});
      return;
    }
    if (add_rule(line)) return;
    const bool is_own_reverse = first == "<reverse>" && line.procedures.front() != "*";
    const bool is_read = first == "<part>" || first == "<filler>" || first == "<unknown>" ||
                         first == "<told>" || first == "<chance>" || first == "<ask>" ||
                         is_own_reverse;
    if (is_special(first) && !is_read) return;  // CommonWords
    std::vector<std::string> values = values_of(line);
    if (first == "<chance>") {
      values = {told_of(line)};
      if (values.front().empty()) return;
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!takes(procedure_, line.parameters[i], values[i], charts_)) return;
      // "open_ground" is one word of several values.
      const Parameter* const parameter = procedure_.parameter(line.parameters[i]);
      const bool is_name = parameter != nullptr && parameter->names &&
                           parameter->type == Parameter::Type::text && values.size() > 1;
      if (!is_name || values[i].find('_') == std::string::npos) continue;
      const std::vector<std::string> names = known_names(*parameter, charts_);
      std::string charted;
      for (const std::string_view each : parts_of(values[i], ',')) {
        const auto at = find_name(std::string(each), names);
        charted += (charted.empty() ? "" : ",") + (at ? names[*at] : std::string(each));
      }
      values[i] = std::move(charted);
    }
    if (line.words.front().starts_with('<')) return add_slot(line);
    for (const SpokenText& each : line.spoken) {
      if (!fits(procedure_, line, each.text)) continue;
      for (std::size_t i = 0; i < values.size(); ++i) {
        add_phrase({each.words, line.parameters[i], values[i], line.side, false});
        if (values[i] == "true") add_negated(each.text, line.parameters[i], line.side);
      }
    }
  }

  /// "cos" of "cos:crucible_of_steel"; empty: no game stands before the value.
  static std::string game_before(std::string_view value) {
    const std::string_view game = value.substr(0, std::min(value.find(':'), value.size()));
    const bool is_game = game.size() < value.size() &&
                         std::ranges::any_of(common_words().games, [&](const auto& known) {
                           return known.second == game;
                         });
    return is_game ? std::string(game) : std::string();
  }

  /// Each outcome, event and measure by its name, where the words mean nothing else.
  void add_terms() {
    is_own_ = false;
    const auto is_known = [&](const std::vector<std::string>& words) {
      return std::ranges::find(made_.phrases, words, &Phrase::words) != made_.phrases.end();
    };
    for (const auto* const terms :
         {&procedure_.events, &procedure_.outcomes, &procedure_.measures}) {
      for (const Term& term : *terms) {
        const std::vector<std::string> words = spoken_words(plain_name(term.name));
        ++line_;
        if (words.empty() || common_words().numbers.contains(words.front())) continue;
        static const std::set<std::string_view> of_sets = {"none", "both", "neither", "nobody"};
        const bool is_state = words.size() == 1 && (of_sets.contains(words.front()) ||
                                                    common_words().states.contains(words.front()));
        if (is_state) continue;
        if (!is_known(words)) add_phrase({words, "<chance>", term.name});
      }
    }
  }

  /// Which outcomes, events and measures of a line the procedure has: "knocked_out,eliminated".
  std::string told_of(const Line& line) const {
    constexpr std::string_view rest_of = "not ";  // what they leave of a hundred
    std::string names;
    const bool is_rest = line.value.starts_with(rest_of);
    const std::string_view value =
        std::string_view(line.value).substr(is_rest ? rest_of.size() : 0);
    for (const std::string_view either : words_of(value)) {
      for (const std::string_view name : parts_of(either, '/')) {
        if (!tells_of(procedure_, name)) continue;
        names.append(names.empty() ? "" : ",").append(name);
        break;
      }
    }
    if (is_rest && !names.empty()) names.insert(0, rest_of);
    return names;
  }

  /// "no smoke", "without smoke", "not smoke" for "with smoke", where that is said of a flag.
  void add_negated(std::string_view words, const std::string& name, SentenceSide side) {
    const Parameter* const parameter = procedure_.parameter(name);
    if (parameter == nullptr || parameter->type != Parameter::Type::flag) return;
    for (const std::string_view first : {"no ", "not ", "without "}) {
      if (words.starts_with(first)) return;
    }
    for (const std::string_view first : {"with ", "in ", "by ", "is ", "are "}) {
      if (words.starts_with(first)) words.remove_prefix(first.size());
    }
    for (const char* const negation : {"no ", "not ", "without "}) {
      add_phrase({spoken_words(negation + std::string(words)), name, "false", side, false});
    }
  }

  /// What each parameter of a line gets: all the same, or each its word of the value ("he {1}"), or
  /// its part between semicolons.
  static std::vector<std::string> values_of(const Line& line) {
    const bool has_parts = line.value.find(';') != line.value.npos;
    const std::vector<std::string_view> each =
        has_parts ? parts_of(line.value, ';') : words_of(line.value);
    const bool apart = line.parameters.size() > 1 && each.size() == line.parameters.size();
    std::vector<std::string> values;
    for (std::size_t i = 0; i < line.parameters.size(); ++i) {
      values.push_back(apart ? std::string(each[i]) : line.value);
    }
    return values;
  }

  /// What is said of parameters, not of words; whether the line is such a one.
  bool add_rule(const Line& line) {
    const std::string& kind = line.parameters.front();
    const std::vector<std::string> first = copied(words_of(line.words.front()));
    if (kind == "<told>" && first.front() == "<default>") {
      made_.told_defaults.push_back(
          {first.at(1), line.value, those(line, "without"), those(line, "with")});
      return true;
    }
    if (kind == "<moot>") {
      made_.moot.push_back({line.words.at(0), copied(words_of(line.words.at(1))), line.value});
      return true;
    }
    if (kind != "<unclear>") return false;
    const std::vector<std::string> texts = copied(parts_of(line.value, '|'));
    for (const std::string& words : line.words) {
      made_.unclear.push_back({copied(words_of(words)), texts.at(0), texts.at(1)});
    }
    return true;
  }

  /// What stands behind such a word: "<default> without return_fire turns".
  static std::vector<std::string> those(const Line& line, std::string_view word) {
    const std::vector<std::string> words = copied(words_of(line.words.front()));
    const auto at = std::ranges::find(words, word);
    return at == words.end() ? std::vector<std::string>()
                             : std::vector<std::string>(at + 1, words.end());
  }

  void add_verbs(const Line& line) {
    for (const SpokenText& each : line.spoken) {
      if (each.text == "<bare>") {
        made_.needs_verb = false;
      } else {
        add_phrase({each.words, "", "", line.side, each.text.ends_with('>')});
      }
    }
  }

  void add_slot(const Line& line) {
    const std::string& parameter = line.parameters.front();
    const std::vector<std::string_view> words = words_of(line.words.front());
    if (words.front() == "<subject>") {
      made_.subject = parameter;
      if (line.parameters.size() > 1) made_.also_subject = line.parameters[1];
    } else if (words.front() == "<object>") {
      made_.object = parameter;
    } else if (words.front() == "<leaders>") {
      made_.leaders = parameter;
    } else {
      const bool has_without = words.size() > 1 && words[1] == "without";
      const std::string last =
          words.size() < 3 || has_without ? std::string() : std::string(words[2]);
      const bool is_shown = words.size() > 2 && words[1] == "shown";
      made_.unsaid.push_back({parameter, line.value,
                              words.size() < 2 ? SentenceSide::any : side_named(words[1]),
                              is_shown ? std::string() : last, is_shown ? last : std::string(),
                              those(line, "without"), game_});
    }
  }

  void add_phrase(Phrase phrase) {
    phrase.is_own = is_own_;
    phrase.game = game_;
    phrase.line = line_;
    if (!phrase.words.empty()) made_.phrases.push_back(std::move(phrase));
  }

  const Procedure& procedure_;
  const Charts& charts_;
  Vocabulary made_;
  std::size_t line_ = 0;
  bool is_own_ = false;
  std::string game_;  ///< that a sentence must name for the line that is read
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// "3 x 4-6-7" as "3*4-6-7".
void join_counts(std::string& text) {
  std::string joined;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == 'x' || c == '*') {
      const std::size_t after = text.find_first_not_of(' ', i + 1);
      const std::size_t before = joined.find_last_not_of(' ');
      const bool counts =
          after != text.npos && is_digit(text[after]) && before != joined.npos &&
          is_digit(joined[before]) &&
          (before == 0 || joined[before - 1] == ' ' || is_digit(joined[before - 1]));
      if (counts) {
        joined.resize(before + 1);
        joined += '*';
        i = after - 1;
        continue;
      }
    }
    joined += c;
  }
  text = std::move(joined);
}

/// "5+": the sign at `plus` ends a word that else is a number.
bool is_number_or_more(std::string_view text, std::size_t plus) {
  std::size_t first = plus;
  while (first > 0 && is_digit(text[first - 1])) --first;
  const bool begins = first == 0 || text[first - 1] == ' ';
  const bool ends = plus + 1 == text.size() || text[plus + 1] == ' ' || text[plus + 1] == ',';
  return first < plus && begins && ends;
}

}  // namespace

bool Vocabulary::speaks() const {
  if (!subject.empty() || !object.empty()) return !phrases.empty();
  return std::ranges::any_of(phrases,
                             [](const Phrase& phrase) { return phrase.parameter.empty(); });
}

std::vector<std::string> Vocabulary::verbs() const {
  std::vector<std::string> all;
  for (const Phrase& phrase : phrases) {
    if (!phrase.parameter.empty()) continue;
    std::string words;
    for (const std::string& word : phrase.words) words += (words.empty() ? "" : " ") + word;
    all.push_back(std::move(words));
  }
  return all;
}

bool CommonWords::is_adjective(std::string_view word) const {
  return std::ranges::find(adjectives, word) != adjectives.end();
}

bool CommonWords::is_divide(std::string_view word) const {
  return std::ranges::any_of(divides, [&](const std::vector<std::string>& each) {
    return each.size() == 1 && each.front() == word;
  });
}

bool CommonWords::is_article(std::string_view word) const {
  return std::ranges::find(articles, word) != articles.end();
}

std::string CommonWords::nation_of(std::string_view units) const {
  for (const std::string_view each : words_of(units)) {
    const auto known = nations.find(without_count(each));
    if (known != nations.end()) return known->second;
  }
  return "";
}

const CommonWords& common_words() {
  static const CommonWords all = [] {
    CommonWords common;
    std::vector<std::string> divides;
    std::vector<std::string> reverses;
    std::vector<std::string> left;
    std::vector<std::string> story;
    std::vector<std::string> usual;
    for (const Line& line : lines()) {
      if (line.procedures.front() != "*" || line.parameters.empty()) continue;
      const std::string& kind = line.parameters.front();
      for (const std::string& words : line.words) {
        if (kind == "<article>") common.articles.push_back(words);
        if (kind == "<number>") common.numbers.emplace(words, line.value);
        if (kind == "<game>") common.games.emplace(words, line.value);
        if (kind == "<adjective>") common.adjectives.push_back(words);
        if (kind == "<same>" && words.find(' ') == words.npos) {
          common.same.emplace(words, line.value);
        } else if (kind == "<same>") {
          std::vector<std::string> phrase;
          for (const std::string_view word : words_of(words)) phrase.emplace_back(word);
          common.same_phrases[phrase.front()].emplace_back(phrase, line.value);
        }
        if (kind == "<unlisted>") {
          const std::size_t colon = line.value.find(':');
          const std::string name = line.value.substr(colon == line.value.npos ? 0 : colon + 1);
          common.unlisted.emplace(words, name);
          if (colon != line.value.npos) {
            common.unlisted_games.emplace(name, line.value.substr(0, colon));
          }
        }
        if (kind == "<begun>") common.begun.insert(name_key(words));
        if (kind == "<state>") common.states.insert(words);
        if (kind == "<noun>") common.nouns.insert(words);
        if (kind == "<reference>") common.references.emplace(words, line.value);
        if (kind == "<left>" || kind == "<story>") {
          for (std::string& form : word_forms(words, line.value)) {
            (kind == "<left>" ? left : story).push_back(std::move(form));
          }
        }
        if (kind == "<usual>") usual.push_back(words);
        if (kind == "<squad>") common.squads.emplace_back(spoken_form(words), line.value);
        if (kind == "<nation>") common.nations.emplace(words, line.value);
        if (kind == "<divide>") divides.push_back(words);
        if (kind == "<reverse>") reverses.push_back(words);
      }
    }
    const auto split = [&](const std::vector<std::string>& texts) {
      std::vector<std::vector<std::string>> lists;
      for (const std::string& text : texts) {
        std::vector<std::string> list;
        for (const std::string_view word : words_of(text)) {
          if (!common.is_article(word)) list.emplace_back(word);
        }
        lists.push_back(std::move(list));
      }
      return lists;
    };
    common.divides = split(divides);
    common.reverses = split(reverses);
    for (std::vector<std::string>& words : split(left)) {
      if (!words.empty()) common.left_out[words.front()].push_back(std::move(words));
    }
    for (std::vector<std::string>& words : split(story)) {
      if (!words.empty()) common.story[words.front()].push_back(std::move(words));
    }
    for (std::vector<std::string>& words : split(usual)) {
      if (!words.empty()) common.usual[words.front()].push_back(std::move(words));
    }
    return common;
  }();
  return all;
}

std::string spoken_form(std::string_view typed) {
  std::string text = plain_dashes(typed);
  for (std::size_t at; (at = text.find("\u00d7")) != text.npos;) text.replace(at, 2, "x");
  std::ranges::transform(text, text.begin(), [](char c) {
    return c == '\t' || c == '\n' || c == '&' ? ' ' : lower(c);
  });
  // "4-6-7 +LMG" and "4-6-7+LMG": the sign is one with a number only.
  for (std::size_t at = text.find('+'); at != text.npos; at = text.find('+', at + 1)) {
    const bool is_placeholder = at > 0 && text[at - 1] == '{';
    if (is_placeholder || is_number_or_more(text, at)) continue;
    if (at + 1 >= text.size() || !is_digit(text[at + 1])) text[at] = ' ';
  }
  // "8/+1" are two numbers.
  for (std::size_t at = text.find('/'); at != text.npos; at = text.find('/', at + 1)) {
    const bool has_sign = at + 1 < text.size() && (text[at + 1] == '+' || text[at + 1] == '-');
    if (at > 0 && is_digit(text[at - 1]) && has_sign) text[at] = ' ';
  }
  // "p(broken or worse)" asks for a chance, and "half squad" is one word.
  for (std::size_t at; (at = text.find("p(")) != text.npos && (at == 0 || text[at - 1] == ' ');) {
    text[at + 1] = ' ';
  }
  for (std::size_t at = text.find('('); at != text.npos; at = text.find('(', at + 1)) {
    if (at > 0 && !is_digit(text[at - 1]) && text[at - 1] != ' ') text[at] = ' ';
  }
  for (std::size_t at; (at = text.find("half squad")) != text.npos;) text[at + 4] = '-';
  join_counts(text);
  std::string form;
  const std::vector<std::string_view> typed_words = words_of(text);
  for (std::size_t i = 0; i < typed_words.size(); ++i) {
    std::string_view word = typed_words[i];
    // "467 ? at 447": under a concealment counter; "its ? back": the counter itself.
    const bool is_counter = word == "?" && i + 1 < typed_words.size();
    if (is_counter && i > 0 && is_digit(typed_words[i - 1].back())) {
      form.insert(form.rfind(' ') == form.npos ? 0 : form.rfind(' ') + 1, "concealed ");
      continue;
    }
    if (is_counter) word = "concealment";
    while (!word.empty() && std::string_view("(\"'`").find(word.front()) != word.npos) {
      word.remove_prefix(1);
    }
    while (!word.empty() && std::string_view(",;:.!?)\"'`").find(word.back()) != word.npos) {
      word.remove_suffix(1);
    }
    if (!word.empty()) form += (form.empty() ? "" : " ") + std::string(word);
  }
  return form;
}

namespace {

/// "t-34's" as "t-34"; "4-6-7's" are several.
std::string_view without_possessive(std::string_view word) {
  if (!word.ends_with("'s")) return word;
  const std::string_view owner = word.substr(0, word.size() - 2);
  return is_unit(owner) || owner.find('*') != owner.npos ? word : owner;
}

/// "4-6-7/lmg", "8fp" and "8ap" are two words, and "?4-6-7" is under a concealment counter.
std::vector<std::string_view> parts_of_word(std::string_view word) {
  const std::size_t digits = word.find_first_not_of("0123456789");
  const bool has_digits = digits != word.npos && digits > 0;
  if (has_digits && (word.substr(digits) == "fp" || word.substr(digits) == "ap")) {
    return {word.substr(0, digits), word.substr(digits)};
  }
  if (word.starts_with('?') && is_unit(word.substr(1))) return {"concealed", word.substr(1)};
  const std::size_t stroke = word.find('/');
  if (stroke == word.npos || stroke + 1 >= word.size() || is_digit(word[stroke + 1])) return {word};
  const std::string_view front = word.substr(0, stroke);
  if (!is_unit(without_count(front))) return {word};
  return {front, word.substr(stroke + 1)};
}

}  // namespace

namespace {

/// Puts other words in place of several (<same>).
void put_same_phrases(std::vector<std::string>& words) {
  for (std::size_t at = 0; at < words.size(); ++at) {
    const auto known = common_words().same_phrases.find(words[at]);
    if (known == common_words().same_phrases.end()) continue;
    for (const auto& [phrase, same] : known->second) {
      if (!stands_at(words, at, phrase)) continue;
      const auto first = words.begin() + static_cast<std::ptrdiff_t>(at);
      words.erase(first, first + static_cast<std::ptrdiff_t>(phrase.size()));
      std::vector<std::string> put;
      for (const std::string_view word : words_of(same)) put.emplace_back(word);
      words.insert(words.begin() + static_cast<std::ptrdiff_t>(at), put.begin(), put.end());
      break;
    }
  }
}

}  // namespace

std::vector<std::string> spoken_words(std::string_view text) {
  std::vector<std::string> words;
  const std::string form = spoken_form(text);
  std::vector<std::string_view> parts;
  for (const std::string_view typed : words_of(form)) {
    for (const std::string_view part : parts_of_word(typed)) {
      parts.push_back(without_possessive(part));
    }
  }
  for (const std::string_view word : parts) {
    if (common_words().is_article(word)) continue;
    const auto same = common_words().same.find(word);
    if (same == common_words().same.end()) {
      words.emplace_back(word);
    } else {
      for (const std::string_view written_out : words_of(same->second)) {
        words.emplace_back(written_out);
      }
    }
  }
  put_same_phrases(words);
  return words;
}

const std::vector<AskedAs>& asked_as() {
  static const std::vector<AskedAs> all = [] {
    std::vector<AskedAs> found;
    for (const Line& line : lines()) {
      if (line.parameters.empty() || line.parameters.front() != "<as>") continue;
      AskedAs asked;
      asked.procedure = line.procedures.front();
      asked.parameters.assign(line.parameters.begin() + 1, line.parameters.end());
      std::vector<std::string> parts;
      constexpr std::string_view between = " / ";
      for (std::size_t at = 0; at <= line.value.size();) {
        const std::size_t end = std::min(line.value.find(between, at), line.value.size());
        parts.push_back(line.value.substr(at, end - at));
        at = end + between.size();
      }
      asked.of = parts.at(0);
      for (std::size_t i = 0; i < asked.parameters.size(); ++i) {
        asked.values.push_back(parts.at(i + 1));
      }
      if (parts.size() > asked.parameters.size() + 1) asked.note = parts.back();
      for (const std::string& words : line.words) {
        if (words.starts_with('~')) {
          asked.beside.push_back(spoken_words(words.substr(1)));
        } else {
          asked.phrases.push_back(spoken_words(words));
        }
      }
      found.push_back(std::move(asked));
    }
    return found;
  }();
  return all;
}

bool tells_of(const Procedure& procedure, std::string_view name) {
  const auto is_listed = [&](const std::vector<Term>& terms) {
    return std::ranges::find(terms, name, &Term::name) != terms.end();
  };
  return is_listed(procedure.outcomes) || is_listed(procedure.events) ||
         is_listed(procedure.measures);
}

Vocabulary vocabulary_of(const Procedure& procedure, const Charts& charts) {
  return VocabularyMaker(procedure, charts).made();
}

std::vector<std::string> names_taken(const Procedure& procedure, std::string_view name,
                                     const Library& library) {
  std::vector<std::string> names;
  const Parameter* const parameter = procedure.parameter(name);
  if (parameter != nullptr) {
    names = parameter->choices;
    for (std::string& known : known_names(*parameter, library.charts())) {
      names.push_back(std::move(known));
    }
  }
  const VehicleRules* const rules = vehicle_rules_of(procedure.game());
  if (rules != nullptr && rules->charted_names != nullptr && is_vehicle_name(procedure, name)) {
    for (std::string& known : rules->charted_names(library.charts())) {
      names.push_back(std::move(known));
    }
    for (const TextFile& file : library.listing().files()) {
      const Columns lines(read_csv(file), {"name"}, {}, Columns::Others::ignored);
      for (const Columns::Row line : lines) names.push_back(line.text("name"));
    }
  }
  return names;
}

std::vector<std::string> known_vehicles(const Library& library) {
  std::vector<std::string> names;
  for (const VehicleRules& rules : vehicle_rules()) {
    for (std::string& known : rules.charted_names(library.charts())) {
      names.push_back(std::move(known));
    }
  }
  const Procedure* const asl = library.find("asl.engagement");
  if (asl != nullptr) {
    for (std::string& known : names_taken(*asl, "vehicle", library)) {
      names.push_back(std::move(known));
    }
  }
  for (const auto& [words, name] : common_words().unlisted) names.push_back(words);
  return names;
}

}  // namespace combat_odds
