#include "ask/vocabulary.hpp"

#include <algorithm>
#include <set>

#include "ask/named_vehicles.hpp"
#include "ask/spoken_words.hpp"
#include "ask/words_lines.hpp"
#include "core/text/columns.hpp"
#include "core/text/csv.hpp"
#include "core/text/parts.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/words.hpp"
#include "sim/declare/names.hpp"
#include "sim/declare/rule_source.hpp"

namespace combat_odds {
namespace {

/// Whether the procedure has the parameter and it takes the value.
bool takes(const Procedure& procedure, const std::string& name, const std::string& value,
           const Charts& charts) {
  if (is_special(name)) return true;
  if (name == "first_turn" && value.starts_with("of ")) {  // put_first_to_fire()
    return procedure.parameter("vehicle") != nullptr;
  }
  const Parameter* const parameter = procedure.parameter(name);
  if (parameter == nullptr) return is_vehicle_name(procedure, name);
  if (value.find('{') != value.npos || value.empty()) return true;
  if (value.starts_with(adds_to)) {
    return takes(procedure, name, value.substr(adds_to.size()), charts);
  }
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
bool fits(const Procedure& procedure, const WordsLine& line, const std::string& words) {
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
  VocabularyMaker(const Procedure& procedure, const Charts& charts, Wording wording)
      : procedure_(procedure), charts_(charts), wording_(wording) {}

  Vocabulary made() {
    const std::string twin = twin_of(procedure_.name);
    for (const std::size_t place : word_lines_for(procedure_.name, twin)) {
      const WordsLine& line = spoken_lines()[place];
      line_ = place + 1;
      is_own_ = std::ranges::find(line.procedures, procedure_.name) != line.procedures.end();
      if (is_for(line, procedure_.name)) {
        add_with_parameters_it_has(line);
      } else {
        add_from_twin(line);
      }
    }
    line_ = spoken_lines().size();
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
    if (wording_ == Wording::wide) {
      add_from_same_name();
      add_names();
    }
    add_terms();
    return std::move(made_);
  }

 private:
  bool has_words(std::string_view parameter) const {
    return parameter == made_.subject || parameter == made_.also_subject ||
           parameter == made_.object || parameter == made_.leaders ||
           std::ranges::find(made_.phrases, parameter, &Phrase::parameter) != made_.phrases.end();
  }
  bool is_known(const std::vector<std::string>& words) const {
    return std::ranges::find(made_.phrases, words, &Phrase::words) != made_.phrases.end();
  }

  /// A parameter without words has those of the same name in the other procedures of the game.
  void add_from_same_name() {
    is_own_ = false;
    std::vector<std::size_t> all;
    for (const Parameter& parameter : procedure_.parameters) {
      if (has_words(parameter.name) || parameter.is_goal) continue;
      const std::vector<std::size_t>& lines = word_lines_with(parameter.name);
      all.insert(all.end(), lines.begin(), lines.end());
    }
    std::ranges::sort(all);
    const std::string of_game = procedure_.game() + ".";
    const std::size_t before = line_;
    for (const std::size_t place : all) {
      const WordsLine& line = spoken_lines()[place];
      const bool is_of_game = std::ranges::any_of(
          line.procedures, [&](const std::string& name) { return name.starts_with(of_game); });
      if (!is_of_game) continue;
      line_ = before + place + 1;
      WordsLine words = line;
      std::erase_if(words.words, [](const std::string& each) { return each.starts_with('<'); });
      std::erase_if(words.spoken, [&](const SpokenText& each) {
        return each.text.starts_with('<') || is_known(each.words);
      });
      if (!words.words.empty() && !words.spoken.empty()) add(words);
    }
    line_ = before + spoken_lines().size();
  }

  /// Each parameter without words by its name: "crew morale 8", "no quarter".
  void add_names() {
    for (const Parameter& parameter : procedure_.parameters) {
      const std::string name = plain_name(parameter.name);
      if (parameter.is_goal || has_words(parameter.name) || common_words().unnamed.contains(name)) {
        continue;
      }
      if (parameter.type == Parameter::Type::flag) {
        // What another default stands for may have another meaning: "turret".
        if (parameter.default_value == "false") add_named(parameter, "true", name);
      } else if (parameter.type == Parameter::Type::integer ||
                 parameter.type == Parameter::Type::number) {
        add_named(parameter, "{}", name + " {}");
        add_named(parameter, "{}", name + " {+}");
        const bool is_plural = name.ends_with('s') && name.find(' ') == name.npos;
        if (is_plural) add_named(parameter, "{}", "{n} " + name);
      } else if (!parameter.choices.empty() || parameter.names) {
        add_named(parameter, "{}", name + " {name}");
        add_named(parameter, "{}", "{name} " + name);
      }
    }
  }
  void add_named(const Parameter& parameter, const std::string& value, const std::string& text) {
    std::vector<std::string> words = spoken_words(text);
    ++line_;
    if (!words.empty() && !is_known(words)) add_phrase({std::move(words), parameter.name, value});
  }

  void add_with_parameters_it_has(const WordsLine& line) {
    const bool has_choice = std::ranges::any_of(
        line.parameters, [](const std::string& name) { return name.find('/') != name.npos; });
    if (has_choice) {
      add(with_parameters_it_has(line));
    } else {
      add(line);
    }
  }

  /// "turns/phases" as the first of them that the procedure has.
  WordsLine with_parameters_it_has(WordsLine line) const {
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
    for (const std::size_t place : word_lines_with("<like>")) {
      const WordsLine& line = spoken_lines()[place];
      if (line.procedures.front() == name) return line.words.front();
    }
    return "";
  }

  /// Of the twin's words only those that no rule of its game stands behind: its fillers and
  /// chances, and the words for parameters that this procedure has, too. Its verbs would choose the
  /// procedure, so each has its own.
  void add_from_twin(const WordsLine& line) {
    const bool is_of_words = std::ranges::all_of(line.parameters, [](const std::string& name) {
      return !is_special(name) || name == "<filler>" || name == "<chance>";
    });
    if (line.parameters.empty() || !is_of_words) return;
    WordsLine words = with_parameters_it_has(line);
    std::erase_if(words.words, [](const std::string& each) { return each.starts_with('<'); });
    std::erase_if(words.spoken, [](const SpokenText& each) { return each.text.starts_with('<'); });
    if (!words.words.empty()) add(words);
  }

  void add(const WordsLine& line) {
    if (const std::string game = game_before(line.value); !game.empty()) {
      WordsLine rest = line;
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
    if (first == "<divide>" && line.parameters.size() == 1 && line.procedures.front() != "*") {
      for (const SpokenText& each : line.spoken) made_.divides.push_back(each.words);
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
  std::string told_of(const WordsLine& line) const {
    constexpr std::string_view rest_of = "not ";  // what they leave of a hundred
    std::string names;
    const bool is_rest = line.value.starts_with(rest_of);
    const std::string_view value =
        std::string_view(line.value).substr(is_rest ? rest_of.size() : 0);
    std::set<std::string_view> told;
    for (const std::string_view either : words_of(value)) {
      for (const std::string_view name : parts_of(either, '/')) {
        if (!tells_of(procedure_, name)) continue;
        if (!told.insert(name).second) break;
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
  static std::vector<std::string> values_of(const WordsLine& line) {
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
  bool add_rule(const WordsLine& line) {
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
    if (kind == "<given>") {
      const std::size_t equals = line.value.find('=');
      made_.given.push_back({first.front(),
                             line.value.substr(0, equals),
                             line.value.substr(equals + 1),
                             {first.begin() + 1, first.end()}});
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
  static std::vector<std::string> those(const WordsLine& line, std::string_view word) {
    const std::vector<std::string> words = copied(words_of(line.words.front()));
    const auto at = std::ranges::find(words, word);
    return at == words.end() ? std::vector<std::string>()
                             : std::vector<std::string>(at + 1, words.end());
  }

  void add_verbs(const WordsLine& line) {
    for (const SpokenText& each : line.spoken) {
      if (each.text == "<bare>") {
        made_.needs_verb = false;
      } else {
        add_phrase({each.words, "", "", line.side, each.text.ends_with('>')});
      }
    }
  }

  void add_slot(const WordsLine& line) {
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
      const bool has_without = words.size() > 1 && (words[1] == "without" || words[1] == "with");
      const std::string last =
          words.size() < 3 || has_without ? std::string() : std::string(words[2]);
      const bool is_shown = words.size() > 2 && words[1] == "shown";
      made_.unsaid.push_back({parameter, line.value,
                              words.size() < 2 ? SentenceSide::any : side_named(words[1]),
                              is_shown ? std::string() : last, is_shown ? last : std::string(),
                              those(line, "without"), those(line, "with"), game_});
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
  Wording wording_;
  Vocabulary made_;
  std::size_t line_ = 0;
  bool is_own_ = false;
  std::string game_;  ///< that a sentence must name for the line that is read
};

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

const std::vector<AskedAs>& asked_as() {
  static const std::vector<AskedAs> all = [] {
    std::vector<AskedAs> found;
    for (const WordsLine& line : words_lines()) {
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

Vocabulary vocabulary_of(const Procedure& procedure, const Charts& charts, Wording wording) {
  return VocabularyMaker(procedure, charts, wording).made();
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
