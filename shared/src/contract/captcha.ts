import Type, { type Static } from 'typebox';
import type { Contract } from './schema.ts';

/** A proof-of-work challenge in the format of ALTCHA, version 2. */
export const CaptchaChallenge = Type.Object({
  parameters: Type.Object({
    algorithm: Type.String(),
    nonce: Type.String(),
    salt: Type.String(),
    cost: Type.Integer(),
    keyLength: Type.Integer(),
    keyPrefix: Type.String(),
    keySignature: Type.String(),
    /** Expiry time of the challenge, in ms since 1970. */
    data: Type.Object({ expiresAt: Type.Integer() }),
  }),
  signature: Type.String(),
});
export type CaptchaChallenge = Static<typeof CaptchaChallenge>;

export const captcha = {
  routes: {
    'GET /api/captcha': {
      access: 'guest',
      reply: CaptchaChallenge,
      summary:
        'A proof-of-work challenge (ALTCHA, PBKDF2/SHA-256) for a sign-up that was rejected with the code `captcha`. Valid for 10 minutes and one account.',
    },
  },
} as const satisfies Contract;
