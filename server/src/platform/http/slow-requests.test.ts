import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { Metrics } from '../observability/metrics.ts';
import { buildHttp, type Http } from './server.ts';

let http: Http;
const lines: string[] = [];
/** URLs of the requests that the server has answered, including requests whose client has disconnected. */
const answered: string[] = [];
beforeAll(async () => {
  const config = readConfig({ SESSION_SECRET: 'x'.repeat(32), DATABASE_URL: 'postgres://db.test/site' });
  http = await buildHttp(config, pino({}, { write: (line: string) => lines.push(line) }), new Metrics());
  http.app.addHook('onSend', async ({ url }) => void answered.push(url));
  http.app.post('/', async () => 'done');
  await http.app.listen({ port: 0 });
});
afterAll(() => http.app.close());

describe('an incomplete request', () => {
  it('is not logged as a server error if the client disconnects', async () => {
    const socket = connect((http.app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(
      'POST /?incomplete HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"cred',
    );
    await once(http.app.server, 'request');
    socket.destroy();
    await expect.poll(() => answered).toEqual(['/?incomplete']);
    expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });
});

it('the server accepts requests after several short delays of the event loop', async () => {
  const held = () => {
    for (const end = performance.now() + 1_200; performance.now() < end; );
  };
  for (let n = 0; n < 3; n++) await new Promise<void>((resolve) => setImmediate(() => resolve(held())));
  expect((await http.app.inject({ method: 'POST', url: '/' })).statusCode).toBe(200);
});
