import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { FIGHTS_TEXTS } from '@rivalhold/shared/texts/fights.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { gameQuery } from '../../../entities/game/api.ts';
import { type ApiError, errorText } from '../../../lib/errors.ts';
import { useErrorText } from '../../../lib/use-error-text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Notice } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { concedeFight, openFightsQuery } from '../api.ts';
import styles from './fight-unavailable.module.css';
import { Recover } from './recover.tsx';

type FightUnavailableProps = { error: ApiError; meId: number; opponentId: number; retry: () => void };

/** Offer to resume or give up the open fight that the player started. */
function OpenFight({ retry }: { retry: () => void }) {
  const fight = useQuery(openFightsQuery).data?.find(({ isAttacker }) => isAttacker);
  const concede = useMutation({ mutationFn: concedeFight, onSuccess: retry });
  const error = useErrorText(concede.error, FIGHTS_TEXTS.giveUpFailed);
  if (!fight) return null;
  const askConcede = async () => {
    const title = COMBAT_TEXTS.concede;
    if (await confirm({ title, text: FIGHTS_TEXTS.giveUpText, confirm: title })) concede.mutate(fight.id);
  };
  return (
    <>
      <ButtonLink to="/fight/$userId" params={{ userId: String(fight.opponent.id) }} variant="primary">
        {COMBAT_TEXTS.resume(fight.opponent.username)}
      </ButtonLink>
      <Button busy={concede.isPending} onClick={() => void askConcede()}>
        {COMBAT_TEXTS.concede}
      </Button>
      <ErrorMessage text={error} />
    </>
  );
}

/** Explain why a fight could not be opened, and offer what to do next. */
export function FightUnavailable({ error, meId, opponentId, retry }: FightUnavailableProps) {
  const isTooWeak = error.code === 'tooWeak';
  const isWornOut = isTooWeak || error.code === 'noEnergy';
  const isNotFound = error.code === 'notFound';
  const isFinal = isNotFound || error.code === 'forbidden';
  const game = useQuery({ ...gameQuery(meId), enabled: isWornOut }).data;
  const stats = isWornOut ? game?.stats : undefined;
  const isBeaten = isTooWeak && stats?.health === 0;
  const title = isNotFound ? PROFILE_TEXTS.notFound : errorText(error, COMBAT_TEXTS.openFailed);
  return (
    <div className={styles.page}>
      <Text as="h1" size={4}>
        {COMBAT_TEXTS.title}
      </Text>
      <Card className={styles.card}>
        <div role="alert">
          <Notice
            icon={isTooWeak ? 'knocked-out-stars' : 'broken-shield'}
            isFailure={!isTooWeak}
            title={isTooWeak ? COMBAT_TEXTS.tooWeak : title}
            text={isTooWeak ? COMBAT_TEXTS.defeatHint : undefined}
          />
        </div>
        {stats && (
          <div className={styles.state}>
            <Recover userId={meId} />
          </div>
        )}
        <Row gap={2} justify="center" wrap>
          {error.code === 'fight_open' && <OpenFight retry={retry} />}
          {!isFinal && error.code !== 'fight_open' && (
            <Button variant={isBeaten ? undefined : 'primary'} onClick={retry}>
              {COMBAT_TEXTS.retry}
            </Button>
          )}
          {isNotFound ? (
            <ButtonLink to="/profiles">{PROFILE_TEXTS.listTitle}</ButtonLink>
          ) : (
            <ButtonLink to="/profiles/$userId" params={{ userId: String(opponentId) }}>
              {COMBAT_TEXTS.toProfile}
            </ButtonLink>
          )}
        </Row>
      </Card>
    </div>
  );
}
