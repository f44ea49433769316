import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ERROR_STATUSES, type ErrorBody, type ErrorCode } from '@rivalhold/shared/contract/errors.ts';
import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { sql } from '../../platform/db/db.ts';
import { hashToken } from '../../platform/security/secrets.ts';
import type { TestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { type Schema, TEXTS } from './fuzz-values.ts';
import type { RawResponse } from './raw-http.ts';

const ajv = new Ajv({ strict: false });
(addFormatsModule as unknown as (ajv: Ajv) => void)(ajv);

/** Return a schema in which every object rejects undeclared fields. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (schema === null || typeof schema !== 'object') return schema;
  // If the schemas of an `allOf` rejected undeclared fields, each schema would reject the fields of the others. So only
  // the combined schema rejects undeclared fields.
  if ('allOf' in schema) return { ...schema, unevaluatedProperties: false };
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return 'properties' in inner ? { ...inner, additionalProperties: false } : inner;
}

const compiled = new WeakMap<object, ReturnType<Ajv['compile']>>();
/** Describe how a value violates a schema. Return null if the value is valid. */
export function schemaViolation(schema: Schema, value: unknown): string | null {
  const validate = compiled.get(schema) ?? ajv.compile(closed(schema) as object);
  compiled.set(schema, validate);
  return validate(value) ? null : JSON.stringify(validate.errors);
}

/**
 * Texts that must not appear in any response. Error responses also must not contain the texts in
 * `FORBIDDEN_IN_ERRORS`.
 */
const FORBIDDEN_IN_RESPONSES =
  /\$argon2|node_modules|\/server\/src\/|file:\/\/|\bat [\w.<>]+ \(|password_hash|token_hash/;
/** Texts that the tests send, and that responses are therefore allowed to contain. */
const ALLOWED_ECHOES = TEXTS.filter((text) => FORBIDDEN_IN_RESPONSES.test(text));
const FORBIDDEN_IN_ERRORS =
  /\bselect |insert into|\bwhere |relation "|syntax error|pg_|ECONN|undefined|\.ts\b|\bSQL/;
const EMAIL = /[\w.+-]+@test\.invalid/g;

/** Registers the secrets of a site, and searches for them in its output. */
export class SecretScanner {
  readonly app: TestApp;
  readonly #seeds = new Set<string>();
  readonly #tokens = new Set<string>();
  /** Private messages of two players who do not take part in the tests. */
  readonly #messages: string[] = [];

  constructor(app: TestApp, seeds: Set<string>) {
    this.app = app;
    this.#seeds = seeds;
  }

  /** Register a session token, which must not appear in any output. */
  addToken(token: string | undefined): void {
    if (token === undefined || token.length < 20 || this.#tokens.has(token)) return;
    this.#tokens.add(token).add(hashToken(token));
  }

  /** Register the text of a private message, which other players must not be able to read. */
  addMessageText(text: string): void {
    this.#messages.push(text);
  }

  /**
   * Describe the first secret in the text. Return null if there is none. `emails` is the number of email addresses that
   * the text may contain.
   */
  async findIn(text: string, { emails = 0 } = {}): Promise<string | null> {
    const inside = FORBIDDEN_IN_RESPONSES.exec(
      ALLOWED_ECHOES.reduce((left, echo) => left.replaceAll(echo, ''), text),
    );
    if (inside) return inside[0];
    if (new Set(text.match(EMAIL)).size > emails) return `addresses: ${text.match(EMAIL)}`;
    for (const token of this.#tokens) if (text.includes(token)) return 'a session token';
    const message = this.#messages.find((message) => text.includes(message));
    if (message) return `a private message to another player: ${message}`;
    for (const [seed] of text.matchAll(/\b[\da-f]{64}\b/g)) {
      if (!this.#seeds.has(seed)) continue;
      const open = await query(
        this.app.site.db,
        sql`select id from fights where seed = ${seed} and status = 'active'`,
      );
      if (open.length > 0) return 'the seed of an active fight';
    }
    return null;
  }
}

/** Describe how an error response violates the rules for error responses. Return null if it is correct. */
export function errorResponseViolation(status: number, text: string): string | null {
  let body: ErrorBody;
  try {
    body = JSON.parse(text) as ErrorBody;
  } catch {
    return 'not JSON';
  }
  const { code, message, errors = {}, ...more } = body;
  if (!Object.hasOwn(ERROR_STATUSES, code)) return `the code ${code}`;
  if (ERROR_STATUSES[code as ErrorCode] !== status) return `${status} for ${code}`;
  if (typeof message !== 'string' || message === '' || Object.keys(more).length > 0)
    return 'invalid structure';
  if (!Object.values(errors).every((value) => typeof value === 'string')) return 'invalid messages';
  return FORBIDDEN_IN_ERRORS.exec([message, ...Object.values(errors)].join('\n'))?.[0] ?? null;
}

/** Describe how the headers of an API response violate the rules for headers. Return null if they are correct. */
export function headerViolation({ status, headers }: RawResponse): string | null {
  if (!/^application\/json/.test(headers['content-type'] ?? '')) return `type ${headers['content-type']}`;
  if (!/^[\da-f-]{36}$/.test(String(headers['x-request-id']))) return 'no request id';
  if (headers['x-content-type-options'] !== 'nosniff') return 'no nosniff';
  if (!headers['cache-control']?.includes('no-store')) return `cache-control ${headers['cache-control']}`;
  if ((status === 429 || status === 503) && !headers['retry-after']) return 'no retry-after';
  return headers['access-control-allow-origin'] === undefined ? null : 'open to other sites';
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Run the garbage collector, and return the used heap in MB. */
export function usedMb(): number {
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
}
