# Writes ${OUTPUT}: the charts and presets under ${FOLDER} as string literals.
file(GLOB tables RELATIVE ${FOLDER} ${FOLDER}/*/*.csv)
list(SORT tables)
set(charts "")
set(presets "")
foreach(table IN LISTS tables)
  file(READ ${FOLDER}/${table} text)
  string(REPLACE "_" "-" directory ${table})
  get_filename_component(directory ${directory} DIRECTORY)
  get_filename_component(name ${table} NAME)
  set(entry "    {\"${directory}/${name}\", R\"chart(${text})chart\"},\n")
  if(name STREQUAL "presets.csv")
    string(APPEND presets "${entry}")
  else()
    string(APPEND charts "${entry}")
  endif()
endforeach()
file(WRITE ${OUTPUT} "#include \"sim/registry.hpp\"

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
