// For libFuzzer. COMBAT_ODDS_FUZZ_TARGET names the target.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/target.hpp"

using namespace combat_odds;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::Target target = [] {
    const char* const name = std::getenv("COMBAT_ODDS_FUZZ_TARGET");
    const auto found = fuzz::targets().find(name == nullptr ? "" : name);
    if (found != fuzz::targets().end()) return found->second;
    std::fputs("COMBAT_ODDS_FUZZ_TARGET is none of:", stderr);
    for (const auto& [known, function] : fuzz::targets())
      std::fprintf(stderr, " %s", known.c_str());
    std::fputs("\n", stderr);
    std::exit(2);
  }();
  try {
    target({reinterpret_cast<const char*>(data), size});
  } catch (const InputError&) {
  }
  return 0;
}
