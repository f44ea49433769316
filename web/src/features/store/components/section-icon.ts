import type { IconName } from '../../../ui/icon.tsx';

const SECTION_ICONS = new Map<string, IconName>([
  ['potion', 'health-potion'],
  ['weapon', 'crossed-swords'],
  ['armor', 'breastplate'],
  ['utility', 'fire-bomb'],
]);

/** The picture on the sign of a stall. */
export const sectionIcon = (type: string): IconName => SECTION_ICONS.get(type) ?? 'backpack';
