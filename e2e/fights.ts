import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import type { Combat } from '@rivalhold/shared/contract/combat.ts';
import type { ErrorBody } from '@rivalhold/shared/contract/errors.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { type Client, requestAs } from './players.ts';

/**
 * Pause between two attacks by keyboard, in ms. It is longer than the interval that the server requires, because the
 * previous attack might have reached the server late.
 */
const ATTACK_PAUSE_MS = LIMITS.combat.exchangeIntervalMs + 100;

const starts = (page: Page) => page.getByRole('button', { name: /^(Start the fight|Fight anyway)$/ });

/** Start the fight that the page offers. */
export async function startFight(page: Page): Promise<void> {
  // Wait until the button is enabled, a moment after it appears.
  await starts(page).and(page.locator(':not([aria-disabled])')).click();
}

/** Open the fight with an opponent. If it has not started, start it. Wait for the Attack button. */
export async function openFight(page: Page, opponentId: number): Promise<void> {
  await page.goto(`/fight/${opponentId}`);
  const attack = page.getByRole('button', { name: 'Attack' });
  await attack.or(starts(page)).waitFor();
  if (!(await attack.isVisible())) await startFight(page);
  await attack.waitFor();
}

/**
 * Open a fight that the opponent has started, and accept the opponent's challenge if it is still open. Wait until the
 * player can attack.
 */
export async function joinFight(page: Page, opponentId: number): Promise<void> {
  await page.goto(`/fight/${opponentId}`);
  const attack = page.getByRole('button', { name: 'Attack' });
  const accept = page.getByRole('button', { name: 'Accept' });
  await attack.or(accept).first().waitFor();
  if (await accept.isVisible()) await accept.click();
  await attack.waitFor();
  await page.waitForLoadState('networkidle');
}

/** Return the heading that shows the result of a fight. */
export const resultHeading = (page: Page): Locator =>
  page.getByRole('heading', { name: /^(Victory!|Defeat)$/ });

/** Return the health of a fighter as the screen shows it. */
export async function healthOf(page: Page, username: string): Promise<number> {
  const meter = page.getByRole('meter', { name: `Health of ${username}` });
  return Number(await meter.getAttribute('aria-valuenow'));
}

/**
 * Attack through the API, and return the fight after the attack. While the server rejects the attack because the
 * previous one was too recent, wait and try again.
 */
export async function attackByApi(
  client: Client,
  attack: { defenderId: number; move?: 'strike' | 'guard' },
  headers: Record<string, string> = {},
): Promise<Combat> {
  type AttackResponse = { combat: Combat } | ErrorBody;
  for (;;) {
    const { body } = await requestAs<AttackResponse>(client, 'POST', '/api/combat/attack', attack, headers);
    if ('combat' in body) return body.combat;
    if (body.code !== 'tooOften') throw new Error(`The attack failed: ${JSON.stringify(body)}`);
    await sleep(LIMITS.combat.exchangeIntervalMs);
  }
}

/** Attack by keyboard, within the rate limit, until a condition is true. */
async function attackUntil(page: Page, isSo: () => Promise<boolean>): Promise<void> {
  for (let strikes = 0; strikes < 60 && !(await isSo()); strikes++) {
    await page.keyboard.press('a');
    await page.waitForTimeout(ATTACK_PAUSE_MS);
  }
}

/** Attack by keyboard until the fight is over. Return whether the player won. */
export async function attackUntilOver(page: Page): Promise<boolean> {
  const over = resultHeading(page);
  await attackUntil(page, () => over.isVisible());
  return (await over.textContent()) === 'Victory!';
}

/** Let both players strike by keyboard until the fight is over. Return whether the player on the first page won. */
export async function strikeUntilOver(one: Page, other: Page): Promise<boolean> {
  // Wait until both browsers have joined the fight. Otherwise, an absent player's fight style would choose the moves.
  for (const page of [one, other])
    await page.getByTitle(COMBAT_TEXTS.isConnected, { exact: true }).waitFor({ state: 'attached' });
  const over = resultHeading(one);
  await attackUntil(one, async () => {
    await other.keyboard.press('a');
    return over.isVisible();
  });
  return (await over.textContent()) === 'Victory!';
}
