import type { Rewards } from '@rivalhold/shared/contract/combat.ts';
import type { Stats } from '@rivalhold/shared/contract/game.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { clsx } from 'clsx';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { ReportButton } from '../../../entities/reports/report-button.tsx';
import { type LevelProgress, progressSteps } from '../../../entities/stats/progress.ts';
import { repeat } from '../../../lib/repeat.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Text } from '../../../ui/text.tsx';
import type { FightModel } from '../fight-model.ts';
import { flyCoins, isMotionAllowed } from '../motion.ts';
import { useHealthStatus } from '../use-health-status.ts';
import { NextSteps } from './next-steps.tsx';
import styles from './outcome.module.css';
import { RewardList } from './reward-list.tsx';

const STEP_MS = 550;

/** Show the XP bar while the reward fills it. */
function XpProgress({ steps }: { steps: readonly LevelProgress[] }) {
  const [step, setStep] = useState(() => (isMotionAllowed() ? 0 : steps.length - 1));
  const shown = steps[Math.min(step, steps.length - 1)];
  useEffect(() => {
    if (step >= steps.length - 1) return undefined;
    const timer = setTimeout(() => setStep(step + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [step, steps.length]);
  if (!shown) return null;
  return (
    // Remount the bar for each level, so that it does not animate backwards.
    <Meter
      key={shown.level}
      kind="xp"
      value={shown.have}
      max={shown.need}
      label={`${COMBAT_TEXTS.level(shown.level)} · ${PROFILE_TEXTS.xp}`}
    />
  );
}

type OutcomeProps = {
  fight: FightModel;
  combatId: number;
  rewards: Rewards | null;
  /** Stats from before the end, for the growing XP bar; null if they were never loaded. */
  before?: Stats | null;
  thresholds?: readonly number[] | undefined;
  /** The element to which the coins fly. */
  balanceElement?: RefObject<HTMLElement | null>;
  /** The time at which the fight ended, if the outcome is shown later. */
  endedAt?: string;
  onAgain: () => void;
};

/** Show the outcome: a victory with its rewards or a defeat, and the next steps. */
export function Outcome({
  fight,
  combatId,
  rewards,
  before = null,
  thresholds,
  balanceElement,
  endedAt,
  onAgain,
}: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const flight = useRef<HTMLDivElement>(null);
  const { isHurt } = useHealthStatus();
  const won = fight.outcome?.won ?? null;
  const { id, username } = fight.opponent.player;
  const steps = before && won && rewards ? progressSteps(before, rewards.xp, thresholds) : [];
  const levelUp = before && steps.length > 2 ? steps.at(-1)?.level : undefined;
  const paid = won === true && (rewards?.coins ?? 0) > 0;

  useEffect(() => {
    heading.current?.focus();
  }, []);
  useEffect(() => {
    if (paid && flight.current && heading.current && balanceElement?.current) {
      flyCoins(flight.current.children, heading.current, balanceElement.current);
    }
  }, [paid, balanceElement]);

  return (
    <section className={clsx(styles.outcome, won ? styles.victory : styles.defeat)}>
      <Stack gap={2} align="center" textAlign="center" className={styles.text}>
        <Row as="h2" gap={3} ref={heading} tabIndex={-1} className={styles.title}>
          <Icon name={won ? 'laurel-crown' : 'death-skull'} size="2.25rem" />
          {won ? COMBAT_TEXTS.victory : won === false ? COMBAT_TEXTS.defeat : COMBAT_TEXTS.ended}
        </Row>
        {/* Announce the outcome without the heading, which is read because it gets the focus. */}
        <Stack role="alert" gap={1} align="center">
          {won && <p>{COMBAT_TEXTS.victoryOver(username)}</p>}
          {won === false && <p>{COMBAT_TEXTS.defeatBy(username)}</p>}
          {won === false && isHurt && <Text tone="quiet">{COMBAT_TEXTS.defeatHint}</Text>}
          {won && rewards && <RewardList rewards={rewards} />}
          {levelUp !== undefined && <p className={styles.levelUp}>{COMBAT_TEXTS.levelUp(levelUp)}</p>}
        </Stack>
        {endedAt && (
          <Text size={1} tone="quiet">
            {COMBAT_TEXTS.ended} · <RelativeTime time={endedAt} />
          </Text>
        )}
      </Stack>
      {steps.length > 0 && <XpProgress steps={steps} />}
      <Row gap={2} justify="center" wrap className={styles.links}>
        <NextSteps combatId={combatId} opponentId={id} onAgain={onAgain}>
          <ReportButton kind="fight" id={combatId} of={fight.opponent.player} word size="medium" />
        </NextSteps>
      </Row>
      {paid && (
        <div ref={flight} className={styles.flight} aria-hidden="true">
          {repeat(7, (coin) => (
            <Icon key={coin} name="crown-coin" size="1.75rem" className={styles.coin} />
          ))}
        </div>
      )}
    </section>
  );
}
