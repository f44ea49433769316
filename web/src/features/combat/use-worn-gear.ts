import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { gameQuery } from '../../entities/game/api.ts';
import { type WornGear, wornGear } from './gear.ts';

/** Return what a player wears, once their inventory is loaded. If `enabled` is false, it is not loaded. */
export function useWornGear(
  { id, level }: { id: number; level: number },
  enabled = true,
): WornGear | undefined {
  const inventory = useQuery({ ...gameQuery(id), enabled }).data?.inventory;
  return useMemo(() => inventory && wornGear(inventory, level), [inventory, level]);
}
