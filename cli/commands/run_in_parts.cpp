#include "cli/commands/run_in_parts.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <vector>

#include "cli/files/input_file.hpp"
#include "cli/files/output_folder.hpp"
#include "cli/files/shard_files.hpp"
#include "cli/options/common.hpp"
#include "cli/options/house_rule_folders.hpp"
#include "studies/merge/merge.hpp"

namespace combat_odds::cli {
namespace {

/// So many that little is lost with one, and few enough for each to be worth a file.
constexpr std::uint64_t parts = 64;

class Parts {
 public:
  explicit Parts(const LongRun& run) : run_(run) {
    const std::filesystem::path out = std::filesystem::path(run.out.folder).lexically_normal();
    folder_ = (out.has_filename() ? out : out.parent_path()).string() + ".parts";
  }

  const std::string& folder() const { return folder_; }
  std::string folder(std::uint64_t part) const {
    return path_in(folder_, std::to_string(part + 1));
  }

  bool is_there(std::uint64_t part) const {
    struct stat found {};
    return ::stat(path_in(folder(part), shard_file).c_str(), &found) == 0;
  }

  /// Finds out whether the parts that are there are of this run, and whole.
  void check() const {
    ShardReader reader(program_version);
    reader.expect(run_.head);
    for (std::uint64_t part = 0; part < parts; ++part) {
      if (!is_there(part)) continue;
      reader.open(shard_in(folder(part)));
      for (std::string line; reader.next(line);) {
      }
    }
  }

  /// False where it was cut short; it is not kept then.
  bool play(std::uint64_t part) const {
    ShardHead head = run_.head;
    head.options.shard = {part, parts};
    OutputFolder files({folder(part)}, {shard_file});
    ShardWriter counts(head, files.sink());
    if (!run_.play(head.options, counts)) return false;
    counts.finish();
    files.commit();
    return true;
  }

  void add_up(Library& library) const {
    std::vector<ShardFile> all;
    for (std::uint64_t part = 0; part < parts; ++part) all.push_back(shard_in(folder(part)));
    OutputFolder files(run_.out, run_.files);
    merge_shards(all, program_version, library, files.sink(), read_house_rule);
    files.commit();
  }

  void remove() const {
    for (std::uint64_t part = 0; part < parts; ++part) {
      ::unlink(path_in(folder(part), shard_file).c_str());
      ::rmdir(folder(part).c_str());
    }
    // A part that was ended by kill -9 leaves its temporary folder.
    std::error_code unreadable;
    for (const auto& left : std::filesystem::directory_iterator(folder_, unreadable)) {
      if (!left.path().filename().string().starts_with('.')) continue;
      ::unlink((left.path() / shard_file).c_str());
      ::rmdir(left.path().c_str());
    }
    ::rmdir(folder_.c_str());
  }

 private:
  const LongRun& run_;
  std::string folder_;
};

}  // namespace

void play_in_parts(LongRun run, Library& library, const Watch& watch) {
  run.head.options.shard = {0, parts};
  // How long each go may take is nothing that the whole depends on.
  std::erase_if(run.head.command.options,
                [](const auto& option) { return option.first == "--time-limit"; });
  const Parts all(run);
  all.check();
  OutputFolder::check(run.out, run.files);
  for (std::uint64_t part = 0; part < parts; ++part) {
    if (all.is_there(part) || all.play(part)) continue;
    std::uint64_t kept = 0;
    for (std::uint64_t other = 0; other < parts; ++other) kept += all.is_there(other) ? 1 : 0;
    ::rmdir(all.folder().c_str());  // where nothing is in it
    watch.tell_interruption(fmt::format("{} of {} parts are kept in {}, and the same command goes "
                                        "on with the others",
                                        kept, parts, all.folder()),
                            false);
  }
  all.add_up(library);
  all.remove();
}

}  // namespace combat_odds::cli
