cmake_policy(VERSION 3.25)
# Writes OUTPUT, which defines COMBAT_ODDS_COMMIT: the commit of SOURCE, with + where files differ from it; empty where it is
# no clone. It is written anew only where it changes, so that nothing else is built again.
set(commit "")
find_program(GIT git)
if(GIT AND EXISTS ${SOURCE}/.git)
  execute_process(COMMAND ${GIT} -C ${SOURCE} describe --always --abbrev=12 --exclude=* --dirty=+
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#define COMBAT_ODDS_COMMIT \"@commit@\"\n" @ONLY)
