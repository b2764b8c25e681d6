# Writes ${OUTPUT}: a line PROCEDURE(namespace, function, "name", "chapter") for every "Procedure function() {" that
# starts a line of a file under ${FOLDER}. The namespace is the name of the game's folder, the name ("asl.climb") the
# first of that form which stands in the function, the chapter ("close fight") the folder in the game's folder, where
# there is one.
# There is a line VEHICLES(namespace, function) for every "VehicleRules function() {" and a line INFANTRY(namespace,
# function) for every "InfantryLists function() {".
file(GLOB sources RELATIVE ${FOLDER} ${FOLDER}/*/*.cpp ${FOLDER}/*/*/*.cpp)
list(SORT sources)
set(lines "")
foreach(source IN LISTS sources)
  string(REGEX REPLACE "/.*" "" game ${source})
  set(chapter "")
  if(source MATCHES "^[^/]+/([^/]+)/")
    string(REPLACE "_" " " chapter ${CMAKE_MATCH_1})
    if(chapter STREQUAL "he")  # High Explosive
      set(chapter "HE")
    endif()
  endif()
  file(STRINGS ${FOLDER}/${source} declared REGEX "^Procedure [a-z_0-9]+\\(\\) {")
  foreach(line IN LISTS declared)
    string(REGEX REPLACE "^Procedure ([a-z_0-9]+).*" "\\1" function "${line}")
    file(READ ${FOLDER}/${source} text)
    string(FIND "${text}" "\nProcedure ${function}() {" start)
    string(SUBSTRING "${text}" ${start} -1 body)
    string(REGEX MATCH "\"[a-z]+[.][a-z0-9-]+\"" name "${body}")
    string(APPEND lines "PROCEDURE(${game}, ${function}, ${name}, \"${chapter}\")\n")
  endforeach()
  foreach(hook VehicleRules/VEHICLES InfantryLists/INFANTRY)
    string(REGEX REPLACE "/.*" "" type ${hook})
    string(REGEX REPLACE ".*/" "" macro ${hook})
    file(STRINGS ${FOLDER}/${source} declared REGEX "^${type} [a-z_0-9]+\\(\\) {")
    foreach(line IN LISTS declared)
      string(REGEX REPLACE "^${type} ([a-z_0-9]+).*" "\\1" function "${line}")
      string(APPEND lines "${macro}(${game}, ${function})\n")
    endforeach()
  endforeach()
endforeach()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "${lines}" @ONLY)
