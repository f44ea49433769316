import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { randomHex } from '../../lib/random-hex.ts';
import { retryOnce } from '../../lib/retry-once.ts';
import { emit } from '../../lib/socket.ts';

const NONCE_BYTES = 16;

/** A number of the browser's own that goes into all chance of a fight it begins; also names one opening. */
export const createNonce = (): string => randomHex(NONCE_BYTES);

/**
 * Resumes or begins the fight with an opponent. It is a GET that begins things, so it is called once for an opening
 * (`nonce` names it) and never again by itself; `joinFightQuery` keeps it up to date.
 */
export const startFightQuery = (meId: number, opponentId: number, nonce: string) =>
  queryOptions({
    queryKey: ['combat', 'opening', meId, opponentId, nonce],
    queryFn: () =>
      api('GET /api/combat/{userId}', {
        params: { userId: meId },
        query: { opponentId },
        headers: { 'X-Fight-Nonce': nonce },
      }),
    staleTime: 'static',
    gcTime: 0,
    retry: false,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { refetchOnReconnect: false },
  });

/** The whole state by socket, which also makes this browser a witness of the fight; asked again on reconnect. */
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

/** One's open fights, latest first. */
export const openFightsQuery = queryOptions({
  queryKey: ['combat', 'open'],
  queryFn: ({ signal }) => api('GET /api/combat/open', { signal }),
});

/** A fight that is over; but for the faces it never changes again. */
export const fightRecordQuery = (id: number) =>
  queryOptions({
    queryKey: ['combat', 'record', id],
    queryFn: ({ signal }) => api('GET /api/combat/fights/{id}', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Tells the opponent that the fight is on. Lost without harm: the fight stands on the server. */
export const emitFightStarted = (fight: { fightId: number; attackerId: number; defenderId: number }) =>
  emit('startFight', fight);

type ActionOptions = { idempotencyKey: string; onRetry: () => void };

/** One exchange. The same key goes with the retry, so a strike that did arrive is not struck twice. */
export const sendAttack = (defenderId: number, { idempotencyKey, onRetry }: ActionOptions) =>
  retryOnce(() => api('POST /api/combat/attack', { body: { defenderId }, idempotencyKey }), onRetry);

/** Heals by energy: in the open fight last struck in, else outside fights. */
export const sendHeal = ({ idempotencyKey, onRetry }: ActionOptions) =>
  retryOnce(() => api('POST /api/combat/manual-heal', { idempotencyKey }), onRetry);

/** `itemId` is the catalogue's; `targetId` oneself or the opponent. */
export const sendItem = (
  body: { itemId: number; targetId: number },
  { idempotencyKey, onRetry }: ActionOptions,
) => retryOnce(() => api('POST /api/combat/use-item', { body, idempotencyKey }), onRetry);
