import { LONG } from '../scripts/testing/long.ts';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { signUpPlayer } from './players.ts';
import { navigate } from './steps.ts';
import { expect, test } from './test.ts';

/** Time after which any two waiting players are paired, with a margin. */
const PAIRING_MS = 90_000;

test('two players find each other, finish a ranked fight, and see how their ratings change', async ({
  newVisitor,
}) => {
  test.slow();
  const [here, there] = await Promise.all([newVisitor(), newVisitor()]);
  const one = await signUpPlayer(here);
  const other = await signUpPlayer(there);

  await here.page.goto('/ranked');
  await here.page.getByRole('button', { name: 'Find a ranked fight' }).focus();
  await here.page.keyboard.press('Enter');
  await here.page.getByRole('heading', { name: 'Looking for an opponent…' }).waitFor();
  await here.page.getByText(/^Waited for 0:\d\d · /).waitFor();
  await expectAccessible(here.page);
  await expectNoHorizontalScroll(here.page);

  await there.page.goto('/ranked');
  await there.page.getByRole('button', { name: 'Find a ranked fight' }).click();
  await there.page
    .getByText(/Looking for an opponent…|Opponent found/)
    .first()
    .waitFor();
  // While waiting, a player can open any other page. That page then asks the player to accept the fight, even after a
  // full page load.
  await there.page.goto('/store');
  // The pool pairs new players by randomly shifted ratings (see `matchmakingRating`). These two players might therefore
  // wait until ratings no longer matter.
  for (const page of [here.page, there.page])
    await page.getByRole('button', { name: 'Accept' }).waitFor({ timeout: PAIRING_MS });
  // Until both have accepted, neither player sees the opponent's name.
  await expect(there.page.getByText(one.username)).toHaveCount(0);
  await here.page.getByRole('button', { name: 'Accept' }).focus();
  await here.page.keyboard.press('Enter');
  await here.page.getByRole('main').getByText('You accepted. Waiting for your opponent.').waitFor();
  const question = there.page.getByRole('dialog', { name: 'Opponent found' });
  await question.getByRole('button', { name: 'Accept' }).click();

  await here.page.waitForURL(`**/fight/${other.id}`);
  await there.page.waitForURL(`**/fight/${one.id}`);
  for (const page of [here.page, there.page])
    await page.getByRole('heading', { name: 'Ranked fight', level: 1 }).waitFor();
  const lines = here.page.getByRole('log', { name: 'Battle Log' }).locator('p');
  const before = await lines.count();
  for (const page of [here.page, there.page]) {
    await page.getByRole('button', { name: 'Attack', disabled: false }).waitFor();
    await page.keyboard.press('a');
  }
  await expect.poll(() => lines.count()).toBeGreaterThan(before);
  await here.page.getByRole('button', { name: 'Give up' }).click();
  await here.page.getByRole('dialog').getByRole('button', { name: 'Give up' }).click();
  await here.page.getByText(/^Rating: 1,\d+ \(−\d+\)$/).waitFor();
  await there.page.getByText(/^Rating: 1,\d+ \(\+\d+\)$/).waitFor();
  if (LONG) await expectAccessible(here.page);

  await navigate(here.page, `/profiles/${other.id}`);
  await here.page.getByText('Show the latest changes').click();
  await expect(here.page.getByRole('table').getByRole('link', { name: one.username })).toBeVisible();
  const changed = here.page.getByRole('table').getByText(/^\+\d+$/);
  await expect(changed).toBeVisible();
  if (LONG) await expectAccessible(here.page);
});
