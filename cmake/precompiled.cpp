// Nothing: CMake compiles the common headers for a target, and a target needs a source.
