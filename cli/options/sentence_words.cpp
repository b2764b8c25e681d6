#include "cli/options/sentence_words.hpp"

#include <algorithm>
#include <cstdio>

#include "ask/said.hpp"
#include "cli/options/common.hpp"
#include "cli/options/own_listing.hpp"
#include "cli/options/own_settings.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/suggest.hpp"

namespace combat_odds::cli {
namespace {

/// Whether the odds are printed as a table for people to read.
bool prints_a_table(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--quiet" || words[i] == "--link") return false;
    const bool behind = words[i] == "--format" && i + 1 < words.size();
    if (behind) return folded(words[i + 1]) == "table";
    if (words[i].starts_with("--format=")) return folded(words[i].substr(9)) == "table";
  }
  return true;
}

void tell(const Said& said, bool to_output) {
  const std::string note = said.note.empty() ? "" : said.note + "\n";
  const std::string text = said.command() + "\n" + note;
  if (to_output) {
    print(text + "\n");
  } else {
    std::fputs(text.c_str(), stderr);
  }
}

}  // namespace

std::vector<std::string> with_sentence_read(std::vector<std::string> words, Library& library) {
  if (words.size() < 2 || folded(words.front()) != "odds") return words;
  const std::string& text = words[1];
  if (text.starts_with('-') || library.find(text) != nullptr) return words;
  const bool is_clear = is_sentence(text);
  if (!is_clear && text.find(' ') == text.npos) return words;
  OwnListing::load_kept(library);
  Said said;
  try {
    said = combat_odds::said(library, text, {}, usual_game());
  } catch (const InputError&) {
    if (is_clear) throw;
    return words;  // to look for
  }
  tell(said, prints_a_table(words));
  std::vector<std::string> read = {words.front(), said.procedure};
  for (const auto& [parameter, value] : said.values) {
    const std::string option = option_of(parameter);
    const bool is_given = std::ranges::any_of(words, [&](const std::string& word) {
      return word == option || word.starts_with(option + "=");
    });
    if (!is_given) read.push_back(option + "=" + value);
  }
  read.insert(read.end(), words.begin() + 2, words.end());
  return read;
}

}  // namespace combat_odds::cli
