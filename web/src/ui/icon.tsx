import { signs } from 'virtual:icon-sprite';
import { clsx } from 'clsx';
import styles from './icon.module.css';
import type { IconName } from './icon-names.ts';

export type { IconName } from './icon-names.ts';

type IconProps = {
  /** What it says where no text beside it does; without one it is decoration. */
  label?: string;
  /** A CSS length; 1.25em unless told. */
  size?: string;
  className?: string;
};

/** A picture of the game in the colour of the text around it. Names stand in `icon-names.ts`. */
export const Icon = ({ name, ...looks }: IconProps & { name: IconName }) => (
  <SheetIcon href={`${signs}#${name}`} {...looks} />
);

/** One of a sheet's pictures. */
export function SheetIcon({ href, label, size, className }: IconProps & { href: string }) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by its label, or hidden when it is decoration
    <svg
      className={clsx(styles.icon, className)}
      style={size ? { width: size, height: size } : undefined}
      focusable="false"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <use href={href} />
    </svg>
  );
}
