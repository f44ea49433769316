import type { FightRecord } from '@rivalhold/shared/contract/combat.ts';
import { knowsRules } from '@rivalhold/shared/fights/rules.ts';
import { VERIFY_TEXTS } from '@rivalhold/shared/texts/verify-fight.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApiError } from '../../../lib/use-api-error.ts';
import { Notice } from '../../../ui/state.tsx';
import { FightHelp } from '../../practice/index.ts';
import { fightRecordQuery } from '../api.ts';
import { buildFightModel } from '../fight-model.ts';
import { replayRecord } from '../fight-record.ts';
import { BackToProfile } from './back-to-profile.tsx';
import { FightReplay } from './fight-replay.tsx';
import { FightUnavailable } from './fight-unavailable.tsx';
import { FightView } from './fight-view.tsx';
import { OpeningSkeleton } from './opening-skeleton.tsx';
import { Outcome } from './outcome.tsx';

type FinishedFightProps = { combatId: number; meId: number; opponentId: number; onAgain: () => void };

/**
 * Show a finished fight when the player returns to its page or reloads it, and let the player step through its
 * exchanges. The browser replays the fight from its record.
 */
export function FinishedFight({ combatId, meId, opponentId, onAgain }: FinishedFightProps) {
  const query = useQuery(fightRecordQuery(combatId));
  const error = useApiError(query.error);
  if (query.data && knowsRules(query.data.rulesVersion))
    return <Ending record={query.data} meId={meId} onAgain={onAgain} />;
  if (query.data)
    return (
      <Notice
        page
        icon="hourglass"
        title={VERIFY_TEXTS.otherRules}
        text={VERIFY_TEXTS.otherRulesText}
        action={<BackToProfile userId={opponentId} />}
      />
    );
  if (!error) return <OpeningSkeleton />;
  const retry = () => void query.refetch();
  return <FightUnavailable error={error} meId={meId} opponentId={opponentId} retry={retry} />;
}

const CHOSEN = { isPending: false, chosen: null } as const;
const nothing = () => undefined;

type EndingProps = { record: FightRecord; meId: number; onAgain: () => void };

function Ending({ record, meId, onAgain }: EndingProps) {
  const model = useMemo(() => buildFightModel(replayRecord(record), meId), [record, meId]);
  return (
    <FightView
      fight={model}
      choice={CHOSEN}
      items={null}
      energy={null}
      arena={<FightReplay record={record} meId={meId} />}
      onMove={nothing}
      onHeal={nothing}
      onItem={nothing}
      onConcede={null}
      back={<BackToProfile userId={model.opponent.player.id} />}
      help={<FightHelp />}
      ending={
        <Outcome
          fight={model}
          combatId={record.id}
          ranked={record.ranked}
          rewards={record.rewards}
          endedAt={record.endedAt}
          onAgain={onAgain}
        />
      }
    />
  );
}
