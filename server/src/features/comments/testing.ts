import type { comments } from '@rivalhold/shared/contract/comments.ts';
import { type CasesOf, PUBLIC, toOther } from '../../testing/cases.ts';

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof comments> = {
  routes: {
    'GET /api/profiles/{id}/status/comments': { call: toOther(), acrossBlock: 404, owner: PUBLIC },
    'POST /api/profiles/{id}/status/comments': {
      requiresUnmuted: true,
      call: toOther({ body: { body: 'hello' } }),
      acrossBlock: 403,
      owner: PUBLIC,
    },
    'DELETE /api/profiles/{id}/status/comments/{commentId}': {
      call: ({ third, mine }) => ({ params: { id: third.id, commentId: mine.profileComment } }),
      // Only authors and admins can delete comments, so other players get 403 with or without a block.
      acrossBlock: {
        status: 403,
        call: ({ third, theirs }) => ({ params: { id: third.id, commentId: theirs.profileComment } }),
      },
      owner: {
        others: 403,
        staff: 'admin',
        make: async ({ owner, otherPlayer: { id } }) => {
          const { body } = await owner.call('POST /api/profiles/{id}/status/comments', {
            params: { id },
            body: { body: 'A word' },
          });
          return { params: { id, commentId: body.comment.id } };
        },
      },
    },
  },
};
