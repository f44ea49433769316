import type {
  Attestation,
  Proof,
  SecondFactors,
  StepUpProof,
} from '@rivalhold/shared/contract/second-factors.ts';
import { isStaff } from '@rivalhold/shared/roles.ts';
import { FACTOR_LIMITS } from '@rivalhold/shared/second-factor-limits.ts';
import { ACCOUNT_TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { SECOND_FACTOR_EMAIL } from '@rivalhold/shared/texts/emails.ts';
import { SECOND_FACTOR_TEXTS as TEXTS } from '@rivalhold/shared/texts/second-factors.ts';
import { type Db, type DbOrTx, type Tx, transaction, violatesUnique } from '../../platform/db/db.ts';
import { AppError, invalidFieldsError } from '../../platform/errors.ts';
import type { RateLimit } from '../../platform/security/rate-limits.ts';
import type { Session } from '../../platform/security/sessions.ts';
import { assertStepUp } from '../../platform/security/step-up.ts';
import type { Site } from '../../platform/site.ts';
import {
  type Account,
  createDenyLink,
  type DeniedChanges,
  isAddressConfirmed,
  lockAccount,
  verifyPassword,
} from '../accounts/service.ts';
import { recordAudit } from '../audit/service.ts';
import type { RelyingParty } from './challenges.ts';
import { isAppCode, newAppSecret, newRecoveryCodes, normalizeCode, recoveryHash, stepOf } from './codes.ts';
import { sendFactorMail } from './mails.ts';
import {
  creationOptions,
  deleteUnneededCodes,
  reportingClones,
  requestOptions,
  usePasskey,
  verifyAssertion,
  verifyAttestation,
} from './passkeys.ts';
import {
  authenticatorOf,
  confirmAuthenticator,
  countFactors,
  deleteAuthenticator,
  deleteFactors,
  deleteFactorsSince,
  deletePasskeyOf,
  deleteRecoveryCodesSince,
  insertPasskey,
  isStaffAccount,
  markUsed,
  passkeysOf,
  recordStep,
  renamePasskeyOf,
  replaceRecoveryCodes,
  startAuthenticator,
  takeRecoveryCode,
} from './queries.ts';
import { RATE_LIMITS } from './rate-limits.ts';

export { relyingParty } from './challenges.ts';
export { reportingClones, requestOptions, usePasskey, verifyAssertion } from './passkeys.ts';

/** Return a player's second factors. */
export async function listFactors(db: DbOrTx, userId: number): Promise<SecondFactors> {
  const [passkeys, app, counts] = [
    await passkeysOf(db, userId),
    await authenticatorOf(db, userId),
    await countFactors(db, userId),
  ];
  return {
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    app: app?.confirmedAt
      ? { createdAt: app.confirmedAt.toISOString(), lastUsedAt: app.lastUsedAt?.toISOString() ?? null }
      : null,
    recoveryCodes: counts.recoveryCodes,
  };
}

/**
 * Verify the second step of a sign-in, once the password has been verified. An account with a second factor requires a
 * code. So does an account that has only recovery codes left, because its copied or stolen factors were removed.
 * @param code a code from the authenticator app or a recovery code
 * @returns the function that checks the code and marks it as used in the transaction of the sign-in; null if the
 *   account has neither a second factor nor recovery codes.
 * @throws AppError `secondFactor` if a code is needed and is missing, wrong or used; `tooOften` after too many codes.
 */
export async function verifySecondStep(
  db: DbOrTx,
  site: Site,
  { userId, code, address }: { userId: number; code: string | null | undefined; address: string },
): Promise<((tx: Tx) => Promise<void>) | null> {
  const { passkeys, app, recoveryCodes } = await countFactors(db, userId);
  if (passkeys === 0 && !app && recoveryCodes === 0) return null;
  const missing = app
    ? TEXTS.enterCode
    : passkeys > 0
      ? TEXTS.usePasskeyOrRecoveryCode
      : TEXTS.enterRecoveryCode;
  const limits = [RATE_LIMITS.codeFailures, RATE_LIMITS.codeFailuresDay];
  const counters = { limits, key: userId };
  return verifyCode(site, { userId, code: code ?? '', address, counters, missing, toError: codeError });
}

const codeError = (text: string): AppError => new AppError('secondFactor', text, { errors: { code: text } });

/**
 * Count an attempt to use a code.
 * @param counters the limits of wrong codes, and the key under which the attempt counts towards each of them
 * @param missing error text for an empty code
 * @returns the function that checks the code and marks it as used in the transaction of the action. It throws if the
 *   code is wrong.
 */
async function verifyCode(
  site: Site,
  {
    userId,
    code,
    address,
    counters: { limits, key },
    missing,
    toError,
  }: {
    userId: number;
    code: string;
    address: string;
    counters: { limits: RateLimit[]; key: number };
    missing: string;
    toError: (text: string) => AppError;
  },
): Promise<(tx: Tx) => Promise<void>> {
  const typed = normalizeCode(code);
  if (typed === '') throw toError(missing);
  await site.limits.consume(RATE_LIMITS.codesOfAddress, address);
  // Count the attempt before checking the code, so that concurrent guesses cannot exceed the limit. A correct code
  // resets the counters.
  for (const limit of limits) await site.limits.consume(limit, key);
  return async (tx) => {
    const account = await lockAccount(tx, userId);
    if (!account || !(await useCode(tx, site, account, typed))) throw toError(TEXTS.wrongCode);
    tx.afterCommit(() => {
      for (const limit of limits)
        site.limits.reset(limit, key).catch((error) => site.log.warn(error, 'rate limit not reset'));
    });
  };
}

/**
 * Use a normalized code of an account. Return false if it is wrong or was used before. When a recovery code has been
 * used, email the player. The caller must lock the account.
 */
async function useCode(tx: Tx, site: Site, account: Account, code: string): Promise<boolean> {
  if (isAppCode(code)) {
    const app = await authenticatorOf(tx, account.id);
    if (!app?.confirmedAt) return false;
    const step = stepOf(site, app.sealedSecret, code);
    const use = { userId: account.id, sealedSecret: app.sealedSecret, at: site.clock.now() };
    return step !== null && recordStep(tx, { ...use, step });
  }
  if (!(await takeRecoveryCode(tx, account.id, recoveryHash(code)))) return false;
  await deleteUnneededCodes(tx, account.id);
  const { recoveryCodes } = await countFactors(tx, account.id);
  await report(tx, site, account, SECOND_FACTOR_EMAIL.recoveryCodeUsed(recoveryCodes));
  return true;
}

/**
 * Verify that the caller owns the account, by the second factor, or by the password if there is no second factor. Staff
 * can then perform the actions that require a recent proof.
 * @throws AppError `invalid` for a missing or wrong proof; `unauthenticated` if the session has ended; `tooOften`.
 */
export async function stepUp(
  db: Db,
  site: Site,
  {
    session,
    proof: { currentPassword, code, passkey: response },
    rp,
    address,
  }: { session: Session; proof: StepUpProof; rp: () => RelyingParty; address: string },
): Promise<void> {
  const userId = session.user.id;
  if (response) {
    const refusal = new AppError('invalid', TEXTS.confirmFailed);
    const purpose = purposeOf('confirm', session);
    const use = await verifyAssertion(db, site, rp(), { response, purpose, userId, refusal });
    return reportingClones(db, site, refusal, () =>
      transaction(db, async (tx) => {
        await usePasskey(tx, site, use, refusal);
        await recordFactorUse(tx, site, session);
      }),
    );
  }
  const { passkeys, app } = await countFactors(db, userId);
  if (passkeys > 0 || app) {
    const toError = (text: string) => invalidFieldsError({ code: text });
    const missing = app ? TEXTS.enterCode : TEXTS.confirmWithPasskey;
    const limits = [RATE_LIMITS.stepUpFailures, RATE_LIMITS.stepUpFailuresDay];
    const counters = { limits, key: session.id };
    const use = await verifyCode(site, { userId, code: code ?? '', address, counters, missing, toError });
    return transaction(db, async (tx) => {
      await use(tx);
      await recordFactorUse(tx, site, session);
    });
  }
  if (!currentPassword) throw invalidFieldsError({ currentPassword: TEXTS.passwordMissing });
  const refusal = invalidFieldsError({ currentPassword: ACCOUNT_TEXTS.currentPassword });
  const lock = await verifyPassword(db, site, { userId, password: currentPassword, refusal });
  await transaction(db, async (tx) => {
    await lock(tx);
    if (!(await site.sessions.verify(tx, session, 'password'))) throw new AppError('unauthenticated');
  });
}

/** Return a challenge for the caller's passkeys. A response from any of them proves ownership of the account. */
export async function confirmOptions(db: DbOrTx, site: Site, rp: RelyingParty, session: Session) {
  const passkeys = await passkeysOf(db, session.user.id);
  return requestOptions(site, rp, { purpose: purposeOf('confirm', session), passkeys });
}

/** Return the purpose of a challenge that is valid in one session only. */
const purposeOf = (action: 'confirm' | 'add', session: Session): string => `${action}:${session.tokenHash}`;

/**
 * Change the caller's factors, after the password or a passkey has proved that the caller owns the account. If the
 * proof is the password, staff with a second factor must also have used the factor recently.
 * @param rp returns the site to which passkeys belong, or throws if passkeys are not possible; called only if the proof
 *   is a passkey
 * @param change gets the locked account
 * @throws AppError `invalid` for a missing or wrong proof; `step_up` if staff must first use their second factor;
 *   `unauthenticated` if the session has ended; `tooOften`.
 */
async function withProof<T>(
  db: Db,
  site: Site,
  { session, proof, rp }: { session: Session; proof: Proof; rp: () => RelyingParty },
  change: (tx: Tx, account: Account) => Promise<T>,
): Promise<T> {
  const userId = session.user.id;
  if (proof.passkey) {
    const refusal = new AppError('invalid', TEXTS.confirmFailed);
    const purpose = purposeOf('confirm', session);
    const use = await verifyAssertion(db, site, rp(), { response: proof.passkey, purpose, userId, refusal });
    await countChange(site, userId);
    return reportingClones(db, site, refusal, () =>
      transaction(db, async (tx) => {
        const account = await usePasskey(tx, site, use, refusal);
        await recordFactorUse(tx, site, session);
        return change(tx, account);
      }),
    );
  }
  if (!proof.currentPassword) throw invalidFieldsError({ currentPassword: TEXTS.confirmMissing });
  // For staff with a second factor, the password is not enough. Otherwise, a thief with the password and a
  // session could replace the factor.
  if (isStaff(session.user) && session.user.staffWithoutFactorSince === null)
    await assertStepUp(site, session);
  const refusal = invalidFieldsError({ currentPassword: ACCOUNT_TEXTS.currentPassword });
  const lock = await verifyPassword(db, site, { userId, password: proof.currentPassword, refusal });
  await countChange(site, userId);
  return transaction(db, async (tx) => {
    const account = await lock(tx);
    await assertSessionActive(tx, site, session);
    return change(tx, account);
  });
}

const countChange = (site: Site, userId: number): Promise<void> =>
  site.limits.consume(RATE_LIMITS.factorChanges, userId);

type Change = { session: Session; proof: Proof; rp: () => RelyingParty };

/**
 * Ensure that an account's email address is confirmed before the account gets a second factor. A stranger can sign up
 * with someone else's address. With a second factor, the stranger would keep the account when the owner of the address
 * resets the password.
 * @throws AppError `forbidden` if the address is unconfirmed.
 */
function assertAddressConfirmed(site: Site, account: Account): void {
  if (!isAddressConfirmed(site, account)) throw new AppError('forbidden', TEXTS.addressUnconfirmed);
}

/**
 * Return the options with which the caller's browser creates a passkey.
 * @throws AppError like `withProof` and `assertAddressConfirmed`; `conflict` if the caller has ten passkeys.
 */
export async function startPasskey(db: Db, site: Site, change: Change) {
  const rp = change.rp();
  const { user } = change.session;
  return withProof(db, site, change, async (tx, account) => {
    assertAddressConfirmed(site, account);
    await assertPasskeyFits(tx, user.id);
    return creationOptions(tx, site, rp, { user, purpose: purposeOf('add', change.session) });
  });
}

async function assertPasskeyFits(tx: Tx, userId: number): Promise<void> {
  const { passkeys } = await countFactors(tx, userId);
  if (passkeys >= FACTOR_LIMITS.passkeys) throw new AppError('conflict', TEXTS.tooManyPasskeys);
}

/**
 * Add a passkey that the caller's browser has created.
 * @returns new recovery codes if the account has none, otherwise null
 * @throws AppError `invalid` for an invalid name or passkey; `forbidden` if the address is unconfirmed; `conflict` if
 *   the caller has ten passkeys, or the passkey is already registered.
 */
export async function addPasskey(
  db: Db,
  site: Site,
  rp: RelyingParty,
  { session, name: typed, response }: { session: Session; name: string; response: Attestation },
): Promise<string[] | null> {
  const name = validName(typed);
  const purpose = purposeOf('add', session);
  const { challenge, ...passkey } = await verifyAttestation(site, rp, { response, purpose });
  try {
    return await transaction(db, async (tx) => {
      const account = await lockCaller(tx, site, session);
      assertAddressConfirmed(site, account);
      if (!(await markUsed(tx, challenge.hash, challenge.expiresAt)))
        throw new AppError('invalid', TEXTS.passkeyRejected);
      await assertPasskeyFits(tx, account.id);
      const before = await countFactors(tx, account.id);
      const at = site.clock.now();
      await recordFactorUse(tx, site, session);
      await insertPasskey(tx, { ...passkey, userId: account.id, name, at });
      await report(tx, site, account, SECOND_FACTOR_EMAIL.passkeyAdded(name), at);
      return before.recoveryCodes > 0 ? null : renewCodes(tx, account.id, at);
    });
  } catch (error) {
    if (violatesUnique(error, 'passkeys_credential_id_key'))
      throw new AppError('conflict', TEXTS.passkeyKnown);
    throw error;
  }
}

/** Rename one of the caller's passkeys. @throws AppError `invalid` for an invalid name; `notFound`. */
export async function renamePasskey(
  db: DbOrTx,
  { userId, id, name }: { userId: number; id: number; name: string },
): Promise<void> {
  if (!(await renamePasskeyOf(db, userId, id, validName(name))))
    throw new AppError('notFound', TEXTS.passkeyGone);
}

/** Remove one of the caller's passkeys. @throws AppError like `withProof`; `notFound`. */
export async function removePasskey(db: Db, site: Site, change: Change & { id: number }): Promise<void> {
  await withProof(db, site, change, (tx, account) => dropPasskey(tx, site, account, change.id));
}

/** Remove a passkey of an account, which the caller must lock. @throws AppError `notFound`. */
async function dropPasskey(tx: Tx, site: Site, account: Account, id: number): Promise<void> {
  const name = await deletePasskeyOf(tx, account.id, id);
  if (name === undefined) throw new AppError('notFound', TEXTS.passkeyGone);
  await deleteUnneededCodes(tx, account.id);
  await report(tx, site, account, SECOND_FACTOR_EMAIL.passkeyRemoved(name));
}

/**
 * Remove the passkey that an intruder used, and the factors that were added to the account since `since`, because the
 * intruder might have added them. The caller must lock the account. Recovery codes from before `since` stay. If no
 * factor is left, a login requires one of these codes. Without this requirement, an intruder who controls the mailbox
 * could remove a passkey with a deny link, and log in with a new password. If a staff account has no factor left, its
 * codes from after `since` stay, too. If its last factor was removed here and it has no codes, it gets new codes that
 * nobody sees. Its owner then needs the operator's help to log in.
 */
export async function removeDeniedFactors(
  tx: Tx,
  site: Site,
  { userId, since, passkeyId }: DeniedChanges,
): Promise<void> {
  const hasFactor = async () => {
    const { passkeys, app, recoveryCodes } = await countFactors(tx, userId);
    return { factor: passkeys > 0 || app, codes: recoveryCodes > 0 };
  };
  const before = await hasFactor();
  if (passkeyId !== null) await deletePasskeyOf(tx, userId, passkeyId);
  await deleteFactorsSince(tx, userId, since);
  const after = await hasFactor();
  if (after.factor || !(await isStaffAccount(tx, userId))) return deleteRecoveryCodesSince(tx, userId, since);
  // Nobody sees the new codes. They only ensure that the password alone is not enough for a login.
  if (before.factor && !after.codes) await renewCodes(tx, userId, site.clock.now());
}

/**
 * Start the setup of an authenticator app.
 * @throws AppError like `withProof` and `assertAddressConfirmed`; `conflict` if the caller already has an app.
 */
export async function startApp(db: Db, site: Site, change: Change): Promise<{ secret: string; uri: string }> {
  return withProof(db, site, change, async (tx, account) => {
    assertAddressConfirmed(site, account);
    const { id: userId, username } = account;
    const { sealed, secret, uri } = newAppSecret(site, username);
    if (!(await startAuthenticator(tx, { userId, sealedSecret: sealed, at: site.clock.now() })))
      throw new AppError('conflict', TEXTS.appExists);
    return { secret, uri };
  });
}

/**
 * Finish the setup of an authenticator app with its first code.
 * @returns new recovery codes if the account has none, otherwise null
 * @throws AppError `invalid` for a wrong code; `forbidden` if the address is unconfirmed; `conflict` if no setup was
 *   started or it has expired; `tooOften`.
 */
export async function confirmApp(
  db: DbOrTx,
  site: Site,
  { session, code }: { session: Session; code: string },
): Promise<string[] | null> {
  await site.limits.consume(RATE_LIMITS.setupCodes, session.user.id);
  return transaction(db, async (tx) => {
    const account = await lockCaller(tx, site, session);
    assertAddressConfirmed(site, account);
    const app = await authenticatorOf(tx, account.id);
    const now = site.clock.now();
    if (!app || app.confirmedAt || now.getTime() - app.createdAt.getTime() >= FACTOR_LIMITS.setupMs)
      throw new AppError('conflict', TEXTS.setupExpired);
    const step = stepOf(site, app.sealedSecret, normalizeCode(code));
    if (step === null) throw invalidFieldsError({ code: TEXTS.wrongCode });
    await recordFactorUse(tx, site, session);
    await confirmAuthenticator(tx, { userId: account.id, sealedSecret: app.sealedSecret, step, at: now });
    await report(tx, site, account, SECOND_FACTOR_EMAIL.appAdded, now);
    const { recoveryCodes } = await countFactors(tx, account.id);
    return recoveryCodes > 0 ? null : renewCodes(tx, account.id, now);
  });
}

/** Remove the caller's authenticator app. @throws AppError like `withProof`; `notFound`. */
export async function removeApp(db: Db, site: Site, change: Change): Promise<void> {
  await withProof(db, site, change, async (tx, account) => {
    if (!(await deleteAuthenticator(tx, account.id))) throw new AppError('notFound', TEXTS.appMissing);
    await deleteUnneededCodes(tx, account.id);
    await report(tx, site, account, SECOND_FACTOR_EMAIL.appRemoved);
  });
}

/** Replace the caller's recovery codes. @throws AppError like `withProof`; `conflict` if the caller has no factor. */
export async function replaceCodes(db: Db, site: Site, change: Change): Promise<string[]> {
  return withProof(db, site, change, async (tx, account) => {
    const { passkeys, app } = await countFactors(tx, account.id);
    if (passkeys === 0 && !app) throw new AppError('conflict', TEXTS.noFactors);
    const at = site.clock.now();
    await report(tx, site, account, SECOND_FACTOR_EMAIL.codesReplaced, at);
    return renewCodes(tx, account.id, at);
  });
}

/** Remove all of a player's second factors on behalf of the operator, and return their names. */
export async function removeFactorsOf(db: DbOrTx, site: Site, userId: number): Promise<string[]> {
  return transaction(db, async (tx) => {
    const account = await lockAccount(tx, userId);
    if (!account) throw new AppError('unauthenticated');
    const removed = await deleteFactors(tx, userId);
    if (removed.length === 0) return removed;
    await recordAudit(tx, site, {
      kind: 'factors.remove',
      actorId: null,
      targetId: userId,
      subject: removed.join(', '),
    });
    await report(tx, site, account, SECOND_FACTOR_EMAIL.removedByOperator);
    return removed;
  });
}

async function renewCodes(tx: Tx, userId: number, at: Date): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => recoveryHash(normalizeCode(code)));
  await replaceRecoveryCodes(tx, userId, hashes, at);
  return codes;
}

/**
 * Report a change of an account's factors. Reload the player's sessions, because they store whether the
 * player has a factor. Email the player about the change, with a link that undoes it. `at` is the time of the
 * change. An unconfirmed address gets no email, because it might belong to a stranger.
 */
async function report(
  tx: Tx,
  site: Site,
  account: Account,
  change: string,
  at = site.clock.now(),
): Promise<void> {
  site.sessions.invalidateUsers(tx, [account.id]);
  if (!account.email_verified_at) return;
  await sendFactorMail(site, tx, account, {
    change,
    denyUrl: await createDenyLink(tx, site, account, { at }),
  });
}

/**
 * Lock the caller's account.
 * @throws AppError `unauthenticated` if the session has ended since the request began, for example because the owner
 * has denied an intruder's sign-in.
 */
async function lockCaller(tx: Tx, site: Site, session: Session): Promise<Account> {
  const account = await lockAccount(tx, session.user.id);
  if (!account) throw new AppError('unauthenticated');
  await assertSessionActive(tx, site, session);
  return account;
}

/**
 * Store that the caller's second factor was used in this session.
 * @throws AppError `unauthenticated` if the session has ended.
 */
async function recordFactorUse(tx: Tx, site: Site, session: Session): Promise<void> {
  if (!(await site.sessions.verify(tx, session, 'factor'))) throw new AppError('unauthenticated');
}

async function assertSessionActive(tx: Tx, site: Site, session: Session): Promise<void> {
  if (!(await site.sessions.isActive(tx, session))) throw new AppError('unauthenticated');
}

function validName(typed: string): string {
  const name = typed.trim();
  if (name === '') throw invalidFieldsError({ name: TEXTS.passkeyName });
  if (name.length > FACTOR_LIMITS.passkeyName) throw invalidFieldsError({ name: TEXTS.passkeyNameLong });
  return name;
}
