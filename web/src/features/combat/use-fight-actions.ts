import type { Move } from '@rivalhold/shared/contract/combat.ts';
import type { InventoryEntry } from '@rivalhold/shared/contract/game.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { COMBAT_TEXTS, MOVE_NAMES } from '@rivalhold/shared/texts/combat.ts';
import { FIGHTS_TEXTS } from '@rivalhold/shared/texts/fights.ts';
import { HEALING_TEXTS } from '@rivalhold/shared/texts/healing.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { gameQuery } from '../../entities/game/api.ts';
import { readOnlyNotice } from '../../entities/session/api.ts';
import { newIdempotencyKey } from '../../lib/api.ts';
import { type ApiError, errorText, readError } from '../../lib/errors.ts';
import { isConclusiveError } from '../../lib/retry-once.ts';
import { onSocketOpen } from '../../lib/socket.ts';
import { type AttackMove, concedeFight, sendHeal, sendItem, sendMove } from './api.ts';
import { deleteNonce, saveMove, saveNonce } from './fight-commitments.ts';
import {
  attackRejection,
  type FightModel,
  healRejection,
  heavyRejection,
  itemRejection,
  itemTarget,
} from './fight-model.ts';
import type { FightAction } from './fight-state.ts';

type ActionResponse = Awaited<ReturnType<typeof sendMove | typeof sendHeal | typeof sendItem>>;
type ActionKind = 'attack' | 'heal' | 'item';
/** The action requested by a press. */
type ActionRequest =
  | { kind: 'attack'; move: AttackMove }
  | { kind: 'heal' }
  | { kind: 'item'; item: InventoryEntry };

const moveOf = (action: ActionRequest): Move => (action.kind === 'attack' ? action.move : action.kind);

const FALLBACK_TEXTS: Record<ActionKind | 'concede', string> = {
  attack: COMBAT_TEXTS.attackFailed,
  heal: HEALING_TEXTS.failed,
  item: COMBAT_TEXTS.itemFailed,
  concede: FIGHTS_TEXTS.giveUpFailed,
};
/** Errors after which the screen might be out of date. */
const STALE_CODES: ReadonlySet<ApiError['code']> = new Set([
  'offline',
  'alreadyDefeated',
  'fightOver',
  'noFight',
  'tooWeak',
  'conflict',
  'inProgress',
]);

async function describeError(kind: keyof typeof FALLBACK_TEXTS, error: unknown, opponent: string) {
  const apiError = await readError(error);
  const { code } = apiError;
  if (code === 'tooWeak') return { code, text: COMBAT_TEXTS.tooWeak };
  if (code === 'alreadyDefeated') return { code, text: COMBAT_TEXTS.alreadyDefeated(opponent) };
  // Leave out the advice to check the connection, because the status line has little room.
  if (code === 'offline') return { code, text: `${FALLBACK_TEXTS[kind]} ${SHELL_TEXTS.unreachable}.` };
  return { code, text: errorText(apiError, FALLBACK_TEXTS[kind]) };
}

/** Return the player's actions in a fight. They send one request at a time, with a cooldown after each choice. */
export function useFightActions(
  model: FightModel,
  fight: { nonce: string; dispatch: (action: FightAction) => void; resync: () => void },
  { combatId, exchange, energy }: { combatId: number; exchange: number; energy: number | null },
) {
  const [pending, setPending] = useState<ActionKind | null>(null);
  const [cooling, setCooling] = useState(false);
  const [queued, setQueued] = useState<ActionRequest | null>(null);
  /** The last error. It is shown until exchange `until` is over. */
  const [error, setError] = useState<{ code: ApiError['code']; text: string; until: number } | null>(null);
  const [retrying, setRetrying] = useState(false);
  /** The last chosen move and its exchange. */
  const [chosen, setChosen] = useState<{ name: string; exchange: number } | null>(null);
  const busy = useRef(false);
  const client = useQueryClient();
  const meId = model.me.player.id;
  const opponent = model.opponent.player;
  const player = { combatId, playerId: meId };

  function applyResponse(response: ActionResponse) {
    const combat = 'combat' in response ? response.combat : response.updatedCombat;
    if (combat) fight.dispatch({ type: 'combat', combat });
    if ('lines' in response && combat) {
      fight.dispatch({ type: 'lines', combatId: combat.id, lines: response.lines });
    }
    if (combat?.status === 'over' && 'rewards' in response) {
      const { id: combatId, winnerId } = combat;
      fight.dispatch({ type: 'over', combatId, winnerId, rewards: response.rewards, seed: response.seed });
    }
    const result = combat?.log.findLast((line) => line.exchange === exchange && line.kind === 'exchange');
    const own = result?.[combat?.attackerId === meId ? 'attacker' : 'defender'];
    const isTooLate = own?.byStyle ?? false;
    if (isTooLate) setError({ code: 'conflict', text: COMBAT_TEXTS.tooLate, until: exchange + 1 });
    client.setQueryData(
      gameQuery(meId).queryKey,
      (game) => game && { ...game, stats: response.updatedStats },
    );
    return { isTooLate };
  }

  async function send(
    action: ActionRequest,
    request: (options: Parameters<typeof sendHeal>[0]) => Promise<ActionResponse>,
  ) {
    // Two key presses in one frame must not send two requests. The state changes only with the next render, so check
    // a ref.
    if (busy.current) return;
    busy.current = true;
    const { kind } = action;
    setPending(kind);
    setError(null);
    const isNonceNew = exchange === 1 && saveNonce(player, fight.nonce);
    try {
      const options = { nonce: fight.nonce, fightId: combatId, exchange, onRetry: () => setRetrying(true) };
      const { isTooLate } = applyResponse(await request({ idempotencyKey: newIdempotencyKey(), ...options }));
      if (!isTooLate) {
        const itemId = action.kind === 'item' ? action.item.itemId : null;
        saveMove(player, { exchange, move: moveOf(action), itemId });
      } else if (isNonceNew) deleteNonce(player, fight.nonce);
      setCooling(true);
      if (kind === 'item') void client.invalidateQueries({ queryKey: gameQuery(meId).queryKey });
    } catch (thrown) {
      const described = await describeError(kind, thrown, opponent.username);
      // Forget the name of the move, because the player might have chosen another move in another tab.
      setChosen(null);
      // Delete the nonce only if the server cannot have stored it: no earlier request sent it, and the error proves
      // that this request had no effect.
      if (isNonceNew && (await isConclusiveError(thrown))) deleteNonce(player, fight.nonce);
      const isStale = STALE_CODES.has(described.code);
      // If the screen was out of date, the reloaded fight might already be in the next exchange. Show the error there,
      // too.
      setError({ ...described, until: isStale ? exchange + 1 : exchange });
      setQueued(null);
      if (isStale) fight.resync();
    } finally {
      busy.current = false;
      setPending(null);
      setRetrying(false);
    }
  }

  // A reconnect clears a connection error. Other errors stay until the next action or the end of their exchange.
  useEffect(
    () => onSocketOpen(() => setError((current) => (current?.code === 'offline' ? null : current))),
    [],
  );

  // The end of the read-only mode clears an error that this mode caused.
  useEffect(
    () =>
      readOnlyNotice.subscribe(() => setError((current) => (current?.code === 'readOnly' ? null : current))),
    [],
  );

  const canAttack = attackRejection(model) === null;
  /** True while the player's choice waits for the opponent's choice. */
  const isSealed = model.me.sealed && !model.over;
  const isAllowed = (action: ActionRequest): boolean => {
    // Reject a move that the player presses before seeing the result of the exchange.
    if (isSealed || model.isPlaying) return false;
    if (action.kind === 'attack')
      return (action.move === 'heavy' ? heavyRejection(model) : attackRejection(model)) === null;
    return (
      (action.kind === 'heal' ? healRejection(model, energy) : itemRejection(model, action.item)) === null
    );
  };
  function start(action: ActionRequest): void {
    setChosen({ name: action.kind === 'item' ? action.item.name : MOVE_NAMES[moveOf(action)], exchange });
    if (action.kind === 'attack') {
      const body = { defenderId: opponent.id, move: action.move };
      void send(action, (options) => sendMove(body, options));
    }
    if (action.kind === 'heal') void send(action, sendHeal);
    if (action.kind !== 'item') return;
    const body = { itemId: action.item.itemId, targetId: itemTarget(model, action.item) };
    void send(action, (options) => sendItem(body, options));
  }
  useEffect(() => {
    if (!cooling) return undefined;
    const timer = setTimeout(() => setCooling(false), LIMITS.combat.exchangeIntervalMs);
    return () => clearTimeout(timer);
  }, [cooling]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a queued action waits only for these three values
  useEffect(() => {
    if (!queued || pending || cooling) return;
    setQueued(null);
    if (isAllowed(queued)) start(queued);
  }, [queued, cooling, pending]);

  /**
   * Start an action. During the cooldown, queue it instead; only the latest action stays queued, and it is validated
   * again before it starts.
   */
  function submit(action: ActionRequest): void {
    if (pending || !isAllowed(action)) return;
    if (cooling) setQueued(action);
    else start(action);
  }

  async function concede() {
    setError(null);
    try {
      const { combat, rewards, seed } = await concedeFight(combatId);
      fight.dispatch({ type: 'combat', combat });
      fight.dispatch({ type: 'over', combatId, winnerId: combat.winnerId, rewards, seed });
    } catch (thrown) {
      setError({ ...(await describeError('concede', thrown, opponent.username)), until: exchange });
      fight.resync();
    }
  }

  return {
    isPending: pending !== null,
    isQueued: queued !== null && canAttack,
    chosen: isSealed && chosen?.exchange === exchange ? chosen.name : null,
    error: error && exchange <= error.until ? error.text : null,
    retrying,
    play: (move: AttackMove) => submit({ kind: 'attack', move }),
    heal: () => submit({ kind: 'heal' }),
    use: (item: InventoryEntry) => submit({ kind: 'item', item }),
    concede: () => void concede(),
  };
}
