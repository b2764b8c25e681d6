#pragma once

namespace combat_odds::cli {

/// The headings of the pages under docs/, one a line behind its file: "docs/running.md# Scenario
/// files". Written by the build.
const char* page_headings();

}  // namespace combat_odds::cli
