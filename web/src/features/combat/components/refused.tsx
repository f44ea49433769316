import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { useQuery } from '@tanstack/react-query';
import { gameQuery } from '../../../entities/game/api.ts';
import { Vitals } from '../../../entities/stats/stats.tsx';
import { type ReadError, wordsOf } from '../../../lib/errors.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import rhythm from '../../../ui/rhythm.module.css';
import { Notice } from '../../../ui/state.tsx';
import { HealButton } from './heal-button.tsx';
import styles from './refused.module.css';

type RefusedProps = { error: ReadError; meId: number; opponentId: number; retry: () => void };

/** A fight that could not be opened: why, and what can be done about it. */
export function Refused({ error, meId, opponentId, retry }: RefusedProps) {
  const weak = error.code === 'tooWeak';
  const worn = weak || error.code === 'noEnergy';
  const gone = error.code === 'notFound';
  const isFinal = gone || error.code === 'forbidden';
  const game = useQuery({ ...gameQuery(meId), enabled: worn }).data;
  const stats = worn ? game?.stats : undefined;
  const isBeaten = weak && stats?.health === 0;
  const title = gone ? PROFILE_TEXTS.notFound : wordsOf(error, COMBAT_TEXTS.openFailed);
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{COMBAT_TEXTS.title}</h1>
      <Card className={styles.card}>
        <div role="alert">
          <Notice
            icon={weak ? 'knocked-out-stars' : 'broken-shield'}
            failed={!weak}
            title={weak ? COMBAT_TEXTS.tooWeak : title}
            text={worn ? COMBAT_TEXTS.defeatHint : undefined}
          />
        </div>
        {stats && (
          <div className={styles.state}>
            <Vitals profile={stats} />
            <HealButton userId={meId} stats={stats} />
          </div>
        )}
        <div className={rhythm.centred}>
          {isBeaten && (
            <ButtonLink to="/inventory/$userId" params={{ userId: String(meId) }} variant="primary">
              {COMBAT_TEXTS.recover}
            </ButtonLink>
          )}
          {!isFinal && (
            <Button variant={isBeaten ? undefined : 'primary'} onClick={retry}>
              {COMBAT_TEXTS.retry}
            </Button>
          )}
          {gone ? (
            <ButtonLink to="/profiles">{PROFILE_TEXTS.listTitle}</ButtonLink>
          ) : (
            <ButtonLink to="/profiles/$userId" params={{ userId: String(opponentId) }}>
              {COMBAT_TEXTS.back}
            </ButtonLink>
          )}
        </div>
      </Card>
    </div>
  );
}
