import { type DbOrTx, run, runFirstValue } from './db.ts';

/* What is true of the site as a whole, for all its nodes: a text for each name. */

/** Undefined for what was never put there. */
export async function readSetting(db: DbOrTx, name: string): Promise<string | undefined> {
  return runFirstValue<string>(db, 'select value from site_facts where name = $1', [name]);
}

/** Puts it there, in place of what was there before. */
export async function saveSetting(db: DbOrTx, name: string, value: string): Promise<void> {
  await run(
    db,
    `insert into site_facts (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [name, value],
  );
}

/** Puts it there unless there is one. */
export async function saveSettingIfMissing(db: DbOrTx, name: string, value: string): Promise<void> {
  await run(db, 'insert into site_facts (name, value) values ($1, $2) on conflict (name) do nothing', [
    name,
    value,
  ]);
}
