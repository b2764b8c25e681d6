// House rules kept on the device.
import type { Rule } from '../engine/types';
import { readList } from '../device/store';
import { longestRule } from './packed';

const mostRules = 100;

function isRule(value: unknown): value is Rule {
  const rule = value as Rule;
  return typeof rule?.name === 'string' && typeof rule?.text === 'string' && rule.text.length <= longestRule && /^[\w.-]{1,80}$/.test(rule.name);
}

export const readRules = (text: string | null): Rule[] => readList(text, isRule, mostRules);

/// A rule's own description, read from its text without running it.
export function saidOf(text: string): { name: string; author: string; summary: string } {
  const field = (name: string) => new RegExp(`\\b${name}\\s*=\\s*(?:"([^"\\n]*)"|'([^'\\n]*)')`).exec(text)?.slice(1).find((each) => each !== undefined) ?? '';
  return { name: field('name').slice(0, 80), author: field('author').slice(0, 80), summary: field('summary').slice(0, 200) };
}
