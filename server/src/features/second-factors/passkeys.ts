import type { Assertion, Attestation } from '@rivalhold/shared/contract/second-factors.ts';
import { FACTOR_LIMITS } from '@rivalhold/shared/second-factor-limits.ts';
import { SECOND_FACTOR_TEXTS as TEXTS } from '@rivalhold/shared/texts/second-factors.ts';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { type Db, type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { deriveSecret } from '../../platform/security/encryption.ts';
import type { Site } from '../../platform/site.ts';
import { type Account, lockAccount } from '../accounts/service.ts';
import { newChallenge, parseChallenge, type RelyingParty, type SignedChallenge } from './challenges.ts';
import { sendClonedPasskeyMail } from './mails.ts';
import {
  countFactors,
  deletePasskeyOf,
  deleteRecoveryCodes,
  markUsed,
  type PasskeyRow,
  passkeyByCredential,
  passkeysOf,
  recordUse,
} from './queries.ts';
import { RATE_LIMITS } from './rate-limits.ts';

/** Load the library at its first use, because it takes 26 MB of memory. */
const library = () => import('@simplewebauthn/server');
/** The signature algorithms of passkeys (COSE): EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257];

const toDescriptor = ({ credentialId, transports }: PasskeyRow) => ({ id: credentialId, transports });
const withTransports = (list: { id: string; transports?: string[] }[] = []) =>
  list.map(({ id, transports = [] }) => ({ id, type: 'public-key' as const, transports }));

/** Return a challenge for the given passkeys, or for all passkeys of this site if none are given. */
export async function requestOptions(
  site: Site,
  rp: RelyingParty,
  { purpose, passkeys = [] }: { purpose: string; passkeys?: readonly PasskeyRow[] },
) {
  const options = await (await library()).generateAuthenticationOptions({
    rpID: rp.id,
    challenge: newChallenge(site, purpose),
    timeout: FACTOR_LIMITS.challengeMs,
    userVerification: 'required',
    allowCredentials: passkeys.map(toDescriptor),
  });
  return {
    challenge: options.challenge,
    timeout: FACTOR_LIMITS.challengeMs,
    rpId: rp.id,
    userVerification: 'required' as const,
    allowCredentials: withTransports(options.allowCredentials),
  };
}

/** Return the options with which a browser creates a passkey for a player. */
export async function creationOptions(
  db: DbOrTx,
  site: Site,
  rp: RelyingParty,
  { user, purpose }: { user: { id: number; username: string }; purpose: string },
) {
  const options = await (await library()).generateRegistrationOptions({
    rpName: 'Rivalhold',
    rpID: rp.id,
    userName: user.username,
    userDisplayName: user.username,
    // An authenticator shows this id to anyone who has the device, so it must not be the player's id.
    userID: Uint8Array.from(
      Buffer.from(deriveSecret(site.config.sessionSecret, `passkeys:${user.id}`), 'hex'),
    ),
    challenge: newChallenge(site, purpose),
    timeout: FACTOR_LIMITS.challengeMs,
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: (await passkeysOf(db, user.id)).map(toDescriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return {
    challenge: options.challenge,
    timeout: FACTOR_LIMITS.challengeMs,
    rp: { id: rp.id, name: options.rp.name },
    user: options.user,
    pubKeyCredParams: options.pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' as const })),
    excludeCredentials: withTransports(options.excludeCredentials),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true,
      userVerification: 'required' as const,
    },
    attestation: 'none' as const,
  };
}

type NewPasskey = Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports'> & {
  challenge: SignedChallenge;
};

/**
 * Verify the response of an authenticator that has created a passkey.
 * @throws AppError `invalid` if the response is invalid, or does not answer a valid challenge that this site issued for
 *   this purpose
 */
export async function verifyAttestation(
  site: Site,
  rp: RelyingParty,
  { response, purpose }: { response: Attestation; purpose: string },
): Promise<NewPasskey> {
  let challenge: SignedChallenge | null = null;
  const result = await (await library())
    .verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: (encoded) => {
        challenge = parseChallenge(site, purpose, encoded);
        return challenge !== null;
      },
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
      // The library throws an error for every kind of invalid response.
    })
    .catch(() => null);
  if (!result?.verified || !challenge) throw new AppError('invalid', TEXTS.passkeyRejected);
  const { credential } = result.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: response.response.transports ?? [],
    challenge,
  };
}

/** A passkey response that has been verified but is not marked as used yet. */
type PasskeyUse = { passkey: PasskeyRow; counter: number; challenge: SignedChallenge };

/** Thrown in a transaction that uses a passkey, if the counter shows that the passkey was copied. */
class ClonedPasskeyError extends Error {
  readonly use: PasskeyUse;
  constructor(use: PasskeyUse) {
    super('The counter of a passkey has not increased');
    this.use = use;
  }
}

/**
 * Verify the response of a passkey.
 * @throws `refusal` if the passkey is unknown or belongs to a player other than `userId`, or if the response is invalid
 *   or does not answer a valid challenge that this site issued for this purpose; AppError `tooOften`.
 */
export async function verifyAssertion(
  db: DbOrTx,
  site: Site,
  rp: RelyingParty,
  {
    response,
    purpose,
    userId,
    refusal,
  }: { response: Assertion; purpose: string; userId?: number; refusal: AppError },
): Promise<PasskeyUse> {
  const passkey = await passkeyByCredential(db, response.id);
  if (!passkey || (userId !== undefined && passkey.userId !== userId)) throw refusal;
  let challenge: SignedChallenge | null = null;
  const result = await (await library())
    .verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: (encoded) => {
        challenge = parseChallenge(site, purpose, encoded);
        return challenge !== null;
      },
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
        // This value turns off the library's comparison of the counter. `usePasskey` compares it while the
        // account is locked.
        counter: -1,
      },
      // The library throws an error for every kind of invalid response.
    })
    .catch(() => null);
  if (!result?.verified || !challenge) throw refusal;
  await site.limits.consume(RATE_LIMITS.passkeyUses, passkey.userId);
  return { passkey, counter: result.authenticationInfo.newCounter, challenge };
}

/**
 * Mark a verified response as used, and store the counter. Call it in the transaction of the action, inside
 * `reportingClones`.
 * @returns the locked account
 * @throws `refusal` if the response was used before, or if the passkey was removed.
 */
export async function usePasskey(tx: Tx, site: Site, use: PasskeyUse, refusal: AppError): Promise<Account> {
  const { passkey, counter, challenge } = use;
  const account = await lockAccount(tx, passkey.userId);
  if (!account || !(await markUsed(tx, challenge.hash, challenge.expiresAt))) throw refusal;
  if (!(await passkeyByCredential(tx, passkey.credentialId))) throw refusal;
  const isUsed = await recordUse(tx, { id: passkey.id, counter, at: site.clock.now() });
  if (!isUsed) throw new ClonedPasskeyError(use);
  return account;
}

/**
 * Run `work`, which uses a passkey. If the counter shows that the passkey was copied, remove the passkey, end all
 * sessions of the account, notify the player, and throw `refusal`. The recovery codes stay. If the account has no other
 * factor, a login then requires a recovery code, because the password alone must not be enough.
 */
export async function reportingClones<T>(
  db: Db,
  site: Site,
  refusal: AppError,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ClonedPasskeyError)) throw error;
    const { passkey, challenge } = error.use;
    await transaction(db, async (tx) => {
      const account = await lockAccount(tx, passkey.userId);
      if (!account || !(await markUsed(tx, challenge.hash, challenge.expiresAt))) return;
      if ((await deletePasskeyOf(tx, account.id, passkey.id)) === undefined) return;
      await site.sessions.endAll(tx, account.id, null);
      if (account.email_verified_at) await sendClonedPasskeyMail(site, tx, account, passkey.name);
    });
    site.log.warn({ userId: passkey.userId }, 'copied passkey');
    throw refusal;
  }
}

/** If a player has no factor except recovery codes, delete the codes. */
export async function deleteUnneededCodes(tx: Tx, userId: number): Promise<void> {
  const { passkeys, app } = await countFactors(tx, userId);
  if (passkeys === 0 && !app) await deleteRecoveryCodes(tx, userId);
}
