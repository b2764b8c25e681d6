# Writes ${OUTPUT}: the charts under ${FOLDER} as string literals.
file(GLOB charts RELATIVE ${FOLDER} ${FOLDER}/*/*.csv)
list(SORT charts)
set(entries "")
foreach(chart IN LISTS charts)
  file(READ ${FOLDER}/${chart} text)
  string(REPLACE "_" "-" directory ${chart})
  get_filename_component(directory ${directory} DIRECTORY)
  get_filename_component(name ${chart} NAME)
  string(APPEND entries "    {\"${directory}/${name}\", R\"chart(${text})chart\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"sim/registry.hpp\"

namespace combat_odds {

std::span<const BuiltInChart> built_in_charts() {
  static const BuiltInChart charts[] = {
${entries}  };
  return charts;
}

}  // namespace combat_odds
")
