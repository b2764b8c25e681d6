#include "cli/options/sentence_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <set>

#include "ask/said.hpp"
#include "cli/options/common.hpp"
#include "cli/options/own_listing.hpp"
#include "cli/options/own_settings.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/shell_word.hpp"
#include "core/text/suggest.hpp"

namespace combat_odds::cli {
namespace {

/// Whether the odds are printed as a table for people to read.
bool prints_a_table(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--quiet" || words[i] == "--link" || words[i] == "--wide") return false;
    const bool behind = words[i] == "--format" && i + 1 < words.size();
    if (behind) return folded(words[i + 1]) == "table";
    if (words[i].starts_with("--format=")) return folded(words[i].substr(9)) == "table";
  }
  return true;
}

/// The option that a word of the command line is, without its value; empty where it is none.
std::string option_in(const std::string& word) {
  return word.size() > 2 && word.starts_with("--") ? word.substr(0, word.find('=')) : "";
}

/// An option's value on the command line, for people; "true" where it has none.
std::string value_of(const std::string& option, const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (option_in(words[i]) != option) continue;
    if (words[i].size() > option.size()) return words[i].substr(option.size() + 1);
    const bool has_value = i + 1 < words.size() && option_in(words[i + 1]).empty();
    return has_value ? words[i + 1] : "true";
  }
  return "";
}

/// What an option behind the sentence says otherwise than the sentence goes by the option.
void take_options(Said& said, const std::vector<std::string>& options) {
  const auto is_given = [&](const std::string& parameter) {
    return !value_of(option_of(parameter), options).empty();
  };
  for (const auto& [parameter, value] : said.values) {
    if (!is_given(parameter)) continue;
    const std::string option = option_of(parameter);
    said.note +=
        fmt::format("{}{} {}: in place of '{}' in the sentence", said.note.empty() ? "" : "\n",
                    option, value_of(option, options), value);
  }
  std::erase_if(said.values, [&](const auto& value) { return is_given(value.first); });
  for (const auto& [parameter, line] : said.defaults) {
    const std::size_t at = said.note.find(line);
    if (!is_given(parameter) || at == said.note.npos) continue;
    said.note.erase(at, line.size() + (at + line.size() < said.note.size() ? 1 : 0));
  }
}

/// The command that is answered: what the sentence says, and the options behind it.
void tell(const Said& said, const std::vector<std::string>& options, bool to_output) {
  const std::string note = said.note.empty() ? "" : said.note + "\n";
  std::string text = said.command();
  for (const std::string& word : options) text += " " + shell_word(word);
  text += "\n" + note;
  if (to_output) {
    print(text + "\n");
  } else {
    std::fputs(text.c_str(), stderr);
  }
}

/// Whether a text that may also be words to look for is a question: "will it rain in November?".
bool asks(const std::string& text) {
  constexpr std::ptrdiff_t many = 3;  // spaces
  return text.ends_with('?') || std::ranges::count(text, ' ') >= many;
}

}  // namespace

std::vector<std::string> with_sentence_read(std::vector<std::string> words, Library& library) {
  if (words.size() < 2 || folded(words.front()) != "odds") return words;
  const std::string& text = words[1];
  if (text.starts_with('-') || library.find(text) != nullptr) return words;
  const bool is_clear = is_sentence(text);
  if (!is_clear && text.find(' ') == text.npos) return words;
  OwnListing::load_kept(library);
  const std::vector<std::string> options(words.begin() + 2, words.end());
  std::set<std::string> given;
  for (const std::string& word : options) {
    std::string parameter = option_in(word);
    if (parameter.empty()) continue;
    parameter.erase(0, 2);
    std::ranges::replace(parameter, '-', '_');
    given.insert(std::move(parameter));
  }
  Said said;
  try {
    said = combat_odds::said(library, text, {}, usual_game(), given);
  } catch (const NotUnderstood&) {
    if (is_clear) throw;
    return words;  // to look for
  } catch (const InputError&) {
    if (is_clear || asks(text)) throw;
    return words;
  }
  take_options(said, options);
  static constexpr const char* shows_otherwise[] = {"--show", "--pivot", "--by", "--plot-measure"};
  if (std::ranges::any_of(shows_otherwise,
                          [&](const char* option) { return !value_of(option, options).empty(); })) {
    said.shown.clear();
  }
  tell(said, options, prints_a_table(words));
  std::vector<std::string> read = {words.front(), said.procedure};
  for (const auto& [parameter, value] : said.values) {
    read.push_back(option_of(parameter) + "=" + value);
  }
  if (!said.shown.empty()) {
    read.push_back(fmt::format("--show={}", fmt::join(said.shown, ",")));
  }
  read.insert(read.end(), options.begin(), options.end());
  return read;
}

}  // namespace combat_odds::cli
