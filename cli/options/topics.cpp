#include "cli/options/topics.hpp"

#include "cli/options/command_line.hpp"
#include "cli/options/pages.hpp"
#include "core/text/parts.hpp"

namespace combat_odds::cli {
namespace {

constexpr double by_name = 10;
constexpr double by_title = 6;
constexpr double by_option = 4;
constexpr double by_meaning = 1;

/// A heading is found by its own words; those of its page's title help.
std::vector<Topic> headings() {
  std::vector<Topic> pages;
  std::string title;
  for (const std::string_view line : parts_of(page_headings(), '\n')) {
    const std::size_t mark = line.find('#');
    if (mark == line.npos) continue;
    const std::size_t words = line.find_first_not_of("# ", mark);
    const std::string heading(words == line.npos ? "" : line.substr(words));
    const bool is_title = words == mark + 2;
    if (is_title) title = heading;
    pages.push_back({{"combat-odds describe " + std::string(line.substr(0, mark)),
                      is_title || heading == title ? title : title + " - " + heading},
                     {{heading, by_title}, {title, is_title ? by_title : by_meaning}}});
  }
  return pages;
}

}  // namespace

std::vector<Topic> topics(const Command& program) {
  std::vector<Topic> all;
  for (const CommandText& command : command_texts(program)) {
    Topic topic{{"combat-odds " + command.name + " --help", command.meaning},
                {{command.name, by_name}, {command.meaning, by_title}}};
    for (const OptionText& option : command.options) {
      topic.texts.emplace_back(option.name, by_option);
      topic.texts.emplace_back(option.meaning, by_meaning);
    }
    all.push_back(std::move(topic));
  }
  for (Topic& page : headings()) all.push_back(std::move(page));
  return all;
}

}  // namespace combat_odds::cli
