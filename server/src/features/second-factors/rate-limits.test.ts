import { expect, it } from 'vitest';
import { PASSWORD, useTestApp } from '../../testing/app.ts';
import { RATE_LIMITS } from './rate-limits.ts';
import { addApp, codeOf } from './testing.ts';

const app = useTestApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } });

it('wrong codes are limited per account across all IP addresses', async () => {
  const player = await app.player();
  const { secret } = await addApp(app, player);
  app.clock.advance(30_000);
  let addresses = 0;
  const signIn = async (code: string) => {
    const body = { credential: player.username, password: PASSWORD, code };
    const headers = { 'x-forwarded-for': `198.51.100.${addresses++}` };
    return (await app.browser().call('POST /api/session', { body, headers })).status;
  };
  for (let n = 1; n < RATE_LIMITS.codeFailures.points; n++) expect(await signIn('000000')).toBe(401);
  expect(await signIn(codeOf(app, secret))).toBe(200);
  for (let n = 0; n < RATE_LIMITS.codeFailures.points; n++) expect(await signIn('000000')).toBe(401);
  app.clock.advance(30_000);
  expect(await signIn(codeOf(app, secret))).toBe(429);
});

it('wrong codes entered to confirm an action are limited per session', async () => {
  const player = await app.player();
  const stolen = app.browser();
  expect((await stolen.signIn(player.username)).status).toBe(200);
  const { secret, recoveryCodes } = await addApp(app, player);
  let addresses = 0;
  const prove = async (by: typeof stolen, code: string) => {
    const headers = { 'x-forwarded-for': `198.51.101.${addresses++}` };
    return (await by.call('POST /api/step-up', { body: { code }, headers })).status;
  };
  for (let n = 0; n < RATE_LIMITS.stepUpFailures.points; n++) expect(await prove(stolen, '000000')).toBe(400);
  app.clock.advance(30_000);
  const code = codeOf(app, secret);
  expect(await prove(stolen, code)).toBe(429);
  expect(await prove(player, code)).toBe(200);
  const body = { credential: player.username, password: PASSWORD, code: recoveryCodes[0] };
  expect((await app.browser().call('POST /api/session', { body })).status).toBe(200);
});
