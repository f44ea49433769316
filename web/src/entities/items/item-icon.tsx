import { consumableIcons, gearIcons } from 'virtual:icon-sprite';
import { SpriteIcon } from '../../ui/icon.tsx';
import { GEAR_ICONS } from '../../ui/icon-names.ts';
import { iconOf } from './display.ts';

const IN_GEAR: ReadonlySet<string> = new Set(GEAR_ICONS);

type ItemIconProps = { name: string | undefined; size?: string; className?: string };

/** Show an item's icon by its catalogue name; decorative, since the item's name is next to it. */
export function ItemIcon({ name, ...looks }: ItemIconProps) {
  const icon = iconOf(name);
  return <SpriteIcon href={`${IN_GEAR.has(icon) ? gearIcons : consumableIcons}#${icon}`} {...looks} />;
}
