import type { notifications } from '@rivalhold/shared/contract/notifications.ts';
import type { CasesOf } from '../../testing/cases.ts';

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof notifications> = {
  routes: {
    'GET /api/notifications': {},
    'GET /api/notifications/unread-counts': {},
    'PATCH /api/notifications/{id}/read': {
      call: ({ notification }) => ({ params: { id: notification } }),
      acrossBlock: 'only its receiver can mark it as read',
      owner: {
        others: 404,
        make: async ({ app, owner }) => {
          const asking = await app.player();
          await asking.call('POST /api/friend-requests/{userId}', { params: { userId: owner.id } });
          const { body } = await owner.call('GET /api/notifications');
          return { params: { id: body.items[0]?.id ?? 0 } };
        },
      },
    },
    'POST /api/notifications/mark-all-read': {},
  },
};
