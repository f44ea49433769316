import { globSync, readFileSync, statSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { MEDIA_TEXTS } from '@rivalhold/shared/texts/media.ts';
import type { FastifyRequest } from 'fastify';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LONG } from '../../../../scripts/testing/long.ts';
import { slowTestTimeout } from '../../../../scripts/testing/timeouts.ts';
import { withUploadSlot } from '../../platform/media/upload-slots.ts';
import { RATE_LIMITS } from '../../platform/security/rate-limits.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { createNoise, createSlowGif, mediaPath } from '../../testing/images.ts';

/**
 * Expect that an attack hardly delays a regular upload. `duringMs` is the duration of the upload during the attack, and
 * `aloneMs` is its duration without an attack. Only a long run compares the durations, because other tests affect them
 * in a normal run. If an upload has to wait for the attack in a normal run, the test times out.
 */
function expectInTime(duringMs: number, aloneMs: number): void {
  if (LONG) expect(duringMs).toBeLessThan(2 * aloneMs + 1_000);
}
const LONG_TIMEOUT = slowTestTimeout(120_000);
/** Number of uploads from which each median duration is computed. */
const SAMPLES = LONG ? 5 : 1;

const { concurrent, concurrentPerNetwork, concurrentPerNode, concurrentUnderLoad, reservedForSettled } =
  LIMITS.upload;
/** Number of a node's upload slots that all new accounts together can occupy. */
const OF_NEW = concurrentPerNode - reservedForSettled;

/** Post a file as a photo from an IP address, and return the status, the body and the duration. */
async function post(player: TestPlayer, file: Uint8Array, from: string, key?: string) {
  const begun = performance.now();
  const { status, body } = await player.call('POST /api/photos', {
    form: [['photo', file, 'me.png']],
    headers: { 'x-forwarded-for': from, ...(key && { 'idempotency-key': key }) },
  });
  return { status, body, ms: performance.now() - begun };
}

/** Return the median duration of a few uploads, which must all succeed. */
async function medianTime(player: TestPlayer, file: Uint8Array, from: string): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < SAMPLES; n++) {
    const { status, ms } = await post(player, file, from);
    expect(status).toBe(201);
    times.push(ms);
  }
  return times.toSorted((a, b) => a - b)[(SAMPLES - 1) / 2] as number;
}

const attacks: AbortController[] = [];
afterEach(() => {
  for (const attack of attacks.splice(0)) attack.abort();
});

describe('an attack with endless uploads at 25 KB/s each', () => {
  const app = useTestApp({ env: { TRUST_PROXY: '1' } });
  let attackers: TestPlayer[];
  let settled: TestPlayer;
  let newcomer: TestPlayer;
  let file: Buffer;
  beforeAll(async () => {
    settled = await app.player();
    app.clock.advance(app.site.config.newAccountMs);
    newcomer = await app.player();
    attackers = [];
    while (attackers.length < OF_NEW) attackers.push(await app.player());
    file = await createNoise(300, 200).png().toBuffer();
  });

  /** Begin an endless upload. */
  function begin(player: TestPlayer, from: string, signal: AbortSignal): void {
    const socket = net.connect(Number(new URL(app.url).port), '127.0.0.1').on('error', () => {});
    const headers = [
      'Host: x',
      `Origin: ${app.url}`,
      `Cookie: ${player.cookieHeader}`,
      `X-CSRF-Token: ${player.csrf}`,
      `X-Forwarded-For: ${from}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 20000000',
    ];
    const form = '--x\r\ncontent-disposition: form-data; name="photo"; filename="a.png"\r\n\r\n';
    socket.write(`POST /api/photos HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${form}`);
    const more = setInterval(() => socket.write(Buffer.alloc(2_500)), 100);
    const end = () => socket.destroy();
    signal.addEventListener('abort', end);
    socket.once('data', end).once('close', () => {
      clearInterval(more);
      signal.removeEventListener('abort', end);
    });
  }

  /**
   * Let each of the first `accounts` attackers begin `most` endless uploads at once, and then another upload every
   * second. Wait until the uploads occupy `slots` slots.
   */
  async function startAttack(
    accounts: number,
    { most, slots, addressOf }: { most: number; slots: number; addressOf: (account: number) => string },
  ): Promise<void> {
    const { signal } = attacks[attacks.push(new AbortController()) - 1] as AbortController;
    for (const [account, player] of attackers.slice(0, accounts).entries()) {
      const next = () => begin(player, addressOf(account), signal);
      for (let begun = 0; begun < most; begun++) next();
      const again = setInterval(next, 1_000);
      signal.addEventListener('abort', () => clearInterval(again));
    }
    const held = () => globSync(join(app.site.config.dataDir, 'uploads/*')).length;
    await expect.poll(held).toBe(slots);
  }

  const NETWORKS: [string, number, (account: number) => string, string][] = [
    ['from eight networks', OF_NEW, (account: number) => `203.0.${account}.1`, '192.0.2.1'],
    ['from one network', concurrentPerNetwork, () => '203.0.113.1', '192.0.2.1'],
    ['from the network of other players', concurrentPerNetwork, () => '203.0.113.1', '203.0.113.9'],
  ];
  it.each(LONG ? NETWORKS : NETWORKS.slice(-1))(
    'by eight new accounts %s does not delay uploads of other accounts',
    async (_, slots, addressOf, own) => {
      const alone = await medianTime(newcomer, file, own);
      await startAttack(8, { most: concurrent, slots, addressOf });
      const during = [await medianTime(newcomer, file, own), await medianTime(settled, file, own)];
      expectInTime(Math.max(...during), alone);
    },
    LONG_TIMEOUT,
  );

  it(
    'does not delay uploads of a settled account, even if it occupies all slots for new accounts',
    async () => {
      const alone = await medianTime(settled, file, '192.0.2.1');
      const addressOf = (account: number) => `203.0.${account}.1`;
      await startAttack(OF_NEW, { most: 1, slots: OF_NEW, addressOf });
      expect((await post(newcomer, file, '192.0.2.1')).status).toBe(503);
      expectInTime(await medianTime(settled, file, '192.0.2.1'), alone);
    },
    LONG_TIMEOUT,
  );
});

describe('the upload slots of a node', () => {
  const app = useTestApp();

  it.each([
    [
      'in the network of a settled account',
      (account: number) => (account < 20 ? '203.0.113.1' : `203.0.${account}.1`),
    ],
    ['in different networks', (account: number) => `203.0.${account}.1`],
  ])('are freed by dropping only uploads of new accounts (new accounts: %s)', async (_, addressOf) => {
    const settled: TestPlayer[] = [];
    while (settled.length <= reservedForSettled / concurrentUnderLoad) settled.push(await app.player());
    app.clock.advance(app.site.config.newAccountMs);
    const all: { isNew: boolean; isDropped: () => boolean; end: () => void; done: Promise<void> }[] = [];
    /** Begin an upload that continues until the test ends. */
    const begin = async (player: TestPlayer, ip: string, isNew: boolean) => {
      const socket = new net.Socket();
      let begun = () => {};
      const started = new Promise<void>((resolve) => {
        begun = resolve;
      });
      let end = () => {};
      const ending = new Promise<void>((resolve) => {
        end = resolve;
      });
      const request = { ip, raw: { socket } } as FastifyRequest;
      const done = withUploadSlot(app.site, request, player.id, async () => {
        begun();
        await ending;
      });
      await Promise.race([started, done]);
      all.push({ isNew, isDropped: () => socket.destroyed, end, done });
    };
    const dropped = () => all.filter(({ isDropped }) => isDropped()).map(({ isNew }) => isNew);
    const last = settled.pop() as TestPlayer;
    for (let n = 0; n < OF_NEW; n++) await begin(await app.player(), addressOf(n), true);
    for (const [n, player] of settled.entries())
      for (let held = 0; held < concurrentUnderLoad; held++) await begin(player, `192.0.${n}.1`, false);
    expect(dropped()).toEqual([]);
    await begin(last, '203.0.113.9', false);
    await begin(last, '203.0.113.9', false);
    expect(dropped()).toEqual([true, true]);
    await begin(await app.player(), '198.51.100.1', true).catch(() => {});
    expect(dropped()).not.toContain(false);
    for (const { end } of all) end();
    await Promise.all(all.map(({ done }) => done));
  });
});

/** Number of accounts that send animated pictures. */
const SENDERS = LONG ? 8 : 2;
describe(`while ${SENDERS} accounts send animated pictures of the maximum size`, () => {
  const app = useTestApp({ env: { TRUST_PROXY: '1' } });

  /** Send a file repeatedly, and add each response status to `statuses`. */
  async function attack(
    player: TestPlayer,
    file: Buffer,
    signal: AbortSignal,
    statuses: number[],
  ): Promise<void> {
    const headers = { 'x-csrf-token': player.csrf };
    while (!signal.aborted) {
      const body = new FormData();
      body.set('photo', new Blob([new Uint8Array(file)]), 'me.gif');
      const response = await player.fetch('/api/photos', { method: 'POST', body, headers, signal });
      statuses.push(response.status);
    }
  }

  it(
    'a small picture does not wait for the animated pictures',
    async () => {
      const honest = await app.player();
      const small = await createNoise(300, 200).png().toBuffer();
      const large = await createSlowGif();
      const alone = LONG ? await medianTime(honest, small, '192.0.2.1') : 0;
      const { signal } = attacks[attacks.push(new AbortController()) - 1] as AbortController;
      const statuses: number[] = [];
      for (let n = 0; n < SENDERS; n++)
        void attack(await app.player(), large, signal, statuses).catch(() => {});
      const received = () =>
        globSync(join(app.site.config.dataDir, 'uploads/*/file')).filter(
          (file) => statSync(file, { throwIfNoEntry: false })?.size === large.length,
        );
      await expect.poll(received).toHaveLength(SENDERS);
      expect((await post(honest, small, '192.0.2.1')).status).toBe(201);
      // Processing an animated picture takes seconds, so none of them was finished first.
      expect(statuses).toEqual([]);
      if (!LONG) return;
      const during = await medianTime(honest, small, '192.0.2.1');
      expectInTime(during, alone);
      expect(statuses.filter((status) => status !== 201)).toEqual([]);
    },
    LONG_TIMEOUT,
  );
});

describe('the upload limits of a player', () => {
  const app = useTestApp({ env: { RATE_LIMITS: 'on' } });

  it('count repeated uploads with the same Idempotency-Key', async () => {
    const player = await app.player();
    const file = await createNoise(30, 20).png().toBuffer();
    const key = 'the-same-key';
    await app.site.limits.record(RATE_LIMITS.upload, player.id, RATE_LIMITS.upload.points - 2);
    const first = await post(player, file, '192.0.2.1', key);
    expect(first.status).toBe(201);
    expect((await post(player, file, '192.0.2.1', key)).body).toEqual(first.body);
    expect((await post(player, file, '192.0.2.1', key)).status).toBe(429);
  });

  it('count the time of video conversions', async () => {
    const { limits } = app.site;
    const settled = await app.player();
    app.clock.advance(app.site.config.newAccountMs);
    const [used, unused] = [await app.player(), await app.player()];
    const { conversion, conversionOfNew } = RATE_LIMITS;
    const send = async (player: TestPlayer) => {
      const { status, body } = await player.call('POST /api/dm-attachments', {
        form: [['file', readFileSync(mediaPath('hevc.mov')), 'x.mov']],
      });
      return [status, body.message];
    };
    await limits.record(conversion, used.id, conversion.points);
    expect((await send(used))[0]).toBe(429);
    // Only long runs convert the video, because the conversion is slow.
    if (LONG) expect((await send(unused))[0]).not.toBe(429);
    await limits.record(conversionOfNew, 'new', conversionOfNew.points);
    expect(await send(unused)).toEqual([503, MEDIA_TEXTS.conversionsBusy]);
    if (LONG) expect((await send(settled))[0]).not.toBe(503);
  });

  it('count the CPU time of uploads', async () => {
    const player = await app.player();
    const file = await createNoise(900, 800).png().toBuffer();
    await app.site.limits.record(RATE_LIMITS.decoding, player.id, RATE_LIMITS.decoding.points - 1);
    expect((await post(player, file, '192.0.2.1')).status).toBe(201);
    expect((await post(player, file, '192.0.2.1')).status).toBe(429);
  });
});
