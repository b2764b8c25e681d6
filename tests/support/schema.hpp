#pragma once

#include <string>

#include "tests/support/program.hpp"

namespace combat_odds::test {

/// Checks each line of the workspace's file against a JSON Schema of the tree, by Debian's
/// libjson-validator-perl: what is wrong with which line, then how many were checked.
inline std::string checked_by_schema(const Workspace& workspace, const std::string& schema,
                                     const std::string& file) {
  const Run checked = run(
      workspace,
      "perl -MJSON::Validator -MMojo::JSON=decode_json -e '"
      "my $v = JSON::Validator->new->schema(\"file://$ARGV[0]\");"
      "open my $f, \"<\", $ARGV[1] or die; my $n = 0;"
      "while (<$f>) { my @e = $v->validate(decode_json($_));"
      "print \"line $.: @e\\n\" if @e; $n++; } print \"$n checked\\n\"' " COMBAT_ODDS_SOURCE "/" +
          schema + " " + file);
  return checked.out + checked.err;
}

}  // namespace combat_odds::test
