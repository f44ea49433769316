import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { passwordError } from '../features/accounts/policy.ts';
import { ConfigError } from '../platform/config.ts';
import { type DbOrTx, transaction } from '../platform/db/db.ts';
import { readSetting, saveSetting } from '../platform/db/site-settings.ts';
import type { Site } from '../platform/site.ts';
import { createCurrentState, type DemoCast, historyOf, replayHistory } from './history.ts';
import { portraitOf, portraitPaths, storePortraits } from './portraits.ts';
import { loadPreparedWorld } from './prepared-world.ts';
import { ALL_PLAYERS, type DemoPlayer, SIGN_IN_PLAYERS } from './roster.ts';
import { DEMO_SETTINGS } from './settings.ts';

export type DemoWorld = {
  /** True if this call created the demo world. */
  isNew: boolean;
  signIns: { username: string; role: DemoPlayer['role'] }[];
  /**
   * The password of the players that visitors use. It is null if the operator set the password at an earlier start,
   * because the operator's password is not stored.
   */
  password: string | null;
};

/**
 * Create the demo world unless it exists. It consists of players, their portraits and sixty days of history. On a new
 * site, the history of all players is loaded from a file. On a site that already has data, the history is replayed
 * through the service functions with a simulated clock. Everything is created in one transaction, so an interrupted
 * start leaves nothing behind except files of portraits, photos and clips. The names of these files are fixed, so the
 * next start overwrites them.
 * @param players should include the accounts for visitors
 * @throws ConfigError if DEMO_PASSWORD is not allowed
 * @throws AppError `taken` if a username or email of a player is in use
 */
export async function createDemoWorld(
  site: Site,
  players: readonly DemoPlayer[] = ALL_PLAYERS,
): Promise<DemoWorld> {
  const signIns = SIGN_IN_PLAYERS.map(({ username, role }) => ({ username, role }));
  if (await isCreated(site.db)) return { isNew: false, signIns, password: readPassword(site) };
  const password = choosePassword(site);
  const passwordHash = await site.secrets.hashPassword(password, 'demo');
  const portraits = players.map(portraitOf);
  const cast: DemoCast = { players, password, passwordHash, avatars: portraitPaths(portraits) };
  await transaction(site.db, async (tx) => {
    // The portraits are drawn on other threads while this thread fills the tables.
    const drawn = storePortraits(site.files, portraits);
    drawn.catch(() => {});
    const isLoaded = players === ALL_PLAYERS && (await loadPreparedWorld(tx, site, cast));
    if (!isLoaded) await replayHistory(tx, site, cast, historyOf(players, site.clock.now().getTime()));
    await createCurrentState(tx, site, cast);
    await drawn;
    await saveSetting(tx, DEMO_SETTINGS.world, 'made');
  });
  return { isNew: true, signIns, password };
}

const isCreated = async (db: DbOrTx): Promise<boolean> =>
  (await readSetting(db, DEMO_SETTINGS.world)) !== undefined;

const passwordFile = ({ config }: Site): string => path.join(config.dataDir, 'demo-password');

function readPassword(site: Site): string | null {
  const file = passwordFile(site);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : site.config.demoPassword;
}

/**
 * Return the password that the operator has set. If there is none, return a random password, and store it in `DATA_DIR`
 * in a file that only its owner can read.
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
