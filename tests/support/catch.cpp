// The precompiled headers of the tests belong to this file.
#include "tests/support/catch.hpp"
