import type { Profile } from '@rivalhold/shared/contract/profiles.ts';
import { ENERGY_MAX } from '@rivalhold/shared/levels/regeneration.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Grid, Row, Stack } from '../../ui/layout.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Text } from '../../ui/text.tsx';
import { OwnCoins } from '../coins/index.ts';
import { levelsQuery } from '../game/index.ts';
import { levelProgress } from './progress.ts';
import styles from './stats.module.css';

/** Show the level as a seal, and the progress to the next level. */
export function LevelProgress({ profile }: { profile: Pick<Profile, 'level' | 'experience'> }) {
  const thresholds = useQuery(levelsQuery).data;
  const { have, need } = levelProgress(profile.level, profile.experience, thresholds);
  return (
    <Row gap={4}>
      <p className={styles.seal}>
        <span className={styles.sealLabel}>{PROFILE_TEXTS.levelWord}</span>
        <Text as="span" size={4} weight="bold">
          {profile.level}
        </Text>
      </p>
      <Stack grow>
        <Meter kind="xp" value={have} max={need} label={PROFILE_TEXTS.xp} />
      </Stack>
    </Row>
  );
}

/** Show health and energy. */
export function Vitals({ profile }: { profile: Pick<Profile, 'health' | 'maxHealth' | 'energy'> }) {
  return (
    <Stack gap={3}>
      <Meter kind="health" value={profile.health} max={profile.maxHealth} label={PROFILE_TEXTS.health} />
      <Meter kind="energy" value={profile.energy} max={ENERGY_MAX} label={PROFILE_TEXTS.energy} />
    </Stack>
  );
}

type Tile = { label: string; long?: string; value: ReactNode; icon: IconName; gold?: boolean };

/** Show the stats of a character. If the viewer can see the coins, show them, too. */
export function StatTiles({ profile }: { profile: Profile }) {
  const tiles: Tile[] = [
    {
      label: PROFILE_TEXTS.attack,
      long: PROFILE_TEXTS.attackLong,
      value: profile.attack,
      icon: 'broadsword',
    },
    {
      label: PROFILE_TEXTS.defense,
      long: PROFILE_TEXTS.defenseLong,
      value: profile.defense,
      icon: 'checked-shield',
    },
    { label: PROFILE_TEXTS.wins, value: profile.wins, icon: 'trophy-cup' },
    { label: PROFILE_TEXTS.losses, value: profile.losses, icon: 'death-skull' },
  ];
  if (profile.coins !== null) {
    tiles.push({
      label: PROFILE_TEXTS.coins,
      value: <OwnCoins coins={profile.coins} />,
      icon: 'two-coins',
      gold: true,
    });
  }
  return (
    <Grid as="dl" columns={2} gap={2}>
      {tiles.map(({ label, long, value, icon, gold }) => (
        <Row
          key={label}
          gap={2}
          justify="between"
          paddingBlock={2}
          paddingInline={3}
          border
          radius={2}
          fill={2}
          className={clsx(styles.tile, gold && styles.gold)}
        >
          <dt>
            <Icon name={icon} />
            {long ? <abbr title={long}>{label}</abbr> : label}
          </dt>
          <dd>{value}</dd>
        </Row>
      ))}
    </Grid>
  );
}
