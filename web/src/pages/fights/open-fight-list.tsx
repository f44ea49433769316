import type { combat } from '@rivalhold/shared/contract/combat.ts';
import type { Reply } from '@rivalhold/shared/contract/schema.ts';
import { CHALLENGE_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { FIGHTS_TEXTS as TEXTS } from '@rivalhold/shared/texts/fights.ts';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { PeopleSkeleton } from '../../entities/players/people-skeleton.tsx';
import { PersonRow } from '../../entities/players/person-row.tsx';
import { concedeFight, declineFight, openFightsQuery } from '../../features/combat/api.ts';
import { openFightAction, openFightState } from '../../features/combat/open-fight-state.ts';
import { emit } from '../../lib/socket.ts';
import { useEachSecond } from '../../lib/use-each-second.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ListState } from '../../ui/state.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Text } from '../../ui/text.tsx';
import { toast } from '../../ui/toast.ts';
import { useRestoreFocus } from '../../ui/use-restore-focus.ts';

type OpenFight = Reply<(typeof combat)['routes']['GET /api/combat/open']>[number];

/** List the player's open fights and challenges, with buttons to continue, give up or answer them. */
export function OpenFightList() {
  const query = useQuery(openFightsQuery);
  const list = useRestoreFocus<HTMLElement>(query.data?.length, 'row');
  return (
    <Card
      ref={list}
      title={
        <>
          <Icon name="hourglass" />
          {TEXTS.open}
        </>
      }
    >
      <ListState
        items={query.data}
        failure={query.isError ? TEXTS.openFailed : null}
        retry={() => void query.refetch()}
        loading={<PeopleSkeleton rows={1} />}
        empty={
          <Text size={1} tone="quiet">
            {TEXTS.openEmpty}
          </Text>
        }
      >
        {(fights) => (
          <Stack as="ul" divided>
            {fights.map((fight) => (
              <li key={fight.id}>
                <OpenFightRow fight={fight} />
              </li>
            ))}
          </Stack>
        )}
      </ListState>
    </Card>
  );
}

const SECOND_MS = 1_000;

function OpenFightRow({ fight }: { fight: OpenFight }) {
  const { opponent, isAttacker, challengeExpiresAt } = fight;
  const end = challengeExpiresAt === null ? 0 : Date.parse(challengeExpiresAt);
  const seconds = useEachSecond(
    (now) => Math.max(0, Math.ceil((end - now) / SECOND_MS)),
    challengeExpiresAt !== null,
  );
  const isChallengePending = seconds > 0;
  return (
    <PersonRow
      player={opponent}
      note={
        <Row as="span" gap={2} rowGap={0} wrap>
          {fight.unseen && <Tag tone="ember">{TEXTS.unseen}</Tag>}
          <span>{TEXTS[openFightState(fight)]}</span>
          {isChallengePending ? (
            <span>
              <Tag tone="ally">{TEXTS.live}</Tag> {TEXTS.waiting(seconds)}
            </span>
          ) : (
            <RelativeTime time={fight.lastAt} />
          )}
        </Row>
      }
    >
      {isChallengePending && !isAttacker ? <Answer fight={fight} /> : <Resume fight={fight} />}
    </PersonRow>
  );
}

/** Answer a live challenge. */
function Answer({ fight }: { fight: OpenFight }) {
  const { username } = fight.opponent;
  const client = useQueryClient();
  const navigate = useNavigate();
  const refresh = () => client.invalidateQueries({ queryKey: openFightsQuery.queryKey });
  const decline = useMutation({
    mutationFn: declineFight,
    onSuccess: () => toast.info(CHALLENGE_TEXTS.declined(username)),
    onSettled: refresh,
  });
  // Joining the fight accepts the challenge.
  const accept = useMutation({
    mutationFn: async (combatId: number) => {
      const answer = await emit('joinCombat', { combatId });
      if (!answer.ok) throw new Error(answer.message);
    },
    onSuccess: () => navigate({ to: '/fight/$userId', params: { userId: String(fight.opponent.id) } }),
    onError: refresh,
  });
  const isBusy = accept.isPending || decline.isPending;
  return (
    <>
      <Button
        size="small"
        aria-label={UI_TEXTS.actionFor(TEXTS.decline, username)}
        busy={decline.isPending}
        onClick={() => isBusy || decline.mutate(fight.id)}
      >
        {TEXTS.decline}
      </Button>
      <Button
        size="small"
        variant="primary"
        aria-label={UI_TEXTS.actionFor(TEXTS.accept, username)}
        busy={accept.isPending}
        onClick={() => isBusy || accept.mutate(fight.id)}
      >
        {TEXTS.accept}
      </Button>
      <ErrorMessage text={accept.isError || decline.isError ? TEXTS.answerFailed : null} />
    </>
  );
}

/** Continue an open fight; the player who started it can also give it up. */
function Resume({ fight }: { fight: OpenFight }) {
  const { opponent, isAttacker } = fight;
  const client = useQueryClient();
  const concede = useMutation({
    mutationFn: concedeFight,
    onSettled: () => client.invalidateQueries({ queryKey: ['combat'] }),
  });
  const error = useErrorText(concede.error, TEXTS.giveUpFailed);
  const ask = async () => {
    const question = { title: TEXTS.giveUp, text: TEXTS.giveUpText, confirm: TEXTS.giveUp };
    if (await confirm(question)) concede.mutate(fight.id);
  };
  const label = TEXTS[openFightAction(fight)];
  return (
    <>
      {isAttacker && (
        <Button
          size="small"
          aria-label={UI_TEXTS.actionFor(TEXTS.giveUp, opponent.username)}
          busy={concede.isPending}
          onClick={() => void ask()}
        >
          {TEXTS.giveUp}
        </Button>
      )}
      <ButtonLink
        to="/fight/$userId"
        params={{ userId: String(opponent.id) }}
        size="small"
        variant="primary"
        aria-label={UI_TEXTS.actionFor(label, opponent.username)}
      >
        {label}
      </ButtonLink>
      <ErrorMessage text={error} />
    </>
  );
}
