// SAMPLE=text (a commit, say) draws, by that text, which of what is alike is tested in full.
import { createHash } from 'node:crypto';

const sample = process.env.SAMPLE;
const byte = (name) => createHash('sha256').update(`${sample} ${name}`).digest()[0];

/// A tenth of all names; all without SAMPLE.
export const drawn = (name) => !sample || byte(name) < 26;

/// One of the list; the whole list without SAMPLE.
export const oneOf = (name, list) => (sample ? [list[byte(name) % list.length]] : list);
