#pragma once

#include <string>

#include "reports/tables/page.hpp"

namespace combat_odds::cli {

/// --page: a page written to FILE.html or FILE.md, or to standard output ("-").
class PageFile {
 public:
  /// Throws InputError where the name ends otherwise. Empty: no page. Standard output gets Markdown
  /// where that is asked for, else HTML.
  /// Throws InputError, too, where the file may not be written (see name_output).
  explicit PageFile(std::string path, bool force, bool markdown = false);

  bool asked() const { return !path_.empty(); }
  /// Whether the page is all that is printed.
  bool takes_output() const { return path_ == "-"; }
  PageFormat format() const { return format_; }

  /// Writes it, whole or not at all. Throws SystemError.
  void write(const std::string& page) const;

 private:
  std::string path_;
  PageFormat format_ = PageFormat::html;
};

}  // namespace combat_odds::cli
