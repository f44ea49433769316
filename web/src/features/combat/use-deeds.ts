import type { ErrorCode } from '@rivalhold/shared/contract/errors.ts';
import type { InventoryEntry } from '@rivalhold/shared/contract/game.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { gameQuery } from '../../entities/game/api.ts';
import { newIdempotencyKey } from '../../lib/api.ts';
import { readError, wordsOf } from '../../lib/errors.ts';
import { onSocketOpen } from '../../lib/socket.ts';
import { sendAttack, sendHeal, sendItem } from './api.ts';
import type { FightAction } from './fight-state.ts';
import { attackRefusal, type FightView, healRefusal, itemRefusal, itemTarget } from './fight-view.ts';

type Answer = Awaited<ReturnType<typeof sendAttack | typeof sendHeal | typeof sendItem>>;
type Deed = 'attack' | 'heal' | 'item';
/** What a press asks for. */
type Press = { deed: 'attack' } | { deed: 'heal' } | { deed: 'item'; item: InventoryEntry };

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
  const [queued, setQueued] = useState<Press | null>(null);
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
      setQueued(null);
      if (stale) fight.resync();
    } finally {
      busy.current = false;
      setPending(null);
      setRetrying(false);
    }
  }

  // What failed without a connection is history once that is back.
  useEffect(() => onSocketOpen(() => setError(null)), []);

  const mayStrike = attackRefusal(view) === null;
  const may = (press: Press): boolean => {
    if (press.deed === 'attack') return mayStrike;
    return (press.deed === 'heal' ? healRefusal(view) : itemRefusal(view, press.item)) === null;
  };
  function begin(press: Press): void {
    if (press.deed === 'attack') void act('attack', (options) => sendAttack(opponent.id, options));
    if (press.deed === 'heal') void act('heal', sendHeal);
    if (press.deed !== 'item') return;
    const body = { itemId: press.item.itemId, targetId: itemTarget(view, press.item) };
    void act('item', (options) => sendItem(body, options));
  }
  /** For a strike there is a pause after the last one. */
  const isTooSoon = (press: Press): boolean => press.deed === 'attack' && cooling;

  useEffect(() => {
    if (!cooling) return undefined;
    const timer = setTimeout(() => setCooling(false), LIMITS.combat.exchangeIntervalMs);
    return () => clearTimeout(timer);
  }, [cooling]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the press waits for these three alone
  useEffect(() => {
    if (!queued || pending || isTooSoon(queued)) return;
    setQueued(null);
    if (may(queued)) begin(queued);
  }, [queued, cooling, pending]);

  /**
   * A strike waits for the end of the pause; a heal or an item for the answer to a strike. There is room for one press, and
   * whether it may be done is asked then.
   */
  function take(press: Press): void {
    if (pending === 'attack' && press.deed !== 'attack') return void setQueued(press);
    if (pending || !may(press)) return;
    if (isTooSoon(press)) setQueued(press);
    else begin(press);
  }

  return {
    pending,
    cooling,
    queued: queued?.deed === 'attack' && mayStrike,
    error,
    retrying,
    attack: () => take({ deed: 'attack' }),
    heal: () => take({ deed: 'heal' }),
    use: (item: InventoryEntry) => take({ deed: 'item', item }),
  };
}
