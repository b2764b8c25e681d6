# Compiles the charts (each stands beside the code that reads it), the presets and words of each game (sim/*/presets.csv, sentences.csv, words.csv) and what the
# rules leave open (asl.climb.txt beside climb.cpp) into a library, so that the program is one file. The folder sim/squad_leader and its chapters hold the charts
# squad-leader/*.csv.
function(embed_charts target folder)
  file(GLOB tables CONFIGURE_DEPENDS ${folder}/*/*.csv
    ${folder}/*/*/*.csv ${folder}/*/*.txt ${folder}/*/*/*.txt)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/built_in_charts.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} -DOUTPUT=${output} -DTEXTS_ELSEWHERE=${EMSCRIPTEN}
      -P ${PROJECT_SOURCE_DIR}/cmake/WriteCharts.cmake
    DEPENDS ${tables} ${PROJECT_SOURCE_DIR}/cmake/WriteCharts.cmake
    VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()

# Compiles the headings of the pages under docs/ into a target, so that words can be looked for in them.
function(embed_headings target folder)
  file(GLOB pages CONFIGURE_DEPENDS ${folder}/docs/*.md)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/page_headings.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} -DOUTPUT=${output}
      -P ${PROJECT_SOURCE_DIR}/cmake/WritePages.cmake
    DEPENDS ${pages} ${PROJECT_SOURCE_DIR}/cmake/WritePages.cmake
    VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()

# Finds the procedures: every "Procedure name() {" in a file of sim/ is one, so that a new procedure is one new
# file. Writes the list to the build folder's procedures.def.
function(register_procedures target folder)
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/*/*.cpp ${folder}/*/*/*.cpp)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/generated/procedures.def)
  set(stamp ${CMAKE_CURRENT_BINARY_DIR}/generated/procedures.stamp)
  # Changes where a file is gone, too.
  set(names ${CMAKE_CURRENT_BINARY_DIR}/generated/procedure-files.txt)
  list(JOIN sources "\n" lines)
  file(GENERATE OUTPUT ${names} CONTENT "${lines}\n")
  add_custom_command(
    OUTPUT ${stamp}
    BYPRODUCTS ${output}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} -DOUTPUT=${output}
      -P ${PROJECT_SOURCE_DIR}/cmake/WriteRegistry.cmake
    COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
    DEPENDS ${sources} ${names} ${PROJECT_SOURCE_DIR}/cmake/WriteRegistry.cmake
    VERBATIM)
  add_custom_target(${target}_procedures DEPENDS ${stamp})
  add_dependencies(${target} ${target}_procedures)
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/generated)
endfunction()
