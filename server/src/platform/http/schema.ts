import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormatsModule from 'ajv-formats';
import fastJson from 'fast-json-stringify';
import type { Static, TSchema } from 'typebox';

// Cast the import, because this CommonJS package exports the function in a different place than its types declare.
const addFormats = addFormatsModule as unknown as (ajv: Ajv) => void;

const make = (coerce: boolean): Ajv => {
  const ajv = new Ajv({ strict: false, allErrors: false, useDefaults: coerce, coerceTypes: coerce });
  addFormats(ajv);
  return ajv;
};
const strictAjv = make(false);
const coercingAjv = make(true);

/** Reports whether a value matches the schema. `errors` has the errors of the last validated value. */
export type Validator = { (value: unknown): boolean; errors: ErrorObject[] | null | undefined };

/**
 * Return a validator that is compiled on first use. Compiling the whole contract at the start would double the startup
 * time.
 */
function compileLazily(ajv: Ajv, schema: TSchema): Validator {
  let compiled: ValidateFunction | undefined;
  const validator = ((value) => {
    compiled ??= ajv.compile(schema);
    const right = compiled(value) as boolean;
    validator.errors = compiled.errors;
    return right;
  }) as Validator;
  return validator;
}

/** Return a validator for a body or an event. It does not convert types, remove properties or set defaults. */
export const compileStrict = (schema: TSchema): Validator => compileLazily(strictAjv, schema);
/**
 * Return a validator for query or path parameters. It converts their text to the types of the schema, and sets
 * defaults.
 */
export const compileCoercing = (schema: TSchema): Validator => compileLazily(coercingAjv, schema);

/** Return messages for validation errors by field. */
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

/** Return a function that serializes only the declared properties to JSON. It is compiled on first use. */
export function compileSerializer<S extends TSchema>(schema: S): (value: Static<S>) => string {
  let stringify: ((value: unknown) => string) | undefined;
  return (value) => {
    stringify ??= fastJson(toSerializerSchema(schema) as Parameters<typeof fastJson>[0]);
    return stringify(value);
  };
}

/**
 * Compile a serializer as `compileSerializer` does, but with a Buffer as its result, so that Fastify does not have to
 * encode a string. The declared type of the result is string, because Fastify expects a string.
 */
export function compileResponse(schema: TSchema): (value: unknown) => string {
  const write = compileSerializer(schema);
  return (value) => Buffer.from(write(value as never)) as unknown as string;
}

/**
 * Adapt a schema for the serializer. A union of a type and null becomes a nullable type, because for a union the
 * serializer would validate every value against both types. An enum gets the type `string`, because the serializer
 * accepts any value for a schema without a type.
 */
function toSerializerSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toSerializerSchema);
  if (schema === null || typeof schema !== 'object') return schema;
  const { anyOf, ...rest } = schema as { anyOf?: { type?: string }[] };
  const [value, ...more] = (anyOf ?? []).filter(({ type }) => type !== 'null');
  const isNullable = anyOf?.length === 2 && value !== undefined && more.length === 0;
  const flattened = isNullable ? { ...value, ...rest, nullable: true } : schema;
  const typed = 'enum' in flattened ? { type: 'string', ...flattened } : flattened;
  return Object.fromEntries(Object.entries(typed).map(([key, inner]) => [key, toSerializerSchema(inner)]));
}

/** Return a function that removes undeclared properties, as the serialization of a response does. */
export function compileFilter<S extends TSchema>(schema: S): (value: Static<S>) => Static<S> {
  const stringify = compileSerializer(schema);
  return (value) => JSON.parse(stringify(value)) as Static<S>;
}

/**
 * Report whether a value contains a string or key that PostgreSQL cannot store, because it has a NUL character or an
 * unpaired surrogate. Values can be nested to any depth.
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
