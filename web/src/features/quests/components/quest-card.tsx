import type { QuestStep, Quests } from '@rivalhold/shared/contract/quests.ts';
import { QUESTS } from '@rivalhold/shared/newcomer.ts';
import { QUEST_TEXTS as TEXTS } from '@rivalhold/shared/texts/quests.ts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { profileQuery } from '../../../entities/players/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Failure } from '../../../ui/state.tsx';
import { useKeptFocus } from '../../../ui/use-kept-focus.ts';
import { openFightsQuery } from '../../combat/index.ts';
import { questsQuery } from '../api.ts';
import { expectedQuests } from '../expected.ts';
import { useSkip } from '../use-quests.ts';
import { wayOf } from '../ways.ts';
import styles from './quest-card.module.css';
import { QuestRow } from './quest-row.tsx';
import { SendOff } from './send-off.tsx';

function asExpected(meId: number): Pick<Quests, 'steps' | 'rival'> {
  const { states, rival } = expectedQuests(meId);
  return { steps: QUESTS.map((quest, n) => ({ ...quest, state: states[n] ?? 'open' })), rival };
}

/** Leads a newcomer to their first deeds, one tap each, and pays for them; in the end it says why to come back. */
export function QuestCard({ meId }: { meId: number }) {
  const { data: quests, error, refetch } = useQuery(questsQuery);
  const skip = useSkip();
  // Until they are known, words of the same length take their room, in whatever typeface they come.
  const { steps, rival } = quests ?? asExpected(meId);
  const place = useKeptFocus<HTMLElement>(steps.map(({ state }) => state).join());
  if (error && !quests) return <Failure message={TEXTS.notLoaded} retry={() => void refetch()} />;
  const count = (...states: QuestStep['state'][]) =>
    steps.filter(({ state }) => states.includes(state)).length;
  const isOver = count('claimed') === steps.length;
  return (
    <section
      ref={place}
      tabIndex={quests && -1}
      className={clsx(styles.card, !quests && styles.waiting)}
      aria-labelledby="quests"
      aria-hidden={!quests}
    >
      <Icon name={isOver ? 'laurel-crown' : 'scroll-unfurled'} className={styles.picture} />
      {isOver ? (
        <SendOff close={() => skip.mutate()} closing={skip.isPending} />
      ) : (
        <>
          <header className={styles.head}>
            <h2 id="quests">{TEXTS.title}</h2>
            <Button
              variant="ghost"
              size="small"
              className={styles.skip}
              busy={skip.isPending}
              onClick={() => skip.mutate()}
            >
              {TEXTS.skip}
            </Button>
            <p className={styles.text}>{TEXTS.text}</p>
          </header>
          <Rows meId={meId} steps={steps} rival={rival} />
          <div className={styles.foot}>
            <p>{TEXTS.progress(count('done', 'claimed'), steps.length)}</p>
            <p>{TEXTS.tomorrow}</p>
          </div>
        </>
      )}
    </section>
  );
}

type RowsProps = {
  meId: number;
  steps: readonly QuestStep[];
  rival: Parameters<typeof wayOf>[1]['rival'];
};

function Rows({ meId, steps, rival }: RowsProps) {
  const open = useQuery(openFightsQuery).data?.[0]?.opponent;
  const profile = useQuery(profileQuery(meId)).data;
  const around = {
    rival: open ?? rival,
    isHurt: profile !== undefined && profile.health < profile.maxHealth,
  };
  const next = steps.find(({ state }) => state === 'open');
  return (
    <ol className={styles.rows}>
      {steps.map((step) => (
        <QuestRow
          key={step.quest}
          meId={meId}
          step={step}
          way={wayOf(step.quest, around)}
          isNext={step === next}
        />
      ))}
    </ol>
  );
}
