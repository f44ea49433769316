import type { RouteOf } from '@rivalhold/shared/contract/index.ts';
import type { Reply } from '@rivalhold/shared/contract/schema.ts';
import type { Assertion, Attestation } from '@rivalhold/shared/contract/second-factors.ts';
import { PASSKEY_TEXTS as TEXTS } from '@rivalhold/shared/texts/passkeys.ts';

type CreationOptions = Reply<RouteOf<'POST /api/second-factors/passkeys/options'>>;
type RequestOptions = Reply<RouteOf<'GET /api/session/passkey'>>;

const load = () => import('@simplewebauthn/browser');
const IP_ADDRESS = /^(\d+\.){3}\d+$|^\[/;

/** Return why this browser cannot use passkeys here, or null if it can. */
export function passkeyProblem(): string | null {
  if (!window.isSecureContext || IP_ADDRESS.test(location.hostname)) return TEXTS.needsDomain;
  return 'PublicKeyCredential' in window ? null : TEXTS.unsupported;
}

/** Ask the player to create a passkey. @throws Error with a text for the player. */
export async function createPasskey(options: CreationOptions): Promise<Attestation> {
  const { startRegistration } = await load();
  const created = await startRegistration({ optionsJSON: options as never }).catch(rethrow);
  return created as Attestation;
}

/** Ask the player to use a passkey. @throws Error with a text for the player. */
export async function signChallenge(options: RequestOptions): Promise<Assertion> {
  const { startAuthentication } = await load();
  return (await startAuthentication({ optionsJSON: options as never }).catch(rethrow)) as Assertion;
}

/**
 * Offer passkeys in the autofill of the marked field, and resolve when the player chooses one. Resolve to null if the
 * browser does not support this, if `signal` is aborted, or if another request for a passkey replaces this one.
 */
export async function offerPasskeys(
  options: () => Promise<RequestOptions>,
  signal: AbortSignal,
): Promise<Assertion | null> {
  const { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } = await load();
  if (!(await browserSupportsWebAuthnAutofill())) return null;
  const optionsJSON = (await options()) as never;
  if (signal.aborted) return null;
  const stop = () => WebAuthnAbortService.cancelCeremony();
  signal.addEventListener('abort', stop);
  return (
    startAuthentication({ optionsJSON, useBrowserAutofill: true })
      .then(
        (signed) => signed as Assertion,
        () => null,
      )
      // Another request for a passkey may be running now, which must not be stopped.
      .finally(() => signal.removeEventListener('abort', stop))
  );
}

/** Replace a browser error by an error with a text for the player. */
function rethrow(error: unknown): never {
  const { name } = error as Error;
  throw new Error(name === 'InvalidStateError' ? TEXTS.alreadyOnDevice : TEXTS.cancelled, { cause: error });
}
