import type { ChatLine } from '@rivalhold/shared/contract/chat.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { CHAT_TEXTS } from '@rivalhold/shared/texts/chat.ts';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, newIdempotencyKey } from '../../lib/api.ts';
import { keep, readKept } from '../../lib/kept.ts';
import { emit, onSocketEvent, onSocketOpen, socketState } from '../../lib/socket.ts';
import { sayFault, toast } from '../../ui/toast.ts';
import { mute, mutesQuery } from '../moderation/index.ts';
import { EMPTY_LOBBY, type Lobby, lastId, withHistory, withLine, withMissed, withoutLine } from './lobby.ts';

type Change = (lobby: Lobby) => Lobby;

let asking: Promise<unknown> = Promise.resolve();

/** Asks for the history, one question after the other; answers how it, and what came live meanwhile, changes the lobby. */
function askHistory(after: number | null): Promise<Change> {
  const answer = asking.catch(() => undefined).then(() => ask(after));
  asking = answer;
  return answer;
}

async function ask(after: number | null): Promise<Change> {
  let history: ChatLine[] | undefined;
  const meanwhile: Change[] = [];
  const { promise: lostConnection, resolve: lose } = Promise.withResolvers<null>();
  // A new connection knows nothing of what was asked by the one before.
  const wasOpen = socketState() === 'open';
  const stops = [
    onSocketEvent('chat history', (lines) => {
      history = lines;
    }),
    onSocketEvent('chat message', (line) => meanwhile.push((lobby) => withLine(lobby, line))),
    onSocketEvent('chat deleted', ({ id }) => meanwhile.push((lobby) => withoutLine(lobby, id))),
    onSocketOpen(() => wasOpen && lose(null)),
  ];
  try {
    const answer = await Promise.race([
      emit('chat:getHistory', after === null ? {} : { after }),
      lostConnection,
    ]);
    if (!answer?.ok || !history) throw new Error(CHAT_TEXTS.failed);
    const lines = history;
    return (lobby) =>
      meanwhile.reduce(
        (all, change) => change(all),
        after === null ? withHistory(lobby, lines) : withMissed(lobby, lines),
      );
  } finally {
    for (const stop of stops) stop();
  }
}

/** The lobby; asked for again when it is a minute old and somebody looks. Live events keep it. */
export const lobbyQuery = queryOptions({
  queryKey: ['chat', 'lobby'] as const,
  queryFn: async ({ client }): Promise<Lobby> => {
    const change = await askHistory(null);
    return change(known(client) ?? EMPTY_LOBBY);
  },
  staleTime: LIMITS.chat.staleMs,
  // It is asked for again when the connection stands, and that is what it failed for.
  retry: false,
  meta: { renewsItself: true },
});

const known = (client: QueryClient): Lobby | undefined => client.getQueryData(['chat', 'lobby']);

/** Changes what is loaded. What came live makes the history no younger. */
export function changeLobby(client: QueryClient, change: Change): void {
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
    isFresh && state.data ? await askHistory(lastId(state.data) || null).catch(() => null) : null;
  if (change) changeLobby(client, change);
  else await client.invalidateQueries({ queryKey });
}

/** The name under which the line is kept that was sent and not yet answered, after the id it was sent under. */
const UNANSWERED = 'unanswered:lobby';

/** Says a line; the same line again, as long as it was not taken, goes under the same id and is said once. */
export async function sayLine(meId: number, text: string) {
  const [, before, unanswered] = /^(\S+) (.*)$/s.exec(readKept(meId, UNANSWERED) ?? '') ?? [];
  const clientTempId = before && unanswered === text ? before : newIdempotencyKey();
  keep(meId, UNANSWERED, `${clientTempId} ${text}`);
  const answer = await emit('chat message', { text, clientTempId });
  if (answer.ok) keep(meId, UNANSWERED, null);
  return answer;
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
    mutationFn: (body: { slowModeSeconds: number; settledOnly: boolean }) =>
      api('PUT /api/mod/chat/rules', { body }),
    onSuccess: (rules) => client.setQueryData(rulesQuery.queryKey, rules),
    onError: sayFault(CHAT_TEXTS.rulesFailed),
  });
}

/** Takes a line out of the lobby, for everybody; only staff may. */
export function useDeleteLine() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api('DELETE /api/mod/messages/{id}', { params: { id } }),
    onSuccess: (_answer, id) => changeLobby(client, (lobby) => withoutLine(lobby, id)),
    onError: sayFault(CHAT_TEXTS.deleteFailed),
  });
}

type MuteOf = { player: { id: number; username: string }; reason: string };

/** Mutes a player for a day; only staff may. */
export function useMuteForADay() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ player, reason }: MuteOf) =>
      mute(player.id, { duration: '1d', reason: reason.trim() || null }),
    onSuccess: (_answer, { player }) => {
      void client.invalidateQueries({ queryKey: mutesQuery.queryKey });
      toast.success(CHAT_TEXTS.muted(player.username));
    },
    onError: sayFault(CHAT_TEXTS.muteFailed),
  });
}
