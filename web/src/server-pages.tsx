/**
 * Renders guest pages on the server if their content depends on the id in the path. The build bundles this file with
 * all packages that it imports, including React.
 */
import type { FightRecord } from '@rivalhold/shared/contract/combat.ts';
import type { RENDERED_PATHS } from '@rivalhold/shared/pages.ts';
import { QueryClient } from '@tanstack/react-query';
import type { RouteComponent } from '@tanstack/react-router';
import { configQuery } from './entities/config/api.ts';
import { sessionQuery } from './entities/session/api.ts';
import { fightRecordQuery } from './features/combat/api.ts';
import { VerifyPage } from './pages/verify-fight/verify-page.tsx';
import { guestHosts, renderPage } from './render-page.tsx';

type RenderedPage = { component: RouteComponent; seed: (client: QueryClient, data: never) => void };

const RENDERED_PAGES: Record<(typeof RENDERED_PATHS)[number], RenderedPage> = {
  '/fights/{id}': {
    component: VerifyPage,
    seed: (client, record: FightRecord) => client.setQueryData(fightRecordQuery(record.id).queryKey, record),
  },
};

/**
 * Render a page for guests as HTML.
 * @param data the response of the page's first request
 */
export async function renderGuestPage(
  page: keyof typeof RENDERED_PAGES,
  pathname: string,
  data: never,
  config: object,
): Promise<string> {
  const { component, seed } = RENDERED_PAGES[page];
  const client = new QueryClient();
  client.setQueryData(sessionQuery.queryKey, null);
  client.setQueryData(configQuery.queryKey, config as never);
  seed(client, data);
  const path = page.replaceAll(/\{(\w+)\}/g, '$$$1');
  return renderPage({ path, pathname, component, hosts: guestHosts, client });
}
