import type { Quest, QuestStep } from '@rivalhold/shared/contract/quests.ts';
import { QUEST_TEXTS as TEXTS } from '@rivalhold/shared/texts/quests.ts';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { QuestHint } from '../quest-hints.ts';
import { useClaim } from '../use-quests.ts';
import styles from './quest-row.module.css';

const ICONS: Record<Quest, IconName> = {
  fight: 'crossed-swords',
  potion: 'health-potion',
  friend: 'shaking-hands',
  post: 'hunting-horn',
};

type QuestRowProps = { meId: number; step: QuestStep; questHint: QuestHint; isNext: boolean };

/** Show a quest with its reward and the button for its current state. */
export function QuestRow({ meId, step, questHint, isNext }: QuestRowProps) {
  const { quest, coins, state } = step;
  const claim = useClaim();
  const hint = { open: questHint.hint, done: TEXTS.isDone, claimed: TEXTS.isClaimed }[state];
  return (
    <li className={clsx(styles.row, styles[state], isNext && styles.next)}>
      <span className={styles.emblem} aria-hidden="true">
        {state === 'open' ? <Icon name={ICONS[quest]} size="1.5rem" /> : <Check size={22} />}
      </span>
      <div>
        <h3>{TEXTS.titles[quest]}</h3>
        <Text size={1} tone="quiet" wrap="anywhere" className={styles.hint}>
          {hint}
        </Text>
      </div>
      <Row as="p" inline gap={1} tone="gold" weight="medium" display tabular className={styles.reward}>
        <VisuallyHidden>{TEXTS.coins(coins)}</VisuallyHidden>
        <span aria-hidden="true">+{coins}</span>
        <Icon name="two-coins" />
      </Row>
      <Stack className={styles.action}>
        {state === 'open' && <HintButton meId={meId} questHint={questHint} isNext={isNext} />}
        {state === 'done' && (
          <Button
            variant="primary"
            size="small"
            className={styles.claim}
            busy={claim.isPending}
            onClick={() => claim.mutate(step)}
          >
            {TEXTS.claim(coins)}
          </Button>
        )}
      </Stack>
    </li>
  );
}

function HintButton({
  meId,
  questHint: { action, target },
  isNext,
}: {
  meId: number;
  questHint: QuestHint;
  isNext: boolean;
}) {
  const buttonStyle = { size: 'small', variant: isNext ? 'primary' : 'secondary' } as const;
  switch (target.kind) {
    case 'fight':
      return (
        <ButtonLink
          {...buttonStyle}
          to="/fight/$userId"
          params={{ userId: String(target.rival.id) }}
          aria-label={
            action === TEXTS.fightFirst
              ? TEXTS.fightFirstWith(target.rival.username)
              : TEXTS.fightWith(target.rival.username)
          }
        >
          {action}
        </ButtonLink>
      );
    case 'inventory':
      return (
        <ButtonLink {...buttonStyle} to="/inventory/$userId" params={{ userId: String(meId) }}>
          {action}
        </ButtonLink>
      );
    case 'directory':
      return (
        <ButtonLink {...buttonStyle} to="/directory">
          {action}
        </ButtonLink>
      );
    case 'composer':
      return (
        <Button {...buttonStyle} onClick={openComposer}>
          {action}
        </Button>
      );
  }
}

/** Scroll to the composer, which is on the same page, and focus it. */
function openComposer(): void {
  const share = document.getElementById('share');
  share?.scrollIntoView({ block: 'center' });
  share?.querySelector('textarea')?.focus({ preventScroll: true });
}
