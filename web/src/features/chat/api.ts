import type { ChatMessage } from '@rivalhold/shared/contract/chat.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { CHAT_TEXTS } from '@rivalhold/shared/texts/chat.ts';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, newIdempotencyKey } from '../../lib/api.ts';
import { readPlayerValue, writePlayerValue } from '../../lib/player-storage.ts';
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
  withoutMessage,
} from './lobby.ts';

type LobbyChange = (lobby: Lobby) => Lobby;

let pendingHistory: Promise<unknown> = Promise.resolve();

/** Asks for the history, one question after the other; answers how it, and what came live meanwhile, changes the lobby. */
function requestHistory(after: number | null): Promise<LobbyChange> {
  const result = pendingHistory.catch(() => undefined).then(() => loadHistory(after));
  pendingHistory = result;
  return result;
}

async function loadHistory(after: number | null): Promise<LobbyChange> {
  let history: ChatMessage[] | undefined;
  const liveChanges: LobbyChange[] = [];
  const { promise: lostConnection, resolve: onReconnect } = Promise.withResolvers<null>();
  // A new connection knows nothing of what was asked by the one before.
  const wasOpen = socketState() === 'open';
  const stops = [
    onSocketEvent('chat history', (messages) => {
      history = messages;
    }),
    onSocketEvent('chat message', (message) => liveChanges.push((lobby) => withMessage(lobby, message))),
    onSocketEvent('chat deleted', ({ id }) => liveChanges.push((lobby) => withoutMessage(lobby, id))),
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

/** The lobby; asked for again when it is a minute old and somebody looks. Live events keep it. */
export const lobbyQuery = queryOptions({
  queryKey: ['chat', 'lobby'] as const,
  queryFn: async ({ client }): Promise<Lobby> => {
    const change = await requestHistory(null);
    return change(cachedLobby(client) ?? EMPTY_LOBBY);
  },
  staleTime: LIMITS.chat.staleMs,
  // It is asked for again when the connection stands, and that is what it failed for.
  retry: false,
  meta: { refetchesItself: true },
});

const cachedLobby = (client: QueryClient): Lobby | undefined => client.getQueryData(['chat', 'lobby']);

/** Changes what is loaded. What came live makes the history no younger. */
export function changeLobby(client: QueryClient, change: LobbyChange): void {
  const { queryKey } = lobbyQuery;
  const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt;
  client.setQueryData(queryKey, (lobby) => lobby && change(lobby), { updatedAt });
}

/** Brings what is loaded in step after a time without events: by what was missed, or anew where it is old. */
export async function catchUp(client: QueryClient): Promise<void> {
  const { queryKey } = lobbyQuery;
  const state = client.getQueryState(queryKey);
  const isFresh =
    state !== undefined && !state.isInvalidated && Date.now() - state.dataUpdatedAt < LIMITS.chat.staleMs;
  const change =
    isFresh && state.data ? await requestHistory(lastId(state.data) || null).catch(() => null) : null;
  if (change) changeLobby(client, change);
  else await client.invalidateQueries({ queryKey });
}

/** The name under which the line is kept that was sent and not yet answered, after the id it was sent under. */
const UNACKNOWLEDGED_KEY = 'unanswered:lobby';

/** Says a line; the same line again, as long as it was not taken, goes under the same id and is said once. */
export async function sendMessage(meId: number, text: string) {
  const [, pendingId, pendingText] =
    /^(\S+) (.*)$/s.exec(readPlayerValue(meId, UNACKNOWLEDGED_KEY) ?? '') ?? [];
  const clientTempId = pendingId && pendingText === text ? pendingId : newIdempotencyKey();
  writePlayerValue(meId, UNACKNOWLEDGED_KEY, `${clientTempId} ${text}`);
  const response = await emit('chat message', { text, clientTempId });
  if (response.ok) writePlayerValue(meId, UNACKNOWLEDGED_KEY, null);
  return response;
}

/** What holds in the lobby just now. */
export const rulesQuery = queryOptions({
  queryKey: ['chat', 'rules'] as const,
  queryFn: ({ signal }) => api('GET /api/chat/rules', { signal }),
});

/** Sets what holds in the lobby; only staff may. */
export function useSetRules() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { slowModeSeconds: number; establishedOnly: boolean }) =>
      api('PUT /api/mod/chat/rules', { body }),
    onSuccess: (rules) => client.setQueryData(rulesQuery.queryKey, rules),
    onError: toastError(CHAT_TEXTS.rulesFailed),
  });
}

/** Takes a line out of the lobby, for everybody; only staff may. */
export function useDeleteMessage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api('DELETE /api/mod/messages/{id}', { params: { id } }),
    onSuccess: (_response, id) => changeLobby(client, (lobby) => withoutMessage(lobby, id)),
    onError: toastError(CHAT_TEXTS.deleteFailed),
  });
}

type MuteInput = { player: { id: number; username: string }; reason: string };

/** Mutes a player for a day; only staff may. */
export function useMuteForADay() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ player, reason }: MuteInput) =>
      mute(player.id, { duration: '1d', reason: reason.trim() || null }),
    onSuccess: (_response, { player }) => {
      void client.invalidateQueries({ queryKey: mutesQuery.queryKey });
      toast.success(CHAT_TEXTS.muted(player.username));
    },
    onError: toastError(CHAT_TEXTS.muteFailed),
  });
}
