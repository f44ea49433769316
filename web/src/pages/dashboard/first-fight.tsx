import type { Profile } from '@rivalhold/shared/contract/profiles.ts';
import { FIRST_LESSON_LEVEL } from '@rivalhold/shared/fights/lessons.ts';
import { FIRST_FIGHT_TEXTS as TEXTS } from '@rivalhold/shared/texts/first-fight.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { profilesQuery } from '../../entities/players/api.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './first-fight.module.css';

const SUGGESTED = 3;
const HIGHEST_LEVEL = 2;

/** Invite a newcomer to a practice fight, and suggest beginners as opponents. `row` renders a suggested player. */
export function FirstFight({ meId, row }: { meId: number; row: (player: Profile) => ReactNode }) {
  const players = useInfiniteQuery(profilesQuery).data?.pages[0]?.items ?? [];
  const suggested = players
    .filter((player) => player.id !== meId && player.level <= HIGHEST_LEVEL)
    .slice(0, SUGGESTED);
  return (
    <section className={styles.card} aria-labelledby="first-fight">
      <Icon name="crossed-swords" className={styles.picture} />
      <div className={styles.text}>
        <h2 id="first-fight">{TEXTS.title}</h2>
        <p>{TEXTS.text(FIRST_LESSON_LEVEL)}</p>
        {suggested.length > 0 && (
          <ul className={styles.list}>
            {suggested.map((player) => (
              <li key={player.id}>{row(player)}</li>
            ))}
          </ul>
        )}
        <ButtonLink to="/practice" search={{ lesson: 'strike' }} variant="primary">
          {TEXTS.start}
        </ButtonLink>
      </div>
    </section>
  );
}
