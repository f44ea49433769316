import type { Page } from '@playwright/test';
import type { Visitor } from '../browser.ts';
import { openFight } from '../fights.ts';
import { openAndSettle } from '../layout-shifts.ts';
import { controlConnection } from '../messages.ts';
import { type Player, requestOk, signUpPlayer } from '../players.ts';
import type { ScreenshotFixtures } from './fixtures.ts';
import type { Scene } from './scene.ts';

type Opponent = Visitor & { player: Player };

/** End the fights that the deputy started, because each screenshot needs a new fight. */
export async function endFights({ visitors: { deputy } }: ScreenshotFixtures): Promise<void> {
  const open = await requestOk<{ id: number; isAttacker: boolean }[]>(deputy, 'GET', '/api/combat/open');
  for (const { id, isAttacker } of open)
    if (isAttacker) await requestOk(deputy, 'POST', `/api/combat/fights/${id}/concede`);
}

/**
 * Sign up an opponent with a page open. Each screenshot has a new opponent, because the number of challenges from one
 * player to another is limited.
 */
async function newOpponent(world: ScreenshotFixtures): Promise<Opponent> {
  const visitor = await world.newVisitor();
  const player = await signUpPlayer(visitor);
  await openAndSettle(visitor.page, '/faq');
  return { ...visitor, player };
}

const question = ({ page }: Opponent) => page.getByRole('dialog', { name: / challenges you$/ });

/** Challenge a new opponent, and wait until they see the challenge. */
async function challenge(page: Page, world: ScreenshotFixtures): Promise<Opponent> {
  await world.heal(world.deputy);
  await endFights(world);
  const opponent = await newOpponent(world);
  await openFight(page, opponent.player.id);
  await question(opponent).waitFor();
  return opponent;
}

/** Challenge a new opponent, who accepts. */
async function challengeAndJoin(page: Page, world: ScreenshotFixtures): Promise<Opponent> {
  const opponent = await challenge(page, world);
  await question(opponent).getByRole('button', { name: 'Accept' }).click();
  await shows(page, /joined the fight/);
  return opponent;
}

/** Return the scene of a live fight. `prepare` starts it, and returns the opponent. */
const liveFight = (
  name: string,
  prepare: typeof challenge,
  act: (page: Page, opponent: Page) => Promise<unknown>,
): Scene => ({
  name: `live-fight-${name}`,
  as: 'deputy',
  windowOnly: true,
  open: async (page, world) => {
    const opponent = await prepare(page, world);
    await act(page, opponent.page);
    page.once('close', () => void opponent.context.close());
  },
});

const shows = (page: Page, text: RegExp) => page.getByText(text).first().waitFor();

/** Close the opponent's page, and choose a move. The opponent's style answers it. */
async function leave(page: Page, opponent: Page): Promise<void> {
  await opponent.close();
  await page.keyboard.press('a');
  await shows(page, /is away\. Their style/);
}

async function giveUp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('heading', { name: 'Defeat' }).waitFor();
}

/** A fight of two players in two browsers: invitation, presence, connection and end. */
export const LIVE_FIGHT_SCENES: Scene[] = [
  liveFight('asked', challenge, (page) => shows(page, /has been asked to join/)),
  liveFight('declined', challenge, async (page, opponent) => {
    await opponent.getByRole('button', { name: 'Decline' }).click();
    await shows(page, /declined\. Their style/);
  }),
  liveFight('chosen', challengeAndJoin, async (page) => {
    await page.keyboard.press('a');
    await shows(page, /^You chose Strike/);
  }),
  liveFight('opponent-chose', challengeAndJoin, async (page, opponent) => {
    await opponent.getByRole('button', { name: 'Guard' }).click();
    await shows(page, /has chosen/);
  }),
  liveFight('opponent-away', challengeAndJoin, leave),
  liveFight('opponent-back', challengeAndJoin, async (page, opponent) => {
    const fight = opponent.url();
    await leave(page, opponent);
    const again = await opponent.context().newPage();
    await again.goto(fight);
    await shows(page, /is back\./);
  }),
  {
    name: 'live-fight-offline',
    as: 'deputy',
    windowOnly: true,
    open: async (page, world) => {
      const connection = await controlConnection({ ...world.visitors.deputy, page });
      const opponent = await challengeAndJoin(page, world);
      await connection.cut();
      page.once('close', () => {
        void page.context().setOffline(false);
        void opponent.context.close();
      });
      await shows(page, /^Connection lost/);
    },
  },
  liveFight('give-up', challengeAndJoin, async (page) => {
    await page.getByRole('button', { name: 'Give up' }).click();
    await page.getByRole('dialog').waitFor();
  }),
  liveFight('gave-up', challengeAndJoin, giveUp),
  {
    name: 'live-fight-rematch',
    as: 'deputy',
    windowOnly: true,
    open: async (page, world) => {
      const opponent = await newOpponent(world);
      await openFight(opponent.page, world.deputy.id);
      await giveUp(opponent.page);
      await openAndSettle(page, '/faq');
      await opponent.page.getByRole('button', { name: 'Fight again' }).click();
      await page.getByRole('dialog', { name: /wants a rematch$/ }).waitFor();
      page.once('close', () => void opponent.context.close());
    },
  },
];
