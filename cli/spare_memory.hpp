#pragma once

namespace combat_odds::cli {

/// Keeps memory back for the moment when there is no more. The first request that fails then is
/// tried again with half of it; at the next one the other half is set free for what has to be done
/// on the way to the message, and std::bad_alloc is thrown. Without it a request that fails while
/// something is being destroyed would abort the program: values of nlohmann-json ask for memory in
/// their destructor.
void keep_spare_memory();

}  // namespace combat_odds::cli
