import type { FightRewards } from '@rivalhold/shared/contract/combat.ts';
import type { Stats } from '@rivalhold/shared/contract/game.ts';
import { reviewDefeat } from '@rivalhold/shared/fights/defeat-review.ts';
import { COMBAT_TEXTS, DEFEAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { gameQuery } from '../../../entities/game/api.ts';
import { ReportButton } from '../../../entities/reports/report-button.tsx';
import { useUser } from '../../../entities/session/api.ts';
import { progressSteps } from '../../../entities/stats/progress.ts';
import { BREAKPOINTS } from '../../../lib/breakpoints.ts';
import { repeat } from '../../../lib/repeat.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SentenceText } from '../../../ui/sentence-text.tsx';
import { Text } from '../../../ui/text.tsx';
import { RatingResult } from '../../ratings/index.ts';
import { type FightModel, usableItems } from '../fight-model.ts';
import { flyCoins } from '../motion.ts';
import { outcomeText } from '../state-text.ts';
import { useHealthStatus } from '../use-health-status.ts';
import { LevelUp, XpProgress } from './level-up.tsx';
import { NextSteps } from './next-steps.tsx';
import styles from './outcome.module.css';
import { Recover } from './recover.tsx';
import { RewardList } from './reward-list.tsx';

/** Show, in at most two sentences, what the player could have done better. */
function Hints({ fight: { exchanges, me, isRanked } }: { fight: FightModel }) {
  const inventory = useQuery(gameQuery(me.player.id)).data?.inventory;
  // Check the inventory only once, because the player can use up their items after the fight. In a ranked fight, each
  // player gets an item for the fight, so skip the check.
  const [hadItems, setHadItems] = useState<boolean | undefined>(isRanked || undefined);
  if (hadItems === undefined && inventory) setHadItems(usableItems(inventory).length > 0);
  const { healsLeft } = me;
  const hints = reviewDefeat({ exchanges, healsLeft, itemsLeft: hadItems ? me.itemsLeft : 0 });
  return hints.length > 0 && <p>{hints.map((hint) => DEFEAT_TEXTS.hint(hint)).join(' ')}</p>;
}

type OutcomeProps = {
  fight: FightModel;
  combatId: number;
  /** True for a ranked fight, which changes the rating instead of paying rewards. */
  ranked?: boolean;
  rewards: FightRewards | null;
  /** The stats from before the end of the fight, for the growing XP bar; null if they are unknown. */
  before?: Stats | null;
  thresholds?: readonly number[] | undefined;
  /** The time at which the fight ended. Set only if the outcome is below a replay of the fight. */
  endedAt?: string;
  onAgain: () => void;
};

/**
 * Show the rewards, or the new rating after a ranked fight, and the next steps. After a defeat, also show what could
 * have gone better and how to recover.
 */
export function Outcome({
  fight,
  combatId,
  ranked = false,
  rewards,
  before = null,
  thresholds,
  endedAt,
  onAgain,
}: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const flight = useRef<HTMLDivElement>(null);
  const { isHurt } = useHealthStatus();
  // On a small screen, the buttons are above the XP and recovery sections, so that they are visible without scrolling.
  const areButtonsFirst = useMediaQuery(`${BREAKPOINTS.phone}, ${BREAKPOINTS.short}`);
  const won = fight.outcome?.won ?? null;
  const { id } = fight.opponent.player;
  const { id: meId } = useUser();
  const gained = rewards && (won ? rewards : { xp: rewards.defeatXp, coins: 0 });
  const steps = before && gained && gained.xp > 0 ? progressSteps(before, gained.xp, thresholds) : [];
  const levelUp = before && steps.length > 2 ? steps.at(-1)?.level : undefined;
  // Ranked fights change the rating instead of the wins and losses.
  const isUncounted =
    !ranked && (won ? rewards !== null && rewards.xp + rewards.coins === 0 : !fight.countsAsLoss);
  const isReplayed = endedAt !== undefined;
  const paid = won === true && (rewards?.coins ?? 0) > 0;

  useEffect(() => {
    // Below a replay, do not scroll to the heading, so that the replay stays in view.
    heading.current?.focus({ preventScroll: isReplayed });
  }, [isReplayed]);
  useEffect(() => {
    const balance = document.querySelector('[data-coin-balance]');
    if (paid && flight.current && heading.current && balance) {
      flyCoins(flight.current.children, heading.current, balance);
    }
  }, [paid]);

  const buttons = (
    <Row gap={2} justify="center" wrap className={styles.links}>
      <NextSteps
        combatId={combatId}
        opponentId={id}
        hasLost={won === false}
        onAgain={ranked ? null : onAgain}
      >
        <ReportButton kind="fight" id={combatId} owner={fight.opponent.player} hasLabel size="medium" />
      </NextSteps>
    </Row>
  );

  return (
    <section className={clsx(styles.outcome, won ? styles.victory : styles.defeat)}>
      <Stack gap={2} align="center" textAlign="center" className={styles.text}>
        <Row as="h2" gap={3} ref={heading} tabIndex={-1} className={styles.title}>
          <Icon name={won ? 'laurel-crown' : 'death-skull'} size="2.25rem" />
          {won ? COMBAT_TEXTS.victory : won === false ? COMBAT_TEXTS.defeat : COMBAT_TEXTS.ended}
        </Row>
        {/*
         * Announce the outcome without the heading. Screen readers already read the heading, because the
         * heading gets the focus.
         */}
        <Stack role="alert" gap={1} align="center" className={styles.facts}>
          {won !== null && <p>{outcomeText(fight)}</p>}
          {won !== null && isUncounted && (
            <Text tone="quiet">{won ? COMBAT_TEXTS.uncountedWin : COMBAT_TEXTS.uncountedLoss}</Text>
          )}
          {won === false && <Hints fight={fight} />}
          {won === false && isHurt && !ranked && <Text tone="quiet">{COMBAT_TEXTS.defeatHint}</Text>}
          {ranked ? (
            <RatingResult userId={meId} fightId={combatId} />
          ) : (
            gained && <RewardList rewards={gained} />
          )}
          {levelUp !== undefined && <LevelUp level={levelUp} />}
        </Stack>
        {endedAt && (
          <Text size={1} tone="quiet">
            <SentenceText parts={COMBAT_TEXTS.endedAt(<RelativeTime time={endedAt} />)} />
          </Text>
        )}
      </Stack>
      {areButtonsFirst && buttons}
      {steps.length > 0 && <XpProgress steps={steps} />}
      {won === false && isHurt && !ranked && <Recover userId={meId} />}
      {!areButtonsFirst && buttons}
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
