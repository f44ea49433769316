import type { Matchup, OwnStrength, Style, Temperament } from '@rivalhold/shared/contract/combat.ts';
import { TEMPERAMENTS } from '@rivalhold/shared/fights/style.ts';
import { FIGHT_ENERGY, HEAL_ENERGY } from '@rivalhold/shared/levels/regeneration.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { FIGHT_STYLE_TEXTS } from '@rivalhold/shared/texts/fight-style.ts';
import { MATCHUP_TEXTS as TEXTS } from '@rivalhold/shared/texts/fights.ts';
import { HEALING_TEXTS } from '@rivalhold/shared/texts/healing.ts';
import { REFUSAL_TEXTS } from '@rivalhold/shared/texts/refusals.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useUser } from '../../../entities/session/api.ts';
import { Vitals } from '../../../entities/stats/stats.tsx';
import { useErrorText } from '../../../lib/use-error-text.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Grid, Stack, Surface } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Text } from '../../../ui/text.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { matchupQuery, openFightsQuery } from '../api.ts';
import { useHeal } from '../use-heal.ts';
import { CHANCE_BOUTS, useWinChances } from '../use-win-chances.ts';
import { chanceText } from './chance-text.ts';

/** Show a placeholder for the comparison. */
export function BeforeFightSkeleton() {
  return (
    <Stack gap={4} aria-busy="true">
      <Grid columns={2} gap={4}>
        <Skeleton height="9rem" radius={2} />
        <Skeleton height="9rem" radius={2} />
      </Grid>
      <Skeleton height="3.5rem" radius={2} />
      <Skeleton height="3rem" radius={2} />
      <Skeleton height="5rem" />
      <Skeleton height="5rem" />
      <Skeleton height="3.5rem" />
    </Stack>
  );
}

/** The action that starts the fight, and its state. */
export type FightStart = { run: () => void; isPending: boolean; error: string | null };

type BeforeFightProps = {
  own: OwnStrength;
  matchup: Matchup;
  start: FightStart;
  /**
   * Continues the open fight with this opponent. Set on the fight's own page, where a link to that page would do
   * nothing.
   */
  onResume?: () => void;
  /** Called when the player follows a link to another page. */
  onLeave?: () => void;
};

/**
 * Compare the player with an opponent before a fight, and offer the next step. The explanations are last, so that a
 * phone shows the button for the next step without scrolling.
 */
export function BeforeFight({ own, matchup, ...actions }: BeforeFightProps) {
  const me = useUser();
  const { opponent, headToHead, seenStyle, reward, refusal } = matchup;
  const chances = useWinChances(own, [matchup]);
  const { wins, losses } = headToHead;
  const facts: [string, ReactNode][] = [
    [TEXTS.ownStyle, own.temperament ? FIGHT_STYLE_TEXTS.names[own.temperament] : TEXTS.ownLines],
    ...(seenStyle ? [[TEXTS.theirStyle, styleName(seenStyle)] as [string, ReactNode]] : []),
    [TEXTS.reward, TEXTS.rewardOf(reward.xp, reward.coins)],
    [TEXTS.cost, TEXTS.energy(FIGHT_ENERGY)],
  ];
  return (
    <Stack gap={4}>
      <Grid columns={['1fr', 'min-content', '1fr']} gap={2} align="start">
        <Contestant player={me} name={TEXTS.you} level={own.level} record={own} />
        <Grid columns={['auto']} justify="center" textAlign="center" paddingTop={4}>
          {wins + losses > 0 ? (
            <>
              <Text as="span" size={4} weight="bold" display tabular wrap="nowrap" aria-hidden="true">
                {TEXTS.score(wins, losses)}
              </Text>
              <VisuallyHidden>{TEXTS.scoreSpoken(wins, losses)}</VisuallyHidden>
            </>
          ) : (
            <Icon name="crossed-swords" size="2rem" />
          )}
          <Text as="span" size={1} tone="quiet">
            {wins + losses > 0 ? TEXTS.headToHead : TEXTS.noResults}
          </Text>
        </Grid>
        <Contestant player={opponent} name={opponent.username} level={matchup.level} record={matchup} />
      </Grid>
      <Surface fill={2} radius={2} border padding={3} textAlign="center">
        <Text size={3} role="status">
          {TEXTS.chance} <strong>{chanceText(chances?.[0], chances === null)}</strong>
        </Text>
      </Surface>
      <Actions own={own} opponentId={opponent.id} meId={me.id} refusal={refusal} {...actions} />
      <Vitals profile={own} />
      <Grid as="dl" columns="8rem" fit gap={3} rowGap={2}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <Text as="dt" size={1} tone="quiet">
              {label}
            </Text>
            <Text as="dd" weight="medium" wrap="anywhere">
              {value}
            </Text>
          </div>
        ))}
      </Grid>
      <Text size={1} tone="quiet">
        {TEXTS.chanceHint(CHANCE_BOUTS)}
      </Text>
    </Stack>
  );
}

/** Return the name of a ready-made style, or a general name for any other style. */
function styleName(style: Style): string {
  const same = (lines: Style) =>
    lines.length === style.length &&
    lines.every((line, index) =>
      Object.entries(line.odds).every(
        ([move, odds]) => style[index]?.odds[move as keyof typeof line.odds] === odds,
      ),
    );
  const name = (Object.keys(TEMPERAMENTS) as Temperament[]).find((key) => same(TEMPERAMENTS[key]));
  return name ? FIGHT_STYLE_TEXTS.names[name] : TEXTS.ownLines;
}

type ContestantProps = {
  player: { username: string; avatarUrl: string | null };
  name: string;
  level: number;
  record: { wins: number; losses: number };
};

function Contestant({ player, name, level, record }: ContestantProps) {
  return (
    <Stack justify="center" textAlign="center" leading="snug">
      <Avatar name={player.username} url={player.avatarUrl} size={72} />
      <Text size={3} weight="bold" display wrap="truncate" paddingTop={2} title={name}>
        {name}
      </Text>
      <p>{COMBAT_TEXTS.level(level)}</p>
      <Text size={1} tone="quiet">
        {TEXTS.record(record.wins, record.losses)}
      </Text>
    </Stack>
  );
}

/** Below this share of full health, offer a heal before the fight. */
const HURT_SHARE = 0.75;
/**
 * Time (ms) for which the buttons to heal and to start ignore presses after they appear. Otherwise, a double tap on the
 * button that opens this comparison could start the fight.
 */
const ARM_MS = 400;
/** Props of a button that ignores presses although it looks enabled. */
const ARMING = { 'aria-disabled': true, 'data-arming': true } as const;

function useIsArmed(): boolean {
  const [isArmed, setIsArmed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsArmed(true), ARM_MS);
    return () => clearTimeout(timer);
  }, []);
  return isArmed;
}

type ActionsProps = Omit<BeforeFightProps, 'matchup'> & {
  opponentId: number;
  meId: number;
  refusal: Matchup['refusal'];
};

/** Offer the next step: to continue an open fight, to heal, or to start the fight. */
function Actions({ onResume, ...props }: ActionsProps) {
  const { opponentId, onLeave } = props;
  const open = useQuery(openFightsQuery).data ?? [];
  const withOpponent = open.find(({ opponent }) => opponent.id === opponentId);
  const started = open.find(({ isAttacker }) => isAttacker);
  const fight = withOpponent ?? started;
  if (!fight) {
    const { refusal } = props;
    return refusal ? <Text tone="quiet">{REFUSAL_TEXTS.challenges[refusal]}</Text> : <Start {...props} />;
  }
  if (withOpponent && onResume)
    return (
      <Button variant="primary" wide onClick={onResume}>
        {TEXTS.resume}
      </Button>
    );
  return (
    <Stack gap={3}>
      {!withOpponent && (
        <Text tone="quiet" wrap="anywhere">
          {TEXTS.hasOpenFight(fight.opponent.username)}
        </Text>
      )}
      <ButtonLink
        to="/fight/$userId"
        params={{ userId: String(fight.opponent.id) }}
        variant="primary"
        wide
        onClick={onLeave}
      >
        {withOpponent ? TEXTS.resume : COMBAT_TEXTS.resume(fight.opponent.username)}
      </ButtonLink>
    </Stack>
  );
}

function Start({ own, opponentId, meId, start, onLeave }: ActionsProps) {
  const client = useQueryClient();
  const isArmed = useIsArmed();
  const heal = useHeal(meId, own.energy, () =>
    client.invalidateQueries({ queryKey: matchupQuery(opponentId).queryKey }),
  );
  const healError = useErrorText(heal.error, HEALING_TEXTS.failed);
  const isHurt = own.health < own.maxHealth * HURT_SHARE;
  const isTired = own.energy < FIGHT_ENERGY;
  const isDown = own.health <= 0;
  const canHeal = own.energy >= HEAL_ENERGY + (isDown ? 0 : FIGHT_ENERGY);
  const isBlocked = isTired || isDown;
  const arming = isArmed ? undefined : ARMING;
  return (
    <Stack gap={3}>
      {isTired && <Text tone="quiet">{TEXTS.tired(FIGHT_ENERGY, own.energy)}</Text>}
      {isHurt && !isTired && <Text tone="quiet">{isDown ? COMBAT_TEXTS.tooWeak : TEXTS.hurt}</Text>}
      <ErrorMessage text={start.error ?? healError} />
      {isHurt &&
        (canHeal ? (
          <Button
            variant="primary"
            wide
            busy={heal.isPending}
            {...arming}
            onClick={() => isArmed && heal.mutate()}
          >
            <Icon name="heart-plus" />
            {TEXTS.healFirst(HEAL_ENERGY)}
          </Button>
        ) : (
          <ButtonLink to="/inventory/$userId" params={{ userId: String(meId) }} wide onClick={onLeave}>
            <Icon name="health-potion" />
            {TEXTS.usePotion}
          </ButtonLink>
        ))}
      <Button
        variant={isHurt ? 'secondary' : 'primary'}
        wide
        busy={start.isPending}
        {...(isBlocked ? { 'aria-disabled': true } : arming)}
        onClick={() => isArmed && !isBlocked && start.run()}
      >
        <Icon name="crossed-swords" />
        {isHurt ? TEXTS.startAnyway : TEXTS.start}
      </Button>
    </Stack>
  );
}
