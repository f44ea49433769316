import { retainedSince } from '@rivalhold/shared/retention.ts';
import { repeatInBatches } from '../db/batches.ts';
import { column } from '../db/columns.ts';
import { execute, identifier, queryValues, type Sql, sql } from '../db/db.ts';
import { networkOf } from '../security/client-address.ts';
import type { Feature, Site } from '../site.ts';

const BATCH_SIZE = 500;

/**
 * Return the columns that the features declare as network addresses. `time` is the column with the time at which the
 * address was stored.
 */
export const addressColumns = (
  features: readonly Feature[],
): { table: string; column: string; time: string }[] =>
  features.flatMap(({ personalData }) =>
    Object.entries(personalData?.tables ?? {}).flatMap(([table, policy]) =>
      'notPersonal' in policy
        ? []
        : Object.entries(policy.addresses ?? {}).map(([name, time]) => ({ table, column: name, time })),
    ),
  );

/**
 * Replace each stored network address that is older than `RETENTION.addresses` with its network (/24 for IPv4, /48 for
 * IPv6).
 */
export async function truncateAddresses({ db, clock, features }: Site): Promise<void> {
  const before = retainedSince('addresses', clock.now());
  for (const { table, column: columnName, time } of addressColumns(features)) {
    const [rows, address] = [identifier(table), identifier(columnName)];
    // Skip values that an earlier run has stored: networks, which contain a slash, and `unknown`, which replaces an
    // invalid address.
    const isDue: Sql = sql`${identifier(time)} <= ${before}
      and position('/' in ${address}) = 0 and ${address} <> 'unknown'`;
    await repeatInBatches(BATCH_SIZE, async (limit) => {
      const full = await queryValues(
        db,
        column.text,
        sql`select distinct ${address} from ${rows} where ${isDue} limit ${limit}`,
      );
      await execute(
        db,
        sql`update ${rows} set ${address} = new_value
            from unnest(${full}::text[], ${full.map(networkOf)}::text[]) as networks (old_value, new_value)
            where ${address} = old_value and ${isDue}`,
      );
      return full;
    });
  }
}
