# Headers that most files include, read by the compiler once and not in every file. Each file still
# includes what it uses: without precompiled headers (preset tidy) all compiles, too.
set(common_headers
  <algorithm> <array> <cmath> <cstdint> <functional> <map> <memory> <numeric> <optional> <set>
  <span> <sstream> <stdexcept> <string> <string_view> <utility> <vector>
  <boost/container/small_vector.hpp> <fmt/format.h>)
