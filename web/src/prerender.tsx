/** Renders pages at build time: the content that a visitor sees before any script runs. */
import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { PAGES, PRERENDERED_PATHS } from '@rivalhold/shared/pages.ts';
import { PendingPage } from './app/pending-page.tsx';
import { configQuery } from './entities/config/api.ts';
import { setSession } from './entities/session/api.ts';
import { queryClient } from './lib/query-client.ts';
import { documentTitle } from './lib/title.ts';
import { type Page, publicPages } from './pages/index.ts';
import { guestHosts, renderPage } from './render-page.tsx';

/** Placeholders that the server replaces with the site's configuration. */
const PLACEHOLDER_CONFIG = { supportEmail: '%SUPPORT_EMAIL%', sourceUrl: '%SOURCE_URL%' };

/** A prerendered page for guests: title, meta description, and the content of #root. */
export type PrerenderedPage = {
  path: string;
  title: string;
  description: string;
  html: string;
  /** True if the page is for sites without a SOURCE_URL. */
  sourceless: boolean;
};

/**
 * Render the pages for guests. A page that links to the source code is rendered twice: with the link, and without it
 * for sites that have no `SOURCE_URL`.
 */
export async function renderPages(): Promise<PrerenderedPage[]> {
  setSession(null);
  const pages: PrerenderedPage[] = [];
  for (const sourceUrl of [PLACEHOLDER_CONFIG.sourceUrl, null]) {
    queryClient.setQueryData(configQuery.queryKey, { ...PLACEHOLDER_CONFIG, sourceUrl } as never);
    for (const path of PRERENDERED_PATHS) {
      const { title, component }: Page = publicPages[path];
      const html = await renderPage({
        path,
        pathname: path,
        component,
        hosts: guestHosts,
        client: queryClient,
      });
      const sourceless = sourceUrl === null;
      const { description } = PAGES[path].prerendered;
      if (!sourceless || pages.every((other) => other.html !== html))
        pages.push({ path, title: documentTitle(title), description, html, sourceless });
    }
  }
  return pages;
}

/** Render the skeleton that a player sees until the app has started, with the page's heading if it is known. */
export function renderAppSkeleton(heading: string | null): Promise<string> {
  setSession({ id: 0, username: '', role: 'player' } as SessionUser);
  const path = '/dashboard';
  const component = () => <PendingPage heading={heading} />;
  return renderPage({ path, pathname: path, component, hosts: null, client: queryClient });
}
