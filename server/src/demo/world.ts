import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { IMAGE_SIDES, squareImageUrl } from '@rivalhold/shared/image-sizes.ts';
import { HOUR } from '@rivalhold/shared/time-units.ts';
import { passwordError } from '../features/accounts/policy.ts';
import { manualClock } from '../platform/clock.ts';
import { ConfigError } from '../platform/config.ts';
import { type DbOrTx, query, sql, type Tx, transaction } from '../platform/db/db.ts';
import { readSetting } from '../platform/db/site-settings.ts';
import type { Site } from '../platform/site.ts';
import { chatEvents } from './chat-events.ts';
import { feedEvents } from './feed-events.ts';
import { forumEvents } from './forum-events.ts';
import { portraitSvg } from './portrait/renderer.ts';
import { toWebp } from './rasterize.ts';
import { applyEvent, type DemoHistory, deterministicSecrets, startChallenge } from './replay.ts';
import { ALL_PLAYERS, type DemoPlayer, SIGN_IN_PLAYERS } from './roster.ts';
import { socialEvents } from './social-events.ts';
import { timeline } from './timeline.ts';

export type DemoWorld = {
  /** Whether this call made it; false when it was there. */
  isNew: boolean;
  signIns: { username: string; role: DemoPlayer['role'] }[];
  /** The password of all of them; null when an earlier start was given one that was not kept. */
  password: string | null;
};

/** The row that says that the world is whole; it is written with the world, in one transaction. */
const CREATED_SETTING = 'demo_world';
/** Any number, as long as it is this one wherever a demo world is made. */
const LOCK_ID = 7_416_353_202;
const PORTRAIT_PX = 320;

/** Who waits for the visitor's answer: hours ago, and exchanges fought so far. */
const CHALLENGES: readonly { username: string; hours: number; exchanges: number }[] = [
  { username: 'little_howl', hours: 5.2, exchanges: 0 },
  { username: 'frostbit_finn', hours: 2.4, exchanges: 1 },
  { username: 'Torvik99', hours: 0.6, exchanges: 0 },
];

/**
 * Makes the demo world unless it is there: the cast, their portraits and sixty days of fights, by the services
 * themselves with their clock moved through the past. All of it is one transaction, so that a start that is cut off
 * leaves nothing behind and the next one begins anew. Portraits are named by their content and may be written twice.
 * @param cast who lives in it; those a visitor signs in as should be among them
 * @throws ConfigError when DEMO_PASSWORD would be refused at sign-up; AppError taken when somebody of the cast's name
 * or address is a player already.
 */
export async function createDemoWorld(
  site: Site,
  cast: readonly DemoPlayer[] = ALL_PLAYERS,
): Promise<DemoWorld> {
  const signIns = SIGN_IN_PLAYERS.map(({ username, role }) => ({ username, role }));
  if (await isCreated(site.db)) return { isNew: false, signIns, password: readPassword(site) };
  const password = choosePassword(site);
  const passwordHash = await site.secrets.hashPassword(password, 'demo');
  const portraits = cast.map(portraitOf);
  const avatars = new Map(portraits.map(({ username, key }) => [username, `/media/${key}`]));
  const made = await transaction(site.db, async (tx) => {
    await query(tx, sql`select pg_advisory_xact_lock(${LOCK_ID})`);
    if (await isCreated(tx)) return false;
    // Drawing takes another processor than the database that is within this process.
    const drawn = storePortraits(site, portraits);
    drawn.catch(() => {});
    await replayHistory(tx, site, cast, { password, passwordHash, avatars });
    await drawn;
    await query(tx, sql`insert into site_settings (name, value) values (${CREATED_SETTING}, 'made')`);
    return true;
  });
  return { isNew: made, signIns, password };
}

const isCreated = async (db: DbOrTx): Promise<boolean> =>
  (await readSetting(db, CREATED_SETTING)) !== undefined;

async function replayHistory(
  tx: Tx,
  site: Site,
  cast: readonly DemoPlayer[],
  {
    password,
    passwordHash,
    avatars,
  }: { password: string; passwordHash: string; avatars: DemoHistory['avatars'] },
): Promise<void> {
  const now = site.clock.now().getTime();
  const clock = manualClock(new Date(now));
  const secrets = { ...site.secrets, hashPassword: async () => passwordHash, ...deterministicSecrets() };
  const past: DemoHistory = {
    tx,
    site: { ...site, clock, secrets },
    clock,
    password,
    avatars,
    ids: new Map(),
    posts: new Map(),
    threads: new Map(),
  };
  const story = [
    ...timeline(cast, now),
    ...socialEvents(cast, now),
    ...feedEvents(cast, now),
    ...chatEvents(cast, now),
    ...forumEvents(cast, now),
  ].sort((one, other) => one.at - other.at);
  for (const happening of story) await applyEvent(past, happening);

  // What is still to be fought must not be known beforehand: its seeds are the site's own.
  const present: DemoHistory = { ...past, site: { ...past.site, secrets: site.secrets } };
  const named = (username: string) => cast.find((player) => player.username === username);
  const guest = named('demo_player');
  for (const { username, hours, exchanges } of CHALLENGES) {
    const who = named(username);
    if (who && guest) await startChallenge(present, who, guest, { at: now - hours * HOUR, exchanges });
  }
}

type Portrait = { username: string; svg: string; key: string };

function portraitOf({ username, portrait }: DemoPlayer): Portrait {
  const svg = portraitSvg(username, portrait);
  const digest = createHash('sha256').update(svg).digest('hex').slice(0, 24);
  return { username, svg, key: `avatars/demo-${digest}.webp` };
}

/** Draws and stores everybody's portrait, whole and in the smaller sides. */
async function storePortraits({ files }: Site, portraits: readonly Portrait[]): Promise<void> {
  for (const { svg, key } of portraits) {
    const sizes = [PORTRAIT_PX, ...IMAGE_SIDES.avatars];
    const keys = [key, ...IMAGE_SIDES.avatars.map((side) => squareImageUrl(key, side))];
    // Also where it is there already: an earlier start may have been cut off in the middle of the file.
    for (const [index, picture] of (await toWebp(svg, sizes)).entries())
      await files.put(keys[index] as string, picture);
  }
}

const passwordFile = ({ config }: Site): string => path.join(config.dataDir, 'demo-password');

function readPassword(site: Site): string | null {
  const file = passwordFile(site);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : site.config.demoPassword;
}

/** The operator's choice; else one made at random and kept beside the data, readable by its owner alone. */
function choosePassword(site: Site): string {
  const chosen = site.config.demoPassword;
  if (chosen) {
    const error = passwordError(chosen);
    if (error) throw new ConfigError([`DEMO_PASSWORD: ${error}`]);
    return chosen;
  }
  const file = passwordFile(site);
  if (!existsSync(file)) writeFileSync(file, randomBytes(9).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
