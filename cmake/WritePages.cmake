# Writes ${OUTPUT}: the headings of the pages under ${FOLDER}, for `combat-odds list WORDS`, as lines "docs/running.md# Scenario files".
file(GLOB pages RELATIVE ${FOLDER} ${FOLDER}/docs/*.md)
list(SORT pages)
set(lines "")
foreach(page IN LISTS pages)
  file(STRINGS ${FOLDER}/${page} text REGEX "^(#+ |```)")
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

const char* page_headings() { return R\"pages(${lines})pages\"; }

}  // namespace combat_odds::cli
")
