# Writes ${OUTPUT}: a line PROCEDURE(namespace, function) for every "Procedure function() {" that starts a line
# of a file under ${FOLDER}. The namespace is the name of the game's folder.
file(GLOB sources RELATIVE ${FOLDER} ${FOLDER}/*/*.cpp ${FOLDER}/*/*/*.cpp)
list(SORT sources)
set(lines "")
foreach(source IN LISTS sources)
  string(REGEX REPLACE "/.*" "" game ${source})
  file(STRINGS ${FOLDER}/${source} declared REGEX "^Procedure [a-z_0-9]+\\(\\) {")
  foreach(line IN LISTS declared)
    string(REGEX REPLACE "^Procedure ([a-z_0-9]+).*" "\\1" function "${line}")
    string(APPEND lines "PROCEDURE(${game}, ${function})\n")
  endforeach()
endforeach()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "${lines}" @ONLY)
