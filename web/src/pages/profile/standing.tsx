import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import { MATCHUP_TEXTS } from '@rivalhold/shared/texts/fights.ts';
import { STANDING_TEXTS as TEXTS } from '@rivalhold/shared/texts/standing.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { gameQuery } from '../../entities/game/api.ts';
import { combatStandingQuery } from '../../features/combat/api.ts';
import { type GearItem, wornGear } from '../../features/combat/gear.ts';
import { repeat } from '../../lib/repeat.ts';
import { useDeferredData } from '../../lib/use-deferred-data.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Grid, Row, Stack, Surface } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Failure } from '../../ui/state.tsx';
import { Text } from '../../ui/text.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './standing.module.css';

type StandingProps = { player: PlayerRef; own: boolean };

/** Show a player's rank, the viewer's record against the player, and the gear that the player wears. */
export function Standing({ player, own }: StandingProps) {
  const standing = useQuery(combatStandingQuery(player.id));
  const game = useQuery(gameQuery(player.id));
  const loaded = useDeferredData(standing.data);
  const inventory = useDeferredData(game.data)?.inventory;
  if ((standing.isError && !standing.data) || (game.isError && !game.data)) {
    const retry = () => {
      void standing.refetch();
      void game.refetch();
    };
    return (
      <Surface as="section" radius={3} border aria-label={TEXTS.title}>
        <Failure message={TEXTS.failed} retry={retry} />
      </Surface>
    );
  }
  if (!loaded || !inventory) return <StandingSkeleton own={own} />;
  const { rank, headToHead } = loaded;
  const gear = wornGear(inventory, player.level);
  return (
    <Grid as="ul" columns="10.5rem" fit gap={3} aria-label={TEXTS.title} className={styles.facts}>
      <Fact icon="laurel-crown" label={TEXTS.rank} tone={rank === null ? 'quiet' : 'gold'} to="/leaderboard">
        {rank === null ? TEXTS.unranked : TEXTS.rankNumber(rank)}
      </Fact>
      {headToHead && (
        <Fact icon="crossed-swords" label={TEXTS.headToHead}>
          {headToHead.wins + headToHead.losses === 0 ? (
            <Text as="span" tone="quiet">
              {TEXTS.noResults}
            </Text>
          ) : (
            <>
              <span aria-hidden="true">{MATCHUP_TEXTS.score(headToHead.wins, headToHead.losses)}</span>
              <VisuallyHidden>{TEXTS.recordText(headToHead.wins, headToHead.losses)}</VisuallyHidden>
            </>
          )}
        </Fact>
      )}
      <Gear item={gear.weapon} icon="broadsword" label={TEXTS.weapon} />
      <Gear item={gear.armor} icon="breastplate" label={TEXTS.armor} />
    </Grid>
  );
}

/** Show placeholders that are as large as the loaded facts. */
export function StandingSkeleton({ own }: { own: boolean }) {
  return (
    <Grid columns="10.5rem" fit gap={3} aria-hidden="true" className={styles.facts}>
      {repeat(own ? 3 : 4, (fact) => (
        <Skeleton key={fact} height="4.5rem" />
      ))}
    </Grid>
  );
}

function Gear({ item, icon, label }: { item: GearItem | null; icon: IconName; label: string }) {
  return (
    <Fact icon={icon} label={label} tone={item ? 'text' : 'quiet'}>
      <span className={styles.gear}>{item?.name ?? TEXTS.basic}</span>
    </Fact>
  );
}

type FactProps = {
  icon: IconName;
  label: string;
  tone?: 'text' | 'quiet' | 'gold';
  /** The page that the fact links to. */
  to?: LinkProps['to'];
  children: ReactNode;
};

function Fact({ icon, label, tone = 'text', to, children }: FactProps) {
  return (
    <li>
      <Row
        {...(to && { as: Link, to })}
        gap={3}
        padding={3}
        border
        radius={3}
        fill={1}
        tone="text"
        className={styles.fact}
      >
        <Text as="span" tone={tone} fixed>
          <Icon name={icon} size="2rem" />
        </Text>
        <Stack grow>
          <Text size={1} tone="quiet" className={styles.line}>
            {label}
          </Text>
          <Text display weight="medium" tone={tone} tabular className={styles.line}>
            {children}
          </Text>
        </Stack>
      </Row>
    </li>
  );
}
