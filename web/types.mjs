// Writes src/engine/types.ts from the JSON Schemas: every object with a "title" becomes an interface of that name.
//
//   node types.mjs            writes it
//   node types.mjs --check    fails if it is not current
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

const schemas = ['engine/page.schema.json', '../docs/answer.schema.json'];
const written = 'src/engine/types.ts';
const here = (path) => new URL(path, import.meta.url);
const primitives = { integer: 'number', number: 'number', string: 'string', boolean: 'boolean', null: 'null' };

function comment({ description }, indent) {
  return description ? `${indent}/// ${description}\n` : '';
}

/// The keywords that the schemas use; others must be taught here first.
class Types {
  interfaces = new Map();

  constructor(definitions) {
    this.definitions = definitions;
    for (const schema of Object.values(definitions)) this.type(schema);
  }

  type(schema) {
    if (schema === undefined) return 'unknown';
    if (schema.$ref) return this.type(this.definitions[schema.$ref.replace('#/definitions/', '')]);
    if (schema.title) return this.named(schema);
    if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(' | ');
    if ('const' in schema) return JSON.stringify(schema.const);
    if (schema.anyOf) return schema.anyOf.map((each) => this.type(each)).join(' | ');
    if (Array.isArray(schema.type)) return schema.type.map((type) => this.type({ ...schema, type })).join(' | ');
    if (schema.type === 'array') return `(${this.type(schema.items)})[]`;
    if (schema.type === 'object') return this.object(schema);
    if (schema.type in primitives) return primitives[schema.type];
    if (schema.type === undefined) return 'unknown';
    throw new Error(`no type for ${JSON.stringify(schema)}`);
  }

  named(schema) {
    if (!this.interfaces.has(schema.title)) {
      this.interfaces.set(schema.title, ''); // it may hold itself
      this.interfaces.set(
        schema.title,
        `${comment(schema, '')}export interface ${schema.title} ${this.object(schema)}\n`,
      );
    }
    return schema.title;
  }

  object({ properties, required = [], additionalProperties }) {
    if (!properties) return `Record<string, ${this.type(additionalProperties)}>`;
    const lines = Object.entries(properties).map(
      ([name, schema]) =>
        `${comment(schema, '  ')}  ${name}${required.includes(name) ? '' : '?'}: ${this.type(schema)};\n`,
    );
    return `{\n${lines.join('')}}`;
  }
}

const parts = schemas.flatMap((path) => {
  const { definitions } = JSON.parse(readFileSync(here(path), 'utf8'));
  return [...new Types(definitions).interfaces.values()];
});
const text = `// Written by types.mjs from ${schemas.join(' and ')}.\n\n${parts.join('\n')}`;
const types = await format(text, { ...(await resolveConfig(here(written))), parser: 'typescript' });
if (!process.argv.includes('--check')) {
  writeFileSync(here(written), types);
} else if (readFileSync(here(written), 'utf8') !== types) {
  console.error(`${written} does not follow from the schemas: run 'npm run types'`);
  process.exit(1);
}
