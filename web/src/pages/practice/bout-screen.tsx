import type { Move } from '@rivalhold/shared/contract/combat.ts';
import type { Bout } from '@rivalhold/shared/fights/practice.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { PRACTICE_TEXTS as TEXTS } from '@rivalhold/shared/texts/practice.ts';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { useUser } from '../../entities/session/api.ts';
import { FightView } from '../../features/combat/components/fight-view.tsx';
import { buildFightModel, type FightModel } from '../../features/combat/fight-model.ts';
import { type FightAction, type FightState, nextLine } from '../../features/combat/fight-state.ts';
import { useNarrationPlayback } from '../../features/combat/use-fight.ts';
import { FightHelp } from '../../features/practice/components/fight-help.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Stack } from '../../ui/layout.tsx';
import { boutCombat, playerOf } from './bout-combat.ts';
import styles from './bout-screen.module.css';

/** `seq` of a fight's opening line. When the fight is first shown, this line counts as already played. */
const OPENED_SEQ = 1;

type BoutScreenProps = {
  bout: Bout;
  /** URL of the partner's picture. */
  face?: string | undefined;
  /** The move that the partner shows in advance. */
  prepared: Move | null;
  /** True once the partner has chosen a move. Until then, the player cannot move. */
  isReady: boolean;
  play: (move: Move) => void;
  /** A sentence above the moves. */
  coach?: string | undefined;
  /** Shows the end of the fight and the next steps. */
  ending: (fight: FightModel) => ReactNode;
};

type BoutModelOptions = Pick<BoutScreenProps, 'bout' | 'prepared' | 'face'> & { avatarUrl: string | null };

/** Play the lines of a practice fight one after another. Return what the fight screen shows. */
function useBoutModel({ bout, prepared, avatarUrl, face }: BoutModelOptions): {
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
    lines,
    playedSeq,
    openedSeq: OPENED_SEQ,
    present: [],
    rewards: null,
    seed: null,
    note: null,
  };
  useNarrationPlayback(state, dispatch);
  return { model: buildFightModel(state, setup.attacker.id), isPlaying: nextLine(state) !== null };
}

/** Show a practice fight. Leaving the page ends the fight, and the player loses nothing. */
export function BoutScreen({ bout, face, prepared, isReady, play, coach, ending }: BoutScreenProps) {
  const { avatarUrl } = useUser();
  const { model, isPlaying } = useBoutModel({ bout, prepared, avatarUrl, face });
  const isPending = !isReady || isPlaying;
  const choose = (move: Move) => {
    if (!isPending) play(move);
  };
  return (
    <FightView
      fight={model}
      choice={{ isPending, chosen: null }}
      items={null}
      energy={null}
      title={TEXTS.title}
      note={TEXTS.notVerifiable}
      help={<FightHelp />}
      // The hint for the next move is shown after the result of the last move.
      coach={isPlaying ? '' : coach}
      onMove={choose}
      onHeal={() => choose('heal')}
      onItem={() => undefined}
      onConcede={null}
      back={
        <ButtonLink to="/practice" search={{}} variant="ghost" size="small" aria-label={COMBAT_TEXTS.back}>
          <ArrowLeft size={20} aria-hidden="true" />
        </ButtonLink>
      }
      ending={
        model.outcome && (
          <Stack gap={4} className={styles.ending}>
            {ending(model)}
          </Stack>
        )
      }
    />
  );
}
