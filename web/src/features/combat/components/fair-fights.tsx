import type { Matchup } from '@rivalhold/shared/contract/combat.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { MATCHUP_TEXTS, FIGHTS_TEXTS as TEXTS } from '@rivalhold/shared/texts/fights.ts';
import { useQuery } from '@tanstack/react-query';
import { gameQuery } from '../../../entities/game/api.ts';
import { ChallengeButton } from '../../../entities/players/challenge-button.tsx';
import { PlayerAvatarLink } from '../../../entities/players/player-avatar-link.tsx';
import { PlayerLink } from '../../../entities/players/player-link.tsx';
import { useUser } from '../../../entities/session/api.ts';
import { repeat } from '../../../lib/repeat.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Grid, Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ListState, Notice } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { matchupsQuery } from '../api.ts';
import { useHealthStatus } from '../use-health-status.ts';
import { useWinChances } from '../use-win-chances.ts';
import { chanceText } from './chance-text.ts';
import styles from './fair-fights.module.css';

/** Suggest a few opponents of nearly the same level, with the estimated chance to win. */
export function FairFights() {
  const query = useQuery(matchupsQuery);
  const stats = useQuery(gameQuery(useUser().id)).data?.stats;
  const own = query.data?.own;
  // The health in `own` can be older than the last heal or fight, so use the current health from `stats`.
  const current = own && stats ? { ...own, health: stats.health } : own;
  const { isHurt } = useHealthStatus();
  const chances = useWinChances(current, query.data?.matchups ?? []);
  return (
    <Card
      title={
        <>
          <Icon name="crossed-swords" />
          {TEXTS.fair}
        </>
      }
    >
      <ListState
        items={query.data?.matchups}
        failure={query.isError ? TEXTS.fairFailed : null}
        retry={() => void query.refetch()}
        loading={
          <Grid columns="16rem" fit gap={3}>
            {repeat(3, (index) => (
              <Skeleton key={index} height="9.5rem" radius={2} />
            ))}
          </Grid>
        }
        empty={
          <Notice
            icon="campfire"
            title={TEXTS.fairEmpty}
            action={
              <ButtonLink to="/directory" size="small">
                {TEXTS.findPlayers}
              </ButtonLink>
            }
          />
        }
      >
        {(matchups) => (
          <Stack gap={3}>
            {isHurt && <Text tone="quiet">{TEXTS.fairHurt}</Text>}
            <Grid as="ul" columns="16rem" fit gap={3}>
              {matchups.map((matchup, index) => (
                <li key={matchup.opponent.id}>
                  <Suggestion matchup={matchup} chance={chanceText(chances?.[index], chances === null)} />
                </li>
              ))}
            </Grid>
          </Stack>
        )}
      </ListState>
    </Card>
  );
}

function Suggestion({ matchup, chance }: { matchup: Matchup; chance: string }) {
  const { opponent, level, wins, losses } = matchup;
  return (
    <div className={styles.suggestion}>
      <PlayerAvatarLink player={opponent} size={56} />
      <Stack>
        <PlayerLink player={opponent} className={styles.name}>
          {opponent.username}
        </PlayerLink>
        <Text size={1} tone="quiet">
          {COMBAT_TEXTS.level(level)} · {MATCHUP_TEXTS.record(wins, losses)}
        </Text>
        <Text size={1}>
          {MATCHUP_TEXTS.chance} <strong>{chance}</strong>
        </Text>
      </Stack>
      <ChallengeButton player={opponent} size="small" variant="primary" named className={styles.action} />
    </div>
  );
}
