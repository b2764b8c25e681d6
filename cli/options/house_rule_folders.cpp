#include "cli/options/house_rule_folders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "cli/files/input_file.hpp"
#include "cli/options/own_settings.hpp"
#include "core/text/plain_text.hpp"
#ifdef COMBAT_ODDS_HOUSE_RULES
#include "house/house_rules.hpp"
#include "house/lua_api.hpp"
#include "house/packed.hpp"
#endif

namespace combat_odds::cli {
namespace fs = std::filesystem;
namespace {

constexpr const char* rules_option = "--rules";
constexpr const char* presets_file = "presets.csv";
constexpr std::size_t rule_file_bytes = std::size_t{1} << 20;

/// The files of a folder itself, sorted by name.
std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator files(folder, error); !error && files != fs::directory_iterator();
       files.increment(error)) {
    const std::string name = files->path().filename().string();
    if (!name.starts_with('.')) names.push_back(name);
  }
  if (error) {
    throw InputError({folder}, fmt::format("cannot be read: {}", error.message()),
                     "a folder with rules in Lua, such as risk.lua");
  }
  std::ranges::sort(names);
  return names;
}

/// A file for editors (rule_annotations()) is no rule.
bool is_annotations(const std::string& path) try {
  return read_file(path, "a rule in Lua", rule_file_bytes).text.starts_with("---@meta");
} catch (const InputError&) {
  return false;  // it is told where the rule is read
}

struct RulesFolder {
  std::vector<std::string> rules;  ///< paths
  std::vector<TextFile> charts;    ///< by the names of their files
  std::string presets;             ///< a path; empty: none
};

RulesFolder read_rules_folder(const std::string& folder) {
  RulesFolder all;
  for (const std::string& name : names_in(folder)) {
    const std::string path = path_in(folder, name);
    if (name == presets_file) {
      all.presets = path;
    } else if (name.ends_with(".csv")) {
      all.charts.push_back({name, read_file(path).text});
    } else if (name.ends_with(".lua") && !is_annotations(path)) {
      all.rules.push_back(path);
    }
  }
  return all;
}

void add_rule(Library& library, const std::string& path, const std::vector<TextFile>& charts) {
  const TextFile file = read_file(path, "a rule in Lua", rule_file_bytes);
  Procedure procedure = read_house_rule({file, charts}, library.charts());
  const std::string name = procedure.name;
  if (library.find(name) != nullptr) {
    throw InputError({path}, fmt::format("{} is a procedure already", name), "another name");
  }
  library.add(std::move(procedure));
}

/// Standard error, in a line of its own.
void note(const std::string& text) { std::fputs((one_line(text) + "\n").c_str(), stderr); }

}  // namespace

std::vector<std::string> rule_folders(const std::vector<std::string>& words) {
  const std::string with_value = std::string(rules_option) + "=";
  std::vector<std::string> folders;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].starts_with(with_value)) folders.push_back(words[i].substr(with_value.size()));
    if (words[i] == rules_option && i + 1 < words.size()) folders.push_back(words[i + 1]);
  }
  return folders;
}

void add_house_rules(Library& library, const std::string& folder,
                     std::vector<std::string>* faulty) {
  const RulesFolder all = read_rules_folder(folder);
  if (all.rules.empty()) {
    throw InputError({folder}, "has no rules", "a folder with rules in Lua, such as risk.lua");
  }
  std::vector<std::string> left_out;
  for (const std::string& path : all.rules) {
    try {
      add_rule(library, path, all.charts);
    } catch (const InputError& error) {
      left_out.emplace_back(error.what());
      if (faulty == nullptr && left_out.size() == all.rules.size()) throw;
    }
  }
  try {
    if (!all.presets.empty()) library.add_presets(read_csv(read_file(all.presets)));
  } catch (const InputError& error) {
    if (left_out.empty()) throw;
    left_out.emplace_back(error.what());  // perhaps those of a rule that is left out
  }
  if (faulty != nullptr) {
    *faulty = std::move(left_out);
    return;
  }
  for (const std::string& wrong : left_out) note(wrong + "; it is left out");
}

void add_own_house_rules(Library& library) {
  const std::string settings = settings_folder();
  if (settings.empty()) return;
  const fs::path folder = fs::path(settings) / "rules";
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) return;
  try {
    const RulesFolder all = read_rules_folder(folder.string());
    for (const std::string& path : all.rules) {
      try {
        add_rule(library, path, all.charts);
      } catch (const InputError& error) {
        note(fmt::format("{}; it is left out", error.what()));
      }
    }
    if (!all.presets.empty()) library.add_presets(read_csv(read_file(all.presets)));
  } catch (const InputError& error) {
    note(fmt::format("{}; it is left out", error.what()));
  }
}

#ifdef COMBAT_ODDS_HOUSE_RULES
std::string packed_rule(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  const TextFile file = read_file(path, "a rule in Lua", rule_file_bytes);
  Charts charts = Library().charts();
  const Procedure procedure = house::read_rule(
      file, read_rules_folder(folder.empty() ? "." : folder.string()).charts, charts);
  // What is packed already stays where it is.
  std::vector<TextFile> own = source_of(procedure)->charts;
  for (const TextFile& packed : house::packed_charts(file)) {
    std::erase_if(own, [&](const TextFile& chart) { return chart.name == packed.name; });
  }
  return house::packed(file, own);
}
std::string rule_annotations() { return house::annotations(); }
#else
std::string packed_rule(const std::string& path) {
  throw InputError({path}, "this program was built without rules in Lua",
                   "cmake -DCOMBAT_ODDS_HOUSE_RULES=ON");
}
std::string rule_annotations() { return packed_rule("--editor"); }
#endif

Procedure read_house_rule(const RuleSource& source, Charts& charts) {
#ifdef COMBAT_ODDS_HOUSE_RULES
  return house::read_rule(source.rule, source.charts, charts);
#else
  static_cast<void>(charts);
  throw InputError({source.rule.name}, "this program was built without rules in Lua",
                   "cmake -DCOMBAT_ODDS_HOUSE_RULES=ON");
#endif
}

}  // namespace combat_odds::cli
