import { audit } from '@rivalhold/shared/contract/audit.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import type { Site } from '../../platform/site.ts';
import { listEntries } from './service.ts';

export function auditRoutes(http: Http, site: Site): void {
  registerRoutes(http, site, audit.routes, {
    'GET /api/admin/audit': async ({ reads, session, query }) =>
      listEntries(reads, { ...query, viewerId: session.user.id }),
  });
}
