#include "ask/link.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "ask/odds_words.hpp"
#include "core/text/number_text.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/suggest.hpp"

namespace combat_odds {
namespace {

constexpr std::size_t longest_link = 24'000;
constexpr const char* link_form = "'#/asl.fire?firepower=8&drm=1&target=4-6-7'";

/// Percent-encoded, except for readable characters that an address may hold.
std::string written(std::string_view text) {
  constexpr std::string_view plain = "-_.*,:/";
  std::string all;
  for (const char letter : text) {
    const bool alphanumeric = (letter >= '0' && letter <= '9') ||
                              (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z');
    if (alphanumeric || plain.find(letter) != std::string_view::npos) {
      all += letter;
    } else if (letter == ' ') {
      all += '+';
    } else {
      all += fmt::format("%{:02X}", static_cast<unsigned char>(letter));
    }
  }
  return all;
}

int hexadecimal(char digit) {
  constexpr std::string_view digits = "0123456789abcdef";
  const char lower = digit >= 'A' && digit <= 'F' ? static_cast<char>(digit - 'A' + 'a') : digit;
  const std::size_t at = digits.find(lower);
  return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

std::string trials_text(std::uint64_t trials) {
  constexpr std::uint64_t million = 1'000'000;
  return trials % million == 0 ? fmt::format("{}M", trials / million) : std::to_string(trials);
}

/// Reads an address part by part.
class Reader {
 public:
  Reader(const Library& library, const Place& place) : library_(library), place_(place) {}

  Question question(std::string_view address) const {
    const std::size_t hash = address.find('#');
    if (hash == std::string_view::npos || !address.substr(hash).starts_with("#/")) {
      throw wrong(fmt::format("'{}' is no address of a question", one_line(clipped(address, 60))),
                  link_form);
    }
    address.remove_prefix(hash);
    if (address.size() > longest_link) {
      throw wrong(fmt::format("the address is longer than {} characters", longest_link),
                  "a shorter one");
    }
    address.remove_prefix(2);
    const std::size_t mark = std::min(address.find('?'), address.size());
    const std::string name = text(address.substr(0, mark));
    const Procedure& procedure = library_.procedure(clipped(name, 60), place_);
    Question asked;
    asked.procedure = procedure.name;
    asked.options = usual_link_options();
    std::set<std::string> seen;
    for (std::size_t start = mark + 1; start < address.size();) {
      const std::size_t end = std::min(address.find('&', start), address.size());
      if (end > start) read_part(address.substr(start, end - start), procedure, asked, seen);
      start = end + 1;
    }
    return asked;
  }

 private:
  InputError wrong(const std::string& what, const std::string& right) const {
    return {place_, what, right};
  }

  std::string text(std::string_view part) const {
    std::string all;
    for (std::size_t i = 0; i < part.size(); ++i) {
      if (part[i] != '%') {
        all += part[i] == '+' ? ' ' : part[i];
        continue;
      }
      const int high = i + 2 < part.size() ? hexadecimal(part[i + 1]) : -1;
      const int low = high < 0 ? -1 : hexadecimal(part[i + 2]);
      if (low < 0) throw wrong("the address is damaged: a % in it stands alone", "%25 for a %");
      all += static_cast<char>(high * 16 + low);
      i += 2;
    }
    if (first_not_text(all) != std::string::npos ||
        all.find_first_of("\n\r\t") != std::string::npos) {
      throw wrong("the address holds what is no text", "UTF-8 without control characters");
    }
    return all;
  }

  template <class Value, class Read>
  void set(Value& value, const std::string& name, const std::string& given, Read read,
           const char* right) const {
    const auto known = read(std::string_view(given));
    if (!known) {
      throw wrong(fmt::format("the address gives {} '{}'", name, clipped(given, 60)), right);
    }
    value = *known;
  }

  void read_part(std::string_view part, const Procedure& procedure, Question& asked,
                 std::set<std::string>& seen) const {
    const std::size_t equals = std::min(part.find('='), part.size());
    const std::string name = text(part.substr(0, equals));
    const std::string_view shown = clipped(name, 60);
    if (!seen.insert(name).second) {
      throw wrong(fmt::format("the address gives '{}' twice", shown), "one of them");
    }
    if (equals == part.size()) {
      throw wrong(fmt::format("the address gives '{}' no value", shown),
                  fmt::format("{}=...", shown));
    }
    const std::string value = text(part.substr(equals + 1));
    if (name == "trials") {
      set(asked.options.trials, name, value, read_trials, trials_form);
    } else if (name == "seed") {
      set(asked.options.seed, name, value, number_in<std::uint64_t>,
          "a whole number from 0 to 2^64 - 1");
    } else if (name == "confidence") {
      set(asked.options.confidence, name, value, read_confidence, confidence_form);
    } else if (name == "preset") {
      asked.preset = library_.preset(procedure, value, place_).name;
    } else if (name == "say") {
      // The sentence that it was asked in; the parameters are what was understood.
    } else if (name == "beside") {
      throw wrong("the address compares two situations", "the address of one of them");
    } else if (name == "rule") {
      throw wrong("the address brings a house rule along", "--rules FOLDER with the rule in it");
    } else {
      check_parameter(name, procedure);
      asked.values.emplace_back(name, value);
    }
  }

  void check_parameter(const std::string& name, const Procedure& procedure) const {
    std::vector<std::string> names = {"preset", "trials", "seed", "confidence"};
    for (const Parameter& parameter : procedure.parameters) names.push_back(parameter.name);
    if (std::find(names.begin(), names.end(), name) != names.end()) return;
    throw wrong(
        fmt::format("the address gives '{}', which {} does not have", clipped(name, 60),
                    procedure.name),
        did_you_mean(name, names, fmt::format("see 'combat-odds describe {}'", procedure.name)));
  }

  const Library& library_;
  const Place& place_;
};

std::string without_outer_spaces(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// The value of a parameter that is not given: the preset's, or the default.
std::string left_out(const Parameter& parameter, const Preset* preset) {
  const std::string_view of_preset =
      preset == nullptr ? std::string_view() : preset->value(parameter.name);
  return of_preset.empty() ? parameter.default_value.value_or("") : std::string(of_preset);
}

/// One text for values that can be written in several ways, such as 1 and +1.
std::string canonical(const Parameter& parameter, const std::string& text) {
  try {
    return text.empty() ? text : read_argument(parameter, text).text;
  } catch (const ArgumentError&) {  // a list or a range
    return text;
  }
}

}  // namespace

OddsOptions usual_link_options() {
  OddsOptions options;
  options.trials = 10'000'000;
  options.seed = 1;
  options.confidence = 0.95;
  return options;
}

std::string link_to(const Library& library, const Question& question) {
  const Asked asked = understood(library, question);
  const Procedure& procedure = asked.scenario->procedure();
  const Preset* const preset =
      question.preset.empty() ? nullptr : &library.preset(procedure, question.preset, {"preset"});
  std::string parts;
  const auto add = [&parts](std::string_view name, std::string_view value) {
    parts += fmt::format("{}{}={}", parts.empty() ? '?' : '&', name, written(value));
  };
  if (preset != nullptr) add("preset", preset->name);
  for (const Parameter& parameter : procedure.parameters) {
    const auto given = std::find_if(
        question.values.begin(), question.values.end(),
        [&](const auto& value) { return procedure.parameter(value.first) == &parameter; });
    if (given == question.values.end()) continue;
    const std::string typed = without_outer_spaces(given->second);  // empty: the default
    const std::string value =
        canonical(parameter, typed.empty() ? left_out(parameter, nullptr) : typed);
    const std::string otherwise = canonical(parameter, left_out(parameter, preset));
    if (value != otherwise) add(parameter.name, value);
  }
  const OddsOptions usual = usual_link_options();
  const OddsOptions& options = question.options;
  if (options.trials != usual.trials) add("trials", trials_text(options.trials));
  if (options.seed != usual.seed) add("seed", std::to_string(options.seed));
  if (options.confidence != usual.confidence) {
    add("confidence", number_text(options.confidence));
  }
  std::string link = "#/" + written(procedure.name) + parts;
  if (link.size() > longest_link) {
    throw InputError({},
                     fmt::format("the address would be longer than {} characters", longest_link),
                     "a shorter list");
  }
  return link;
}

Question question_of_link(const Library& library, std::string_view address, const Place& place) {
  return Reader(library, place).question(address);
}

}  // namespace combat_odds
