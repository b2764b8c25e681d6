#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/text/fnv1a.hpp"
#include "core/text/plain_text.hpp"
#include "reports/pages/run_page.hpp"
#include "reports/text/question_json.hpp"
#include "studies/balance/balance_page.hpp"
#include "studies/campaign/campaign_page.hpp"
#include "studies/merge/merge.hpp"
#include "tests/fuzz/target.hpp"

// Files that programs write: reports, shards, questions.
namespace combat_odds::fuzz {
namespace {

Folder folder_in(std::string_view text) {
  Folder folder{"r", {}};
  for (TextFile& file : files_in(text)) folder.files[file.name] = std::move(file.text);
  return folder;
}

void check_page(const std::string& page) {
  must(first_not_text(page) == std::string::npos);
  must(page.find("<script>alert") == std::string::npos);
}

FUZZ_TARGET(run_folder) {
  const Folder folder = folder_in(text);
  for (const PageFormat format : {PageFormat::html, PageFormat::markdown}) {
    check_page(run_page(read_run(folder, library()), library(), format));
  }
}

FUZZ_TARGET(campaign_folder) {
  check_page(red_barricades::campaign_page(folder_in(text), PageFormat::html));
}

FUZZ_TARGET(balance_folder) { check_page(balance_page(folder_in(text), PageFormat::html)); }

/// Changed shards, sealed anew, so that the checksum does not keep their contents from being read.
std::vector<ShardFile> sealed_shards(std::string_view text) {
  std::vector<ShardFile> shards;
  for (const TextFile& file : files_in(text)) {
    std::string sealed = file.text.substr(0, file.text.rfind("\n{\"lines\"") + 1);
    Fnv1a checksum;
    checksum.add(sealed);
    sealed += fmt::format("{{\"lines\":{},\"fnv1a\":\"{:016x}\"}}\n",
                          std::count(sealed.begin(), sealed.end(), '\n'), checksum.value());
    shards.push_back({file.name, [sealed] {
                        const auto lines = std::make_shared<std::istringstream>(sealed);
                        return [lines](std::string& line) {
                          return static_cast<bool>(std::getline(*lines, line));
                        };
                      }});
  }
  return shards;
}

FUZZ_TARGET(shards) {
  const std::vector<ShardFile> shards = sealed_shards(text);
  if (shards.empty()) return;
  Library own;
  std::map<std::string, std::string> files;
  const auto sink = [&](const std::string& file, std::string_view more) { files[file] += more; };
  try {
    merge_shards(shards, "combat-odds 0.2.0", own, sink);
  } catch (const InputError&) {
    throw;
  }
  if (files.contains("situations.csv")) must(outcomes_sum_to_one(files["distribution.csv"]));
}

/// What --resume finds: parts that must be of the same run as the first, each whole.
FUZZ_TARGET(resumed) {
  const std::vector<ShardFile> parts = sealed_shards(text);
  if (parts.empty()) return;
  ShardReader first("combat-odds 0.2.0");
  first.open(parts.front());
  ShardReader reader("combat-odds 0.2.0");
  reader.expect(first.head());
  for (const ShardFile& part : parts) {
    reader.open(part);
    must(reader.head().options.seed == first.head().options.seed);
    must(reader.head().options.trials == first.head().options.trials);
    for (std::string line; reader.next(line);) must(line.find('\n') == std::string::npos);
  }
}

FUZZ_TARGET(questions) {
  RunControl control;
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
  control.stop_when([end] { return std::chrono::steady_clock::now() >= end; });
  OddsOptions options;
  options.trials = 1000;
  options.control = &control;
  std::size_t lines = 0;
  bool refused = false;
  const bool answered = answer_json(library(), text, options, [&](const std::string& line) {
    ++lines;
    const auto answer = nlohmann::json::parse(line);
    must(line.find('\n') == std::string::npos && answer.is_object());
    refused = refused || answer.contains("error");
  });
  must(answered != refused);
  must(answered || lines > 0);
}

}  // namespace
}  // namespace combat_odds::fuzz
