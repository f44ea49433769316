/** Pages as guests see them before any script, rendered when the client is built. */
import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import type { READY_PAGES } from '@rivalhold/shared/pages.ts';
import { FAQ } from '@rivalhold/shared/texts/faq.ts';
import { GUIDE } from '@rivalhold/shared/texts/guide.ts';
import { INSTALL_TEXTS } from '@rivalhold/shared/texts/install.ts';
import { PRIVACY } from '@rivalhold/shared/texts/privacy.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { SUPPORT } from '@rivalhold/shared/texts/support.ts';
import { TERMS } from '@rivalhold/shared/texts/terms.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { PendingPage } from './app/pending-page.tsx';
import { Frame } from './app/shell.tsx';
import { configQuery } from './entities/config/api.ts';
import { setSession } from './entities/session/api.ts';
import missing from './features/accounts/components/account-dialog-host.module.css';
import { queryClient } from './lib/query-client.ts';
import { titled } from './lib/title.ts';
import { FaqPage } from './pages/faq/faq-page.tsx';
import { GuidePage } from './pages/guide/guide-page.tsx';
import { LandingPage } from './pages/landing/landing-page.tsx';
import { PrivacyPage } from './pages/privacy/privacy-page.tsx';
import { SupportPage } from './pages/support/support-page.tsx';
import { TermsPage } from './pages/terms/terms-page.tsx';

/** What stands for the words that each site has in its configuration; the server puts those in. */
const CONFIG = { supportEmail: '%SUPPORT_EMAIL%', sourceUrl: '%SOURCE_URL%' };

type Page = { module: string; title?: string; about: string; component: () => ReactNode };

const PAGES: Record<(typeof READY_PAGES)[number], Page> = {
  '/': { module: 'landing', about: INSTALL_TEXTS.description, component: LandingPage },
  '/terms': { module: 'terms', title: SHELL_TEXTS.terms, about: TERMS.lead, component: TermsPage },
  '/privacy': { module: 'privacy', title: SHELL_TEXTS.privacy, about: PRIVACY.lead, component: PrivacyPage },
  '/support': { module: 'support', title: SHELL_TEXTS.support, about: SUPPORT.lead, component: SupportPage },
  '/faq': { module: 'faq', title: SHELL_TEXTS.faq, about: FAQ.lead, component: FaqPage },
  '/guide': { module: 'guide', title: SHELL_TEXTS.guide, about: GUIDE.lead, component: GuidePage },
};

/** A page of guests: the module it is made of, what its head says of it, and what stands in its #root. */
export type ReadyPage = {
  path: string;
  module: string;
  title: string;
  about: string;
  html: string;
  /** Whether it is for a site that has no SOURCE_URL. */
  sourceless: boolean;
};

const hosts = (
  <p role="alert" id="missing" hidden className={missing.missing}>
    {SHELL_TEXTS.unreachable}. {SHELL_TEXTS.unreachableText}
  </p>
);

/** The pages of guests; that which says where the source is, once more for who has not said it. */
export async function renderPages(): Promise<ReadyPage[]> {
  setSession(null);
  const pages: ReadyPage[] = [];
  for (const sourceUrl of [CONFIG.sourceUrl, null]) {
    queryClient.setQueryData(configQuery.queryKey, { ...CONFIG, sourceUrl } as never);
    for (const [path, { module, title, about, component }] of Object.entries(PAGES)) {
      const html = await render(path, component, hosts);
      const sourceless = sourceUrl === null;
      if (!sourceless || pages.every((other) => other.html !== html))
        pages.push({ path, module, title: titled(title), about, html, sourceless });
    }
  }
  return pages;
}

/** What a player sees until the app is there. */
export function renderComing(): Promise<string> {
  setSession({ id: 0, username: '', role: 'player' } as SessionUser);
  return render('/dashboard', PendingPage, null);
}

async function render(path: string, component: () => ReactNode, around: ReactNode): Promise<string> {
  const root = createRootRoute({ component: () => <Frame hosts={around} /> });
  const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path, component })]);
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [path] }) });
  await router.load();
  const html = renderToString(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  // Marks for an app that takes over what stands there; this one draws it anew.
  return html.replaceAll(/<!--.*?-->|<template[^>]*><\/template>/g, '');
}
