import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLEAN_ENV } from '../../../../scripts/testing/clean-env.ts';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { choose, openFightOf } from '../../features/combat/testing.ts';
import { createTestApp, PASSWORD, type TestApp } from '../../testing/app.ts';
import { transaction } from '../db/db.ts';
import { createLog } from './log.ts';

type Attribute = { key: string; value: { stringValue?: string; intValue?: number | string } };
type ReceivedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Attribute[];
};
type Body = { resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[] };

const received: { path: string | undefined; body: Body }[] = [];
const collector = createServer(async (request, response) => {
  received.push({ path: request.url, body: (await json(request)) as Body });
  response.setHeader('content-type', 'application/json').end('{}');
});
let spans: ReceivedSpan[];
let text: string;
let secrets: string[];

const attribute = (span: ReceivedSpan | undefined, key: string) =>
  span?.attributes.find((each) => each.key === key)?.value;
const spansNamed = (name: string) => spans.filter((span) => span.name === name);
const childrenOf = (parent: ReceivedSpan | undefined) =>
  spans.filter(({ parentSpanId, traceId }) => parentSpanId === parent?.spanId && traceId === parent?.traceId);

/** Use a traced site: log in, choose a move in a fight, send a socket event and run a job. */
async function useSite(app: TestApp): Promise<void> {
  const [one, other] = [await app.player(), await app.player()];
  await app.browser().signIn(one.username);
  // Connect both players. Otherwise, the server would not keep the first move secret.
  const socket = await one.socket();
  await other.socket();
  await openFightOf(one, other);
  await openFightOf(other, one);
  expect((await choose(one, other, 'feint')).body.sealed).toBe(true);
  await socket.emitWithAck('register', one.id);
  await transaction(app.site.db, (tx) => app.site.jobs.send(tx, 'ledger.verify', {}));
  await waitFor(() => expect(app.site.metrics.recent.outcomeOf('job ledger.verify')).toBeDefined());
  secrets = [PASSWORD, ...[one, other].flatMap((player) => [...player.cookies.values()]), one.username];
}

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  const app = await createTestApp({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` } });
  await useSite(app);
  // Closing the site sends the remaining spans.
  await app.close();
  spans = received.flatMap(({ body }) =>
    body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  text = JSON.stringify(received);
});
afterAll(() => {
  collector.close();
});

describe('traces', () => {
  it('have a span for each request, with its SQL statements', () => {
    expect(new Set(received.map(({ path }) => path))).toEqual(new Set(['/v1/traces']));
    const [request] = spansNamed('POST /api/session');
    expect(attribute(request, 'http.route')).toEqual({ stringValue: '/api/session' });
    expect(attribute(request, 'http.response.status_code')).toEqual({ intValue: 200 });
    const statements = childrenOf(request);
    expect(statements.length).toBeGreaterThan(1);
    for (const statement of statements)
      expect(attribute(statement, 'db.query.text')?.stringValue).toBeTruthy();
    expect(statements.map(({ name }) => name)).toContain('select');
  });

  it('have spans for socket events and jobs', () => {
    expect(spansNamed('socket register')).toHaveLength(1);
    const [job] = spansNamed('job ledger.verify');
    expect(childrenOf(job).length).toBeGreaterThan(0);
  });

  it('contain no password, token, username or move', () => {
    expect(secrets.length).toBeGreaterThan(4);
    for (const secret of secrets) expect(text).not.toContain(secret);
    const [choice, ...others] = spansNamed('POST /api/combat/choice');
    expect(others).toEqual([]);
    // The span has no statements, because they could reveal the move: a heal or an item executes different statements
    // than the other moves.
    expect(childrenOf(choice)).toEqual([]);
    expect(text).not.toMatch(/feint|combat\/attack/);
  });
});

it('loads the tracing code only if tracing is on', () => {
  // This script prints how many OpenTelemetry modules are loaded while tracing is off, and after it is turned on. It
  // does not count the small package `api`, because the metrics library loads it.
  const script = `
    import { registerHooks } from 'node:module';
    let count = 0;
    registerHooks({
      load(url, context, next) {
        if (url.includes('/@opentelemetry/') && !url.includes('/@opentelemetry/api/')) count++;
        return next(url, context);
      },
    });
    await import(${JSON.stringify(import.meta.resolve('../../app.ts'))});
    const { openTracing } = await import(${JSON.stringify(import.meta.resolve('./open-tracing.ts'))});
    await openTracing({ traces: null });
    const before = count;
    await openTracing({ traces: { endpoint: new URL('http://127.0.0.1:1'), ratio: 1 }, version: '1' });
    console.log(JSON.stringify({ before, after: count }));
    process.exit();`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    env: CLEAN_ENV,
  });
  expect(stderr).toBe('');
  const { before, after } = JSON.parse(stdout) as { before: number; after: number };
  expect(before).toBe(0);
  expect(after).toBeGreaterThan(10);
});

it('logs a warning if the endpoint is wrong', async () => {
  const wrong = createServer((_, response) => response.writeHead(404).end());
  await new Promise<void>((resolve) => wrong.listen(0, '127.0.0.1', resolve));
  const { port } = wrong.address() as AddressInfo;
  const lines: Record<string, unknown>[] = [];
  const app = await createTestApp({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` },
    log: createLog('warn', { write: (line) => lines.push(JSON.parse(line)) }),
  });
  await app.browser().fetch('/api/session');
  // The server sends spans every 5 s.
  await expect
    .poll(() => lines.filter(({ msg }) => msg === 'tracing problem'))
    .toEqual([expect.objectContaining({ level: 40, problem: expect.stringContaining('404') })]);
  await app.close();
  wrong.close();
});
