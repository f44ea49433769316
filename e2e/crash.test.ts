import { setTimeout as sleep } from 'node:timers/promises';
import type { Combat } from '../shared/src/contract/combat.ts';
import { openFight } from './fights.ts';
import { requestAs, signUpPlayer } from './players.ts';
import { expect, test } from './test.ts';

// These tests use a separate site, because they kill and restart its server.
test.use({ siteName: 'crash' });
test.describe.configure({ mode: 'default' });

type Strike = { combat: Combat; lines: { seq: number }[] };

test('a server that is killed during a fight keeps every acknowledged attack', async ({
  newClient,
  site,
}) => {
  const [visitor, other] = [await newClient(), await newClient()];
  const me = await signUpPlayer(visitor);
  const rival = await signUpPlayer(other);
  const path = `/api/combat/${me.id}?opponentId=${rival.id}`;
  let { body: combat } = await requestAs<Combat>(visitor, 'GET', path);
  for (let strikes = 0; strikes < 3 && combat.status === 'active'; strikes++) {
    const { status, body } = await requestAs<Strike>(visitor, 'POST', '/api/combat/attack', {
      defenderId: rival.id,
    });
    expect(status).toBe(200);
    combat = body.combat;
    if (strikes < 2) await sleep(550);
  }
  expect(combat.exchanges).toBeGreaterThan(0);

  // The server is killed during an attack, which must be stored completely or not at all.
  const pendingAttack = sleep(550).then(() =>
    requestAs<Strike>(visitor, 'POST', '/api/combat/attack', { defenderId: rival.id }).catch(() => null),
  );
  await sleep(552);
  await site.kill('SIGKILL');
  const lastKnown = (await pendingAttack)?.body.combat ?? combat;
  await site.start();

  if (lastKnown.status === 'over') {
    const { status } = await requestAs(visitor, 'GET', `/api/combat/fights/${lastKnown.id}`);
    expect(status).toBe(200);
    return;
  }
  const { status, body: after } = await requestAs<Combat>(visitor, 'GET', path);
  expect(status, 'the session outlives the server').toBe(200);
  if (after.id !== lastKnown.id) {
    // The attack during which the server was killed ended the fight.
    expect((await requestAs(visitor, 'GET', `/api/combat/fights/${lastKnown.id}`)).status).toBe(200);
    return;
  }
  expect([lastKnown.exchanges, lastKnown.exchanges + 1]).toContain(after.exchanges);
  expect(after.log.map(({ seq }) => seq)).toEqual(after.log.map((_line, index) => index + 1));
  if (after.exchanges === lastKnown.exchanges) {
    expect(after).toMatchObject({ attackerHP: lastKnown.attackerHP, defenderHP: lastKnown.defenderHP });
  }
});

test('a server shuts down cleanly on SIGTERM and starts again on its data folder, and an open fight continues', async ({
  newVisitor,
  site,
  newClient,
}) => {
  const visitor = await newVisitor();
  await signUpPlayer(visitor);
  const rival = await signUpPlayer(await newClient());
  await openFight(visitor.page, rival.id);
  const attack = visitor.page.getByRole('button', { name: 'Attack' });
  expect(await site.kill('SIGTERM')).toBe(0);
  await site.start();
  const log = visitor.page.getByRole('log', { name: 'Battle Log' }).locator('p');
  const before = await log.count();
  await attack.click();
  await expect.poll(() => log.count(), { timeout: 15_000 }).toBeGreaterThan(before);
});
