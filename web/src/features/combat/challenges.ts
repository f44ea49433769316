import type { FightRequest } from '@rivalhold/shared/contract/combat.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useSocketEvent } from '../../lib/socket.ts';
import { type OpenFight, openFightsQuery } from './api.ts';
import { RELOAD_DELAY_MS } from './realtime.ts';

const { queryKey } = openFightsQuery;

function updateOpenFights(update: (fights: readonly OpenFight[]) => OpenFight[]): void {
  queryClient.setQueryData(queryKey, (fights) => fights && update(fights));
}

const fromChallenge = ({ combat, attacker, isRematch }: FightRequest): OpenFight => ({
  id: combat.id,
  opponent: attacker,
  isAttacker: false,
  unseen: true,
  challengeExpiresAt: combat.isChallengePending ? combat.deadlineAt : null,
  isRematch,
  lastAt: combat.createdAt,
});

/**
 * Keep the list of open fights live. The list includes challenges that wait for an answer, so that every tab shows
 * them, even after a reload.
 */
export function useOpenFightEvents(meId: number): void {
  const reload = () => void queryClient.invalidateQueries({ queryKey });
  useSocketEvent('fightRequested', (challenge) => {
    const { id } = challenge.combat;
    if (challenge.attacker.id !== meId)
      updateOpenFights((fights) => [fromChallenge(challenge), ...fights.filter((fight) => fight.id !== id)]);
    reload();
  });
  useSocketEvent('fightResumed', reload);
  useSocketEvent('joinedCombat', reload);
  useSocketEvent('combatStateUpdate', ({ combat: { id, isChallengePending, deadlineAt, sides } }) => {
    const challengeExpiresAt = isChallengePending ? deadlineAt : null;
    // If a challenge no longer waits for an answer and the defender is absent, the defender has declined it or has not
    // answered in time.
    const update = (fight: OpenFight): OpenFight => {
      const isUnanswered = !(isChallengePending || fight.isAttacker || sides.defender.present);
      return { ...fight, challengeExpiresAt, isUnanswered, unseen: fight.unseen && !isUnanswered };
    };
    updateOpenFights((fights) =>
      fights.map((fight) => (fight.id === id && fight.challengeExpiresAt ? update(fight) : fight)),
    );
  });
  useSocketEvent('combatOver', ({ combatId }) => {
    updateOpenFights((fights) => fights.filter(({ id }) => id !== combatId));
    // A request in progress might still return the ended fight, so replace this request with a new request now.
    if (queryClient.isFetching({ queryKey }) > 0) reload();
    else setTimeout(reload, RELOAD_DELAY_MS);
  });
}
