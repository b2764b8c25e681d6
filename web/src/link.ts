// The address holds the whole question: #/asl.fire?firepower=8&drm=1&target=4-6-7
// Parameters appear under their names. Next to them are the settings for the engine (trials, seed,
// confidence), the comparison (beside), a house rule (rule) and the sentence that was asked (say).
import type { Library, Procedure, Question } from './engine/types';

export type Values = Record<string, string>;
/// Without a prototype: a parameter may be called 'constructor'.
export const noValues = (): Values => Object.create(null);
export const valueIn = (values: Values, name: string): string | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

export interface Options {
  trials: string;
  seed: string;
  confidence: string;
}
export interface Asked {
  procedure: string;
  values: Values;
  options: Options;
  against?: Values; // the pinned situation, of the same procedure
  rule?: string; // the house rule of the question, packed
  say?: string; // the sentence that it was asked in
}
export type Link = { asked: Asked } | { wrong: string } | { home: true } | { screen: string } | { rule: string };

export const usual: Options = { trials: '10M', seed: '1', confidence: '0.95' };
const optionNames = ['trials', 'seed', 'confidence'] as const;
export const longest = 24_000;
export const screens = ['luck', 'campaign', 'rules'];

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

const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 60)} ...` : text);

function valuesWritten(values: Values): string[] {
  return Object.entries(values).map(([name, value]) => `${written(name)}=${written(value)}`);
}

/// The part of an address that begins with #.
export function link(asked: Asked): string {
  const parts = valuesWritten(asked.values);
  for (const name of optionNames) {
    if (asked.options[name] !== usual[name]) parts.push(`${name}=${written(asked.options[name])}`);
  }
  if (asked.against) parts.push(`beside=${written(valuesWritten(asked.against).join('&'))}`);
  if (asked.rule) parts.push(`rule=${written(asked.rule)}`);
  if (asked.say) parts.push(`say=${written(asked.say)}`);
  return `#/${written(asked.procedure)}${parts.length ? '?' + parts.join('&') : ''}`;
}

/// The names and values of "a=1&b=2". Throws Error if a name occurs twice.
function parts(text: string): Map<string, string> {
  const all = new Map<string, string>();
  for (const part of text.split('&').filter((each) => each !== '')) {
    const at = part.indexOf('=');
    const name = readText(at < 0 ? part : part.slice(0, at));
    if (at < 0) throw new Error(`The address gives '${shortened(name)}' no value.`);
    if (all.has(name)) throw new Error(`The address gives '${shortened(name)}' twice.`);
    all.set(name, readText(part.slice(at + 1)));
  }
  return all;
}

/// Reads the question from an address; the engine checks the values. An address with an unknown
/// house rule gives { rule }.
export function readLink(hash: string, library: Library): Link {
  if (hash === '' || hash === '#' || hash === '#/') return { home: true };
  if (hash.length > longest)
    return {
      wrong: `The address is too long: ${hash.length} characters, and ${longest} are the most that the page reads.`,
    };
  if (!hash.startsWith('#/')) return { wrong: 'The address asks nothing: it would begin with #/ and a procedure.' };
  try {
    const at = hash.indexOf('?');
    const name = readText(at < 0 ? hash.slice(2) : hash.slice(2, at));
    if (screens.includes(name)) return { screen: name };
    const given = parts(at < 0 ? '' : hash.slice(at + 1));
    const procedure = library.procedures.find((each) => each.name === name);
    const rule = given.get('rule');
    if (rule !== undefined && procedure?.packed !== rule) return { rule };
    if (!procedure) return { wrong: `The address asks for '${shortened(name)}', which is no procedure of this page.` };
    return { asked: readParameters(procedure, given, library) };
  } catch (error) {
    if (error instanceof URIError) return { wrong: 'The address is damaged: a % in it stands alone.' };
    return { wrong: (error as Error).message };
  }
}

/// The same address for a rule by another name, or packed by another browser.
export function withRule(address: string, procedure: string, rule: string): string {
  const at = address.indexOf('?');
  const others =
    at < 0
      ? []
      : address
          .slice(at + 1)
          .split('&')
          .filter((part) => part !== '' && !part.startsWith('rule='));
  return `#/${written(procedure)}?${[...others, `rule=${written(rule)}`].join('&')}`;
}

function knownValue(procedure: Procedure, name: string): string {
  if (procedure.parameters.some((each) => each.name === name)) return name;
  throw new Error(`The address gives '${shortened(name)}', which ${procedure.name} does not have.`);
}

function readParameters(procedure: Procedure, given: Map<string, string>, library: Library): Asked {
  const asked: Asked = { procedure: procedure.name, values: noValues(), options: { ...usual } };
  for (const [name, value] of given) {
    const option = optionNames.find((each) => each === name);
    if (procedure.parameters.some((each) => each.name === name)) {
      asked.values[name] = value;
    } else if (option) {
      asked.options[option] = value;
    } else if (name === 'preset') {
      const preset = library.presets.find((each) => each.procedure === procedure.name && each.name === value);
      if (!preset)
        throw new Error(
          `The address asks for the preset '${shortened(value)}', which ${procedure.name} does not have.`,
        );
      for (const [key, set] of Object.entries(preset.parameters)) {
        if (!Object.hasOwn(asked.values, key)) asked.values[key] = set;
      }
    } else if (name === 'beside') {
      asked.against = Object.fromEntries([...parts(value)].map(([key, set]) => [knownValue(procedure, key), set]));
    } else if (name === 'rule') {
      asked.rule = value;
    } else if (name === 'say') {
      asked.say = value;
    } else {
      knownValue(procedure, name);
    }
  }
  return asked;
}

export function question(asked: Asked): Question {
  return { procedure: asked.procedure, parameters: asked.values, method: 'both', ...asked.options };
}

/// The same question for the command line, quoted for a POSIX shell.
export function commandLine(asked: Asked): string {
  const quoted = (text: string) => (/^[\w.,:/+=-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`);
  const words = ['combat-odds', 'odds', asked.procedure];
  for (const [name, value] of Object.entries(asked.values)) {
    const option = '--' + name.replace(/_/g, '-');
    words.push(value.startsWith('-') ? `${option}=${quoted(value)}` : `${option} ${quoted(value)}`);
  }
  for (const name of optionNames) words.push(`--${name} ${quoted(asked.options[name])}`);
  if (asked.rule) words.push('--rules FOLDER');
  return words.join(' ');
}
