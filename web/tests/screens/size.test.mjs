// How much the page adds to its engine.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { dist } from './served.mjs';

const most = 150_000;

test(`the page beside its engine is at most ${most} bytes compressed`, (t) => {
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter(
    (each) => each.isFile() && !/engine(-|$)/.test(each.parentPath ?? each.path),
  );
  const bytes = files.reduce(
    (sum, each) => sum + gzipSync(readFileSync(join(each.parentPath ?? each.path, each.name)), { level: 9 }).length,
    0,
  );
  t.diagnostic(`${bytes} bytes in ${files.length} files`);
  assert.ok(bytes <= most, `${bytes} bytes`);
});
