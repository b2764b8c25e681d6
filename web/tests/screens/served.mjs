// The built page behind a plain web server, compressed as web servers do it.
import { createServer } from 'node:http';
import { readFile, readdir } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

export const dist = process.env.DIST ?? fileURLToPath(new URL('../../dist/', import.meta.url));
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain',
};
const packed = new Map();

async function content(path) {
  const known = packed.get(path);
  if (known) return known;
  const body = gzipSync(await readFile(path));
  packed.set(path, body);
  return body;
}

/// Serves the page; `swap` may answer a path with { body, type } in place of the file, and with null
/// where the host has none. `keep` is what the host says about keeping files.
export async function served(swap = () => undefined, keep = 'no-cache') {
  const asked = [];
  const server = createServer(async (request, answer) => {
    const path = normalize(new URL(request.url, 'http://page').pathname);
    asked.push(path);
    try {
      const other = swap(path);
      if (other === null) throw new Error('not here');
      const name = path === '/' ? '/index.html' : path;
      const body = other ? gzipSync(other.body) : await content(join(dist, name));
      answer.writeHead(200, {
        'content-type': other?.type ?? types[extname(name)] ?? 'application/octet-stream',
        'content-encoding': 'gzip',
        'cache-control': keep,
      });
      answer.end(body);
    } catch {
      answer.writeHead(404).end();
    }
  });
  // Compressed before the first visit, as a host has it: packing the engine takes a while.
  for (const each of await readdir(dist, { recursive: true, withFileTypes: true }))
    if (each.isFile()) await content(join(each.parentPath ?? each.path, each.name));
  await new Promise((go) => server.listen(0, '127.0.0.1', go));
  const close = () =>
    new Promise((go) => {
      server.closeAllConnections();
      server.close(go);
    });
  return { address: `http://127.0.0.1:${server.address().port}/`, asked, close };
}
