/** Renders pages at build time: the content that a visitor sees before any script runs. */
import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { PAGES, PRERENDERED_PATHS } from '@rivalhold/shared/pages.ts';
import { SHELL_TEXTS, UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type RouteComponent,
  RouterProvider,
} from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { PendingPage } from './app/pending-page.tsx';
import { Frame } from './app/shell.tsx';
import { configQuery } from './entities/config/api.ts';
import { setSession } from './entities/session/api.ts';
import host from './features/accounts/components/account-dialog-host.module.css';
import { DIALOG_TITLES } from './features/accounts/dialog-titles.ts';
import { queryClient } from './lib/query-client.ts';
import { repeat } from './lib/repeat.ts';
import { documentTitle } from './lib/title.ts';
import { type Page, publicPages } from './pages/index.ts';
import { IconButton } from './ui/icon-button.tsx';
import { Row, Stack, Surface } from './ui/layout.tsx';

/** Placeholders for the configuration of each site, which the server fills in. */
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

/** Render the skeleton of an account dialog. `guest.ts` opens it while the app loads, and shows one of the titles. */
function DialogSkeleton() {
  return (
    <Surface
      as="dialog"
      border
      radius={3}
      shadow={2}
      className={host.skeleton}
      aria-labelledby="dialog-title"
    >
      <Row as="form" method="dialog" align="start" justify="between" gap={3} paddingInline={5} paddingTop={5}>
        <div id="dialog-title">
          {Object.entries(DIALOG_TITLES).map(([dialog, title]) => (
            <h2 key={dialog} data-title={dialog} hidden>
              {title}
            </h2>
          ))}
        </div>
        <IconButton type="submit" label={UI_TEXTS.close} className={host.close}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      </Row>
      <Stack aria-busy="true" gap={4} padding={5} className={host.fields}>
        {repeat(4, (field) => (
          <span key={field} />
        ))}
      </Stack>
    </Surface>
  );
}

const hosts = (
  <>
    <p role="alert" id="missing" hidden className={host.missing}>
      {SHELL_TEXTS.unreachable}. {SHELL_TEXTS.unreachableText}
    </p>
    <DialogSkeleton />
  </>
);

/** Render the pages for guests. Pages that link to the source code are also rendered for sites without such a link. */
export async function renderPages(): Promise<PrerenderedPage[]> {
  setSession(null);
  const pages: PrerenderedPage[] = [];
  for (const sourceUrl of [PLACEHOLDER_CONFIG.sourceUrl, null]) {
    queryClient.setQueryData(configQuery.queryKey, { ...PLACEHOLDER_CONFIG, sourceUrl } as never);
    for (const path of PRERENDERED_PATHS) {
      const { title, component }: Page = publicPages[path];
      const html = await render(path, component, hosts);
      const sourceless = sourceUrl === null;
      const { description } = PAGES[path].prerendered;
      if (!sourceless || pages.every((other) => other.html !== html))
        pages.push({ path, title: documentTitle(title), description, html, sourceless });
    }
  }
  return pages;
}

/** Render the skeleton that a player sees until the app has started. */
export function renderAppSkeleton(): Promise<string> {
  setSession({ id: 0, username: '', role: 'player' } as SessionUser);
  return render('/dashboard', PendingPage, null);
}

async function render(path: string, component: RouteComponent, hosts: ReactNode): Promise<string> {
  const root = createRootRoute({ component: () => <Frame hosts={hosts} /> });
  const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path, component })]);
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [path] }) });
  await router.load();
  const html = renderToString(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  // Remove hydration marks, since the app renders the page from scratch.
  return html.replaceAll(/<!--.*?-->|<template[^>]*><\/template>/g, '');
}
