import type { signIn } from '@rivalhold/shared/contract/sign-in.ts';
import type { CasesOf } from '../../testing/cases.ts';
import { FakeAuthenticator, ORIGIN } from '../second-factors/testing.ts';

const LINK = 'anyone who has the mailed link can use it';

/** @public Used by the tests of all routes. See `testing/cases.ts`. */
export const cases: CasesOf<typeof signIn> = {
  routes: {
    'POST /api/session': {
      access: 'guest',
      call: ({ other }) => ({ body: { credential: other.username, password: 'a guess' } }),
    },
    'GET /api/session/passkey': { access: 'guest', readStatus: 409 },
    'POST /api/session/passkey': {
      access: 'guest',
      call: () => ({
        body: {
          passkey: new FakeAuthenticator().sign({ challenge: 'eA', rpId: 'localhost', origin: ORIGIN }),
        },
      }),
    },
    'POST /api/users/deny-sign-in/{token}': {
      access: 'guest',
      call: () => ({ params: { token: 'x' } }),
      acrossBlock: LINK,
      owner: LINK,
    },
    'POST /api/users/undo-email-change/{token}': {
      access: 'guest',
      call: () => ({ params: { token: 'x' } }),
      acrossBlock: LINK,
      owner: LINK,
    },
  },
};
