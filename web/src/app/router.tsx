import type { PagePath } from '@rivalhold/shared/pages.ts';
import { PAGE_TITLES } from '@rivalhold/shared/texts/page-titles.ts';
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  type ResolveFullPath,
  type ResolveId,
  type Route,
} from '@tanstack/react-router';
import { getSession } from '../entities/session/api.ts';
import { importPage, setNavigating } from '../lib/import-page.ts';
import { type Page, playerPages, publicPages, staffPages } from '../pages/index.ts';
import type { PageTarget } from '../pages/loaders.ts';
import { ErrorPage } from './error-page.tsx';
import { hideToken, requirePlayer, requireStaff } from './guards.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { PendingPage } from './pending-page.tsx';
import { PlayerArea, ViewerArea } from './player-area.tsx';
import { Shell } from './shell.tsx';

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    title?: string;
  }
}

/** A path in the router's notation: '/profiles/$userId' for '/profiles/{userId}'. */
type RouterPath<Path extends string> = Path extends `${infer Start}{${infer Name}}${infer Rest}`
  ? `${Start}$${Name}${RouterPath<Rest>}`
  : Path;
type PageRoute<Parent extends AnyRoute, Path extends string, P> = Route<
  unknown,
  Parent,
  Path,
  ResolveFullPath<Parent, Path>,
  string,
  ResolveId<Parent, string, Path>,
  P extends { validateSearch: infer Validator } ? Validator : undefined
>;

/** Start loading a page's initial data for a player; the page shows its skeleton meanwhile. */
const load = (page: string) => async (target: PageTarget) => {
  if (getSession()) (await importPage(() => import('../pages/loaders.ts'))).loadPage(page, target);
};

/** Create the route of a page below a parent; `fullPath` is its full path in the table of pages. */
function createPageRoute<Parent extends AnyRoute, Path extends string, P extends Page>(
  parent: Parent,
  path: Path,
  { title, guard, component, validateSearch, loader }: P & Page,
  fullPath: PagePath | Path = path,
) {
  const route = createRoute({
    loader: loader ?? load(fullPath),
    component,
    validateSearch,
    getParentRoute: () => parent as AnyRoute,
    path: path.replaceAll(/\{(\w+)\}/g, '$$$1'),
    staticData: { title },
    beforeLoad: path.includes('{token}') ? hideToken : guard,
  });
  return route as unknown as PageRoute<Parent, RouterPath<Path>, P>;
}

/** Create the routes of pages below a parent. */
function createPageRoutes<Parent extends AnyRoute, Pages extends Record<string, Page>>(
  parent: Parent,
  pages: Pages,
) {
  const routes = Object.entries(pages).map(([path, page]) => [path, createPageRoute(parent, path, page)]);
  return Object.fromEntries(routes) as {
    [Path in keyof Pages & string]: PageRoute<Parent, RouterPath<Path>, Pages[Path]>;
  };
}

const root = createRootRoute({
  component: Shell,
  // When the player moves to another page, let the browser paint the pressed link before React renders the page. React
  // renders a page in one long task, because the router's state is an external store. `cause` is 'stay' on each move
  // between pages, because all pages are below this root route.
  beforeLoad: ({ cause }) =>
    cause === 'stay' ? new Promise<void>((resolve) => setTimeout(resolve)) : undefined,
});
const player = createRoute({
  getParentRoute: () => root,
  id: 'player',
  beforeLoad: requirePlayer,
  component: PlayerArea,
});
const staff = createRoute({
  getParentRoute: () => player,
  id: 'staff',
  staticData: { title: PAGE_TITLES.admin },
  beforeLoad: requireStaff,
});

/** Layout of pages that are open to guests, and that signed-in players see in the player area. */
const viewer = createRoute({ getParentRoute: () => root, id: 'viewer', component: ViewerArea });
const { '/fights/{id}': fight, ...guestPages } = publicPages;

const { '/dm': messages, '/dm/{userId}': conversation, ...otherPages } = playerPages;
const dm = createPageRoute(player, '/dm', messages);

const routeTree = root.addChildren({
  ...createPageRoutes(root, guestPages),
  viewer: viewer.addChildren({ fight: createPageRoute(viewer, '/fights/{id}', fight) }),
  player: player.addChildren({
    ...createPageRoutes(player, otherPages),
    dm: dm.addChildren({ conversation: createPageRoute(dm, '/{userId}', conversation, '/dm/{userId}') }),
    staff: staff.addChildren(createPageRoutes(staff, staffPages)),
  }),
});

/** The router; its pages are declared in pages/index.ts. */
export const router = createRouter({
  routeTree,
  scrollRestoration: true,
  // Hovering over a link preloads the page's code and initial data. With a stale time of 0, each hover runs the loader;
  // the query cache then requests only data that is not fresh.
  defaultPreload: 'intent',
  defaultPreloadDelay: 65,
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 80,
  defaultPendingMinMs: 0,
  defaultPendingComponent: PendingPage,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  // An unknown path belongs to no layout, so guests see 'not found' and no log-in dialog.
  notFoundMode: 'root',
  trailingSlash: 'never',
});

router.subscribe('onBeforeLoad', () => setNavigating(true));
router.subscribe('onResolved', () => setNavigating(false));
