import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { gameQuery, levelsQuery } from '../../../entities/game/api.ts';
import { useSocketState } from '../../../lib/socket.ts';
import { useOnline } from '../../../lib/use-online.ts';
import { FightHelp } from '../../practice/index.ts';
import { fightRecordQuery } from '../api.ts';
import { buildFightModel, usableItems } from '../fight-model.ts';
import type { FightState } from '../fight-state.ts';
import { useReloadAfter } from '../realtime.ts';
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

/** Connect a running fight, and its outcome, to the server. */
export function FightScreen({ meId, state, fight, onAgain }: FightScreenProps) {
  const model = useMemo(() => buildFightModel(state, meId), [state, meId]);
  const game = useQuery(gameQuery(meId)).data;
  const inventory = game?.inventory;
  const items = useMemo(() => inventory && usableItems(inventory), [inventory]);
  const energy = game?.stats.energy ?? null;
  const { id: combatId, exchanges } = state.combat;
  const actions = useFightActions(model, fight, { combatId, exchange: exchanges + 1, energy });
  const gear = { me: useWornGear(model.me.player), opponent: useWornGear(model.opponent.player) };
  const thresholds = useQuery(levelsQuery).data;
  // If the player was offline when the fight ended, the rewards are in the fight's record.
  const missed = model.outcome !== null && state.rewards === null;
  const record = useQuery({ ...fightRecordQuery(state.combat.id), enabled: missed }).data;
  useReloadAfter(state.combat, meId);
  const isOnline = useOnline();
  const isOffline = useSocketState() === 'lost' || !isOnline;

  // The XP bar grows from the stats before the end of the fight, so keep them when the end updates the stats.
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
      gear={gear}
      warning={
        actions.error ??
        (actions.retrying ? COMBAT_TEXTS.retrying : isOffline ? COMBAT_TEXTS.connectionLost : null)
      }
      isOffline={isOffline}
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
          rewards={state.rewards ?? record?.rewards ?? null}
          before={before.current}
          thresholds={thresholds}
          onAgain={onAgain}
        />
      }
    />
  );
}
