import type { PastFight } from '@rivalhold/shared/contract/combat.ts';
import { MATCHUP_TEXTS, FIGHTS_TEXTS as TEXTS } from '@rivalhold/shared/texts/fights.ts';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { ChallengeButton } from '../../entities/players/challenge-button.tsx';
import { PeopleSkeleton } from '../../entities/players/people-skeleton.tsx';
import { PersonRow } from '../../entities/players/person-row.tsx';
import { pastFightsQuery } from '../../features/combat/api.ts';
import { useSocketEvent } from '../../lib/socket.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ListState, Notice } from '../../ui/state.tsx';
import { Text } from '../../ui/text.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './past-fight-list.module.css';

/** List the player's finished fights, each with a link to its replay and a button for a rematch. */
export function PastFightList() {
  const client = useQueryClient();
  const query = useInfiniteQuery(pastFightsQuery);
  useSocketEvent('combatOver', () => void client.invalidateQueries({ queryKey: pastFightsQuery.queryKey }));
  return (
    <Card
      title={
        <>
          <Icon name="scroll-unfurled" />
          {TEXTS.past}
        </>
      }
    >
      <ListState
        items={query.data?.pages.flatMap(({ items }) => items)}
        failure={query.isError ? TEXTS.pastFailed : null}
        retry={() => void query.refetch()}
        loading={<PeopleSkeleton rows={6} />}
        empty={<Notice icon="crossed-swords" title={TEXTS.pastEmpty} />}
      >
        {(fights) => (
          <>
            <Stack as="ul" divided>
              {fights.map((fight) => (
                <li key={fight.id} className={fight.won ? styles.won : styles.lost}>
                  <PastFightRow fight={fight} />
                </li>
              ))}
            </Stack>
            <LoadMore query={query} failure={TEXTS.pastFailed} end={TEXTS.pastEnd} />
          </>
        )}
      </ListState>
    </Card>
  );
}

function PastFightRow({ fight }: { fight: PastFight }) {
  const { opponent, won, isCounted, rewards, headToHead } = fight;
  const { wins, losses } = headToHead;
  const gained = TEXTS.rewards(rewards.xp, rewards.coins);
  return (
    <PersonRow
      player={opponent}
      width="13rem"
      note={
        <Row as="span" gap={3} rowGap={0} wrap>
          <Text as="span" tone={won ? 'heal' : 'danger'} weight="bold">
            <Row as="span" gap={1}>
              <Icon name={won ? 'laurel-crown' : 'death-skull'} />
              {won ? TEXTS.won : TEXTS.lost}
            </Row>
          </Text>
          {!isCounted && <span>{TEXTS.uncounted}</span>}
          {gained && <span>{gained}</span>}
          <span>
            <span aria-hidden="true">{TEXTS.between(MATCHUP_TEXTS.score(wins, losses))}</span>
            <VisuallyHidden>{MATCHUP_TEXTS.scoreSpoken(wins, losses)}</VisuallyHidden>
          </span>
          <RelativeTime time={fight.endedAt} />
        </Row>
      }
    >
      <ButtonLink
        to="/fights/$id"
        params={{ id: String(fight.id) }}
        size="small"
        aria-label={UI_TEXTS.actionFor(TEXTS.story, opponent.username)}
      >
        {TEXTS.story}
      </ButtonLink>
      <ChallengeButton player={opponent} size="small" named label={TEXTS.rematch} />
    </PersonRow>
  );
}
