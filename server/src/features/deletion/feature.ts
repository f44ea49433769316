import { deletion as contract } from '@rivalhold/shared/contract/deletion.ts';
import { DELETION_TEXTS as TEXTS } from '@rivalhold/shared/texts/deletion.ts';
import { sql } from '../../platform/db/db.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import { renewCsrf } from '../../platform/http/server.ts';
import type { Feature } from '../../platform/site.ts';
import { deleteOwnAccount, ERASURE_JOB, erase, resumeErasures } from './service.ts';

const PROOF = { retained: 'the proof that an account was erased, and when' };
const NOT_YET_CREATED = { omitted: 'there is no such record until the account is deleted' };

export const deletion: Feature = {
  name: 'deletion',
  routes(http, site) {
    const { cookies } = http;

    registerRoutes(http, site, contract.routes, {
      'DELETE /api/users/me': async ({ session, body, reply }) => {
        await deleteOwnAccount(site.db, site, { userId: session.user.id, password: body.password });
        cookies.clearSession(reply);
        renewCsrf(cookies, reply, null);
        return { message: TEXTS.deleted };
      },
    });
  },
  jobs(site) {
    site.jobs.define<{ userId: number }>(ERASURE_JOB, { run: ({ userId }) => erase(site, userId) });
    site.jobs.define('deletion.resume', { cron: '* * * * *', run: () => resumeErasures(site) });
  },
  personalData: {
    tables: {
      account_deletions: {
        retention: 'records',
        rows: (userId) => sql`user_id = ${userId}`,
        columns: {
          user_id: [PROOF, NOT_YET_CREATED],
          requested_at: [PROOF, NOT_YET_CREATED],
          pass: [PROOF, NOT_YET_CREATED],
          step: [PROOF, NOT_YET_CREATED, 'unchanged'],
          cursor: [PROOF, NOT_YET_CREATED],
          finished_at: [PROOF, NOT_YET_CREATED],
        },
      },
    },
  },
};
