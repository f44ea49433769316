import type { RouteOf } from '@rivalhold/shared/contract/index.ts';
import type { Reply } from '@rivalhold/shared/contract/schema.ts';
import type { Attestation } from '@rivalhold/shared/contract/second-factors.ts';
import { PASSKEY_TEXTS } from '@rivalhold/shared/texts/passkeys.ts';
import { SECOND_FACTOR_TEXTS } from '@rivalhold/shared/texts/second-factors.ts';

type CreationOptions = Reply<RouteOf<'POST /api/second-factors/passkeys/options'>>;

/** Ask the player to create a passkey. @throws Error with a message for the player. */
export async function createPasskey(options: CreationOptions): Promise<Attestation> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const created = await startRegistration({ optionsJSON: options as never }).catch((cause: Error) => {
    const isKnown = cause.name === 'InvalidStateError';
    throw new Error(isKnown ? SECOND_FACTOR_TEXTS.alreadyOnDevice : PASSKEY_TEXTS.cancelled, { cause });
  });
  return created as Attestation;
}
