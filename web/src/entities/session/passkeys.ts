import type { RouteOf } from '@rivalhold/shared/contract/index.ts';
import type { Reply } from '@rivalhold/shared/contract/schema.ts';
import type { Assertion } from '@rivalhold/shared/contract/second-factors.ts';
import { PASSKEY_TEXTS as TEXTS } from '@rivalhold/shared/texts/passkeys.ts';

type RequestOptions = Reply<RouteOf<'GET /api/session/passkey'>>;

const load = () => import('@simplewebauthn/browser');
const IP_ADDRESS = /^(\d+\.){3}\d+$|^\[/;

/** Return why this browser cannot use passkeys on this site, or null if it can. */
export function passkeyProblem(): string | null {
  if (!window.isSecureContext || IP_ADDRESS.test(location.hostname)) return TEXTS.needsDomain;
  return 'PublicKeyCredential' in window ? null : TEXTS.unsupported;
}

/** Ask the player to use a passkey. @throws Error with a message for the player. */
export async function signChallenge(options: RequestOptions): Promise<Assertion> {
  const { startAuthentication } = await load();
  const signed = await startAuthentication({ optionsJSON: options as never }).catch((cause) => {
    throw new Error(TEXTS.cancelled, { cause });
  });
  return signed as Assertion;
}

/**
 * Offer passkeys in the autofill of the field with the `autocomplete` token 'webauthn'. Resolve to the response of the
 * passkey that the player uses. Resolve to null if the player uses none, for example because the browser does not
 * support such autofill, `signal` is aborted, or another passkey request replaces this request. Reject if `options`
 * cannot fetch the challenge.
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
      // Remove the listener, so that a later abort does not stop another passkey request.
      .finally(() => signal.removeEventListener('abort', stop))
  );
}
