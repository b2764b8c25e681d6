// What a first visit takes over the network: all files of the page, as a host sends them that compresses with brotli.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const most = 2_490_000;
const dist = new URL('../../dist/', import.meta.url).pathname;

test(`the page is at most ${most} bytes, compressed`, (t) => {
  let brotli = 0;
  let gzip = 0;
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const text = readFileSync(join(entry.parentPath ?? entry.path, entry.name));
    brotli += brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }).length;
    gzip += gzipSync(text, { level: 9 }).length;
  }
  t.diagnostic(`${brotli} bytes by brotli, ${gzip} by gzip`);
  assert.ok(brotli <= most, `${brotli} bytes`);
});
