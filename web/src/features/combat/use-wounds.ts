import { useQuery } from '@tanstack/react-query';
import { gameQuery } from '../../entities/game/api.ts';
import { useUser } from '../../entities/session/api.ts';

type Wounds = {
  /** Whether it is known, or cannot be: what follows stays as it is. */
  isSettled: boolean;
  isHurt: boolean;
  /** At health 0, where no fight can be begun. */
  isBeaten: boolean;
};

/** How one has come out of a fight by one's real health: what a defender loses is the fight's own. */
export function useWounds(): Wounds {
  const { data, isPending } = useQuery(gameQuery(useUser().id));
  const { health, maxHealth } = data?.stats ?? { health: 1, maxHealth: 1 };
  return { isSettled: !isPending, isHurt: health < maxHealth, isBeaten: health <= 0 };
}
