import type { Page } from '@playwright/test';

/** Opens the fight with a player and waits until one can strike. */
export async function openFight(page: Page, opponentId: number): Promise<void> {
  await page.goto(`/fight/${opponentId}`);
  await page.getByRole('button', { name: 'Attack' }).waitFor();
}

/** Health of one of the two as the screen shows it. */
export async function healthOf(page: Page, username: string): Promise<number> {
  const meter = page.getByRole('meter', { name: `Health of ${username}` });
  return Number(await meter.getAttribute('aria-valuenow'));
}

/** Strikes by keyboard, with another key pressed right after it, until something is so, as often as the rules let one. */
export async function attackUntil(page: Page, isSo: () => Promise<boolean>, then?: string): Promise<void> {
  for (let strikes = 0; strikes < 60 && !(await isSo()); strikes++) {
    await page.keyboard.press('a');
    if (then) await page.keyboard.press(then);
    await page.waitForTimeout(600);
  }
}

/** Strikes by keyboard until the fight is over; answers whether it was won. */
export async function attackUntilOver(page: Page): Promise<boolean> {
  const over = page.getByRole('heading', { name: /^(Victory!|Defeat)$/ });
  await attackUntil(page, () => over.isVisible());
  return (await over.textContent()) === 'Victory!';
}
