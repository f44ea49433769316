import type { IconName } from '../../../ui/icon.tsx';

const SIGNS = new Map<string, IconName>([
  ['potion', 'health-potion'],
  ['weapon', 'crossed-swords'],
  ['armor', 'breastplate'],
  ['utility', 'fire-bomb'],
]);

/** The picture on the sign of a stall. */
export const signOf = (type: string): IconName => SIGNS.get(type) ?? 'backpack';
