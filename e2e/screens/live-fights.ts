import type { Page } from '@playwright/test';
import type { Visitor } from '../browser.ts';
import { openFight } from '../fights.ts';
import { openAndSettle } from '../layout-shifts.ts';
import { controlConnection } from '../messages.ts';
import { type Player, requestOk, signUpPlayer } from '../players.ts';
import type { ScreenshotFixtures } from './fixtures.ts';
import type { Scene } from './scene.ts';

type Opponent = Visitor & { player: Player };

/** End the fights that `deputy` started, because each screenshot needs a new fight. */
export async function endFights({ visitors: { deputy } }: ScreenshotFixtures): Promise<void> {
  const open = await requestOk<{ id: number; isAttacker: boolean }[]>(deputy, 'GET', '/api/combat/open');
  for (const { id, isAttacker } of open)
    if (isAttacker) await requestOk(deputy, 'POST', `/api/combat/fights/${id}/concede`);
}

/**
 * Sign up an opponent, and open a page for them. Each screenshot has a new opponent, because the number of challenges
 * from one player to another is limited.
 */
async function newOpponent(world: ScreenshotFixtures): Promise<Opponent> {
  const visitor = await world.newVisitor();
  const player = await signUpPlayer(visitor);
  await openAndSettle(visitor.page, '/faq');
  return { ...visitor, player };
}

const question = ({ page }: Pick<Visitor, 'page'>) => page.getByRole('dialog', { name: / challenges you$/ });

/**
 * When the page closes, call `act` and then close the opponent's browser. Ignore errors of both steps, because all
 * browsers are already closed after the last scene.
 */
function closeWith(page: Page, { context }: Opponent, act?: () => Promise<void>): void {
  page.once('close', () => {
    void Promise.resolve(act?.())
      .then(() => context.close())
      .catch(() => undefined);
  });
}

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
  await opponent.page.waitForURL('**/fight/*');
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
    closeWith(page, opponent);
  },
});

/** Wait for a text. Some texts appear only after the time limit for an answer or a move has passed. */
const shows = (page: Page, text: RegExp) => page.getByText(text).first().waitFor({ timeout: 60_000 });

/** Close the opponent's page, and choose a move. The opponent's fight style then chooses the opponent's move. */
async function leave(page: Page, opponent: Page): Promise<void> {
  await opponent.close();
  await page.keyboard.press('a');
  await shows(page, /is away\. Their style/);
}

/** Start a live fight between a new opponent and another player, and then challenge the opponent. */
async function challengeBusy(page: Page, world: ScreenshotFixtures): Promise<Opponent> {
  await world.heal(world.deputy);
  await endFights(world);
  const [opponent, other] = [await newOpponent(world), await newOpponent(world)];
  await openFight(other.page, opponent.player.id);
  await question(opponent).getByRole('button', { name: 'Accept' }).click();
  await shows(other.page, /joined the fight/);
  await openFight(page, opponent.player.id);
  closeWith(page, other);
  return opponent;
}

/** Return the scene in which `deputy` is challenged while typing a message. `height` is the window's height. */
const whileTyping = (name: string, height?: number): Scene => ({
  name: `live-fight-${name}`,
  as: 'deputy',
  windowOnly: true,
  open: async (page, world) => {
    await page.goto('/chat');
    await page.getByLabel(/^Write a lobby message/).fill('Good evening');
    const opponent = await newOpponent(world);
    await openFight(opponent.page, world.deputy.id);
    await question({ page }).waitFor();
    if (height) await page.setViewportSize({ ...page.viewportSize()!, height });
    // Let the opponent give up when the page closes. Otherwise, the challenge would also appear in the next scene.
    closeWith(page, opponent, () => giveUp(opponent.page));
  },
});

async function giveUp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('heading', { name: 'Defeat' }).waitFor();
}

/** A fight of two players in two browsers: invitation, presence, connection and end. */
export const LIVE_FIGHT_SCENES: Scene[] = [
  liveFight('challenged', challenge, (page) => shows(page, /has been asked to join/)),
  liveFight('declined', challenge, async (page, opponent) => {
    await opponent.getByRole('button', { name: 'Decline' }).click();
    await shows(page, /declined\. Their style/);
  }),
  liveFight('unanswered', challenge, (page) => shows(page, /didn’t answer\. Their style/)),
  liveFight('busy', challengeBusy, (page) => shows(page, /is in another live fight/)),
  liveFight('chosen', challengeAndJoin, async (page) => {
    await page.keyboard.press('a');
    await shows(page, /^You chose Strike/);
  }),
  liveFight('opponent-chose', challengeAndJoin, async (page, opponent) => {
    await opponent.getByRole('button', { name: 'Guard' }).click();
    await shows(page, /has chosen/);
  }),
  liveFight('missed-choice', challengeAndJoin, async (page, opponent) => {
    for (const choices of [1, 2]) {
      await opponent.locator('[aria-disabled="false"]', { hasText: 'Guard' }).click();
      const line = page.getByRole('log', { name: 'Battle Log' }).locator('p').nth(choices);
      await line.waitFor({ timeout: 60_000 });
    }
    await shows(page, /^Your style fights for you/);
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
      page.once('close', () => void page.context().setOffline(false));
      closeWith(page, opponent);
      await shows(page, /^Connection lost/);
    },
  },
  liveFight('give-up', challengeAndJoin, async (page) => {
    await page.getByRole('button', { name: 'Give up' }).click();
    await page.getByRole('dialog').waitFor();
  }),
  liveFight('gave-up', challengeAndJoin, giveUp),
  liveFight('opponent-gave-up', challengeAndJoin, async (page, opponent) => {
    await giveUp(opponent);
    await page.getByRole('heading', { name: 'Victory!' }).waitFor();
  }),
  whileTyping('while-typing'),
  { ...whileTyping('over-keyboard', 340), upTo: 768 },
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
      closeWith(page, opponent);
    },
  },
];
