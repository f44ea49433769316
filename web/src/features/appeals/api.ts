import type { AppealState } from '@rivalhold/shared/contract/appeals.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, type CallOptions, cursorPagination } from '../../lib/api.ts';

/** Polling interval (ms) while appeals are shown to staff. */
const REFETCH_INTERVAL_MS = 30_000;

/** Key prefix of all queries about the queue of appeals. */
export const APPEALS_KEY = ['appeals'] as const;

/** Query the appeals with the given state, page by page. */
export const appealsQuery = (state: AppealState) =>
  infiniteQueryOptions({
    queryKey: [...APPEALS_KEY, state],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/mod/appeals', { query: { state, ...(pageParam && { cursor: pageParam }) }, signal }),
    ...cursorPagination,
    // Always reload, because other staff members might have answered appeals in the meantime.
    staleTime: 0,
    refetchInterval: REFETCH_INTERVAL_MS,
  });

/** Query the latest decisions about a suspended player, loaded with the token from the rejected login. */
export const tokenDecisionsQuery = (token: string) =>
  queryOptions({
    queryKey: ['appeal-link', token],
    queryFn: ({ signal }) => api('GET /api/appeals/{token}', { params: { token }, signal }),
    // An appeal uses up the token. Do not load the decisions again, because the request would fail after an appeal.
    refetchOnWindowFocus: false,
    meta: { refetchOnReconnect: false },
  });

/** Send an appeal against a decision. Return the decision with the appeal. */
export const sendAppeal = async (id: number, text: string, idempotencyKey: string) =>
  (await api('POST /api/decisions/{id}/appeal', { params: { id }, body: { text }, idempotencyKey })).decision;

/** Send the appeal of a suspended player. Return the decision with the appeal. */
export const sendAppealWithToken = async (token: string, decisionId: number, text: string) =>
  (await api('POST /api/appeals/{token}', { params: { token }, body: { decisionId, text } })).decision;

/** Answer an appeal. */
export const answerAppeal = (id: number, body: CallOptions<'POST /api/mod/appeals/{id}'>['body']) =>
  api('POST /api/mod/appeals/{id}', { params: { id }, body });
