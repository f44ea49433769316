import { deletion } from '@rivalhold/shared/contract/deletion.ts';
import { DELETION_TEXTS as TEXTS } from '@rivalhold/shared/texts/deletion.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import { type Http, renewCsrf } from '../../platform/http/server.ts';
import type { Site } from '../../platform/site.ts';
import { deleteOwnAccount } from './service.ts';

export function deletionRoutes(http: Http, site: Site): void {
  const { cookies } = http;

  registerRoutes(http, site, deletion.routes, {
    'DELETE /api/users/me': async ({ session, body, reply }) => {
      await deleteOwnAccount(site.db, site, { userId: session.user.id, password: body.password });
      cookies.clearSession(reply);
      renewCsrf(cookies, reply, null);
      return { message: TEXTS.deleted };
    },
  });
}
