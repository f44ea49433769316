import { openFight } from './fights.ts';
import { signUpPlayer } from './players.ts';
import { expect, test } from './test.ts';

// This test uses a separate site, because it restarts the server.
test.use({ siteName: 'crash' });

test('a server shuts down cleanly on SIGTERM and starts again with the same data, and an open fight continues', async ({
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
  await expect.poll(() => log.count()).toBeGreaterThan(before);
});
