# Writes ${OUTPUT}: the charts, presets, sentences, words and open points under ${FOLDER} as string literals; of the open points only
# their names, "{{asl.fire.txt}}", where TEXTS_ELSEWHERE is on.
file(GLOB tables RELATIVE ${FOLDER} ${FOLDER}/*/*.csv ${FOLDER}/*/*/*.csv)
list(SORT tables)
set(charts "")
set(presets "")
set(sentences "")
set(words "")
foreach(table IN LISTS tables)
  file(READ ${FOLDER}/${table} text)
  string(REGEX REPLACE "/.*" "" directory ${table})
  string(REPLACE "_" "-" directory ${directory})
  get_filename_component(name ${table} NAME)
  set(entry "    {\"${directory}/${name}\", R\"chart(${text})chart\"},\n")
  if(name STREQUAL "presets.csv")
    string(APPEND presets "${entry}")
  elseif(name STREQUAL "sentences.csv")
    string(APPEND sentences "${entry}")
  elseif(name STREQUAL "words.csv")
    string(APPEND words "${entry}")
  else()
    string(APPEND charts "${entry}")
  endif()
endforeach()
file(GLOB texts ${FOLDER}/*/*.txt ${FOLDER}/*/*/*.txt)
list(SORT texts)
set(open_points "")
foreach(path IN LISTS texts)
  get_filename_component(name ${path} NAME_WLE)
  if(TEXTS_ELSEWHERE)
    set(text "{{${name}.txt}}\n")
  else()
    file(READ ${path} text)
  endif()
  string(APPEND open_points "    {\"${name}\", R\"text(${text})text\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"sim/declare/registry.hpp\"

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

std::span<const BuiltInChart> built_in_sentences() {
  static const BuiltInChart sentences[] = {
${sentences}  };
  return sentences;
}

std::span<const BuiltInChart> built_in_words() {
  static const BuiltInChart words[] = {
${words}  };
  return words;
}

std::span<const BuiltInChart> built_in_open_points() {
  static const BuiltInChart texts[] = {
${open_points}  };
  return texts;
}

}  // namespace combat_odds
")
