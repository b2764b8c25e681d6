#include "cli/spare_memory.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace combat_odds::cli {
namespace {

constexpr std::size_t bytes = std::size_t{1} << 18;
std::array<std::atomic<void*>, 2> spare{};

void set_free() {
  if (void* first = spare[0].exchange(nullptr)) {
    std::free(first);
    return;
  }
  std::free(spare[1].exchange(nullptr));
  throw std::bad_alloc();
}

}  // namespace

void keep_spare_memory() {
  for (std::atomic<void*>& half : spare) half = std::malloc(bytes);
  std::set_new_handler(set_free);
}

}  // namespace combat_odds::cli
