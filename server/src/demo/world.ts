import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { IMAGE_SIDES, squareImageUrl } from '@rivalhold/shared/image-sizes.ts';
import { portraitSvg } from '@rivalhold/shared/portraits/renderer.ts';
import { HOUR } from '@rivalhold/shared/time-units.ts';
import { passwordError } from '../features/accounts/policy.ts';
import { manualClock } from '../platform/clock.ts';
import { ConfigError } from '../platform/config.ts';
import { type DbOrTx, query, sql, type Tx, transaction } from '../platform/db/db.ts';
import { readSetting } from '../platform/db/site-settings.ts';
import { toWebp } from '../platform/media/rasterize.ts';
import type { Site } from '../platform/site.ts';
import { chatEvents } from './chat-events.ts';
import { CHALLENGES, VISITOR } from './content/visitor.ts';
import { feedEvents } from './feed-events.ts';
import { forumEvents } from './forum-events.ts';
import { applyEvent, chooseTitle, type DemoHistory, deterministicSecrets, startChallenge } from './replay.ts';
import { ALL_PLAYERS, type DemoPlayer, SIGN_IN_PLAYERS } from './roster.ts';
import { socialEvents } from './social-events.ts';
import { timeline } from './timeline.ts';

export type DemoWorld = {
  /** True if this call created the demo world. */
  isNew: boolean;
  signIns: { username: string; role: DemoPlayer['role'] }[];
  /**
   * The password of these players; null if the operator set it at an earlier start, because it is not stored then.
   */
  password: string | null;
};

/**
 * Name of the setting that marks the world as complete. It is saved in the transaction that creates the world.
 */
const CREATED_SETTING = 'demo_world';
const PORTRAIT_PX = 320;

/**
 * Create the demo world unless it exists: its players, their portraits and sixty days of history, which is applied
 * through the service functions with a simulated clock. Everything is created in one transaction, so an interrupted
 * start leaves nothing behind except portraits. They are named by their content, so the next start overwrites them.
 * @param cast the players, who should include the accounts for visitors
 * @throws ConfigError if DEMO_PASSWORD is not allowed; AppError `taken` if a username or email of the cast is in use
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
  await transaction(site.db, async (tx) => {
    // The portraits are drawn in other threads while this thread replays the history.
    const drawn = storePortraits(site, portraits);
    drawn.catch(() => {});
    await replayHistory(tx, site, cast, { password, passwordHash, avatars });
    await drawn;
    await query(tx, sql`insert into site_settings (name, value) values (${CREATED_SETTING}, 'made')`);
  });
  return { isNew: true, signIns, password };
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
  const history: DemoHistory = {
    tx,
    // The actions of two months are done within seconds, which rate limits would reject.
    site: { ...site, config: { ...site.config, rateLimits: false }, clock, secrets },
    clock,
    password,
    avatars,
    ids: new Map(),
    posts: new Map(),
    threads: new Map(),
  };
  const events = [
    ...timeline(cast, now),
    ...socialEvents(cast, now),
    ...feedEvents(cast, now),
    ...chatEvents(cast, now),
    ...forumEvents(cast, now),
  ].sort((one, other) => one.at - other.at);
  for (const event of events) await applyEvent(history, event);
  for (const who of cast) await chooseTitle(history, who);

  // Open fights must not be predictable, so they get random seeds.
  const present: DemoHistory = { ...history, site: { ...history.site, secrets: site.secrets } };
  const find = (name: string) => cast.find(({ username }) => username === name);
  const visitor = find(VISITOR);
  for (const { username, hours, exchanges } of CHALLENGES) {
    const who = find(username);
    if (who && visitor) await startChallenge(present, who, visitor, { at: now - hours * HOUR, exchanges });
  }
}

type Portrait = { username: string; svg: string; key: string };

function portraitOf({ username, portrait }: DemoPlayer): Portrait {
  const svg = portraitSvg(username, portrait);
  const digest = createHash('sha256').update(svg).digest('hex').slice(0, 24);
  return { username, svg, key: `avatars/demo-${digest}.webp` };
}

/** Draw portraits, and store them in all sizes. */
async function storePortraits({ files }: Site, portraits: readonly Portrait[]): Promise<void> {
  for (const { svg, key } of portraits) {
    const sizes = [PORTRAIT_PX, ...IMAGE_SIDES.avatars];
    const keys = [key, ...IMAGE_SIDES.avatars.map((side) => squareImageUrl(key, side))];
    // Overwrite existing files, because an interrupted start can have left an incomplete file.
    for (const [index, picture] of (await toWebp(svg, sizes)).entries())
      await files.put(keys[index] as string, picture);
  }
}

const passwordFile = ({ config }: Site): string => path.join(config.dataDir, 'demo-password');

function readPassword(site: Site): string | null {
  const file = passwordFile(site);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : site.config.demoPassword;
}

/**
 * Return the password set by the operator or, if there is none, a random password, which is stored in `DATA_DIR`
 * and readable only by its owner.
 */
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
