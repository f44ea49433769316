import { useQuery } from '@tanstack/react-query';
import { gameQuery } from '../../entities/game/api.ts';
import { useUser } from '../../entities/session/api.ts';

type HealthStatus = {
  /** True if loading has finished, with or without success. */
  isSettled: boolean;
  isHurt: boolean;
  /** True at health 0, which prevents starting a fight. */
  isDefeated: boolean;
};

/**
 * Return the status of the player's health after a fight. Use the health in the stats, not the health in the fight,
 * because a defender's loss of health does not last beyond the fight.
 */
export function useHealthStatus(): HealthStatus {
  const { data, isPending } = useQuery(gameQuery(useUser().id));
  const { health, maxHealth } = data?.stats ?? { health: 1, maxHealth: 1 };
  return { isSettled: !isPending, isHurt: health < maxHealth, isDefeated: health <= 0 };
}
