import webpush from 'web-push';
import { type Db, transaction } from '../../platform/db/db.ts';
import { seal, unseal } from '../../platform/security/encryption.ts';
import { perSite, type Site } from '../../platform/site.ts';
import { deleteAll, readKeys, replaceKeys, saveKeysIfMissing } from './queries.ts';

/** What push services know the site by (VAPID), base64url. */
export type VapidKeys = { publicKey: string; privateKey: string };

const PURPOSE = 'push keys';
const generateKeys = ({ config }: Site): string =>
  seal(config.sessionSecret, PURPOSE, JSON.stringify(webpush.generateVAPIDKeys()));

/** Makes the site's keys at its first start: one pair for all nodes, in the database, sealed by the site's secret. */
export const ensureVapidKeys = async (db: Db, site: Site): Promise<void> => {
  if ((await readKeys(db)) === undefined) await saveKeysIfMissing(db, generateKeys(site));
};

const cachedKeysOf = perSite((): { keys: Promise<VapidKeys> | null } => ({ keys: null }));

/** The site's keys. */
export function keysOf(db: Db, site: Site): Promise<VapidKeys> {
  const cache = cachedKeysOf(site);
  cache.keys ??= loadKeys(db, site).catch((error) => {
    cache.keys = null;
    throw error;
  });
  return cache.keys;
}

/**
 * Opens the keys that are stored. Those that the site's secret no longer opens are lost: others take their place, and
 * every subscription goes, since its browser takes a push from the old ones alone.
 */
async function loadKeys(db: Db, site: Site): Promise<VapidKeys> {
  const sealed = await readKeys(db);
  if (sealed === undefined) {
    await ensureVapidKeys(db, site);
    return loadKeys(db, site);
  }
  try {
    return JSON.parse(unseal(site.config.sessionSecret, PURPOSE, sealed)) as VapidKeys;
  } catch {
    site.log.warn(
      'the push keys were encrypted with another SESSION_SECRET: creating new keys and removing all devices',
    );
    await transaction(db, async (tx) => {
      if (await replaceKeys(tx, sealed, generateKeys(site))) await deleteAll(tx);
    });
    return loadKeys(db, site);
  }
}
