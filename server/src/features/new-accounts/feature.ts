import { NEW_ACCOUNT_LIMITS } from '@rivalhold/shared/account-limits.ts';
import { sql } from '../../platform/db/db.ts';
import { ALL_ROWS, SELF } from '../../platform/personal-data/declaration.ts';
import type { Feature } from '../../platform/site.ts';
import { eraseActions, purgeActions } from './queries.ts';

const COUNTER = ['erased', { omitted: 'it is a counter that is deleted after a day' }] as const;

export const newAccounts: Feature = {
  name: 'new-accounts',
  jobs(site) {
    site.jobs.define('new-accounts.purge', {
      cron: '41 * * * *',
      run: () => purgeActions(site.db, new Date(site.clock.now().getTime() - NEW_ACCOUNT_LIMITS.ms)),
    });
  },
  personalData: {
    erase: async (tx, _site, userId) => {
      await eraseActions(tx, userId);
      return true;
    },
    tables: {
      new_account_actions: {
        retention: 'limits',
        rows: (userId) => sql`user_id = ${userId}`,
        notInCopy: ALL_ROWS,
        columns: { user_id: ['erased', SELF], action: COUNTER, times: COUNTER },
      },
    },
  },
};
