import webpush from 'web-push';
import { type Db, transaction } from '../../platform/db/db.ts';
import { decrypt, encrypt } from '../../platform/security/encryption.ts';
import { perSite, type Site } from '../../platform/site.ts';
import { deleteAll, readKeys, replaceKeys, saveKeysIfMissing } from './queries.ts';

/** The VAPID keys that identify the site to push services, in base64url. */
export type VapidKeys = { publicKey: string; privateKey: string };

const PURPOSE = 'push keys';
const generateKeys = ({ config }: Site): string =>
  encrypt(config.sessionSecret, PURPOSE, JSON.stringify(webpush.generateVAPIDKeys()));

/**
 * Create the site's keys when the site starts for the first time. All nodes use the same pair of keys. The pair is
 * stored in the database, encrypted with the site's secret.
 */
export const ensureVapidKeys = async (db: Db, site: Site): Promise<void> => {
  if ((await readKeys(db)) === undefined) await saveKeysIfMissing(db, generateKeys(site));
};

const cachedKeysOf = perSite((): { keys: Promise<VapidKeys> | null } => ({ keys: null }));

/** Return the site's VAPID keys. Each node reads them once. */
export function keysOf(db: Db, site: Site): Promise<VapidKeys> {
  const cache = cachedKeysOf(site);
  cache.keys ??= loadKeys(db, site).catch((error) => {
    cache.keys = null;
    throw error;
  });
  return cache.keys;
}

/**
 * Read and decrypt the stored keys. If the site's secret has changed, the keys cannot be decrypted. In this
 * case, replace the keys and delete all subscriptions, because the subscriptions accept pushes only with the
 * old keys.
 */
async function loadKeys(db: Db, site: Site): Promise<VapidKeys> {
  const sealed = await readKeys(db);
  if (sealed === undefined) {
    await ensureVapidKeys(db, site);
    return loadKeys(db, site);
  }
  try {
    return JSON.parse(decrypt(site.config.sessionSecret, PURPOSE, sealed)) as VapidKeys;
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
