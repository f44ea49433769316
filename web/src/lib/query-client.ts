import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { createListeners } from './listeners.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** False for what must not be asked again by itself when the connection comes back. */
      refetchOnReconnect?: boolean;
      /** What has to be asked again then is asked by its own feature. */
      refetchesItself?: boolean;
    };
  }
}

const { subscribe, notify } = createListeners<[status: number]>();

/** Calls `listener` with the status of each call that the server answers with a failure. Returns how to stop. */
export const onErrorStatus: (listener: (status: number) => void) => () => void = subscribe;

const onError = (error: unknown) => error instanceof Response && notify(error.status);

/** What the client said was wrong stays wrong; what the network or the server could not do is tried twice more. */
const isRetryable = (error: unknown) => !(error instanceof Response) || error.status >= 500;

const refetchesOnReconnect = ({ meta }: Query) =>
  meta?.refetchOnReconnect !== false && !meta?.refetchesItself;

/** How long what was asked for while its page was coming is new enough, of what the page asks for anew each time. */
export const PREFETCH_FRESH_MS = 3_000;

/** The one cache of server state. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    // A deed without a connection fails at once, in words, instead of waiting to be done when nobody expects it.
    mutations: { networkMode: 'always' },
    queries: {
      staleTime: 15_000,
      retry: (count, error) => count < 2 && isRetryable(error),
      retryDelay: (count) => Math.min(500 * 2 ** count, 4_000),
      refetchOnReconnect: refetchesOnReconnect,
    },
  },
});

/** Asks again for everything on the screen, after a time in which live events may have been missed. */
export function refetchAfterReconnect(): Promise<void> {
  return queryClient.invalidateQueries({ type: 'active', predicate: refetchesOnReconnect });
}
