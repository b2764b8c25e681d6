#include "core/play/word_stream.hpp"

#include <Random123/philox.h>

namespace combat_odds {

WordStream::WordStream(const StreamKey& key) : a{}, b{}, c{}, counter{} {
  using Philox = r123::Philox4x64;
  for (std::uint64_t lane = 0; lane < lanes; ++lane) {
    const Philox::ctr_type in = {{key.situation, key.block, lane, 0}};
    const Philox::key_type with = {{key.seed, 0}};
    const Philox::ctr_type out = Philox()(in, with);
    a[lane] = out[0];
    b[lane] = out[1];
    c[lane] = out[2];
    counter[lane] = 1;
  }
  constexpr int mixing_steps = 12;
  for (int i = 0; i < mixing_steps; ++i) next();
}

}  // namespace combat_odds
