import { recordAnimations } from './animations.ts';
import { openFight, resultHeading } from './fights.ts';
import { signUpPlayer } from './players.ts';
import { createPost, openFeed, post } from './posts.ts';
import { openPlayerMenu } from './steps.ts';
import { expect, test } from './test.ts';

test('dialogs, the drawer and fights are animated, except with reduced motion', async ({
  newVisitor,
  newClient,
}) => {
  const visitor = await newVisitor({ width: 375 });
  const { page } = visitor;
  const animations = await recordAnimations(page);
  const { username } = await signUpPlayer(visitor);
  await createPost(visitor, 'To be asked about');
  const windows = async () => {
    await openFeed(page);
    const close = async (name: string) => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name }).waitFor({ state: 'hidden' });
    };
    await openPlayerMenu(page, username);
    await close('Your menu');
    await page.getByRole('main').getByRole('button', { name: 'My card' }).click();
    await page.getByRole('dialog', { name: 'My card' }).getByText(username).first().waitFor();
    await close('My card');
    await post(page, 'To be asked about')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await page.getByRole('dialog', { name: 'Delete this post?' }).waitFor();
    await close('Delete this post?');
  };
  const rival = await signUpPlayer(await newClient());

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await windows();
  expect(animations().length).toBeGreaterThan(3);
  await openFight(page, rival.id);
  animations();
  await page.keyboard.press('a');
  await expect.poll(() => animations().join('\n')).toMatch(/animation of/);

  // Leave the fight, because animations that are already running continue when reduced motion is turned on.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/faq');
  animations();
  await windows();
  expect(animations()).toEqual([]);

  // With reduced motion, a dialog opens at its final position, so that its buttons do not move during a click. The
  // dialog's first position can be visible for less than a frame, so record the position at each DOM change.
  const positions = await page.evaluateHandle(() => {
    const bottoms = new Set<number>();
    const record = () => {
      const dialog = document.querySelector('[role="dialog"]');
      if (dialog) bottoms.add(Math.round(dialog.getBoundingClientRect().bottom));
    };
    new MutationObserver(record).observe(document, { attributes: true, childList: true, subtree: true });
    return bottoms;
  });
  await post(page, 'To be asked about')
    .getByRole('button', { name: /^Delete/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Delete this post?' });
  await dialog.waitFor();
  await expect(dialog).not.toHaveAttribute('data-starting-style');
  expect(await positions.evaluate((bottoms) => [...bottoms])).toEqual([page.viewportSize()?.height]);

  await openFight(page, rival.id);
  const lines = page.getByRole('log', { name: 'Battle Log' }).locator('p');
  const before = await lines.count();
  await page.keyboard.press('a');
  await expect.poll(() => lines.count()).toBeGreaterThan(before);
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Give up' }).click();
  await resultHeading(page).waitFor();
  expect(animations()).toEqual([]);
});
