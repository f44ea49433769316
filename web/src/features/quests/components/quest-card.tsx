import type { QuestStep, Quests } from '@rivalhold/shared/contract/quests.ts';
import { ENERGY_PER_HOUR } from '@rivalhold/shared/levels/regeneration.ts';
import { QUESTS } from '@rivalhold/shared/newcomer.ts';
import { QUESTS_COMPLETE_TEXTS, QUEST_TEXTS as TEXTS } from '@rivalhold/shared/texts/quests.ts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { profileQuery } from '../../../entities/players/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { Grid } from '../../../ui/layout.tsx';
import { Failure } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { useRestoreFocus } from '../../../ui/use-restore-focus.ts';
import { openFightsQuery } from '../../combat/index.ts';
import { questsQuery } from '../api.ts';
import { questHint } from '../quest-hints.ts';
import { readQuestLayout } from '../quest-layout.ts';
import { useSkip } from '../use-quests.ts';
import styles from './quest-card.module.css';
import { QuestRow } from './quest-row.tsx';

function placeholderQuests(meId: number): Pick<Quests, 'steps' | 'rival'> {
  const { states, rival } = readQuestLayout(meId);
  return { steps: QUESTS.map((quest, n) => ({ ...quest, state: states[n] ?? 'open' })), rival };
}

/**
 * Guide a new player through the first quests and their rewards. When all rewards are claimed, show reasons to return.
 */
export function QuestCard({ meId }: { meId: number }) {
  const { data: quests, error, refetch } = useQuery(questsQuery);
  const skip = useSkip();
  // Until the quests load, render hidden placeholder quests. They reserve the height that the card has in the font.
  const { steps, rival } = quests ?? placeholderQuests(meId);
  const container = useRestoreFocus<HTMLElement>(steps.map(({ state }) => state).join());
  if (error && !quests) return <Failure message={TEXTS.notLoaded} retry={() => void refetch()} />;
  const count = (...states: QuestStep['state'][]) =>
    steps.filter(({ state }) => states.includes(state)).length;
  const isFinished = count('claimed') === steps.length;
  return (
    <section
      ref={container}
      tabIndex={quests && -1}
      className={clsx(styles.card, !quests && styles.loading)}
      aria-labelledby="quests"
      aria-hidden={!quests}
    >
      <Icon name={isFinished ? 'laurel-crown' : 'scroll-unfurled'} className={styles.picture} />
      {isFinished ? (
        <QuestsFinished close={() => skip.mutate()} closing={skip.isPending} />
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
  rival: Parameters<typeof questHint>[1]['rival'];
};

function Rows({ meId, steps, rival }: RowsProps) {
  const open = useQuery(openFightsQuery).data?.[0]?.opponent;
  const profile = useQuery(profileQuery(meId)).data;
  const context = {
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
          questHint={questHint(step.quest, context)}
          isNext={step === next}
        />
      ))}
    </ol>
  );
}

const { energy, rivals, clips, friends } = QUESTS_COMPLETE_TEXTS.reasons;
const REASONS: readonly { icon: IconName; title: string; text: string }[] = [
  { ...energy, icon: 'campfire', text: energy.text(ENERGY_PER_HOUR) },
  { ...rivals, icon: 'crossed-swords' },
  { ...clips, icon: 'hourglass' },
  { ...friends, icon: 'three-friends' },
];

/** Show reasons to come back tomorrow once every quest is claimed. */
function QuestsFinished({ close, closing }: { close: () => void; closing: boolean }) {
  return (
    <div className={styles.all}>
      <h2 id="quests">{QUESTS_COMPLETE_TEXTS.title}</h2>
      <Text tone="quiet">{QUESTS_COMPLETE_TEXTS.text}</Text>
      <ul className={styles.reasons}>
        {REASONS.map(({ icon, title, text }) => (
          <Grid as="li" key={title} columns={['auto', '1fr']} gap={3} align="start" className={styles.reason}>
            <Icon name={icon} size="1.75rem" className={styles.icon} />
            <div>
              <h3>{title}</h3>
              <Text size={1} tone="quiet">
                {text}
              </Text>
            </div>
          </Grid>
        ))}
      </ul>
      <Button variant="primary" busy={closing} onClick={close}>
        {QUESTS_COMPLETE_TEXTS.close}
      </Button>
    </div>
  );
}
