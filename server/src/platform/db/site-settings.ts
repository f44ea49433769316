import { type DbOrTx, query, queryFirstValue, sql } from './db.ts';

/* What is true of the site as a whole, for all its nodes: a text for each name. */

/** Undefined for what was never put there. */
export async function readSetting(db: DbOrTx, name: string): Promise<string | undefined> {
  return queryFirstValue<string>(db, sql`select value from site_settings where name = ${name}`);
}

/** Puts it there, in place of what was there before. */
export async function saveSetting(db: DbOrTx, name: string, value: string): Promise<void> {
  await query(
    db,
    sql`insert into site_settings (name, value) values (${name}, ${value})
     on conflict (name) do update set value = excluded.value`,
  );
}

/** Puts it there unless there is one. */
export async function saveSettingIfMissing(db: DbOrTx, name: string, value: string): Promise<void> {
  await query(
    db,
    sql`insert into site_settings (name, value) values (${name}, ${value}) on conflict (name) do nothing`,
  );
}
