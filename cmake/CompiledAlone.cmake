# Files that are not compiled together with others of their folder; see combat_odds_join().
set(combat_odds_compiled_alone
  # what is inlined where trials are played hangs on no other file
  core/play/direct_play.cpp
  core/play/monte_carlo.cpp
  core/play/parallel.cpp
  core/play/roll_kernel.cpp
  core/play/roll_kernel_simd.cpp
  core/play/state_walk.cpp
  core/play/word_stream.cpp
  studies/campaign/trials.cpp
  # options of their own
  cli/version.cpp
  core/exact/sparse_equations.cpp
)
