import {
  type FetchQueryOptions,
  type InferDataFromTag,
  MutationCache,
  notifyManager,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { createListeners } from './listeners.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** False for queries that must not reload automatically on reconnect. */
      refetchOnReconnect?: boolean;
      /** True if the feature itself reloads the query on reconnect. */
      refetchesItself?: boolean;
    };
  }
}

const { subscribe, notify } = createListeners<[status: number]>();

/** Call `listener` with the status of each failed response. Returns a function that removes the listener. */
export const onErrorStatus: (listener: (status: number) => void) => () => void = subscribe;

// Notify components in a microtask, so that they render a pending action before the next click. The library's
// default timer can be late.
notifyManager.setScheduler(queueMicrotask);

const onError = (error: unknown) => error instanceof Response && notify(error.status);

/** Report whether a failed request can be retried: after network and server errors, but not after client errors. */
const isRetryable = (error: unknown) => !(error instanceof Response) || error.status >= 500;

/** Report whether to retry a request that has failed `count` times before. Requests are retried at most twice. */
const isRetried = (count: number, error: unknown): boolean => count < 2 && isRetryable(error);

/**
 * Return the retry rule for preloaded data: a failed request is repeated only if a component shows the data. Without
 * this rule, every hovered link would send three requests while the server is down.
 */
export const retryIfShown =
  (queryKey: QueryKey) =>
  (count: number, error: unknown): boolean =>
    queryClient.getQueryCache().find({ queryKey })?.isActive() === true && isRetried(count, error);

const refetchesOnReconnect = ({ meta }: Query) =>
  meta?.refetchOnReconnect !== false && !meta?.refetchesItself;

/** Time (ms) for which prefetched data counts as fresh, for queries that otherwise reload on each visit. */
export const PREFETCH_FRESH_MS = 3_000;

/** The cache of server state. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    // Without a connection, an action fails immediately with an error instead of running unexpectedly later.
    mutations: { networkMode: 'always' },
    queries: {
      staleTime: 15_000,
      retry: isRetried,
      retryDelay: (count) => Math.min(500 * 2 ** count, 4_000),
      refetchOnReconnect: refetchesOnReconnect,
    },
  },
});

/**
 * Load a query again after a change, and return its data. A request that is already running might have missed the
 * change, so its response is ignored.
 * @throws Response or TypeError if the request fails.
 */
export async function fetchAgain<T, K extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<T, Error, T, K>,
): Promise<T> {
  const { queryKey } = query;
  const state = client.getQueryState(queryKey);
  // The library does not replace a query's first request, so wait until that request has ended.
  if (state?.fetchStatus === 'fetching' && state.data === undefined)
    await client.fetchQuery(query).catch(() => undefined);
  await client.invalidateQueries({ queryKey, exact: true, refetchType: 'all' });
  return client.fetchQuery(query);
}

/**
 * Reload the visible queries after a reconnect or a repeated sign-in, because live events might have been missed.
 * Queries can opt out in their `meta`.
 */
export function refetchAfterReconnect(): Promise<void> {
  return queryClient.invalidateQueries({ type: 'active', predicate: refetchesOnReconnect });
}

/**
 * Change the cached data under each key that begins with `queryKey`, for example after a live event. In contrast to
 * `setQueryData`, do not mark the data as fresh: if it was due for a refetch, it is still refetched.
 */
export function patchQueries<T, K extends QueryKey = QueryKey, Data = InferDataFromTag<T, K>>(
  client: QueryClient,
  queryKey: K,
  change: (data: Data) => Data,
): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) {
    const { data } = query.state;
    if (data) query.setState({ data: change(data as Data) });
  }
}
