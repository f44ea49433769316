import type { Move } from '@rivalhold/shared/contract/combat.ts';
import type { Bout } from '@rivalhold/shared/fights/practice.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { PRACTICE_TEXTS as TEXTS } from '@rivalhold/shared/texts/practice.ts';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useUser } from '../../entities/session/api.ts';
import { FightView } from '../../features/combat/components/fight-view.tsx';
import type { FightModel } from '../../features/combat/fight-model.ts';
import { FightHelp } from '../../features/practice/components/fight-help.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Stack } from '../../ui/layout.tsx';
import styles from './bout-screen.module.css';
import { useBoutModel } from './use-bout-model.ts';

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
