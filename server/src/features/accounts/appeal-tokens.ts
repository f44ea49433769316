import { LIMITS } from '@rivalhold/shared/limits.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type DbOrTx, execute, queryFirst, sql, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { hashToken } from '../../platform/security/secrets.ts';
import type { Site } from '../../platform/site.ts';
import { consumeEmailToken, createEmailToken, lockAccount } from './queries.ts';

/**
 * Create a token with which a suspended player can appeal. Return the error for the rejected sign-in, with the message
 * of the given error and the token. The player's earlier appeal token stops working.
 * @param verify locks the account, and throws if the credentials of the sign-in are no longer valid
 */
export async function addAppealToken(
  db: DbOrTx,
  site: Site,
  { message }: AppError,
  { userId, verify }: { userId: number; verify: (tx: Tx) => Promise<void> },
): Promise<AppError> {
  const appealToken = await transaction(db, async (tx) => {
    await verify(tx);
    const account = await lockAccount(tx, userId);
    if (!account) throw new AppError('unauthenticated');
    const { email } = account;
    return createEmailToken(tx, {
      userId,
      kind: 'appeal',
      email,
      at: site.clock.now(),
      lifeMs: LIMITS.appealTokenMs,
    });
  });
  return new AppError('suspended', message, { appealToken });
}

/** Delete a player's appeal token. Call this when the suspension is lifted. */
export async function deleteAppealToken(tx: Tx, userId: number): Promise<void> {
  await execute(tx, sql`delete from email_tokens where user_id = ${userId} and kind = 'appeal'`);
}

const AppealAccount = Type.Object({ id: column.integer, username: column.text });

/**
 * Return the account of a valid appeal token, without using up the token.
 * @throws AppError `invalidToken` for an unknown, used or expired token.
 */
export async function findAppealAccount(
  db: DbOrTx,
  site: Site,
  token: string,
): Promise<Static<typeof AppealAccount>> {
  const account = await queryFirst(
    db,
    AppealAccount,
    sql`select u.id, u.username from email_tokens t join users u on u.id = t.user_id
        where t.token_hash = ${hashToken(token)} and t.kind = 'appeal' and t.expires_at > ${site.clock.now()}
          and u.deleted_at is null`,
  );
  if (!account) throw new AppError('invalidToken');
  return account;
}

/**
 * Lock the account of an appeal token, use up the token, and return the id of the account.
 * @throws AppError `invalidToken` for an unknown, used or expired token.
 */
export async function consumeAppealToken(tx: Tx, site: Site, token: string): Promise<number> {
  const consumed = await consumeEmailToken(tx, token, 'appeal', site.clock.now());
  if (!consumed) throw new AppError('invalidToken');
  return consumed.account.id;
}
