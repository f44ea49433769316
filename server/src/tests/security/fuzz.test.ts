import { routes } from '@rivalhold/shared/contract/index.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { LONG } from '../../../../scripts/testing/long.ts';
import { slowTestTimeout } from '../../../../scripts/testing/timeouts.ts';
import { openFightOf } from '../../features/combat/testing.ts';
import { sql } from '../../platform/db/db.ts';
import { createPng } from '../../testing/images.ts';
import { reportMeasurements } from '../../testing/measurements.ts';
import { queryValue } from '../../testing/queries.ts';
import { bookkeepingErrors } from './consistency.ts';
import { createSecurityFixture, MAIL_TEXT, SEED, type SecurityFixture } from './fixtures.ts';
import { createFuzzRequest, type FuzzRequest, type Target, targetsOf } from './fuzz-requests.ts';
import { type RawResponse, sendAs } from './raw-http.ts';
import { errorResponseViolation, headerViolation, schemaViolation, usedMb } from './response-checks.ts';

vi.setConfig({ testTimeout: slowTestTimeout(LONG ? 1_800_000 : 60_000) });

const REQUESTS = LONG ? 20_000 : 800;
const CONCURRENCY = 8;
/** Number of requests after which `renew` replaces the callers whose role, mute or session has changed. */
const ROUND = 133;

let site: SecurityFixture;
let targets: Target[];
let png: Buffer;
beforeAll(async () => {
  site = await createSecurityFixture();
  png = await createPng();
  const response = await site.app.browser().fetch('/api/docs/json');
  targets = targetsOf((await response.json()) as Parameters<typeof targetsOf>[0]);
});
afterAll(() => site.app.close());

/** Routes that return the caller's own email address. */
const OWN_ADDRESS = /^\w+ \/api\/(session|users|users\/me\/status|profiles\/profile)$/;
/**
 * Return whether a token belongs to staff. Call this before and after a request, because another request might change
 * the role in the meantime.
 */
async function isStaff(token: string | undefined): Promise<boolean> {
  const session = token === undefined ? null : await site.app.site.sessions.find(token);
  return session !== null && session.user.role !== 'player';
}

/**
 * Describe what is wrong with a response to a request. Return null if it is correct. `token` is the caller's
 * token. The response may contain up to `emails` email addresses.
 */
async function findViolation(
  { target }: FuzzRequest,
  answer: RawResponse,
  token: string | undefined,
  emails: number,
): Promise<string | null> {
  const { status, text } = answer;
  if (status >= 500) return `status ${status}`;
  const secret = await site.secrets.findIn(text, { emails });
  if (secret) return `it contains ${secret}`;
  const error = headerViolation(answer);
  if (error) return error;
  if (status >= 400) return errorResponseViolation(status, text);
  if (token === undefined && routes[target.key].access !== 'guest') return 'a guest was allowed';
  const schema = target.responses[status]?.content?.['application/json']?.schema;
  return schema ? schemaViolation(schema, JSON.parse(text)) : `an undeclared status ${status}`;
}

/** Send the n-th request, and describe what is wrong with its response. Return null if it is correct. */
async function sendNth(n: number, received: Map<string, number>): Promise<string | null> {
  const request = createFuzzRequest(n, { targets, png, pool: site.pool });
  const browser = site.callers[request.caller];
  const { sent } = request;
  if (!('x-csrf-token' in sent.headers)) sent.headers['x-csrf-token'] = browser.csrf;
  const token = browser.cookies.get('rivalhold-session');
  const { key: route } = request.target;
  const isStaffRoute = /\/api\/(admin|mod)\//.test(route);
  const wasStaff = isStaffRoute && (await isStaff(token));
  const answer = await sendAs(browser, sent);
  const key = `${route} ${answer?.status}`;
  received.set(key, (received.get(key) ?? 0) + 1);
  if (answer === null) return null;
  // If a guest has signed up or guessed a password, make the caller a guest again.
  if (request.caller === 'guest') browser.cookies.delete('rivalhold-session');
  // A response may contain the caller's own email address. A response to staff may contain the addresses of
  // all players.
  const emails = OWN_ADDRESS.test(route)
    ? 1
    : wasStaff || (isStaffRoute && (await isStaff(token)))
      ? 1_000
      : 0;
  const error = await findViolation(request, answer, token, emails);
  if (error === null) return null;
  const body = String(sent.body ?? '').slice(0, 2_000);
  return (
    `TEST_SEED=${SEED}, request ${n} (${request.manner}) of the ${request.caller}: ${error}\n` +
    `${sent.method} ${sent.path.slice(0, 2_000)}\n${JSON.stringify(sent.headers).slice(0, 2_000)}\n${body}\n` +
    `→ ${answer.status} ${answer.headers['content-type']}\n${answer.text.slice(0, 2_000)}`
  );
}

it('the checks of responses find secrets, undeclared fields and malformed error responses', async () => {
  const { app, secrets, callers } = site;
  const [one, two] = [await app.player(), await app.player()];
  await openFightOf(one, two);
  const seed = await queryValue<string>(
    app.site.db,
    sql`select seed from fights where attacker_id = ${one.id}`,
  );
  const token = callers.player.cookies.get('rivalhold-session');
  for (const text of [
    `{"seed":"${seed}"}`,
    `"${token}"`,
    `to ${one.username}@test.invalid`,
    'x\\n    at Object.x (/a',
    `{"text":"${MAIL_TEXT}"}`,
  ])
    expect(await secrets.findIn(text), text).not.toBeNull();
  const schema = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } };
  expect(
    [{ a: 'x' }, { a: 'x', b: 1 }, { a: 1 }, {}].map((value) => schemaViolation(schema, value) === null),
  ).toEqual([true, false, false, false]);
  expect(errorResponseViolation(400, '{"code":"invalid","message":"select 1"}')).toBe('select ');
  expect(errorResponseViolation(400, '{"code":"internal","message":"x"}')).toBe('400 for internal');
});

it(`${REQUESTS} almost valid requests reveal no secrets and cause no server errors`, async () => {
  expect(targets.map(({ key }) => key).sort()).toEqual(Object.keys(routes).sort());
  const received = new Map<string, number>();
  const errors: string[] = [];
  let before = 0;
  for (let n = 0; n < REQUESTS; ) {
    await site.renew();
    const end = Math.min(n + ROUND, REQUESTS);
    const worker = async () => {
      while (n < end) {
        const error = await sendNth(n++, received);
        if (error) errors.push(error);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    site.app.clock.advance(60_000);
    if (before === 0 && n >= REQUESTS / 4) before = usedMb();
  }
  expect(errors.slice(0, 10).join('\n\n')).toBe('');
  expect(await bookkeepingErrors(site.app)).toEqual([]);
  expect(({} as { role?: string }).role).toBeUndefined();
  expect(usedMb() - before).toBeLessThan(64);
  const keys = [...received.keys()];
  const routesWith = (status: RegExp) =>
    new Set(keys.filter((key) => status.test(key)).map((key) => key.replace(/ \S+$/, ''))).size;
  const hungUp = keys
    .filter((key) => / undefined$/.test(key))
    .reduce((sum, key) => sum + (received.get(key) ?? 0), 0);
  // The test would be useless if the server rejected every request early.
  expect(routesWith(/ 20\d$/)).toBeGreaterThan(LONG ? 90 : 30);
  expect(hungUp).toBeLessThan(REQUESTS / 50);
  reportMeasurements('attacks by requests', `Requests that are nearly right, seed ${SEED}`, [
    {
      requests: REQUESTS,
      'routes that did something': routesWith(/ 20\d$/),
      'routes that refused something': routesWith(/ 4\d\d$/),
      'hung up': hungUp,
    },
  ]);
});
