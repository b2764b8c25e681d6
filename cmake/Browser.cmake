# What the libraries need, for a browser: Debian has no WebAssembly builds. Header-only packages are linked into
# one folder (never /usr/include itself, which is for another machine); three packages are compiled from their
# source packages, which stand unpacked in COMBAT_ODDS_SOURCES (./bootstrap web fetches them).
set(COMBAT_ODDS_SOURCES "" CACHE PATH "The unpacked source packages of libcsv, lua5.4 and highway")

function(source_package result pattern)
  file(GLOB found ${COMBAT_ODDS_SOURCES}/${pattern})
  list(FILTER found EXCLUDE REGEX "\\.(dsc|xz|gz|asc)$")
  list(LENGTH found count)
  if(NOT count EQUAL 1)
    message(FATAL_ERROR "COMBAT_ODDS_SOURCES: one folder ${pattern} is needed in '${COMBAT_ODDS_SOURCES}'")
  endif()
  set(${result} ${found} PARENT_SCOPE)
endfunction()
source_package(libcsv libcsv-*)
source_package(lua lua5.4-*)
source_package(highway highway-*)

set(packages ${PROJECT_BINARY_DIR}/packages)
file(MAKE_DIRECTORY ${packages})
foreach(package boost nlohmann fast_float Random123 tao fmt)
  file(CREATE_LINK /usr/include/${package} ${packages}/${package} SYMBOLIC)
endforeach()
file(CREATE_LINK /usr/include/eigen3/Eigen ${packages}/Eigen SYMBOLIC)
file(CREATE_LINK ${highway}/hwy ${packages}/hwy SYMBOLIC)

add_library(browser_packages INTERFACE)
target_include_directories(browser_packages SYSTEM INTERFACE ${packages})
target_compile_definitions(browser_packages INTERFACE FMT_HEADER_ONLY)
foreach(target Boost::headers fmt::fmt nlohmann_json::nlohmann_json Eigen3::Eigen)
  add_library(${target} ALIAS browser_packages)
endforeach()
foreach(name FAST_FLOAT RANDOM123 PEGTL)
  set(${name}_INCLUDE_DIR ${packages})
endforeach()

add_library(browser_hwy STATIC ${highway}/hwy/targets.cc)
target_include_directories(browser_hwy SYSTEM PUBLIC ${packages})
add_library(hwy::hwy ALIAS browser_hwy)

add_library(browser_csv STATIC ${libcsv}/libcsv.c)
set(LIBCSV_LIBRARY browser_csv)
set(LIBCSV_INCLUDE_DIR ${libcsv})

# As C++, so that its errors are exceptions; without what house rules may not use anyway.
file(GLOB lua_sources ${lua}/src/l*.c)
list(FILTER lua_sources EXCLUDE REGEX "/(lua|luac|linit|liolib|loslib|loadlib|ldblib)\\.c$")
add_library(browser_lua STATIC ${lua_sources})
set_source_files_properties(${lua_sources} PROPERTIES LANGUAGE CXX COMPILE_OPTIONS -w)
target_include_directories(browser_lua PRIVATE ${packages})
target_compile_definitions(browser_lua PRIVATE LUA_COMPAT_5_3)
file(WRITE ${packages}/lua5.4-deb-multiarch.h "#define DEB_HOST_MULTIARCH \"browser\"\n")
set(LUA_LIBRARY browser_lua)
set(LUA_INCLUDE_DIR ${lua}/src)
# As Debian 12 patches it, its names are those of C in C++, too.
file(STRINGS ${lua}/src/luaconf.h names_of_c REGEX "^#define LUA_API +extern \"C\"")
if(names_of_c)
  set(COMBAT_ODDS_LUA_NAMES_OF_C ON)
endif()
