import type { IconName } from '../../../ui/icon.tsx';

const SECTION_ICONS = new Map<string, IconName>([
  ['potion', 'health-potion'],
  ['weapon', 'crossed-swords'],
  ['armor', 'breastplate'],
  ['utility', 'fire-bomb'],
]);

/** Return the icon of a section. */
export const sectionIcon = (type: string): IconName => SECTION_ICONS.get(type) ?? 'backpack';
