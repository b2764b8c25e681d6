# Writes ${OUTPUT}: a line PROCEDURE(namespace, function, "name") for every "Procedure function() {" that starts a
# line of a file under ${FOLDER}. The namespace is the name of the game's folder, the name ("asl.climb") the first of
# that form which stands in the function.
file(GLOB sources RELATIVE ${FOLDER} ${FOLDER}/*/*.cpp ${FOLDER}/*/*/*.cpp)
list(SORT sources)
set(lines "")
foreach(source IN LISTS sources)
  string(REGEX REPLACE "/.*" "" game ${source})
  file(STRINGS ${FOLDER}/${source} declared REGEX "^Procedure [a-z_0-9]+\\(\\) {")
  foreach(line IN LISTS declared)
    string(REGEX REPLACE "^Procedure ([a-z_0-9]+).*" "\\1" function "${line}")
    file(READ ${FOLDER}/${source} text)
    string(FIND "${text}" "\nProcedure ${function}() {" start)
    string(SUBSTRING "${text}" ${start} -1 body)
    string(REGEX MATCH "\"[a-z]+[.][a-z0-9-]+\"" name "${body}")
    string(APPEND lines "PROCEDURE(${game}, ${function}, ${name})\n")
  endforeach()
endforeach()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "${lines}" @ONLY)
