import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { gameQuery } from '../../entities/game/api.ts';
import { type WornGear, wornGear } from './gear.ts';

/** Return a player's gear once the inventory is loaded. If `enabled` is false, the inventory is not loaded. */
export function useWornGear(
  { id, level }: { id: number; level: number },
  enabled = true,
): WornGear | undefined {
  const inventory = useQuery({ ...gameQuery(id), enabled }).data?.inventory;
  return useMemo(() => inventory && wornGear(inventory, level), [inventory, level]);
}
