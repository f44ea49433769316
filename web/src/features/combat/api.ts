import type { combat, FightRecord, FightSettings, Move } from '@rivalhold/shared/contract/combat.ts';
import type { Reply } from '@rivalhold/shared/contract/schema.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { gameQuery } from '../../entities/game/api.ts';
import { api, cursorPagination } from '../../lib/api.ts';
import { randomHex } from '../../lib/random-hex.ts';
import { retryOnce } from '../../lib/retry-once.ts';
import { emit } from '../../lib/socket.ts';

/** Moves of the attack route. Heals and items have their own routes. */
export type AttackMove = Exclude<Move, 'heal' | 'item'>;

const NONCE_BYTES = 16;

/**
 * Create a random number that identifies one request to open a fight. If it is also sent with the player's first move,
 * the fight's random draws depend on it.
 */
export const createNonce = (): string => randomHex(NONCE_BYTES);

/** Key prefix of all queries that open the fight with an opponent. */
export const openingKey = (meId: number, opponentId: number) => ['combat', 'opening', meId, opponentId];

/** `resume` opens an existing fight. `start` does the same, but starts a new fight if none exists. */
export type Opening = 'resume' | 'start';

/**
 * Query to open the fight with an opponent. This GET has side effects. Therefore, the query runs once per opening,
 * identified by `nonce`, and is never refetched automatically. `joinFightQuery` keeps the fight up to date.
 */
export const openFightQuery = (
  { meId, opponentId, opening }: { meId: number; opponentId: number; opening: Opening },
  nonce: string,
) =>
  queryOptions({
    queryKey: [...openingKey(meId, opponentId), nonce],
    queryFn: async ({ client }) => {
      const opened = await api('GET /api/combat/{userId}', {
        params: { userId: meId },
        query: { opponentId, ...(opening === 'resume' ? { only: opening } : {}) },
      });
      // A new fight costs energy.
      if (!opened.resumed) void client.invalidateQueries({ queryKey: gameQuery(meId).queryKey });
      return opened;
    },
    staleTime: 'static',
    gcTime: 0,
    retry: false,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { refetchOnReconnect: false },
  });

/**
 * Query the full state of a fight over the socket. The request also subscribes this browser to the fight. After a
 * reconnect, the request is repeated.
 */
export const joinFightQuery = (combatId: number) =>
  queryOptions({
    queryKey: ['combat', 'joined', combatId],
    queryFn: async () => {
      const response = await emit('joinCombat', { combatId });
      if (!response.ok) throw new Error(response.message);
      return response;
    },
    staleTime: 0,
    gcTime: 0,
  });

/** An open fight of the player. `challengeExpiresAt` is set while its challenge waits for the defender's answer. */
export type OpenFight = Reply<(typeof combat)['routes']['GET /api/combat/open']>[number];

/**
 * Return a key that identifies a challenge and its deadline. If the site was read-only while the challenge waited, the
 * player is asked again with a later deadline. The key then changes.
 */
export const questionOf = (challenge: OpenFight | null): string =>
  `${challenge?.id} ${challenge?.challengeExpiresAt}`;

/** The player's open fights, latest first. */
export const openFightsQuery = queryOptions({
  queryKey: ['combat', 'open'],
  queryFn: ({ signal }) => api('GET /api/combat/open', { signal }),
});

/** Query a player's rank by wins, and the results of the viewer's fights against them. */
export const combatStandingQuery = (userId: number) =>
  queryOptions({
    queryKey: ['combat', 'standing', userId],
    queryFn: ({ signal }) => api('GET /api/combat/standing/{userId}', { params: { userId }, signal }),
  });

/** The player's finished fights, latest first, page by page. */
export const pastFightsQuery = infiniteQueryOptions({
  queryKey: ['combat', 'past'],
  queryFn: ({ pageParam, signal }) =>
    api('GET /api/combat/fights', { query: pageParam ? { cursor: pageParam } : {}, signal }),
  ...cursorPagination,
});

/** Time (ms) for which the suggested opponents stay the same. */
const SUGGESTED_MS = 300_000;

/** The player's strength and a few fair opponents. */
export const matchupsQuery = queryOptions({
  queryKey: ['combat', 'matchups'],
  queryFn: ({ signal }) => api('GET /api/combat/matchups', { query: {}, signal }),
  staleTime: SUGGESTED_MS,
});

/** Query the comparison of the player with one opponent. */
export const matchupQuery = (opponentId: number) =>
  queryOptions({
    queryKey: ['combat', 'matchups', opponentId],
    queryFn: ({ signal }) => api('GET /api/combat/matchups', { query: { opponentId }, signal }),
  });

/** Return the record of a fight if the server embedded it in the HTML of a guest page. */
function recordInDocument(id: number): FightRecord | undefined {
  const text = typeof document === 'undefined' ? null : document.getElementById('page-data')?.textContent;
  const record = text ? (JSON.parse(text) as FightRecord) : undefined;
  return record?.id === id ? record : undefined;
}

/** Query the record of a finished fight. Only the avatars in it can change. */
export const fightRecordQuery = (id: number) =>
  queryOptions({
    queryKey: ['combat', 'record', id],
    queryFn: ({ signal }) => api('GET /api/combat/fights/{id}', { params: { id }, signal }),
    initialData: () => recordInDocument(id),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Notify the opponent of a new fight. Losing this event is harmless, because the server stores the fight. */
export const emitFightStarted = (fight: { fightId: number; attackerId: number; defenderId: number }) =>
  emit('startFight', fight);

/** Emit that the player has left the page of a fight. */
export const emitFightLeft = (combatId: number) => emit('leaveCombat', { combatId });

/**
 * Options of an action in a fight. `fightId` and `exchange` identify the fight and the exchange that the player saw
 * when choosing. If this exchange is already over, the server rejects the action. If `nonce` arrives with a move in the
 * first exchange, all random numbers of the fight depend on it.
 */
type ActionOptions = {
  idempotencyKey: string;
  nonce: string;
  fightId: number;
  exchange: number;
  onRetry: () => void;
};
const choiceHeaders = ({ nonce, fightId, exchange }: ActionOptions) => ({
  'X-Fight-Nonce': nonce,
  'X-Fight-Id': String(fightId),
  'X-Fight-Exchange': String(exchange),
});

/** Choose a move. A retry uses the same idempotency key, so that the server does not apply the choice twice. */
export const sendMove = (body: { defenderId: number; move: AttackMove }, options: ActionOptions) => {
  const { idempotencyKey, onRetry } = options;
  return retryOnce(
    () => api('POST /api/combat/attack', { body, idempotencyKey, headers: choiceHeaders(options) }),
    onRetry,
  );
};

/** Heal the player, as a move in the fight `options.fightId`. Outside ranked fights, a heal costs energy. */
export const sendHeal = (options: ActionOptions) => {
  const { idempotencyKey, onRetry } = options;
  return retryOnce(
    () => api('POST /api/combat/manual-heal', { idempotencyKey, headers: choiceHeaders(options) }),
    onRetry,
  );
};

/** Use an item. `itemId` is its catalogue id; `targetId` is the id of the player or the opponent. */
export const sendItem = (body: { itemId: number; targetId: number }, options: ActionOptions) => {
  const { idempotencyKey, onRetry } = options;
  return retryOnce(
    () => api('POST /api/combat/use-item', { body, idempotencyKey, headers: choiceHeaders(options) }),
    onRetry,
  );
};

/** Give up an open fight. */
export const concedeFight = (id: number) => api('POST /api/combat/fights/{id}/concede', { params: { id } });

/** Decline a challenge. */
export const declineFight = (id: number) => api('POST /api/combat/fights/{id}/decline', { params: { id } });

/** The player's settings for live fights. */
export const fightSettingsQuery = queryOptions({
  queryKey: ['combat', 'settings'],
  queryFn: ({ signal }) => api('GET /api/combat/settings', { signal }),
});

/** Save the settings for live fights. */
export const saveFightSettings = (body: FightSettings) => api('PUT /api/combat/settings', { body });
