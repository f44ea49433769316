import type { Page } from '@playwright/test';
import type { PoolState } from '@rivalhold/shared/contract/ranked.ts';
import type { RatingHistory } from '@rivalhold/shared/contract/ratings.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FIGHT_REVIEW_TEXTS } from '@rivalhold/shared/texts/fight-review.ts';
import { RANKED_TEXTS, RATING_TEXTS } from '@rivalhold/shared/texts/ranked.ts';
import { openAndSettle } from '../layout-shifts.ts';
import { requestOk } from '../players.ts';
import type { ScreenshotFixtures } from './fixtures.ts';
import type { Scene } from './scene.ts';

const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();
const makePool = (over: Partial<PoolState>): PoolState => ({
  ...{ status: 'idle', since: null, answerUntil: null, accepted: false },
  ...{ pausedUntil: null, opponentId: null, rating: 1540, provisional: false },
  ...over,
});
const waitingFor = (ms: number) => makePool({ status: 'waiting', since: inMs(-ms) });
const found = (accepted: boolean) =>
  makePool({ status: 'found', since: inMs(-20_000), answerUntil: inMs(LIMITS.ranked.answerMs), accepted });

/** Return the scene of /ranked with a state in the pool, which does not change. */
const poolScene = (name: string, pool: () => PoolState): Scene => ({
  name: `ranked-${name}`,
  as: 'player',
  open: async (page) => {
    await page.route('**/api/ranked/pool', (route) => route.fulfill({ json: pool() }));
    await openAndSettle(page, '/ranked');
  },
});

/** Open a page, on which an opponent is found for the player. */
async function findElsewhere(page: Page): Promise<void> {
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      socket.send(message);
      const hasConnected = String(message).startsWith('40');
      if (hasConnected) socket.send(`42${JSON.stringify(['ranked:changed', found(false)])}`);
    });
  });
  await openAndSettle(page, '/store');
  await page.getByRole('dialog', { name: RANKED_TEXTS.found }).waitFor();
}

/** Return the path of the demo player's latest ranked fight. */
async function rankedFightPath(world: ScreenshotFixtures): Promise<string> {
  const path = `/api/ratings/${world.idOf('demo_player')}`;
  const { changes } = await requestOk<RatingHistory>(world.visitors.player, 'GET', path);
  if (!changes[0]) throw new Error('The demo player has no ranked fight');
  return `/fights/${changes[0].fightId}`;
}

/** The pool for ranked fights, ratings, and a guest who watches and reviews a ranked fight. */
export const RANKED_SCENES: Scene[] = [
  poolScene('waiting', () => waitingFor(8_000)),
  poolScene('waiting-long', () => waitingFor(50_000)),
  poolScene('found', () => found(false)),
  poolScene('accepted', () => found(true)),
  poolScene('paused', () => makePool({ pausedUntil: inMs(119_000) })),
  { name: 'ranked-found-elsewhere', as: 'player', windowOnly: true, open: findElsewhere },
  {
    name: 'leaderboard-rating',
    as: 'player',
    open: (page) => openAndSettle(page, '/leaderboard?board=rating'),
  },
  {
    name: 'rating-graph',
    as: 'player',
    whole: true,
    open: async (page, world) => {
      await openAndSettle(page, `/profiles/${world.idOf('demo_player')}`);
      await page.getByText(RATING_TEXTS.table).click();
    },
  },
  {
    name: 'replay-guest',
    as: 'guest',
    whole: true,
    open: async (page, world) => openAndSettle(page, `${await rankedFightPath(world)}?exchange=3`),
  },
  {
    name: 'review-guest',
    as: 'guest',
    whole: true,
    open: async (page, world) => {
      await openAndSettle(page, await rankedFightPath(world));
      await page.getByRole('button', { name: FIGHT_REVIEW_TEXTS.start }).click();
      await page.getByRole('heading', { name: FIGHT_REVIEW_TEXTS.turningPoints }).waitFor();
    },
  },
];
