import { column } from './columns.ts';
import { type DbOrTx, execute, queryFirstValue, sql } from './db.ts';

/** The setting that stores the time of the last complete backup. */
export const BACKUP_SETTING = 'backup_completed';

/**
 * The setting that marks a site as restored from a backup. The first server that starts on the site deletes
 * the setting. Therefore, while the setting exists, no server has used the site. The value identifies the
 * restore.
 */
export const RESTORED_SETTING = 'restored_copy';

/** Return a setting. Return undefined if it is not set. */
export async function readSetting(db: DbOrTx, name: string): Promise<string | undefined> {
  return queryFirstValue(db, column.text, sql`select value from site_settings where name = ${name}`);
}

/** Store a setting, replacing an earlier value. */
export async function saveSetting(db: DbOrTx, name: string, value: string): Promise<void> {
  await execute(
    db,
    sql`insert into site_settings (name, value) values (${name}, ${value})
     on conflict (name) do update set value = excluded.value`,
  );
}

/** Delete a setting. */
export async function deleteSetting(db: DbOrTx, name: string): Promise<void> {
  await execute(db, sql`delete from site_settings where name = ${name}`);
}

/** Store a setting unless it already exists. */
export async function saveSettingIfMissing(db: DbOrTx, name: string, value: string): Promise<void> {
  await execute(
    db,
    sql`insert into site_settings (name, value) values (${name}, ${value}) on conflict (name) do nothing`,
  );
}
