import { type DbOrTx, query, queryFirstValue, sql } from './db.ts';

/** Key-value settings of the site, shared by all nodes. */

/** The setting that stores the time of the last complete backup. */
export const BACKUP_SETTING = 'backup_completed';

/**
 * The setting of a site that was restored from a backup, with an identifier of the restore, until a server starts on the
 * site. Only then is it certain that nobody uses it.
 */
export const RESTORED_SETTING = 'restored_copy';

/** Return a setting. Return undefined if it was never set. */
export async function readSetting(db: DbOrTx, name: string): Promise<string | undefined> {
  return queryFirstValue<string>(db, sql`select value from site_settings where name = ${name}`);
}

/** Store a setting, replacing an earlier value. */
export async function saveSetting(db: DbOrTx, name: string, value: string): Promise<void> {
  await query(
    db,
    sql`insert into site_settings (name, value) values (${name}, ${value})
     on conflict (name) do update set value = excluded.value`,
  );
}

/** Delete a setting. */
export async function deleteSetting(db: DbOrTx, name: string): Promise<void> {
  await query(db, sql`delete from site_settings where name = ${name}`);
}

/** Store a setting unless it already exists. */
export async function saveSettingIfMissing(db: DbOrTx, name: string, value: string): Promise<void> {
  await query(
    db,
    sql`insert into site_settings (name, value) values (${name}, ${value}) on conflict (name) do nothing`,
  );
}
