# Writes ${OUTPUT}: the charts and presets under ${FOLDER} as string literals.
file(GLOB tables RELATIVE ${FOLDER} ${FOLDER}/*/*.csv ${FOLDER}/*/*/*.csv)
list(SORT tables)
set(charts "")
set(presets "")
foreach(table IN LISTS tables)
  file(READ ${FOLDER}/${table} text)
  string(REGEX REPLACE "/.*" "" directory ${table})
  string(REPLACE "_" "-" directory ${directory})
  get_filename_component(name ${table} NAME)
  set(entry "    {\"${directory}/${name}\", R\"chart(${text})chart\"},\n")
  if(name STREQUAL "presets.csv")
    string(APPEND presets "${entry}")
  else()
    string(APPEND charts "${entry}")
  endif()
endforeach()
file(WRITE ${OUTPUT} "#include \"combat_odds/sim/registry.hpp\"

namespace combat_odds {

std::span<const BuiltInChart> built_in_charts() {
  static const BuiltInChart charts[] = {
${charts}  };
  return charts;
}

std::span<const BuiltInChart> built_in_presets() {
  static const BuiltInChart presets[] = {
${presets}  };
  return presets;
}

}  // namespace combat_odds
")
