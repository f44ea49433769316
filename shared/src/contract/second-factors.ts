import Type, { type Static } from 'typebox';
import { type Contract, closedObject, Id, idParams, Message, Nullable, Time } from './schema.ts';

const Text = (maxLength: number) => Type.String({ maxLength });
const Base64Url = (maxLength: number) => Type.String({ maxLength, pattern: '^[A-Za-z0-9_-]*$' });
const Optional = <S extends Parameters<typeof Nullable>[0]>(schema: S) => Type.Optional(Nullable(schema));

/** The fields that `Assertion` and `Attestation` have in common (WebAuthn, JSON serialization). */
const credentialFields = {
  id: Base64Url(1400),
  rawId: Base64Url(1400),
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(
    Type.Union([Type.Literal('platform'), Type.Literal('cross-platform')]),
  ),
  clientExtensionResults: Type.Object({}),
};

/** The response of a passkey to a challenge. */
export const Assertion = Type.Object({
  ...credentialFields,
  response: Type.Object({
    clientDataJSON: Base64Url(8_192),
    authenticatorData: Base64Url(8_192),
    signature: Base64Url(8_192),
    userHandle: Type.Optional(Base64Url(128)),
  }),
});
export type Assertion = Static<typeof Assertion>;

/** The response of an authenticator that has created a passkey. */
const Attestation = Type.Object({
  ...credentialFields,
  response: Type.Object({
    clientDataJSON: Base64Url(8_192),
    attestationObject: Base64Url(65_536),
    transports: Type.Optional(Type.Array(Text(20), { maxItems: 10 })),
  }),
});
export type Attestation = Static<typeof Attestation>;

/** The proof that the caller is the owner of the account: the password, or the response of a passkey. */
const proof = { currentPassword: Optional(Text(1024)), passkey: Optional(Assertion) };
const Proof = Type.Object(proof, closedObject);
export type Proof = Static<typeof Proof>;

/**
 * The proof of identity that routes with `stepUp` require from staff: a code or a passkey if the account has
 * a second factor, otherwise the password.
 */
const StepUpProof = Type.Object({ ...proof, code: Optional(Text(64)) }, closedObject);
export type StepUpProof = Static<typeof StepUpProof>;

/** A challenge for the passkeys of this site (`PublicKeyCredentialRequestOptionsJSON`). */
export const RequestOptions = Type.Object({
  challenge: Type.String(),
  timeout: Type.Integer(),
  rpId: Type.String(),
  userVerification: Type.Literal('required'),
  allowCredentials: Type.Array(
    Type.Object({
      id: Type.String(),
      type: Type.Literal('public-key'),
      transports: Type.Array(Type.String()),
    }),
  ),
});

/** The options for a new passkey (`PublicKeyCredentialCreationOptionsJSON`). */
const CreationOptions = Type.Object({
  challenge: Type.String(),
  timeout: Type.Integer(),
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: Type.Literal('public-key') })),
  excludeCredentials: RequestOptions.properties.allowCredentials,
  authenticatorSelection: Type.Object({
    residentKey: Type.Literal('required'),
    requireResidentKey: Type.Boolean(),
    userVerification: Type.Literal('required'),
  }),
  attestation: Type.Literal('none'),
});

export const Passkey = Type.Object({
  id: Id,
  name: Type.String(),
  createdAt: Time,
  lastUsedAt: Nullable(Time),
});
export type Passkey = Static<typeof Passkey>;

export const SecondFactors = Type.Object({
  passkeys: Type.Array(Passkey),
  app: Nullable(Type.Object({ createdAt: Time, lastUsedAt: Nullable(Time) })),
  /** Number of unused recovery codes. */
  recoveryCodes: Type.Integer(),
});
export type SecondFactors = Static<typeof SecondFactors>;

/** New recovery codes, which are shown only once; null if the player keeps the previous codes. */
const Added = Type.Object({ message: Type.String(), recoveryCodes: Nullable(Type.Array(Type.String())) });

export const secondFactors = {
  routes: {
    'GET /api/second-factors': {
      access: 'player',
      reply: SecondFactors,
      summary: "The caller's second factors.",
    },
    'GET /api/second-factors/challenge': {
      access: 'player',
      reply: RequestOptions,
      summary: "A challenge that one of the caller's passkeys signs to confirm a change.",
    },
    'POST /api/second-factors/passkeys/options': {
      access: 'player',
      body: Proof,
      reply: CreationOptions,
      summary: 'Confirms that the caller wants to add a passkey, and returns the options for the browser.',
    },
    'POST /api/second-factors/passkeys': {
      access: 'player',
      status: 201,
      body: Type.Object({ name: Text(1024), passkey: Attestation }, closedObject),
      reply: Added,
      summary: 'Adds a passkey.',
    },
    'PATCH /api/second-factors/passkeys/{id}': {
      access: 'player',
      params: idParams('id'),
      body: Type.Object({ name: Text(1024) }, closedObject),
      reply: Message,
      summary: 'Renames a passkey.',
    },
    'DELETE /api/second-factors/passkeys/{id}': {
      access: 'player',
      params: idParams('id'),
      body: Proof,
      reply: Message,
      summary: 'Removes a passkey.',
    },
    'POST /api/second-factors/app': {
      access: 'player',
      body: Proof,
      reply: Type.Object({ secret: Type.String(), uri: Type.String() }),
      summary: 'Starts the setup of an authenticator app; the secret is shown only once.',
    },
    'PUT /api/second-factors/app': {
      access: 'player',
      body: Type.Object({ code: Text(64) }, closedObject),
      reply: Added,
      summary: 'Finishes the setup of an authenticator app with its first code.',
    },
    'DELETE /api/second-factors/app': {
      access: 'player',
      body: Proof,
      reply: Message,
      summary: 'Removes the authenticator app.',
    },
    'POST /api/second-factors/recovery-codes': {
      access: 'player',
      body: Proof,
      reply: Type.Object({ recoveryCodes: Type.Array(Type.String()) }),
      summary: 'Replaces the recovery codes; the new codes are shown only once.',
    },
    'POST /api/step-up': {
      access: 'player',
      body: StepUpProof,
      reply: Message,
      summary:
        'Proves that the caller is the owner of the account, after an error with the code `step_up`. The proof counts for 10 minutes in this session.',
    },
  },
} as const satisfies Contract;
