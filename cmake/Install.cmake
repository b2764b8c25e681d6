# What `cmake --install` puts where: the component "program" (the program, its manual, completions,
# documentation and scenario files) and the component "development" (libraries, headers and the
# CMake package CombatOdds).
include(CMakePackageConfigHelpers)

# The program prints its own completions and manual, so that they know every procedure, and the reference of all
# procedures, which is installed in place of the index docs/procedures.md.
set(printed ${CMAKE_CURRENT_BINARY_DIR}/printed)
file(MAKE_DIRECTORY ${printed})
add_custom_command(TARGET combat-odds POST_BUILD
  COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:combat-odds> -DFOLDER=${printed}
    -P ${PROJECT_SOURCE_DIR}/cmake/PrintOwnFiles.cmake
  COMMENT "Completions, manual and reference"
  VERBATIM)

install(TARGETS combat-odds RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(TARGETS combat_odds_cbc
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/combat-odds COMPONENT program)
install(FILES ${printed}/combat-odds
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
install(FILES ${printed}/_combat-odds
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT program)
install(FILES ${printed}/combat-odds.fish
  DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
install(FILES ${printed}/combat-odds.1
  DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
set(documents ${CMAKE_INSTALL_DATADIR}/doc/combat-odds)
install(FILES README.md DESTINATION ${documents} COMPONENT program)
install(FILES LICENSE DESTINATION ${documents} RENAME copyright COMPONENT program)
install(DIRECTORY docs DESTINATION ${documents} COMPONENT program
  FILES_MATCHING PATTERN "*.md" PATTERN procedures.md EXCLUDE)
install(FILES ${printed}/procedures.md DESTINATION ${documents}/docs COMPONENT program)
install(DIRECTORY rules DESTINATION ${CMAKE_INSTALL_DATADIR}/combat-odds COMPONENT program)
install(DIRECTORY scenarios DESTINATION ${CMAKE_INSTALL_DATADIR}/combat-odds COMPONENT program
  FILES_MATCHING PATTERN "*.csv")

# What is "core/odds/odds.hpp" in the source is "combat_odds/core/odds/odds.hpp" where it is installed, so that no
# other project's core/ can stand in its place.
set(installed_libraries core sim expression ask reports)
set(installed_headers ${CMAKE_INSTALL_INCLUDEDIR}/combat_odds)
install(DIRECTORY ${installed_libraries} DESTINATION ${installed_headers} COMPONENT development
  FILES_MATCHING PATTERN "*.hpp")
configure_file(${CMAKE_CURRENT_LIST_DIR}/InstalledIncludes.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/InstalledIncludes.cmake @ONLY)
install(SCRIPT ${CMAKE_CURRENT_BINARY_DIR}/InstalledIncludes.cmake COMPONENT development)
install(TARGETS combat_odds_core combat_odds_sim combat_odds_expression combat_odds_ask combat_odds_reports
  EXPORT CombatOddsTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/CombatOdds)
install(EXPORT CombatOddsTargets NAMESPACE CombatOdds:: DESTINATION ${package}
  COMPONENT development)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/CombatOddsConfig.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/CombatOddsConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/CombatOddsConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/CombatOddsConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/CombatOddsConfigVersion.cmake
  DESTINATION ${package} COMPONENT development)
