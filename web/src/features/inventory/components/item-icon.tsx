import { goods } from 'virtual:icon-sprite';
import { SheetIcon } from '../../../ui/icon.tsx';
import { iconOf } from '../display.ts';

type ItemIconProps = { name: string | undefined; size?: string; className?: string };

/** The picture of an item by the name the catalogue gives; decoration, since its name stands beside it. */
export const ItemIcon = ({ name, ...looks }: ItemIconProps) => (
  <SheetIcon href={`${goods}#${iconOf(name)}`} {...looks} />
);
