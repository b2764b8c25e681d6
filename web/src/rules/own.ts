// House rules kept on the device.
import type { Rule } from '../engine/types';
import { readList } from '../device/store';
import { longestRule } from './packed';

const mostRules = 100;

function isRule(value: unknown): value is Rule {
  const rule = value as Rule;
  return (
    typeof rule?.name === 'string' &&
    typeof rule?.text === 'string' &&
    rule.text.length <= longestRule &&
    /^[\w.-]{1,80}$/.test(rule.name)
  );
}

export const readRules = (text: string | null): Rule[] => readList(text, isRule, mostRules);

/// The file of a house rule: one for each procedure.
export const fileOf = (procedure: string) => `${procedure.replace(/[^\w.-]+/g, '-').slice(0, 70)}.lua`;
