#include "cli/show/page_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/files/inputs.hpp"
#include "cli/files/output_file.hpp"
#include "cli/options/common.hpp"
#include "core/text/lower.hpp"

namespace combat_odds::cli {

PageFile::PageFile(std::string path, bool force, bool markdown)
    : path_(std::move(path)), format_(markdown ? PageFormat::markdown : PageFormat::html) {
  if (path_.empty()) return;
  if (path_ == "-") {
    note_output("--page", path_);
    return;
  }
  const std::string ending = lower(path_.substr(std::min(path_.rfind('.'), path_.size())));
  format_ = ending == ".md" ? PageFormat::markdown : PageFormat::html;
  if (ending != ".md" && ending != ".html" && ending != ".htm") {
    throw OptionError("--page", fmt::format("'{}' is no page", path_),
                      "a name that ends in .html or .md, or - for standard output");
  }
  name_output("--page", path_, force);
}

void PageFile::write(const std::string& page) const {
  if (takes_output()) {
    print(page);
  } else {
    write_file(path_, page);
  }
}

}  // namespace combat_odds::cli
