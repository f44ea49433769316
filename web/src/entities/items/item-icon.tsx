import { gear, supplies } from 'virtual:icon-sprite';
import { SheetIcon } from '../../ui/icon.tsx';
import { GEAR } from '../../ui/icon-names.ts';
import { iconOf } from './display.ts';

const IN_GEAR: ReadonlySet<string> = new Set(GEAR);

type ItemIconProps = { name: string | undefined; size?: string; className?: string };

/** The picture of an item by the name the catalogue gives; decoration, since its name stands beside it. */
export function ItemIcon({ name, ...looks }: ItemIconProps) {
  const icon = iconOf(name);
  return <SheetIcon href={`${IN_GEAR.has(icon) ? gear : supplies}#${icon}`} {...looks} />;
}
