import type { appeals } from '@rivalhold/shared/contract/appeals.ts';
import type { TestApp, TestPlayer } from '../../testing/app.ts';
import type { CasesOf } from '../../testing/cases.ts';
import { latestDecision } from '../decisions/testing.ts';
import { createPost } from '../feed/testing.ts';
import { createStaff } from '../moderation/testing.ts';

/** Send a request to appeal against a decision, by default against the player's latest decision. */
export const appealOf = async (
  player: TestPlayer,
  { id, text = 'I did nothing wrong.', key }: { id?: number; text?: string; key?: string } = {},
) =>
  player.call('POST /api/decisions/{id}/appeal', {
    params: { id: id ?? (await latestDecision(player)).id },
    body: { text },
    ...(key && { headers: { 'Idempotency-Key': key } }),
  });

/** Appeal against the player's latest decision, and return the id of the decision. */
export const createAppeal = async (player: TestPlayer): Promise<number> =>
  (await appealOf(player)).body.decision.id;

/** Send a request to answer an appeal. */
export const answerOf = (
  reviewer: TestPlayer,
  id: number,
  outcome: 'upheld' | 'changed' | 'lifted',
  more: { until?: string; answer?: string } = {},
) =>
  reviewer.call('POST /api/mod/appeals/{id}', {
    params: { id },
    body: { outcome, answer: 'We looked at it again.', ...more },
  });

/** Return the appeals in a state, as a staff member sees them. */
export const queueOf = async (staff: TestPlayer, state: 'open' | 'answered' = 'open') =>
  (await staff.call('GET /api/mod/appeals', { query: { state, limit: 50 } })).body.items;

/** Try to log a suspended player in with the right password, and return the token from the rejection. */
export const tokenOf = async (app: TestApp, { username }: { username: string }): Promise<string> =>
  (await app.browser().signIn(username)).body.appealToken ?? '';

const TOKEN = 'anyone who has the token can use it';

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof appeals> = {
  routes: {
    'POST /api/decisions/{id}/appeal': {
      call: () => ({ params: { id: 999_999 }, body: { text: 'No' } }),
      acrossBlock: 'decisions are made by staff',
      owner: {
        others: 404,
        make: async ({ app, owner }) => {
          const params = { id: await createPost(owner) };
          await (await createStaff(app)).call('DELETE /api/feed/{id}', { params });
          return { params: { id: (await latestDecision(owner)).id }, body: { text: 'No' } };
        },
      },
    },
    'GET /api/appeals/{token}': {
      access: 'guest',
      call: () => ({ params: { token: 'x' } }),
      readStatus: 400,
      acrossBlock: TOKEN,
      owner: TOKEN,
    },
    'POST /api/appeals/{token}': {
      access: 'guest',
      call: () => ({ params: { token: 'x' }, body: { decisionId: 1, text: 'No' } }),
      acrossBlock: TOKEN,
      owner: TOKEN,
    },
    'GET /api/mod/appeals': {},
    'GET /api/mod/appeals/{id}': { call: () => ({ params: { id: 999_999 } }), readStatus: 404 },
    'POST /api/mod/appeals/{id}': {
      call: () => ({ params: { id: 999_999 }, body: { outcome: 'upheld', answer: 'No' } }),
    },
  },
};
