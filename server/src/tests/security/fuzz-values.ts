import { createSeededRandom, type SeededRandom } from '@rivalhold/shared/seeded-random.ts';
import { PASSWORD } from '../../testing/app.ts';

/** The subset of JSON Schema that the contract uses. */
export type Schema = {
  type?: string;
  anyOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
};
/** Existing ids and usernames for requests. */
export type ExistingNames = { ids: readonly number[]; usernames: readonly string[] };

const nested = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value };
  return value;
};

/** Texts with a special meaning in a database, page, path, template, header or date. */
export const TEXTS: readonly string[] = [
  '',
  ' ',
  "' or '1'='1",
  "'; drop table users; --",
  '1) UNION SELECT password_hash FROM users --',
  "\\'; --",
  '$1',
  '%',
  '_%',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '../../../../etc/passwd',
  '..\\..\\windows',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  'https://127.0.0.1:1/a.png',
  'https://youtu.be/x?v=../..',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e\u2066txet',
  'e\u0301'.repeat(200),
  '👨‍👩‍👧‍👦'.repeat(40),
  'İıſK',
  'x'.repeat(5_000),
  'x'.repeat(60_000),
  '@'.repeat(2_000),
  '@admin '.repeat(300),
  '((((((((((a+)+)+)+)+)+)+)+)+)+$',
  '$\u007b7*7}{{7*7}}#{7*7}',
  '%s%n%x',
  'a\r\nset-cookie: rivalhold-session=x',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '-0',
  '1e400',
  '٣',
  '0x10',
  '1,2',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '2026-02-30T00:00:00Z',
  '2026-06-01T23:59:60Z',
  '2026-06-01T00:00:00+23:59',
  'AAAA.AAAA',
  Buffer.from('8640000000000000.9007199254740991').toString('base64url'),
  Buffer.from('-1.-1').toString('base64url'),
];
const NUMBERS = [0, -1, -0, 1.5, 1e-9, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), 1e308];
const MALICIOUS_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  [],
  [[]],
  [1, 2, 3],
  [null],
  {},
  { $gt: '' },
  { toString: 1, valueOf: null },
  { length: 1e9 },
  JSON.parse('{"__proto__":{"role":"admin"}}'),
  { constructor: { prototype: { role: 'admin' } } },
  nested(400),
  Array.from({ length: 2_000 }, (_, n) => n + 1),
];

/** Return a random malicious value. */
export const maliciousValue = (random: SeededRandom): unknown =>
  random.pick(random.pick<readonly unknown[]>([TEXTS, TEXTS, NUMBERS, MALICIOUS_VALUES]));

const WORDS = [
  'well met',
  'sword & board',
  'Łódź',
  'good fight!',
  '@everyone',
  'potion',
  '/roll 6',
  '/me waves',
];

/** Return a valid value for a schema, with existing ids and names. */
export function validValue(schema: Schema, name: string, random: SeededRandom, pool: ExistingNames): unknown {
  const either = schema.anyOf ?? schema.enum?.map((value) => ({ const: value }));
  if (either) return validValue(random.pick(either), name, random, pool);
  if ('const' in schema) return schema.const;
  switch (schema.type) {
    case 'integer':
    case 'number':
      return number(schema, name, random, pool);
    case 'boolean':
      return random.chance(0.5);
    case 'string':
      return text(schema, name, random, pool);
    case 'array': {
      const length = random.int(schema.minItems ?? 0, Math.min(3, schema.maxItems ?? 3));
      return Array.from({ length }, () =>
        validValue(schema.items ?? {}, name.replace(/s$/, ''), random, pool),
      );
    }
    case 'object': {
      const wanted = Object.entries(schema.properties ?? {}).filter(
        ([key]) => schema.required?.includes(key) || random.chance(0.6),
      );
      return Object.fromEntries(wanted.map(([key, inner]) => [key, validValue(inner, key, random, pool)]));
    }
    default:
      return null;
  }
}

function number(
  { minimum = 0, maximum = 100 }: Schema,
  name: string,
  random: SeededRandom,
  pool: ExistingNames,
): number {
  if (/id$/i.test(name)) return random.pick(pool.ids);
  return random.int(minimum, Math.min(maximum, minimum + (random.chance(0.8) ? 30 : 1e9)));
}

function text(
  { format, minLength = 0, maxLength = 80 }: Schema,
  name: string,
  random: SeededRandom,
  pool: ExistingNames,
): string {
  if (format === 'date-time') return new Date(1_780_000_000_000 + random.int(-1e9, 1e9)).toISOString();
  if (/password/i.test(name)) return random.chance(0.3) ? PASSWORD : 'another-good-key';
  if (/^email$/i.test(name)) return `${random.pick(pool.usernames).toLowerCase()}@test.invalid`;
  if (/^(username|name|credential)$/.test(name)) return random.pick(pool.usernames);
  return random.pick(WORDS).slice(0, maxLength).padEnd(minLength, 'x');
}

type Path = readonly (string | number)[];
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (value === null || typeof value !== 'object' || path.length > 6) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]))];
}

/** Return a copy of a value, with the value at a path replaced. */
function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value))
    return value.map((inner, n) => (`${n}` === `${key}` ? replaced(inner, rest, by) : inner));
  const object = value as Record<string, unknown>;
  return { ...object, [key]: replaced(object[key], rest, by) };
}

function edgeValue(schema: Schema, random: SeededRandom): unknown {
  const { minimum, maximum, minLength, maxLength, maxItems } = schema;
  const edges: unknown[] = [
    ...(minimum === undefined ? [] : [minimum, minimum - 1]),
    ...(maximum === undefined ? [] : [maximum, maximum + 1]),
    ...(minLength === undefined ? [] : ['x'.repeat(minLength), 'x'.repeat(Math.max(0, minLength - 1))]),
    ...(maxLength === undefined
      ? []
      : ['x'.repeat(maxLength), 'x'.repeat(maxLength + 1), '\u{1f409}'.repeat(maxLength / 2)]),
    ...(maxItems === undefined ? [] : [Array.from({ length: maxItems + 1 }, () => 1)]),
  ];
  return edges.length > 0 ? random.pick(edges) : maliciousValue(random);
}

/** Names of undeclared fields. Some of them would be useful to an attacker. */
const EXTRA_FIELDS = ['role', 'userId', 'id', 'coins', 'isAdmin', "'; --", 'toString', '', 'x'.repeat(300)];

/** Return an almost valid value for a schema. One part of it is extreme, malicious, missing or additional. */
export function invalidValue(
  schema: Schema,
  name: string,
  random: SeededRandom,
  pool: ExistingNames,
): unknown {
  const value = validValue(schema, name, random, pool);
  const place = random.pick(pathsIn(value));
  const key = place.at(-1);
  switch (random.int(0, 4)) {
    case 0: {
      const inner =
        place.length === 1 ? schema.properties?.[String(key)] : place.length === 0 ? schema : undefined;
      return replaced(value, place, edgeValue(inner?.anyOf?.[0] ?? inner ?? {}, random));
    }
    case 1:
      return replaced(value, place, undefined);
    case 2:
      return value !== null && typeof value === 'object'
        ? { ...value, [random.pick(EXTRA_FIELDS)]: maliciousValue(random) }
        : maliciousValue(random);
    default:
      return replaced(value, place, maliciousValue(random));
  }
}

/** Return the random number generator for attack number `n` of a run with the given seed. */
export const createRandom = (seed: string | number, n: number): SeededRandom =>
  createSeededRandom(`attack ${seed} ${n}`);
