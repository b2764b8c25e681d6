#pragma once

#include <span>

namespace combat_odds::cli {

/// A page under docs/, as Markdown.
struct DocumentPage {
  const char* name;  ///< "docs/running.md"
  const char* text;
};

/// All of them, written by the build.
std::span<const DocumentPage> document_pages();

/// The headings of the pages, one a line behind its file: "docs/running.md# Scenario files".
const char* page_headings();

}  // namespace combat_odds::cli
