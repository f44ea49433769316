import type { Passkey, Proof } from '@rivalhold/shared/contract/second-factors.ts';

/** The secret of a new authenticator app, as text and as URI. */
export type AppSecret = { secret: string; uri: string };

/** The response to a change of the second factors. `recoveryCodes` is null if the change creates no new codes. */
export type AddedFactor = { message: string; recoveryCodes: string[] | null };

/** A change of the second factors that needs the password or a passkey. */
export type ProvenChange = {
  title: string;
  text: string;
  confirm: string;
  danger?: boolean;
  /** Make the change, and return the next step, or null if there is none. */
  send: (proof: Proof) => Promise<FactorDialog | null>;
};

/** A step in the dialog of the second-factor settings, with the values that the step shows or needs. */
export type FactorDialog =
  | { kind: 'proof'; change: ProvenChange }
  | { kind: 'app'; app: AppSecret }
  | { kind: 'codes'; codes: readonly string[] }
  | { kind: 'rename'; passkey: Passkey };
