import type { ErrorCode } from '@rivalhold/shared/contract/errors.ts';
import type { InventoryEntry } from '@rivalhold/shared/contract/game.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { newIdempotencyKey } from '../../lib/api.ts';
import { readError, wordsOf } from '../../lib/errors.ts';
import { onSocketOpen } from '../../lib/socket.ts';
import { gameQuery } from '../game/api.ts';
import { sendAttack, sendHeal, sendItem } from './api.ts';
import type { FightAction } from './fight-state.ts';
import { attackRefusal, type FightView, healRefusal, itemRefusal, itemTarget } from './fight-view.ts';

type Answer = Awaited<ReturnType<typeof sendAttack | typeof sendHeal | typeof sendItem>>;
type Deed = 'attack' | 'heal' | 'item';

const FALLBACK: Record<Deed, string> = {
  attack: COMBAT_TEXTS.attackFailed,
  heal: COMBAT_TEXTS.healFailed,
  item: COMBAT_TEXTS.itemFailed,
};
/** After these the screen knows less than the server. */
const OUT_OF_DATE: ReadonlySet<ErrorCode | 'offline'> = new Set([
  'offline',
  'alreadyDefeated',
  'fightOver',
  'noFight',
  'tooWeak',
  'conflict',
  'inProgress',
]);

async function explain(deed: Deed, error: unknown, opponent: string) {
  const read = await readError(error);
  const { code } = read;
  const stale = OUT_OF_DATE.has(code);
  if (code === 'tooWeak') return { stale, text: COMBAT_TEXTS.tooWeak };
  if (code === 'alreadyDefeated') return { stale, text: COMBAT_TEXTS.alreadyDefeated(opponent) };
  return { stale, text: wordsOf(read, FALLBACK[deed]) };
}

/** The actions of one who fights: one request at a time, and a pause after each exchange as the rules have it. */
export function useDeeds(
  view: FightView,
  fight: { dispatch: (action: FightAction) => void; resync: () => void },
) {
  const [pending, setPending] = useState<Deed | null>(null);
  const [cooling, setCooling] = useState(false);
  const [queued, setQueued] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [retrying, setRetrying] = useState(false);
  const busy = useRef(false);
  const client = useQueryClient();
  const meId = view.me.player.id;
  const opponent = view.opponent.player;

  function adopt(answer: Answer) {
    const combat = 'combat' in answer ? answer.combat : answer.updatedCombat;
    if (combat) fight.dispatch({ type: 'combat', combat });
    if ('lines' in answer && combat) {
      fight.dispatch({ type: 'lines', combatId: combat.id, lines: answer.lines });
    }
    if (combat?.status === 'over' && 'rewards' in answer) {
      const { id: combatId, winnerId } = combat;
      fight.dispatch({ type: 'over', combatId, winnerId, rewards: answer.rewards, seed: answer.seed });
    }
    client.setQueryData(gameQuery(meId).queryKey, (game) => game && { ...game, stats: answer.updatedStats });
  }

  async function act(deed: Deed, send: (options: Parameters<typeof sendHeal>[0]) => Promise<Answer>) {
    // State is read a render late; two key presses in one frame are not two requests.
    if (busy.current) return;
    busy.current = true;
    setPending(deed);
    setError(null);
    try {
      adopt(await send({ idempotencyKey: newIdempotencyKey(), onRetry: () => setRetrying(true) }));
      if (deed === 'attack') setCooling(true);
      if (deed === 'item') void client.invalidateQueries({ queryKey: gameQuery(meId).queryKey });
    } catch (thrown) {
      const { text, stale } = await explain(deed, thrown, opponent.username);
      setError(text);
      setQueued(false);
      if (stale) fight.resync();
    } finally {
      busy.current = false;
      setPending(null);
      setRetrying(false);
    }
  }

  // What failed without a connection is history once that is back.
  useEffect(() => onSocketOpen(() => setError(null)), []);

  const strike = () => act('attack', (options) => sendAttack(opponent.id, options));
  const mayStrike = attackRefusal(view) === null;

  useEffect(() => {
    if (!cooling) return undefined;
    const timer = setTimeout(() => setCooling(false), LIMITS.combat.exchangeIntervalMs);
    return () => clearTimeout(timer);
  }, [cooling]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the press waits for these three alone
  useEffect(() => {
    if (!queued || cooling || pending) return;
    setQueued(false);
    if (mayStrike) void strike();
  }, [queued, cooling, pending]);

  return {
    pending,
    cooling,
    queued: queued && mayStrike,
    error,
    retrying,
    /** A press during the pause waits for its end; there is room for one. */
    attack() {
      if (!mayStrike || pending) return;
      if (cooling) setQueued(true);
      else void strike();
    },
    heal() {
      if (!pending && healRefusal(view) === null) void act('heal', sendHeal);
    },
    use(item: InventoryEntry) {
      if (pending || itemRefusal(view, item) !== null) return;
      const body = { itemId: item.itemId, targetId: itemTarget(view, item) };
      void act('item', (options) => sendItem(body, options));
    },
  };
}
