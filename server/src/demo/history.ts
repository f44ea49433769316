import { HOUR } from '@rivalhold/shared/time-units.ts';
import Type, { type Static } from 'typebox';
import { changeSettings } from '../features/safety/service.ts';
import { manualClock } from '../platform/clock.ts';
import { column } from '../platform/db/columns.ts';
import { query, sql, type Tx } from '../platform/db/db.ts';
import type { Site } from '../platform/site.ts';
import { chatEvents } from './chat-events.ts';
import { SAFETY } from './content/safety.ts';
import { CHALLENGES, VISITOR } from './content/visitor.ts';
import { createDecisions } from './decisions.ts';
import type { DemoEvent } from './events.ts';
import { feedEvents } from './feed-events.ts';
import { forumEvents } from './forum-events.ts';
import { applyEvent, chooseTitle, type DemoHistory, deterministicSecrets, startChallenge } from './replay.ts';
import type { DemoPlayer } from './roster.ts';
import { socialEvents } from './social-events.ts';
import { timeline } from './timeline.ts';

/** The players of a demo world, with their shared password and their portraits. */
export type DemoCast = {
  players: readonly DemoPlayer[];
  password: string;
  passwordHash: string;
  /** Portrait paths by username. */
  avatars: ReadonlyMap<string, string>;
};

/** Return the events of the sixty days before `now`, in order. */
export const historyOf = (cast: readonly DemoPlayer[], now: number): DemoEvent[] =>
  [
    ...timeline(cast, now),
    ...socialEvents(cast, now),
    ...feedEvents(cast, now),
    ...chatEvents(cast, now),
    ...forumEvents(cast, now),
  ].sort((one, other) => one.at - other.at);

/** Apply events with a simulated clock, and then let the players choose titles. The result is the same in each run. */
export async function replayHistory(
  tx: Tx,
  site: Site,
  cast: DemoCast,
  events: readonly DemoEvent[],
): Promise<void> {
  const history = beginHistory(tx, site, cast);
  Object.assign(history.site.secrets, deterministicSecrets());
  for (const event of events) await applyEvent(history, event);
  for (const player of cast.players) if (history.ids.has(player.username)) await chooseTitle(history, player);
}

/**
 * Start the open fights that wait for the visitor's player, create staff decisions, and set safety settings. The seeds
 * of these fights are random, so nobody can predict the outcomes.
 */
export async function createCurrentState(tx: Tx, site: Site, cast: DemoCast): Promise<void> {
  const now = site.clock.now().getTime();
  const history = beginHistory(tx, site, cast);
  for (const { username, id } of await findUsers(tx, cast.players)) history.ids.set(username, id);
  const find = (name: string) => cast.players.find(({ username }) => username === name);
  const visitor = find(VISITOR);
  for (const { username, hours, exchanges } of CHALLENGES) {
    const who = find(username);
    if (who && visitor) await startChallenge(history, who, visitor, { at: now - hours * HOUR, exchanges });
  }
  await createDecisions(tx, site, history.ids);
  for (const { username, settings } of SAFETY) {
    const userId = history.ids.get(username);
    if (userId !== undefined) await changeSettings(tx, site, userId, settings);
  }
}

const UserRow = Type.Object({ username: column.text, id: column.integer });

const findUsers = (tx: Tx, players: readonly DemoPlayer[]): Promise<Static<typeof UserRow>[]> =>
  query(
    tx,
    UserRow,
    sql`select username, id from users where username = any (${players.map(({ username }) => username)}::text[])
        and deleted_at is null`,
  );

function beginHistory(tx: Tx, site: Site, { password, passwordHash, avatars }: DemoCast): DemoHistory {
  const clock = manualClock(site.clock.now());
  const secrets = { ...site.secrets, hashPassword: async () => passwordHash };
  return {
    tx,
    // Turn rate limits off, because they would reject two months of actions that are applied within seconds.
    site: { ...site, config: { ...site.config, rateLimits: false }, clock, secrets },
    clock,
    password,
    avatars,
    ids: new Map(),
    posts: new Map(),
    threads: new Map(),
  };
}
