import type { profiles } from '@rivalhold/shared/contract/profiles.ts';
import { type CasesOf, PUBLIC, toOther } from '../../testing/cases.ts';

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof profiles> = {
  routes: {
    'GET /api/profiles': {},
    'GET /api/profiles/{id}': { call: toOther(), acrossBlock: 404, owner: PUBLIC },
    'GET /api/leaderboard': {},
    'GET /api/leaderboard/{board}': {
      call: () => ({ params: { board: 'wins' } }),
      owner: PUBLIC,
      acrossBlock: 'it names no player',
    },
    'GET /api/profiles/username/{username}': {
      call: ({ other }) => ({ params: { username: other.username } }),
      acrossBlock: 404,
      owner: PUBLIC,
    },
    'PATCH /api/profiles/profile': { call: () => ({ body: { age: 30 } }) },
    'PATCH /api/users/me/status': {
      requiresUnmuted: true,
      call: ({ other }) => ({ body: { statusMessage: `To ${other.username}` } }),
    },
    'PATCH /api/users/{id}/avatar/clear': { access: 'moderator', call: toOther() },
  },
};
