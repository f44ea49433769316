import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormatsModule from 'ajv-formats';
import fastJson from 'fast-json-stringify';
import type { Static, TSchema } from 'typebox';

// The package is CommonJS: its types and its runtime disagree on where the function is.
const addFormats = addFormatsModule as unknown as (ajv: Ajv) => void;

const make = (coerce: boolean): Ajv => {
  const ajv = new Ajv({ strict: false, allErrors: false, useDefaults: coerce, coerceTypes: coerce });
  addFormats(ajv);
  return ajv;
};
const strictAjv = make(false);
const coercingAjv = make(true);

/** Says whether a value is as its schema wants it; `errors` holds what the last one was not. */
export type Validator = { (value: unknown): boolean; errors: ErrorObject[] | null | undefined };

/** Compiles at the first use: the whole contract at once would double the time a start takes. */
function compileLazily(ajv: Ajv, schema: TSchema): Validator {
  let compiled: ValidateFunction | undefined;
  const judge = ((value) => {
    compiled ??= ajv.compile(schema);
    const right = compiled(value) as boolean;
    judge.errors = compiled.errors;
    return right;
  }) as Validator;
  return judge;
}

/** Judges a body or an event as it is: nothing is coerced, dropped or filled in. */
export const compileStrict = (schema: TSchema): Validator => compileLazily(strictAjv, schema);
/** Judges a query or a path, which arrive as text. */
export const compileCoercing = (schema: TSchema): Validator => compileLazily(coercingAjv, schema);

/** Field → text, from what the validator found. */
export function fieldErrors(found: readonly ErrorObject[] | null | undefined): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const error of found ?? []) {
    const { missingProperty, additionalProperty } = error.params as Record<string, string | undefined>;
    const path = error.instancePath.slice(1).replaceAll('/', '.');
    const field = [path, missingProperty ?? additionalProperty].filter(Boolean).join('.') || 'body';
    errors[field] = missingProperty ? 'Required' : additionalProperty ? 'Unknown field' : errorText(error);
  }
  return errors;
}

function errorText(error: ErrorObject): string {
  const text = error.message ?? 'is not valid';
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Writes as JSON what the schema declares, and nothing else. Compiles at the first use too. */
export function compileSerializer<S extends TSchema>(schema: S): (value: Static<S>) => string {
  let stringify: ((value: unknown) => string) | undefined;
  return (value) => {
    stringify ??= fastJson(toSerializerSchema(schema) as Parameters<typeof fastJson>[0]);
    return stringify(value);
  };
}

/** The same for Fastify, whose type knows texts alone, as bytes: a text is copied and encoded again behind its head. */
export function compileResponse(schema: TSchema): (value: unknown) => string {
  const write = compileSerializer(schema);
  return (value) => Buffer.from(write(value as never)) as unknown as string;
}

/**
 * The schema as values are written by it. Each "this or null" is said as one that is nullable: written as a choice of
 * two, every such value is judged against both. And one of some texts is a text: without a type, anything would pass.
 */
function toSerializerSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toSerializerSchema);
  if (schema === null || typeof schema !== 'object') return schema;
  const { anyOf, ...rest } = schema as { anyOf?: { type?: string }[] };
  const [value, ...more] = (anyOf ?? []).filter(({ type }) => type !== 'null');
  const isNullable = anyOf?.length === 2 && value !== undefined && more.length === 0;
  const said = isNullable ? { ...value, ...rest, nullable: true } : schema;
  const typed = 'enum' in said ? { type: 'string', ...said } : said;
  return Object.fromEntries(Object.entries(typed).map(([key, inner]) => [key, toSerializerSchema(inner)]));
}

/** Passes only what the schema declares, as serialising an answer does. */
export function compileFilter<S extends TSchema>(schema: S): (value: Static<S>) => Static<S> {
  const stringify = compileSerializer(schema);
  return (value) => JSON.parse(stringify(value)) as Static<S>;
}

/**
 * Report whether a value has text, or a key, that PostgreSQL cannot store: a NUL, or half of a surrogate pair. It handles
 * values nested to any depth.
 */
export function hasUnstorableText(value: unknown): boolean {
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'string' && (next.includes('\0') || !next.isWellFormed())) return true;
    if (next === null || typeof next !== 'object') continue;
    for (const [key, inner] of Object.entries(next)) pending.push(key, inner);
  }
  return false;
}
