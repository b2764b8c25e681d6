// The address holds the whole question: #/asl.fire?firepower=8&drm=1&target=4-6-7
// Parameters stand under their names; what the engine is told beside them: trials, seed, confidence.
import type { Library, Procedure, Question } from './engine/types';

export type Values = Record<string, string>;
export interface Options {
  trials: string;
  seed: string;
  confidence: string;
}
export interface Asked {
  procedure: string;
  values: Values;
  options: Options;
}
export type Link = { asked: Asked } | { wrong: string } | { home: true };

export const usual: Options = { trials: '10M', seed: '1', confidence: '0.95' };
const optionNames = ['trials', 'seed', 'confidence'] as const;
const longest = 8000;

function written(text: string): string {
  return encodeURIComponent(text)
    .replace(/%20/g, '+')
    .replace(/%2C/g, ',')
    .replace(/%3A/g, ':')
    .replace(/%2F/g, '/')
    .replace(/['()!~]/g, (sign) => '%' + sign.charCodeAt(0).toString(16).toUpperCase());
}

function readText(text: string): string {
  return decodeURIComponent(text.replace(/\+/g, ' '));
}

/// The part of an address from the # on.
export function link(asked: Asked): string {
  const parts = Object.entries(asked.values).map(([name, value]) => `${written(name)}=${written(value)}`);
  for (const name of optionNames) {
    if (asked.options[name] !== usual[name]) parts.push(`${name}=${written(asked.options[name])}`);
  }
  return `#/${written(asked.procedure)}${parts.length ? '?' + parts.join('&') : ''}`;
}

/// What an address asks. The values themselves are judged by the engine.
export function readLink(hash: string, library: Library): Link {
  if (hash === '' || hash === '#' || hash === '#/') return { home: true };
  if (hash.length > longest) return { wrong: `The address is longer than ${longest} characters.` };
  if (!hash.startsWith('#/')) return { wrong: 'The address asks nothing: it would begin with #/ and a procedure.' };
  try {
    const [path, ...rest] = hash.slice(2).split('?');
    const name = readText(path);
    const procedure = library.procedures.find((each) => each.name === name);
    if (!procedure) return { wrong: `The address asks for '${name.slice(0, 60)}', which is no procedure.` };
    return { asked: readParameters(procedure, rest.join('?'), library) };
  } catch (error) {
    if (error instanceof URIError) return { wrong: 'The address is damaged: a % in it stands alone.' };
    return { wrong: (error as Error).message };
  }
}

function readParameters(procedure: Procedure, text: string, library: Library): Asked {
  const values: Values = {};
  const options = { ...usual };
  const seen = new Set<string>();
  for (const part of text.split('&').filter((each) => each !== '')) {
    const at = part.indexOf('=');
    const name = readText(at < 0 ? part : part.slice(0, at));
    const value = at < 0 ? '' : readText(part.slice(at + 1));
    if (seen.has(name)) throw new Error(`The address gives '${name.slice(0, 60)}' twice.`);
    seen.add(name);
    const option = optionNames.find((each) => each === name);
    if (option) {
      options[option] = value;
    } else if (name === 'preset') {
      const preset = library.presets.find((each) => each.procedure === procedure.name && each.name === value);
      if (!preset) throw new Error(`The address asks for the preset '${value.slice(0, 60)}', which ${procedure.name} does not have.`);
      for (const [key, set] of Object.entries(preset.parameters)) values[key] ??= set;
    } else if (procedure.parameters.some((each) => each.name === name)) {
      values[name] = value;
    } else {
      throw new Error(`The address gives '${name.slice(0, 60)}', which ${procedure.name} does not have.`);
    }
  }
  return { procedure: procedure.name, values, options };
}

export function question(asked: Asked): Question {
  return { procedure: asked.procedure, parameters: asked.values, method: 'both', ...asked.options };
}

/// The same question for the command line, quoted for a POSIX shell.
export function commandLine(asked: Asked): string {
  const quoted = (text: string) => (/^[\w.,:/+*=-]+$/.test(text) && !text.includes('*') ? text : `'${text.replace(/'/g, `'\\''`)}'`);
  const parts = ['combat-odds', 'odds', asked.procedure];
  for (const [name, value] of Object.entries(asked.values)) {
    const option = '--' + name.replace(/_/g, '-');
    parts.push(value.startsWith('-') ? `${option}=${quoted(value)}` : `${option} ${quoted(value)}`);
  }
  for (const name of optionNames) parts.push(`--${name} ${quoted(asked.options[name])}`);
  return parts.join(' ');
}
