import type { RouteKey, RouteOf } from '@rivalhold/shared/contract/index.ts';
import type { Body, Params, Query, Reply } from '@rivalhold/shared/contract/schema.ts';
import { randomHex } from './random-hex.ts';
import { type RequestOptions, request } from './request.ts';

/**
 * An option of a request: forbidden if the contract does not declare it, optional if all of its fields are optional,
 * and otherwise required.
 */
type OptionFor<Name extends string, T> = [T] extends [undefined]
  ? { [K in Name]?: undefined }
  : Record<never, never> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T };

export type CallOptions<K extends RouteKey> = OptionFor<'params', Params<RouteOf<K>>> &
  OptionFor<'query', Query<RouteOf<K>>> &
  OptionFor<'body', Body<RouteOf<K>>> &
  Pick<RequestOptions, 'headers' | 'signal' | 'cache'> & {
    /** A retry with the same key returns the first response; see `newIdempotencyKey`. */
    idempotencyKey?: string;
  };
type Arguments<K extends RouteKey> =
  Record<never, never> extends CallOptions<K> ? [options?: CallOptions<K>] : [options: CallOptions<K>];
type UntypedOptions = { params?: object; query?: object; body?: unknown; idempotencyKey?: string } & Pick<
  RequestOptions,
  'headers' | 'signal' | 'cache'
>;

async function call(key: RouteKey, options: UntypedOptions): Promise<Response> {
  const [method = '', template = ''] = key.split(' ');
  const params = new Map(Object.entries(options.params ?? {}));
  let path = template.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(params.get(name))),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  if (query.size > 0) path += `?${query}`;
  const headers = { ...options.headers };
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
  const { body, signal, cache } = options;
  return request(path, { method, headers, ...(body !== undefined && { body }), signal, cache });
}

/**
 * Call a route of the contract by its key and return its typed reply. Throws the Response of a failed request (read it
 * with `readError`), or a TypeError if the connection fails.
 */
export async function api<K extends RouteKey>(
  key: K,
  ...[options]: Arguments<K>
): Promise<Reply<RouteOf<K>>> {
  const response = await call(key, (options ?? {}) as UntypedOptions);
  return (await response.json()) as Reply<RouteOf<K>>;
}

/** Call a list route whose Link header contains the URL of the next page; `nextCursor` is null at the end. */
export async function apiPage<K extends RouteKey>(
  key: K,
  ...[options]: Arguments<K>
): Promise<{ items: Reply<RouteOf<K>>; nextCursor: string | null }> {
  const response = await call(key, (options ?? {}) as UntypedOptions);
  const next = /<([^>]+)>\s*;[^,]*rel="?next"?/.exec(response.headers.get('Link') ?? '')?.[1];
  const nextCursor = next ? new URL(next, location.origin).searchParams.get('cursor') : null;
  return { items: (await response.json()) as Reply<RouteOf<K>>, nextCursor };
}

/** Pagination options for lists that return the cursor of the next page. */
export const cursorPagination = {
  initialPageParam: null as string | null,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor,
};

/** Return a random key for an action. Retries of the action send the same key. */
export const newIdempotencyKey = (): string => randomHex(16);
