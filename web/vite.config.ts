import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const out = 'dist';

/// Writes into the service worker which files the page consists of, and a version that changes with them.
function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    closeBundle() {
      const files = (readdirSync(out, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile() && entry.name !== 'sw.js')
        .map((entry) => relative(out, join(entry.parentPath ?? entry.path, entry.name)))
        .sort();
      const version = createHash('sha256');
      for (const file of files) version.update(file).update(readFileSync(join(out, file)));
      const worker = join(out, 'sw.js');
      const text = readFileSync(worker, 'utf8')
        .replace('"FILES"', JSON.stringify(files))
        .replace('VERSION', version.digest('hex').slice(0, 16));
      writeFileSync(worker, text);
    },
  };
}

export default defineConfig({
  base: './', // any folder of any web server
  build: { outDir: out, target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  worker: { format: 'es' },
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  plugins: [offline()],
});
