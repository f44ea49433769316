import type { InventoryEntry } from '@rivalhold/shared/contract/game.ts';
import { RANKED } from '@rivalhold/shared/fights/ranked.ts';
import { itemById } from '@rivalhold/shared/items/catalogue.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { READ_ONLY_TEXTS } from '@rivalhold/shared/texts/read-only.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { gameQuery, levelsQuery } from '../../../entities/game/api.ts';
import { readOnlyNotice } from '../../../entities/session/api.ts';
import { useShared } from '../../../lib/shared-value.ts';
import { useSocketState } from '../../../lib/socket.ts';
import { useOnline } from '../../../lib/use-online.ts';
import { FightHelp } from '../../practice/index.ts';
import { fightRecordQuery } from '../api.ts';
import { buildFightModel, usableItems } from '../fight-model.ts';
import type { FightState } from '../fight-state.ts';
import { useReloadAfter } from '../realtime.ts';
import { connectionText } from '../state-text.ts';
import type { useFight } from '../use-fight.ts';
import { useFightActions } from '../use-fight-actions.ts';
import { useWornGear } from '../use-worn-gear.ts';
import { BackToProfile } from './back-to-profile.tsx';
import { FightView } from './fight-view.tsx';
import { Outcome } from './outcome.tsx';

type FightScreenProps = {
  meId: number;
  state: FightState;
  fight: Pick<ReturnType<typeof useFight>, 'dispatch' | 'nonce' | 'resync'>;
  onAgain: () => void;
};

const HELP = <FightHelp />;

/** Return the item that a ranked fight lends to both players. `maxHealth` is the full health in the fight. */
function lentItem(maxHealth: number): InventoryEntry {
  const { id, name, type, healShare, damageShare, defense, effect, price, usable } = itemById(RANKED.itemId)!;
  return {
    id,
    itemId: id,
    name,
    type,
    quantity: 1,
    defense,
    effect,
    price,
    usable,
    healAmount: Math.round(healShare * maxHealth),
    damage: Math.round(damageShare * maxHealth),
  };
}

/** Show a running fight and its outcome, and connect them to the server. */
export function FightScreen({ meId, state, fight, onAgain }: FightScreenProps) {
  const readOnly = useShared(readOnlyNotice);
  const isReadOnly = readOnly !== null;
  const model = useMemo(() => {
    const running = buildFightModel(state, meId);
    // Hide the deadline while the site is read-only. Afterwards, the server restarts the time for the choice.
    return isReadOnly ? { ...running, deadlineAt: null } : running;
  }, [state, meId, isReadOnly]);
  const game = useQuery(gameQuery(meId)).data;
  const inventory = game?.inventory;
  const { id: combatId, exchanges, ranked } = state.combat;
  const { maxHp } = model.me;
  const items = useMemo(
    () => (ranked ? [lentItem(maxHp)] : inventory && usableItems(inventory)),
    [ranked, maxHp, inventory],
  );
  // In a ranked fight, heals are free.
  const energy = ranked ? null : (game?.stats.energy ?? null);
  const actions = useFightActions(model, fight, { combatId, exchange: exchanges + 1, energy });
  const worn = { me: useWornGear(model.me.player), opponent: useWornGear(model.opponent.player) };
  const thresholds = useQuery(levelsQuery).data;
  // If the player missed the end of the fight while offline, load the rewards from the fight's record.
  const missed = model.outcome !== null && state.rewards === null;
  const record = useQuery({ ...fightRecordQuery(state.combat.id), enabled: missed }).data;
  useReloadAfter(state.combat, meId);
  const isOnline = useOnline();
  const isOffline = useSocketState() === 'lost' || !isOnline;

  // The XP bar grows from the stats that the player had before the end of the fight. Keep these stats, because the end
  // of the fight updates `game`.
  const before = useRef(game?.stats ?? null);
  useEffect(() => {
    if (!model.over && game) before.current = game.stats;
  }, [model.over, game]);

  const opponentId = model.opponent.player.id;
  return (
    <FightView
      fight={model}
      choice={actions}
      items={items}
      energy={energy}
      {...(ranked ? { title: COMBAT_TEXTS.rankedTitle } : { gear: worn })}
      warning={
        readOnly !== null
          ? READ_ONLY_TEXTS.noticeWith(COMBAT_TEXTS.readOnly, readOnly)
          : (actions.error ??
            (actions.retrying ? COMBAT_TEXTS.retrying : isOffline ? connectionText(model) : null))
      }
      isOffline={isOffline}
      isPaused={isReadOnly}
      onMove={actions.play}
      onHeal={actions.heal}
      onItem={actions.use}
      onConcede={actions.concede}
      back={useMemo(() => <BackToProfile userId={opponentId} />, [opponentId])}
      help={HELP}
      ending={
        <Outcome
          fight={model}
          combatId={state.combat.id}
          ranked={ranked}
          rewards={state.rewards ?? record?.rewards ?? null}
          before={before.current}
          thresholds={thresholds}
          onAgain={onAgain}
        />
      }
    />
  );
}
