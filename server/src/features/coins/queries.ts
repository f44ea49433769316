import { CoinReason } from '@rivalhold/shared/contract/coins.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  query,
  queryExists,
  queryFirst,
  queryFirstValue,
  queryOne,
  queryValue,
  sql,
  type Tx,
} from '../../platform/db/db.ts';
import { saveSetting } from '../../platform/db/site-settings.ts';

/**
 * SQL for the CTEs `ledger_entry` and `balance_update`, which are the only statements that change balances. They add a
 * coin movement to the ledger and to the balance. If the player's ledger already contains its idempotency key, they
 * change nothing. They read the movement from a CTE that must precede them: `movement`, with the columns `user_id`,
 * `coins` (read while the character is locked), `amount`, `reason`, `reference`, `idempotency_key` and `created_at`.
 */
export const MOVE_COINS_CTES = sql`ledger_entry as (
    insert into coin_ledger (user_id, amount, balance, reason, reference, idempotency_key, created_at)
    select user_id, amount, coins + amount, reason, reference, idempotency_key, created_at from movement
    on conflict (user_id, idempotency_key) do nothing
    returning user_id, amount, balance
  ), balance_update as (
    update characters c set coins = ledger_entry.balance from ledger_entry where c.user_id = ledger_entry.user_id
  )`;

/** Move coins and return the new balance, or undefined if nothing was moved. */
export async function move(
  tx: Tx,
  {
    userId,
    amount,
    reason,
    reference,
    key,
    at,
  }: {
    userId: number;
    amount: number;
    reason: string;
    reference: string | null;
    key: string;
    at: Date;
  },
): Promise<number | undefined> {
  return queryFirstValue(
    tx,
    column.integer,
    sql`
      with movement as (
        select user_id, coins, ${amount}::integer as amount, ${reason}::text as reason,
          ${reference}::text as reference, ${key}::text as idempotency_key, ${at}::timestamptz as created_at
        from characters where user_id = ${userId} and coins + ${amount} >= 0 for update
      ), ${MOVE_COINS_CTES}
      select balance from ledger_entry`,
  );
}

/** Return a player's balance. */
export const balanceOf = (db: DbOrTx, userId: number): Promise<number> =>
  queryValue(db, column.integer, sql`select coins from characters where user_id = ${userId}`);

/** Report whether a player has a ledger row with this idempotency key. */
export async function hasMoved(tx: Tx, userId: number, key: string): Promise<boolean> {
  return queryExists(
    tx,
    sql`select 1 from coin_ledger where user_id = ${userId} and idempotency_key = ${key}`,
  );
}

const LedgerRow = Type.Object({
  id: column.integer,
  amount: column.integer,
  reason: column.code<CoinReason>(),
  balance: column.integer,
  reference: Nullable(column.text),
  created_at: column.date,
});
export type LedgerRow = Static<typeof LedgerRow>;

/** Return a page of a player's ledger rows, latest first. */
export async function ledgerPage(
  db: DbOrTx,
  { userId, before, limit }: { userId: number; before: number; limit: number },
): Promise<LedgerRow[]> {
  return query(
    db,
    LedgerRow,
    sql`select id, amount, reason, balance, reference, created_at from coin_ledger
     where user_id = ${userId} and id < ${before} order by id desc limit ${limit}`,
  );
}

/**
 * An inconsistency in the records of a player's coins. `userId` is null for a fight that paid coins but has no winner.
 * `username` is null if the player no longer exists.
 */
const LedgerDifference = Type.Object({
  userId: Nullable(column.integer),
  username: Nullable(column.text),
  problem: column.text,
});
export type LedgerDifference = Static<typeof LedgerDifference>;

const REASONS = CoinReason.enum;
/** Maximum number of differences to return. Every difference is an error, so the exact number does not matter. */
const MAX_DIFFERENCES = 1_000;

/** Return up to `MAX_DIFFERENCES` differences between balances, the ledger, and the events that its rows refer to. */
export async function findDifferences(tx: Tx): Promise<LedgerDifference[]> {
  return query(
    tx,
    LedgerDifference,
    // Each part of this statement selects the players whose data violates one rule. A single statement reads everything
    // from the same snapshot.
    sql`
      with totals as (
        select user_id, sum(amount) as ledger_total, count(*) as rows from coin_ledger group by user_id
      ), running_totals as (
        select id, user_id, balance, sum(amount) over (partition by user_id order by id) as ledger_total
        from coin_ledger
      ), victories as (
        select l.id, l.user_id, l.amount, l.reference, f.winner_id, f.reward_coins
        from coin_ledger l left join fights f on l.reference = 'fight:' || f.id and f.status = 'over'
        where l.reason = 'victory'
      ), refunds as (
        select p.user_id, sum(p.claimed_coins - p.owed_coins) as claimed,
          coalesce((select -sum(l.amount) from coin_ledger l where l.user_id = p.user_id
            and l.reason = 'refund'), 0) as ledger_total
        from payments p group by p.user_id
      ), differences as (
        select c.user_id, format('the balance is %s, but its rows add up to %s', c.coins,
          coalesce(s.ledger_total, 0)) as problem
        from characters c left join totals s using (user_id) where c.coins <> coalesce(s.ledger_total, 0)
        union all
        select user_id, format('the balance is %s', coins) from characters where coins < 0
        union all
        select s.user_id, format('%s rows of a player without a character', s.rows)
        from totals s join users u on u.id = s.user_id
        where u.deleted_at is null and not exists (select 1 from characters c where c.user_id = s.user_id)
        union all
        select s.user_id, format('%s rows of a player who never existed', s.rows)
        from totals s
        where not exists (select 1 from users u where u.id = s.user_id)
          and s.user_id > coalesce(pg_sequence_last_value(pg_get_serial_sequence('users', 'id')::regclass), 0)
        union all
        select user_id, format('row %s has the balance %s instead of %s', id, balance, ledger_total)
        from running_totals where balance <> ledger_total or balance < 0
        union all
        select user_id, format('row %s has the amount %s for the reason %s', id, amount, reason) from coin_ledger
        where case when reason in ('start', 'victory', 'sale', 'card', 'quest', 'lesson', 'goal', 'demo') then amount < 0
                   when reason = 'purchase' then amount > 0
                   when reason = 'refund' then amount > 0 and idempotency_key !~ '^payment:[0-9]+:claim:[0-9]+$'
                   else reason <> all (${REASONS}::text[]) end
        union all
        select user_id, format('row %s is a %s of %s', id, reason, coalesce(reference, 'nothing'))
        from coin_ledger
        where reason = 'sale' and coalesce(reference, '') !~ '^item:[0-9]+$'
        union all
        select user_id, format('row %s deducts %s for %s', id, -amount, coalesce(reference, 'nothing'))
        from coin_ledger
        where reason = 'purchase'
          and case when reference ~ '^item:[0-9]+x[1-9][0-9]?$'
                   then amount % split_part(reference, 'x', 2)::integer <> 0
                   else true end
        union all
        select user_id, format('row %s pays %s for %s, which did not pay that', id, amount,
          coalesce(reference, 'nothing'))
        from victories where winner_id is distinct from user_id or reward_coins is distinct from amount
        union all
        select f.winner_id, format('fight %s paid %s, but has no row', f.id, f.reward_coins)
        from fights f
        where f.status = 'over' and f.reward_coins > 0
          and not exists (
            select 1 from victories v where v.reference = 'fight:' || f.id and v.user_id = f.winner_id)
        union all
        select l.user_id, format('row %s pays %s for %s, which did not pay that', l.id, l.amount,
          coalesce(l.reference, 'nothing'))
        from coin_ledger l
        where l.reason = 'card' and not exists (
          select 1 from payments p
          where l.reference = 'payment:' || p.id and l.idempotency_key = l.reference and p.user_id = l.user_id
            and p.coins = l.amount and p.credited and p.status in ('paid', 'refunded', 'disputed'))
        union all
        select p.user_id, format('payment %s paid %s, but has no row', p.id, p.coins)
        from payments p join characters c using (user_id)
        where (p.credited or p.status in ('paid', 'disputed')) and not exists (
          select 1 from coin_ledger l
          where l.user_id = p.user_id and l.idempotency_key = 'payment:' || p.id and l.reason = 'card')
        union all
        select l.user_id, format('row %s has the amount %s for %s, which is not a payment', l.id, l.amount,
          coalesce(l.reference, 'nothing'))
        from coin_ledger l
        where l.reason = 'refund' and not exists (
          select 1 from payments p
          where l.reference = 'payment:' || p.id and p.user_id = l.user_id and p.credited
            and (l.idempotency_key = l.reference || ':owed'
              or l.idempotency_key like l.reference || ':claim:%'))
        union all
        select l.user_id, format('row %s pays %s for %s, which was not claimed', l.id, l.amount,
          coalesce(l.reference, 'nothing'))
        from coin_ledger l join users u on u.id = l.user_id
        where l.reason = 'quest' and u.deleted_at is null and not exists (
          select 1 from quest_progress q, unnest(q.claimed) as paid (quest)
          where q.user_id = l.user_id and l.reference = 'quest:' || paid.quest
            and l.idempotency_key = l.reference)
        union all
        select l.user_id, format('row %s pays %s for %s, which was not completed', l.id, l.amount,
          coalesce(l.reference, 'nothing'))
        from coin_ledger l join users u on u.id = l.user_id
        where l.reason = 'lesson' and u.deleted_at is null and not exists (
          select 1 from practice_lessons p
          where p.user_id = l.user_id and l.reference = 'lesson:' || p.lesson
            and l.idempotency_key = l.reference)
        union all
        select p.user_id, format('the lesson %s was completed, but has no row', p.lesson)
        from practice_lessons p
        where not exists (
          select 1 from coin_ledger l
          where l.user_id = p.user_id and l.idempotency_key = 'lesson:' || p.lesson and l.reason = 'lesson')
        union all
        select l.user_id, format('row %s pays %s for %s, which was not claimed', l.id, l.amount,
          coalesce(l.reference, 'nothing'))
        from coin_ledger l join users u on u.id = l.user_id
        where l.reason = 'goal' and u.deleted_at is null and not exists (
          select 1 from goals g
          where g.user_id = l.user_id and l.reference = 'goal:' || g.starts_on || ':' || g.goal
            and l.idempotency_key = l.reference and g.coins = l.amount and g.claimed_at is not null)
        union all
        select g.user_id, format('the goal %s of %s was claimed, but has no row', g.goal, g.starts_on)
        from goals g
        where g.claimed_at is not null and not exists (
          select 1 from coin_ledger l
          where l.user_id = g.user_id and l.idempotency_key = 'goal:' || g.starts_on || ':' || g.goal
            and l.reason = 'goal')
        union all
        select q.user_id, format('the quest %s was claimed, but has no row', paid.quest)
        from quest_progress q, unnest(q.claimed) as paid (quest)
        where not exists (
          select 1 from coin_ledger l
          where l.user_id = q.user_id and l.idempotency_key = 'quest:' || paid.quest and l.reason = 'quest')
        union all
        select r.user_id, format('payments took back %s, but the rows add up to %s', r.claimed, r.ledger_total)
        from refunds r join characters c using (user_id) where r.claimed <> r.ledger_total
      )
      select f.user_id as "userId", u.username, f.problem
      from differences f left join users u on u.id = f.user_id
      order by f.user_id, f.problem limit ${MAX_DIFFERENCES}`,
  );
}

const LedgerSize = Type.Object({ rows: column.integer, players: column.integer });

/** Return the number of ledger rows and of characters. */
export async function ledgerSize(tx: Tx): Promise<Static<typeof LedgerSize>> {
  return queryOne(
    tx,
    LedgerSize,
    sql`select (select count(*)::integer from coin_ledger) as rows,
       (select count(*)::integer from characters) as players`,
  );
}

/** Name of the setting that stores the result of the last verification. */
const VERIFIED = 'ledger_verified';

export type Verification = {
  at: string;
  trigger: 'schedule' | 'admin' | 'cli';
  adminId: number | null;
  rows: number;
  differences: number;
};

/** Save the result of a verification. */
export const saveVerification = (db: DbOrTx, verification: Verification): Promise<void> =>
  saveSetting(db, VERIFIED, JSON.stringify(verification));

const StoredVerification = Type.Object({ value: column.text, admin: Nullable(column.text) });

/**
 * Return the result of the last verification, or undefined if there was none. `admin` is the name of the admin who
 * requested the verification. It is null if no admin requested it, or if the admin's account is deleted.
 */
export async function lastVerified(
  db: DbOrTx,
): Promise<(Verification & { admin: string | null }) | undefined> {
  const row = await queryFirst(
    db,
    StoredVerification,
    sql`select f.value, u.username as admin from site_settings f
     left join users u on u.id = (f.value::jsonb ->> 'adminId')::bigint and u.deleted_at is null
     where f.name = ${VERIFIED}`,
  );
  return row && { ...(JSON.parse(row.value) as Verification), admin: row.admin };
}
