import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { type RouteKey, routes } from '@rivalhold/shared/contract/index.ts';
import type { SeededRandom } from '@rivalhold/shared/seeded-random.ts';
import { CALLERS, type Caller, SEED } from './fixtures.ts';
import {
  createRandom,
  type ExistingNames,
  invalidValue,
  maliciousValue,
  type Schema,
  TEXTS,
  validValue,
} from './fuzz-values.ts';
import type { RawRequest } from './raw-http.ts';

type Part = { name: string; in: 'path' | 'query'; required: boolean; schema: Schema };
type Answers = Record<string, { content?: { 'application/json'?: { schema: Schema } } }>;
export type Operation = {
  parameters?: Part[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  responses: Answers;
};
export type Target = Operation & { key: RouteKey; method: string; path: string };

/** Return every operation of an OpenAPI description. */
export const targetsOf = ({ paths }: { paths: Record<string, Record<string, Operation>> }): Target[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const name = method.toUpperCase();
      return { ...operation, key: `${name} ${path}` as RouteKey, method: name, path };
    }),
  );

const json = (value: unknown): string => JSON.stringify(value) ?? '';
/** Bodies that are invalid JSON, or that a real client never sends. */
export const BODIES: readonly (string | Buffer)[] = [
  '',
  '{',
  '}{',
  'null',
  '[]',
  '"x"',
  '1e999',
  '{"a":NaN}',
  '{"a":1,"a":2}',
  '{"__proto__":{"role":"admin"},"body":"x"}',
  '{"constructor":{"prototype":{"role":"admin"}}}',
  `{"body":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
  `{"body":"${'x'.repeat(70_000)}"}`,
  `{${Array.from({ length: 3_000 }, (_, n) => `"k${n}":${n}`).join()}}`,
  Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]),
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from('{"body":"x"}', 'utf16le'),
  gzipSync('{"body":"x"}'),
];
export const HEADERS: readonly Record<string, string | string[]>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/json/../x; a="' },
  { 'content-encoding': 'gzip' },
  { 'x-csrf-token': '' },
  { 'x-csrf-token': 'x'.repeat(4_000) },
  { 'x-csrf-token': ['a', 'b'] },
  { origin: 'https://evil.test' },
  { origin: 'null' },
  { host: 'evil.test' },
  { host: '' },
  { 'x-forwarded-for': "127.0.0.1'; --", 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'x' },
  { 'x-forwarded-for': ['1.1.1.1', 'x'.repeat(3_000)] },
  { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' },
  { 'idempotency-key': "' or 1=1" },
  { 'idempotency-key': 'x'.repeat(129) },
  { 'idempotency-key': ['a', 'b'] },
  { 'idempotency-key': "';--" },
  { cookie: 'rivalhold-session=%00; XSRF-TOKEN=%' },
  { cookie: `rivalhold-session=${'x'.repeat(3_000)}; __proto__=1; constructor=2` },
  { cookie: 'rivalhold-session=a; rivalhold-session=b; ;;=;' },
  { cookie: "rivalhold-session=' or '1'='1" },
  { range: 'bytes=0-0', 'if-none-match': '*', 'if-modified-since': 'x' },
  { accept: 'text/html', 'accept-language': '*'.repeat(2_000), 'user-agent': '\xff'.repeat(2_000) },
  { authorization: 'Bearer x', 'x-user-id': '1', 'x-role': 'admin' },
  { te: 'trailers', expect: '100-continue' },
];
export const SEGMENTS = [
  '',
  '..',
  '%2e%2e',
  '..%2f..%2f',
  '%00',
  '%0d%0aset-cookie:x=y',
  '%ff',
  '%',
  '%u0031',
  '1/../2',
  '1;2',
  '.',
  '%2f',
  '1%00',
  '+1',
  '1e0',
  '0x1',
  '%F0%9F%90%89',
  '*',
  ':id',
  '{id}',
  '1%3fx=1',
  'x'.repeat(257),
  '9'.repeat(40),
];
export const QUERIES = [
  '?',
  '?&&&',
  '?limit=1&limit=2',
  '?limit[]=1',
  '?__proto__[x]=1',
  '?cursor=%00',
  '?cursor=%',
  '?limit=1e1',
  '?a=%ff',
  `?${'a=1&'.repeat(1_500)}`,
  '?#',
  '?search=%27%22%5c',
  '?search=%25_%25',
  '?before=AAAA',
  '?page=1000000&size=50',
  '?since=0000-01-01T00:00:00Z',
  '?from=275760-09-13',
  '?q=%00',
];
/** Idempotency keys. Some of them are used for several requests. */
const IDEMPOTENCY_KEYS = Array.from({ length: 40 }, (_, n) => `attack-${SEED}-${n}`);

export type FuzzRequest = { caller: Caller; target: Target; sent: RawRequest; manner: string };

/**
 * Return the n-th request for the seed. Runs with the same seed differ only in the ids and usernames taken from the
 * site, and in some random idempotency keys.
 */
export function createFuzzRequest(
  n: number,
  { targets, pool, png }: { targets: readonly Target[]; pool: ExistingNames; png: Buffer },
): FuzzRequest {
  const random = createRandom(SEED, n);
  const target = targets[n % targets.length] as Target;
  const caller = random.chance(0.15) ? 'guest' : random.pick(CALLERS);
  const manner = random.pick([
    'valid',
    'valid',
    'valid',
    'broken',
    'broken',
    'params',
    'query',
    'body',
    'headers',
    'segment',
  ] as const);
  const { parameters = [], requestBody, method } = target;
  const value = (part: Part): unknown => {
    const isBroken =
      (manner === 'params' && part.in === 'path') || (manner === 'query' && part.in === 'query');
    return (isBroken ? invalidValue : validValue)(part.schema, part.name, random, pool);
  };
  let path = target.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (manner === 'segment') return random.pick(SEGMENTS);
    const part = parameters.find((one) => one.in === 'path' && one.name === name) as Part;
    return encodeURIComponent(toUrlText(value(part)));
  });
  const fields = parameters.filter((part) => part.in === 'query' && (part.required || random.chance(0.5)));
  if (manner === 'query' && random.chance(0.4)) path += random.pick(QUERIES);
  else if (fields.length > 0)
    path += `?${fields.map((part) => `${part.name}=${encodeURIComponent(toUrlText(value(part)))}`).join('&')}`;

  const sent: RawRequest = { method, path: path.slice(0, 12_000), headers: {} };
  const schema = requestBody?.content['application/json'].schema;
  if ('upload' in routes[target.key]) Object.assign(sent, form(target, manner, random, png));
  else if (manner === 'body' && method !== 'GET') sent.body = random.pick(BODIES);
  else if (schema)
    sent.body = json((manner === 'broken' ? invalidValue : validValue)(schema, 'body', random, pool));
  if (sent.body !== undefined && !sent.headers['content-type'])
    sent.headers['content-type'] = 'application/json';
  if (random.chance(0.2))
    sent.headers['idempotency-key'] = random.chance(0.5) ? random.pick(IDEMPOTENCY_KEYS) : randomUUID();
  if (manner === 'headers') Object.assign(sent.headers, random.pick(HEADERS));
  return { caller, target, sent, manner };
}

/** Return a value as the text that a client would put into a URL. The text contains no invalid Unicode. */
function toUrlText(value: unknown): string {
  const text = value !== null && typeof value === 'object' ? json(value) : String(value);
  return text.slice(0, 3_000).toWellFormed();
}

/**
 * Return a multipart form with a file, which is declared as a PNG image. The file is an image or other data, and its
 * name can be malicious.
 */
function form(
  target: Target,
  manner: string,
  random: SeededRandom,
  png: Buffer,
): Pick<RawRequest, 'body' | 'headers'> {
  const { upload = 'file' } = routes[target.key] as { upload?: string };
  const name = manner === 'valid' ? upload : random.pick([upload, '__proto__', '', 'x'.repeat(300)]);
  const file = random.chance(0.3) ? png : Buffer.from(random.pick(TEXTS));
  const fileName = random.pick(['a.png', '../../a.png', '%00.html', 'a"; x="', '.htaccess', 'a.svg']);
  const more = random.chance(0.5)
    ? `--x\r\ncontent-disposition: form-data; name="${random.pick(['caption', '__proto__', 'x'])}"\r\n\r\n${toUrlText(maliciousValue(random))}\r\n`
    : '';
  const end = manner === 'body' ? '' : '\r\n--x--\r\n';
  const head = `${more}--x\r\ncontent-disposition: form-data; name="${name}"; filename="${fileName}"\r\ncontent-type: image/png\r\n\r\n`;
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: Buffer.concat([Buffer.from(head), file, Buffer.from(end)]),
  };
}
