// The precompiled headers of the tests are built from this file.
#include "tests/support/catch.hpp"
