import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { setSession } from '../entities/session/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { sharedValue, useShared } from '../lib/shared-value.ts';
import { ConfirmHost } from '../ui/confirm.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { ME } from './fixtures.ts';

type Options = {
  /** The signed-in player; null for a guest. */
  me?: SessionUser | null;
  /** The path of the page. */
  at?: string;
  /** The route from which the component reads its parameters or search, e.g. '/player/fight/$userId'. */
  route?: string;
};

/** Create a router that renders the component on every path. `at` is the initial path; `route` is the page's route. */
function memoryRouter(component: () => ReactNode, at: string, route: string) {
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <ConfirmHost />
        <LiveRegion />
      </>
    ),
  });
  const player = createRoute({ getParentRoute: () => root, id: 'player', component: Outlet });
  const isOfPlayers = route.startsWith('/player/');
  const path = isOfPlayers ? route.slice('/player'.length) : route;
  const page = createRoute({ getParentRoute: () => (isOfPlayers ? player : root), path, component });
  const rest = path === '$' ? [] : [createRoute({ getParentRoute: () => root, path: '$', component })];
  const routeTree = isOfPlayers
    ? root.addChildren([player.addChildren([page]), ...rest])
    : root.addChildren([page, ...rest]);
  return createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: [at] }),
    defaultPreload: false,
  });
}

/**
 * Render a component with the site's query client, a memory router, the confirm dialog and the live region. Returns a
 * user for typing and clicking, and a function that returns the current path.
 */
export async function renderWithProviders(component: ReactNode, options: Options = {}) {
  const { me = ME, at = '/', route = '$' } = options;
  setSession(me);
  const shown = sharedValue(component);
  const router = memoryRouter(() => useShared(shown), at, route);
  await router.load();
  const view = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return {
    // Let tests choose files that the input's `accept` excludes, because players can choose them, too.
    user: userEvent.setup({ applyAccept: false }),
    container: view.container,
    unmount: view.unmount,
    path: () => router.state.location.href,
    /** Replace the rendered component, for example by the same component with other props. */
    rerender: (next: ReactNode) => act(async () => shown.set(next)),
  };
}
