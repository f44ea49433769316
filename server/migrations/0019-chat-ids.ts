import { type Kysely, sql } from 'kysely';

/** The id that its writer gave a line of the lobby: what is sent again under it is not said again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table chat_lines add column client_temp_id text`,
  `create unique index chat_lines_client_temp on chat_lines (user_id, client_temp_id)
     where client_temp_id is not null`,
];
