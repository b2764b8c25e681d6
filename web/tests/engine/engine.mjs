// The page's engine outside a browser, and the program beside it.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const root = new URL('../../../', import.meta.url);
export const program = new URL('build/combat-odds', root).pathname;

/// Text in, text out: the one call of the engine. `name`: engine or another build of it.
export async function start(name = 'engine') {
  const folder = new URL('web/public/engine/', root);
  const { default: make } = await import(new URL(`${name}.mjs`, folder));
  const module = await make({ wasmBinary: readFileSync(new URL(`${name}.wasm`, folder)) });
  return (request) => {
    const bytes = module.lengthBytesUTF8(request) + 1;
    const text = module._malloc(bytes);
    module.stringToUTF8(request, text, bytes);
    const answer = module._combat_odds_call(text);
    module._free(text);
    const said = module.UTF8ToString(answer);
    module._free(answer);
    return said;
  };
}

/// What 'combat-odds ask' prints, a line for each situation. Charts and rules of one's own stay out.
export function native(questions) {
  const input = questions.map((question) => JSON.stringify(question)).join('\n');
  const env = { ...process.env, XDG_CONFIG_HOME: '/nonexistent' };
  return execFileSync(program, ['ask', '--quiet'], { input, env, maxBuffer: 1 << 30 }).toString().trimEnd().split('\n');
}
