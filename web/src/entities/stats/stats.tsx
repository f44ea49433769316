import type { Profile } from '@rivalhold/shared/contract/profiles.ts';
import { ENERGY_MAX } from '@rivalhold/shared/levels/regeneration.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Meter } from '../../ui/meter.tsx';
import rhythm from '../../ui/rhythm.module.css';
import { OwnCoins } from '../coins/index.ts';
import { levelsQuery } from '../game/index.ts';
import { progressOf } from './progress.ts';
import styles from './stats.module.css';

/** The level as a seal, and how far it is to the next. */
export function LevelProgress({ profile }: { profile: Pick<Profile, 'level' | 'experience'> }) {
  const thresholds = useQuery(levelsQuery).data;
  const { have, need } = progressOf(profile.level, profile.experience, thresholds);
  return (
    <div className={styles.progress}>
      <p className={styles.seal}>
        <span className={styles.sealWord}>{PROFILE_TEXTS.levelWord}</span>
        <span className={styles.sealNumber}>{profile.level}</span>
      </p>
      <Meter kind="xp" value={have} max={need} label={PROFILE_TEXTS.xp} className={styles.grow} />
    </div>
  );
}

/** Health and energy. */
export function Vitals({ profile }: { profile: Pick<Profile, 'health' | 'maxHealth' | 'energy'> }) {
  return (
    <div className={rhythm.stack3}>
      <Meter kind="health" value={profile.health} max={profile.maxHealth} label={PROFILE_TEXTS.health} />
      <Meter kind="energy" value={profile.energy} max={ENERGY_MAX} label={PROFILE_TEXTS.energy} />
    </div>
  );
}

type Tile = { label: string; long?: string; value: ReactNode; icon: IconName; gold?: boolean };

/** The numbers of a character; coins where they may be seen. */
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
    <dl className={styles.tiles}>
      {tiles.map(({ label, long, value, icon, gold }) => (
        <div key={label} className={clsx(styles.tile, gold && styles.gold)}>
          <dt>
            <Icon name={icon} />
            {long ? <abbr title={long}>{label}</abbr> : label}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
