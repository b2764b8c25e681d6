# Writes ${OUTPUT}: the pages under ${FOLDER}, for `combat-odds describe docs/running.md`, and their headings, for
# `combat-odds list WORDS`, as lines "docs/running.md# Scenario files".
file(GLOB pages RELATIVE ${FOLDER} ${FOLDER}/docs/*.md)
list(SORT pages)
set(lines "")
set(texts "")
foreach(page IN LISTS pages)
  file(STRINGS ${FOLDER}/${page} text REGEX "^(#+ |```)")
  file(READ ${FOLDER}/${page} whole)
  string(APPEND texts "    {\"${page}\", R\"pages(${whole})pages\"},\n")
  set(is_code OFF)
  foreach(line IN LISTS text)
    if(line MATCHES "^```")
      if(is_code)
        set(is_code OFF)
      else()
        set(is_code ON)
      endif()
    elseif(NOT is_code)
      string(APPEND lines "${page}${line}\n")
    endif()
  endforeach()
endforeach()
file(WRITE ${OUTPUT} "#include \"cli/options/pages.hpp\"

namespace combat_odds::cli {

namespace {
constexpr DocumentPage documents[] = {
${texts}};
}  // namespace

const char* page_headings() { return R\"pages(${lines})pages\"; }

std::span<const DocumentPage> document_pages() { return documents; }

}  // namespace combat_odds::cli
")
