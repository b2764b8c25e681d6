# Writes to ${FOLDER} what ${PROGRAM} prints about itself: completions, manual and the reference of all procedures.
# A user's own presets and rules stay out of them.
set(ENV{XDG_CONFIG_HOME} ${FOLDER}/no-configuration)
function(print_to file)
  execute_process(COMMAND ${PROGRAM} ${ARGN} OUTPUT_FILE ${FOLDER}/${file}
    COMMAND_ERROR_IS_FATAL ANY)
endfunction()

print_to(combat-odds completion bash)
print_to(_combat-odds completion zsh)
print_to(combat-odds.fish completion fish)
print_to(combat-odds.1 manual)
print_to(procedures.md list --format markdown)
