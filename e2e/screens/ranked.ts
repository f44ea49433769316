import type { Page, WebSocketRoute } from '@playwright/test';
import type { PoolState } from '@rivalhold/shared/contract/ranked.ts';
import type { RatingBoard, RatingHistory } from '@rivalhold/shared/contract/ratings.ts';
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

/** Return a scene of /ranked that always shows the given state of the matchmaking pool. */
const poolScene = (name: string, pool: () => PoolState): Scene => ({
  name: `ranked-${name}`,
  as: 'player',
  open: async (page) => {
    await page.route('**/api/ranked/pool', (route) => route.fulfill({ json: pool() }));
    await openAndSettle(page, '/ranked');
  },
});

/** Open a page other than /ranked, and send it the event that an opponent was found. */
async function findElsewhere(page: Page): Promise<void> {
  const connected = Promise.withResolvers<WebSocketRoute>();
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    socket.connectToServer();
    connected.resolve(socket);
  });
  await openAndSettle(page, '/store');
  const socket = await connected.promise;
  socket.send(`42${JSON.stringify(['ranked:changed', found(false)])}`);
  await page.getByRole('dialog', { name: RANKED_TEXTS.found }).waitFor();
}

/** Return the id of the player with the highest rating. */
async function bestPlayerId({ visitors: { player } }: ScreenshotFixtures): Promise<number> {
  const { items } = await requestOk<RatingBoard>(player, 'GET', '/api/ratings/board');
  if (!items[0]) throw new Error('The rating board is empty');
  return items[0].player.id;
}

/** Return the path of the latest public ranked fight of the player with the highest rating. */
async function rankedFightPath(world: ScreenshotFixtures): Promise<string> {
  const path = `/api/ratings/${await bestPlayerId(world)}`;
  const { changes } = await requestOk<RatingHistory>(world.visitors.player, 'GET', path);
  const fightId = changes.find((change) => change.fightId !== null)?.fightId;
  return `/fights/${fightId}`;
}

/** Ranked fights: the pool, the ratings, and a guest who watches and reviews a fight. */
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
      await openAndSettle(page, `/profiles/${await bestPlayerId(world)}`);
      await page.getByText(RATING_TEXTS.table).click();
      await page.evaluate(() => scrollTo(0, 0));
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
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
];
