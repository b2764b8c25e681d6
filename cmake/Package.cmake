# `cpack` in the build folder makes two Debian packages: combat-odds and combat-odds-dev.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME combat-odds)
set(CPACK_PACKAGE_VENDOR "Combat Odds")
set(CPACK_PACKAGE_CONTACT "The authors of Combat Odds <combat-odds@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "odds for tabletop war games, exact and by simulation")
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program development)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME combat-odds)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "librsvg2-bin")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
  "Plays a rule of Squad Leader, Advanced Squad Leader, Red Barricades,\nCrucible of Steel or Hammer's Slammers millions of times, works out its\nexact odds as fractions, and tells both.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME combat-odds-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
  "libboost${Boost_VERSION_MAJOR}.${Boost_VERSION_MINOR}-dev, libcsv-dev, libfmt-dev, libhwy-dev, libtbb-dev, libxxhash-dev")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
  "The libraries of Combat Odds, their headers and a CMake package:\nfind_package(CombatOdds), then CombatOdds::core, ::sim, ::ask or\n::reports.")

include(CPack)
