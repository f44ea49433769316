import webpush from 'web-push';
import { type Db, transaction } from '../../platform/db/db.ts';
import { seal, unseal } from '../../platform/security/seal.ts';
import { onePerSite, type Site } from '../../platform/site.ts';
import { deleteAll, offerKeys, readKeys, replaceKeys } from './queries.ts';

/** What push services know the site by (VAPID), base64url. */
export type Keys = { publicKey: string; privateKey: string };

const PURPOSE = 'push keys';
const newKeys = ({ config }: Site): string =>
  seal(config.sessionSecret, PURPOSE, JSON.stringify(webpush.generateVAPIDKeys()));

/** Makes the site's keys at its first start: one pair for all nodes, in the database, sealed by the site's secret. */
export const makeKeys = async (db: Db, site: Site): Promise<void> => {
  if ((await readKeys(db)) === undefined) await offerKeys(db, newKeys(site));
};

const keptOf = onePerSite((): { keys: Promise<Keys> | null } => ({ keys: null }));

/** The site's keys. */
export function keysOf(db: Db, site: Site): Promise<Keys> {
  const kept = keptOf(site);
  kept.keys ??= openKeys(db, site).catch((error) => {
    kept.keys = null;
    throw error;
  });
  return kept.keys;
}

/**
 * Opens the keys that are stored. Those that the site's secret no longer opens are lost: others take their place, and
 * every subscription goes, since its browser takes a push from the old ones alone.
 */
async function openKeys(db: Db, site: Site): Promise<Keys> {
  const sealed = await readKeys(db);
  if (sealed === undefined) {
    await makeKeys(db, site);
    return openKeys(db, site);
  }
  try {
    return JSON.parse(unseal(site.config.sessionSecret, PURPOSE, sealed)) as Keys;
  } catch {
    site.log.warn(
      'the keys of pushes were sealed by another secret: new ones are made, and devices forgotten',
    );
    await transaction(db, async (tx) => {
      if (await replaceKeys(tx, sealed, newKeys(site))) await deleteAll(tx);
    });
    return openKeys(db, site);
  }
}
