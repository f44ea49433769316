import type { Move } from '@rivalhold/shared/contract/combat.ts';
import type { Bout } from '@rivalhold/shared/fights/practice.ts';
import { useCallback, useState } from 'react';
import { buildFightModel, type FightModel } from '../../features/combat/fight-model.ts';
import { type FightAction, type FightState, nextLine } from '../../features/combat/fight-state.ts';
import { useNarrationPlayback } from '../../features/combat/use-fight.ts';
import { boutCombat, playerOf } from './bout-combat.ts';

type Shown = {
  bout: Bout;
  prepared: Move | null;
  avatarUrl: string | null;
  /** URL of the partner's picture. */
  face: string | undefined;
};
/** `seq` of the opening line, which counts as seen before the fight is shown. */
const OPENED_SEQ = 1;

/** Play the lines of a practice fight one after another. Return what the fight screen shows. */
export function useBoutModel({ bout, prepared, avatarUrl, face }: Shown): {
  model: FightModel;
  isPlaying: boolean;
} {
  const { setup, lines } = bout;
  const [played, setPlayed] = useState({ setup, seq: OPENED_SEQ });
  const playedSeq = played.setup === setup ? played.seq : OPENED_SEQ;
  const dispatch = useCallback(
    (action: FightAction) => action.type === 'played' && setPlayed({ setup, seq: action.seq }),
    [setup],
  );
  const state: FightState = {
    combat: boutCombat({ bout, prepared }),
    attacker: playerOf(bout, 'attacker', avatarUrl),
    defender: playerOf(bout, 'defender', face),
    ...{ lines, playedSeq, openedSeq: OPENED_SEQ },
    ...{ present: [], rewards: null, seed: null, note: null },
  };
  useNarrationPlayback(state, dispatch);
  return { model: buildFightModel(state, setup.attacker.id), isPlaying: nextLine(state) !== null };
}
