# Writes to ${FOLDER} what ${PROGRAM} prints about itself: completions and manual.
function(print_to file)
  execute_process(COMMAND ${PROGRAM} ${ARGN} OUTPUT_FILE ${FOLDER}/${file}
    COMMAND_ERROR_IS_FATAL ANY)
endfunction()

print_to(combat-odds completion bash)
print_to(_combat-odds completion zsh)
print_to(combat-odds.fish completion fish)
print_to(combat-odds.1 manual)
