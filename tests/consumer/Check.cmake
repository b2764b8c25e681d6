# Installs ${BUILD} to ${PREFIX}, builds this project against it and runs it.
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${PREFIX} ${PREFIX}-consumer)
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX})
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${PREFIX}-consumer -G ${GENERATOR}
  -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_CXX_FLAGS=${CXX_FLAGS}
  -DCMAKE_PREFIX_PATH=${PREFIX})
run(${CMAKE_COMMAND} --build ${PREFIX}-consumer)
run(${CMAKE_CTEST_COMMAND} --test-dir ${PREFIX}-consumer --output-on-failure)
run(${PREFIX}/bin/combat-odds --version)
foreach(file
    share/man/man1/combat-odds.1 share/bash-completion/completions/combat-odds
    share/zsh/vendor-completions/_combat-odds share/fish/vendor_completions.d/combat-odds.fish
    share/doc/combat-odds/docs/procedures.md share/combat-odds/scenarios/fire-groups.csv)
  if(NOT EXISTS ${PREFIX}/${file})
    message(FATAL_ERROR "${file} is not installed")
  endif()
endforeach()
# The full reference is installed, not the index that the source keeps.
file(STRINGS ${PREFIX}/share/doc/combat-odds/docs/procedures.md fire REGEX "^### asl[.]fire$")
if(NOT fire)
  message(FATAL_ERROR "docs/procedures.md does not describe asl.fire")
endif()
