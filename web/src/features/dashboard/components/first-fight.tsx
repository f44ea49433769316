import { DASHBOARD_TEXTS } from '@rivalhold/shared/texts/dashboard.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { profilesQuery } from '../../profiles/api.ts';
import styles from './first-fight.module.css';
import { PlayerRow } from './player-row.tsx';

const SUGGESTED = 3;
const HIGHEST_LEVEL = 2;

/** Invites a newcomer to a fight they can win. */
export function FirstFight({ meId }: { meId: number }) {
  const players = useInfiniteQuery(profilesQuery).data?.pages[0]?.items ?? [];
  const suggested = players
    .filter((player) => player.id !== meId && player.level <= HIGHEST_LEVEL)
    .slice(0, SUGGESTED);
  return (
    <section className={styles.card} aria-labelledby="first-fight">
      <Icon name="crossed-swords" className={styles.picture} />
      <div className={styles.words}>
        <h2 id="first-fight">{DASHBOARD_TEXTS.firstTitle}</h2>
        <p>{DASHBOARD_TEXTS.firstText}</p>
        {suggested.length > 0 && (
          <ul className={styles.list}>
            {suggested.map((player) => (
              <li key={player.id}>
                <PlayerRow player={player} note={DASHBOARD_TEXTS.record(player.wins, player.losses)} />
              </li>
            ))}
          </ul>
        )}
        <ButtonLink to="/profiles" variant="primary">
          {DASHBOARD_TEXTS.firstAction}
        </ButtonLink>
      </div>
    </section>
  );
}
