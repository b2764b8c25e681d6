// For libFuzzer. COMBAT_ODDS_FUZZ_TARGET names the target; "list" prints all names.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "tests/fuzz/target.hpp"

using namespace combat_odds;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::Target target = [] {
    const char* const named = std::getenv("COMBAT_ODDS_FUZZ_TARGET");
    const std::string_view name = named == nullptr ? "" : named;
    const auto found = fuzz::targets().find(std::string(name));
    if (found != fuzz::targets().end()) return found->second;
    for (const auto& [known, function] : fuzz::targets()) std::printf("%s\n", known.c_str());
    std::fflush(stdout);
    std::_Exit(name == "list" ? 0 : 2);  // libFuzzer takes an ordinary exit for a crash
  }();
  try {
    target({reinterpret_cast<const char*>(data), size});
  } catch (const InputError&) {
  }
  return 0;
}
