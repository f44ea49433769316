import { sql } from '../../platform/db/db.ts';
import { ALL_ROWS, SELF } from '../../platform/personal-data/declaration.ts';
import type { Feature } from '../../platform/site.ts';
import { takeProposal } from './queries.ts';
import { moderationRoutes } from './routes.ts';

const STAFF = { omitted: 'only staff see proposals' };

export const moderation: Feature = {
  name: 'moderation',
  routes: moderationRoutes,
  personalData: {
    erase: async (tx, _site, userId) => {
      await takeProposal(tx, userId);
      return true;
    },
    tables: {
      suspension_proposals: {
        retention: 'account',
        rows: (userId) => sql`user_id = ${userId}`,
        notInCopy: ALL_ROWS,
        otherRows: 'the moderator is named until an admin decides',
        columns: {
          user_id: ['erased', SELF],
          proposed_by: ['erased', STAFF],
          rule: ['erased', STAFF],
          reason: ['erased', STAFF],
          created_at: ['erased', STAFF],
        },
      },
    },
  },
};
