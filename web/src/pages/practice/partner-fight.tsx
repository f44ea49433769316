import { beginBout, PARTNERS, type PartnerId } from '@rivalhold/shared/fights/practice.ts';
import { fastRandom } from '@rivalhold/shared/fights/random.ts';
import { PRACTICE_TEXTS as TEXTS } from '@rivalhold/shared/texts/practice.ts';
import { useQuery } from '@tanstack/react-query';
import { gameQuery } from '../../entities/game/api.ts';
import { useUser } from '../../entities/session/api.ts';
import { outcomeText } from '../../features/combat/state-text.ts';
import { partnerRival } from '../../features/practice/rival.ts';
import { useBout } from '../../features/practice/use-bout.ts';
import { Page } from '../../ui/layout.tsx';
import { SkeletonRows } from '../../ui/skeleton-parts.tsx';
import { Failure } from '../../ui/state.tsx';
import { PRACTICE_ID } from './bout-combat.ts';
import { BoutOutcome } from './bout-outcome.tsx';
import { BoutScreen } from './bout-screen.tsx';

const RANDOM_SEEDS = 2 ** 31;

/** Show a practice fight against a sparring partner, at the player's level. */
export function PartnerFight({ id }: { id: PartnerId }) {
  const user = useUser();
  const game = useQuery(gameQuery(user.id));
  if (game.data) return <FightOfLevel id={id} level={game.data.stats.level} />;
  if (!game.isError) return <Preparing id={id} />;
  return (
    <Page>
      <Failure page message={TEXTS.levelFailed} retry={() => void game.refetch()} />
    </Page>
  );
}

function FightOfLevel({ id, level }: { id: PartnerId; level: number }) {
  const { id: userId, username } = useUser();
  const { name } = TEXTS.partner[id];
  const fight = useBout({
    begin: () =>
      beginBout(
        { id: userId, username },
        { id: PRACTICE_ID, username: name },
        { level, style: PARTNERS[id] },
      ),
    rival: () => partnerRival(id),
    chance: () => fastRandom(Math.floor(Math.random() * RANDOM_SEEDS)),
  });
  const { bout, isReady, hasFailed, restart } = fight;
  if (hasFailed)
    return (
      <Page>
        <Failure page message={TEXTS.masterFailed} retry={restart} />
      </Page>
    );
  // The sparring partner "master" needs time before its first move, because it computes a strategy for the whole fight.
  if (!bout || (!isReady && bout.state.exchanges === 0)) return <Preparing id={id} />;
  const won = bout.state.winnerId === userId;
  return (
    <BoutScreen
      {...fight}
      bout={bout}
      ending={(model) => <BoutOutcome won={won} name={name} text={outcomeText(model)} onAgain={restart} />}
    />
  );
}

function Preparing({ id }: { id: PartnerId }) {
  return (
    <Page aria-busy="true">
      <SkeletonRows text={TEXTS.preparing(TEXTS.partner[id].name)} rows={4} />
    </Page>
  );
}
