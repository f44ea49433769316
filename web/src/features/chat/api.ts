import type { ChatMessage } from '@rivalhold/shared/contract/chat.ts';
import type { Rule, StaffReason } from '@rivalhold/shared/contract/decisions.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { CHAT_TEXTS } from '@rivalhold/shared/texts/chat.ts';
import {
  type InvalidateOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useReaction } from '../../entities/reactions/use-reaction.ts';
import { api, newIdempotencyKey } from '../../lib/api.ts';
import { readPlayerValue, writePlayerValue } from '../../lib/player-storage.ts';
import { patchQueries } from '../../lib/query-client.ts';
import { emit, onSocketEvent, onSocketOpen, socketState } from '../../lib/socket.ts';
import { toast, toastError } from '../../ui/toast.ts';
import { mute, mutesQuery } from '../moderation/index.ts';
import {
  EMPTY_LOBBY,
  type Lobby,
  lastId,
  withHistory,
  withMessage,
  withNewerMessages,
  withOwnReaction,
  withoutMessage,
  withReactions,
  withRestoredMessage,
} from './lobby.ts';

type LobbyChange = (lobby: Lobby) => Lobby;

let pendingHistory: Promise<unknown> = Promise.resolve();

/**
 * Wait for earlier requests, then request the messages with a higher id than `after`. If `after` is null, request the
 * whole history. Return a function that adds the requested messages to a lobby, and then applies the live events that
 * arrived during the request.
 */
function requestHistory(after: number | null): Promise<LobbyChange> {
  const result = pendingHistory.catch(() => undefined).then(() => loadHistory(after));
  pendingHistory = result;
  return result;
}

async function loadHistory(after: number | null): Promise<LobbyChange> {
  let history: ChatMessage[] | undefined;
  const liveChanges: LobbyChange[] = [];
  const { promise: lostConnection, resolve: onReconnect } = Promise.withResolvers<null>();
  // After a reconnect, the response to the pending request does not arrive, so stop waiting. If the socket is not open
  // yet, keep waiting: the request is sent when the socket opens.
  const wasOpen = socketState() === 'open';
  const stops = [
    onSocketEvent('chat history', (messages) => {
      history = messages;
    }),
    onSocketEvent('chat message', (message) => liveChanges.push((lobby) => withMessage(lobby, message))),
    onSocketEvent('chat deleted', ({ id }) => liveChanges.push((lobby) => withoutMessage(lobby, id))),
    onSocketEvent('chat restored', (message) =>
      liveChanges.push((lobby) => withRestoredMessage(lobby, message)),
    ),
    onSocketEvent('chat reactions', ({ messages }) =>
      liveChanges.push((lobby) => withReactions(lobby, messages)),
    ),
    onSocketOpen(() => wasOpen && onReconnect(null)),
  ];
  try {
    const response = await Promise.race([
      emit('chat:getHistory', after === null ? {} : { after }),
      lostConnection,
    ]);
    if (!response?.ok || !history) throw new Error(CHAT_TEXTS.failed);
    const messages = history;
    return (lobby) =>
      liveChanges.reduce(
        (all, change) => change(all),
        after === null ? withHistory(lobby, messages) : withNewerMessages(lobby, messages),
      );
  } finally {
    for (const stop of stops) stop();
  }
}

/** The lobby, kept up to date by live events. Fetched again on use if the history is more than a minute old. */
export const lobbyQuery = queryOptions({
  queryKey: ['chat', 'lobby'] as const,
  queryFn: async ({ client }): Promise<Lobby> => {
    const change = await requestHistory(null);
    return change(cachedLobby(client) ?? EMPTY_LOBBY);
  },
  staleTime: LIMITS.chat.staleMs,
  // If the request fails, the connection was probably lost. The request is sent again on the next connection.
  retry: false,
  meta: { refetchesItself: true },
});

const cachedLobby = (client: QueryClient): Lobby | undefined => client.getQueryData(['chat', 'lobby']);

/** Change the cached lobby. The age of the history stays the same, because a live event does not refresh it. */
export function changeLobby(client: QueryClient, change: LobbyChange): void {
  patchQueries(client, lobbyQuery.queryKey, change);
}

/**
 * Sync the cached lobby after a time without events: load the missed messages, or the whole history if the cache is
 * old. With `cancelRefetch: false`, a load that is in progress is not restarted.
 */
export async function catchUp(client: QueryClient, options: InvalidateOptions = {}): Promise<void> {
  const { queryKey } = lobbyQuery;
  const state = client.getQueryState(queryKey);
  const isFresh =
    state !== undefined && !state.isInvalidated && Date.now() - state.dataUpdatedAt < LIMITS.chat.staleMs;
  const change =
    isFresh && state.data ? await requestHistory(lastId(state.data) || null).catch(() => null) : null;
  if (change) changeLobby(client, change);
  else await client.invalidateQueries({ queryKey }, options);
}

/** Key under which the last unacknowledged message is stored, together with its client id. */
const UNACKNOWLEDGED_KEY = 'unanswered:lobby';

/**
 * Send a message. If the same text is sent again before the acknowledgement, it gets the same client id, so that the
 * server posts the text once.
 */
export async function sendMessage(meId: number, text: string, replyToId: number | null) {
  const [, pendingId, pendingText] =
    /^(\S+) (.*)$/s.exec(readPlayerValue(meId, UNACKNOWLEDGED_KEY) ?? '') ?? [];
  const clientTempId = pendingId && pendingText === text ? pendingId : newIdempotencyKey();
  writePlayerValue(meId, UNACKNOWLEDGED_KEY, `${clientTempId} ${text}`);
  const response = await emit('chat message', { text, clientTempId, ...(replyToId && { replyToId }) });
  if (response.ok) writePlayerValue(meId, UNACKNOWLEDGED_KEY, null);
  return response;
}

/** Return a function that adds or removes the viewer's reaction to a lobby message. */
export function useLobbyReaction(id: number) {
  const client = useQueryClient();
  return useReaction({
    scope: `lobby-reaction-${id}`,
    patchCache: (change) => changeLobby(client, (lobby) => withOwnReaction(lobby, { id, ...change })),
    save: (body) => api('PUT /api/chat/messages/{id}/reactions', { params: { id }, body }),
  });
}

/** The lobby's current rules. */
export const rulesQuery = queryOptions({
  queryKey: ['chat', 'rules'] as const,
  queryFn: ({ signal }) => api('GET /api/chat/rules', { signal }),
});

/** Return a mutation that sets the lobby's rules; staff only. */
export function useSetRules() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { slowModeSeconds: number; settledOnly: boolean }) =>
      api('PUT /api/mod/chat/rules', { body }),
    onSuccess: (rules) => client.setQueryData(rulesQuery.queryKey, rules),
    onError: toastError(CHAT_TEXTS.rulesFailed),
  });
}

/** Return a mutation that deletes a lobby message for everyone; staff only. */
export function useDeleteMessage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, reason }: { id: number; reason: StaffReason }) =>
      api('DELETE /api/mod/messages/{id}', { params: { id }, body: reason }),
    onSuccess: (_response, { id }) => changeLobby(client, (lobby) => withoutMessage(lobby, id)),
    onError: toastError(CHAT_TEXTS.deleteFailed),
  });
}

type MuteInput = { player: { id: number; username: string }; rule: Rule; reason: string };

/** Return a mutation that mutes a player for a day; staff only. */
export function useMuteForADay() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ player, rule, reason }: MuteInput) =>
      mute(player.id, { duration: '1d', rule, reason: reason.trim() || null }),
    onSuccess: (_response, { player }) => {
      void client.invalidateQueries({ queryKey: mutesQuery.queryKey });
      toast.success(CHAT_TEXTS.muted(player.username));
    },
    onError: toastError(CHAT_TEXTS.muteFailed),
  });
}
