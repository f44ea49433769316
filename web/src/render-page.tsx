import { SHELL_TEXTS, UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
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
import { Frame } from './app/shell.tsx';
import host from './features/accounts/components/account-dialog-host.module.css';
import { DIALOG_TITLES } from './features/accounts/dialog-titles.ts';
import { repeat } from './lib/repeat.ts';
import { IconButton } from './ui/icon-button.tsx';
import { Row, Stack, Surface } from './ui/layout.tsx';

/**
 * Render the skeleton of an account dialog. While the app loads, `guest.ts` opens the skeleton and shows the title of
 * the requested dialog.
 */
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

/** Hidden elements of a guest page: the alert that the site is unreachable, and the skeleton of an account dialog. */
export const guestHosts = (
  <>
    <p role="alert" id="missing" hidden className={host.missing}>
      {SHELL_TEXTS.unreachable}. {SHELL_TEXTS.unreachableText}
    </p>
    <DialogSkeleton />
  </>
);

type PageToRender = {
  /** The path in the router's notation, such as '/fights/$id'. */
  path: string;
  pathname: string;
  component: RouteComponent;
  hosts: ReactNode;
  client: QueryClient;
};

/** Render a page in the site's frame as HTML. */
export async function renderPage({
  path,
  pathname,
  component,
  hosts,
  client,
}: PageToRender): Promise<string> {
  const root = createRootRoute({ component: () => <Frame hosts={hosts} /> });
  const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path, component })]);
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [pathname] }) });
  await router.load();
  const html = renderToString(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  // Remove hydration marks, since the app renders the page from scratch.
  return html.replaceAll(/<!--.*?-->|<template[^>]*><\/template>/g, '');
}
