import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** False for what must not be asked again by itself when the connection comes back. */
      refetchOnReconnect?: boolean;
      /** What has to be asked again then is asked by its own feature. */
      renewsItself?: boolean;
    };
  }
}

type Listener = () => void;
const signedOut = new Set<Listener>();

/** Calls `listener` whenever the server says that nobody is signed in any more. Returns how to stop. */
export function onSignedOut(listener: Listener): () => void {
  signedOut.add(listener);
  return () => void signedOut.delete(listener);
}

function noticeSignOut(error: unknown) {
  if (error instanceof Response && error.status === 401) for (const listener of signedOut) listener();
}

/** What the client said was wrong stays wrong; what the network or the server could not do is tried twice more. */
const worthRetrying = (error: unknown) => !(error instanceof Response) || error.status >= 500;

const renewedOnReconnect = ({ meta }: Query) => meta?.refetchOnReconnect !== false && !meta?.renewsItself;

/** The one cache of server state. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSignOut }),
  mutationCache: new MutationCache({ onError: noticeSignOut }),
  defaultOptions: {
    // A deed without a connection fails at once, in words, instead of waiting to be done when nobody expects it.
    mutations: { networkMode: 'always' },
    queries: {
      staleTime: 15_000,
      retry: (count, error) => count < 2 && worthRetrying(error),
      retryDelay: (count) => Math.min(500 * 2 ** count, 4_000),
      refetchOnReconnect: renewedOnReconnect,
    },
  },
});

/** Asks again for everything on the screen, after a time in which live events may have been missed. */
export function refetchAfterReconnect(): Promise<void> {
  return queryClient.invalidateQueries({ type: 'active', predicate: renewedOnReconnect });
}
