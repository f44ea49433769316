import { type Kysely, sql } from 'kysely';

/** The coin ledger is only ever added to, and a purse begins empty: coins come by the ledger alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create function refuse_ledger_change() returns trigger language plpgsql as $$
   begin
     raise exception 'The coin ledger is only ever added to (%).', lower(tg_op);
   end $$`,
  `create trigger coin_ledger_kept before update or delete or truncate on coin_ledger
     for each statement execute function refuse_ledger_change()`,
  `alter table characters alter column coins set default 0`,
];
