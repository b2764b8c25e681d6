import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import type { Library } from './src/engine/types';

const out = 'dist';
// The index is kept as './'; the others come from the network always (public/sw.js).
const notKept = ['index.html', 'sw.js', 'afresh.html', 'afresh.js'];

/// Writes into the service worker which files the page consists of, and a version that changes with them.
function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    closeBundle: {
      sequential: true,
      order: 'post',
      handler() {
        const files = readdirSync(out, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && !notKept.includes(entry.name))
          .map((entry) => relative(out, join(entry.parentPath ?? entry.path, entry.name)))
          .sort();
        const version = createHash('sha256');
        for (const file of ['index.html', ...files]) version.update(file).update(readFileSync(join(out, file)));
        const worker = join(out, 'sw.js');
        const text = readFileSync(worker, 'utf8')
          .replace("'FILES'", JSON.stringify(files))
          .replace('VERSION', version.digest('hex').slice(0, 16));
        writeFileSync(worker, text);
      },
    },
  };
}

/// Gives the engine's folder a name that changes with what is in it.
function namedEngine(): Plugin {
  return {
    name: 'named-engine',
    apply: 'build',
    closeBundle: {
      sequential: true,
      order: 'post',
      handler() {
        const folder = join(out, 'engine');
        if (!existsSync(folder)) return;
        const content = createHash('sha256');
        for (const file of readdirSync(folder).sort()) content.update(file).update(readFileSync(join(folder, file)));
        const name = `engine-${content.digest('hex').slice(0, 12)}`;
        renameSync(folder, join(out, name));
        const index = join(out, 'index.html');
        writeFileSync(index, readFileSync(index, 'utf8').replaceAll('./engine/', `./${name}/`));
      },
    },
  };
}

/// What the rules leave open, by the names of the files: a line for each paragraph, as open_points() has them. The
/// engine knows only the names, so that a first visit loads the texts once.
function openPoints(): Map<string, string> {
  const sources = '../sim';
  const paths = (readdirSync(sources, { recursive: true }) as string[]).filter((path) => path.endsWith('.txt'));
  return new Map(
    paths.map((path) => {
      const text = readFileSync(join(sources, path), 'utf8').trim();
      const paragraphs = text.split(/\n(?:[ ]*\n)+/).map((paragraph) => paragraph.replaceAll('\n', ' '));
      return [basename(path), paragraphs.map((paragraph) => `${paragraph}\n`).join('')];
    }),
  );
}

/// Writes what the engine knows beside it: the page shows its search and forms before the engine runs.
function library(): Plugin {
  return {
    name: 'library',
    apply: 'build',
    async closeBundle() {
      const folder = resolve(out, 'engine');
      if (!existsSync(join(folder, 'engine.mjs'))) return; // a page that is tried without its engine
      const code = await WebAssembly.compile(readFileSync(join(folder, 'engine.wasm')));
      const { default: start } = await import(pathToFileURL(join(folder, 'engine.mjs')).href);
      const engine = await start({
        instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
          WebAssembly.instantiate(code, imports).then(done);
          return {};
        },
      });
      const request = JSON.stringify({ do: 'library' });
      const text = engine._malloc(request.length + 1);
      engine.stringToUTF8(request, text, request.length + 1);
      const known: Library = JSON.parse(engine.UTF8ToString(engine._combat_odds_call(text)));
      const texts = openPoints();
      for (const procedure of known.procedures) {
        procedure.details = procedure.details.replace(/\{\{(.*?)\}\}\n/g, (_, name: string) => texts.get(name)!);
      }
      writeFileSync(join(folder, 'library.json'), JSON.stringify(known));
    },
  };
}

export default defineConfig({
  base: './', // any folder of any web server
  build: { outDir: out, target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  worker: { format: 'es' },
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  plugins: [library(), namedEngine(), offline()],
});
