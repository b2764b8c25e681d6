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

/// What can be made of an answer, in the words of who looks for it, with a question that shows it.
struct Way {
  const char* command;
  const char* meaning;
  const char* words;
};

constexpr Way ways[] = {
    {"combat-odds odds asl.to-hit --gun 'PaK 40' --range 1..20 --plot curve.svg",
     "a picture: a curve over a range of values, or bars (--plot)",
     "plot graph curve curves chart charts picture diagram line draw print printable printing svg "
     "png pdf over range distance histogram"},
    {"combat-odds odds asl.fire --firepower 4,8,12 --drm=-2..3 --target 4-4-7 --pivot firepower drm",
     "a two-way table of all values of two parameters (--pivot)",
     "pivot table two-way matrix grid chart print printable rows columns every all combinations"},
    {"combat-odds odds asl.fire --firepower 8,12 --drm 1 --target 4-4-7 --by broken_or_worse",
     "several situations side by side, the best first (--by)",
     "compare comparing comparison two situations alternatives versus rank ranking side by side "
     "better best which"},
    {"combat-odds odds asl.fire --firepower 8 --drm 1 --target 4-4-7 --what-matters",
     "what one step of each parameter does to the answer (--what-matters)",
     "what matters sensitivity sensitive tornado designer balance influence most"},
    {"combat-odds odds asl.fire --firepower 8 --drm 1 --target 4-4-7 --until 'broken>=50%' --over "
     "firepower",
     "the least value that is enough (--until)",
     "until least enough needed how much how many threshold"},
    {"combat-odds odds asl.fire --firepower 8 --drm 1 --target 4-4-7 --cite",
     "the number as an author names it: fraction, rule, version, link (--cite)",
     "cite quote citation article author writer exact fraction fractions"},
    {"combat-odds odds asl.fire --firepower 8 --drm 1 --target 4-4-7 --format csv",
     "an answer for a spreadsheet or a program (--format csv, json, markdown)",
     "csv json markdown spreadsheet excel export format file data"},
    {"combat-odds odds asl.fire --firepower 8 --drm 1 --target 4-4-7 --page answer.html",
     "a page with all of an answer, to read or print (--page)",
     "page html markdown report print article write"},
    {"combat-odds describe docs/house-rules.md", "rules of your own: write, try and compare them",
     "house rule rules own change other die dice d8 d10 variant lua try invent design"},
};

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
  for (const Way& way : ways) {
    all.push_back({{way.command, way.meaning}, {{way.words, by_name}, {way.meaning, by_title}}});
  }
  return all;
}

}  // namespace combat_odds::cli
