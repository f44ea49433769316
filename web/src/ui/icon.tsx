import { interfaceIcons } from 'virtual:icon-sprite';
import { clsx } from 'clsx';
import styles from './icon.module.css';
import type { IconName } from './icon-names.ts';

export type { IconName } from './icon-names.ts';

type IconProps = {
  /** Accessible name, if the text next to the icon does not say the same. Without a label, the icon is decorative. */
  label?: string;
  /** Size as a CSS length; 1.25em by default. */
  size?: string;
  className?: string;
};

/** Show a game icon in the color of the surrounding text. Names are listed in `icon-names.ts`. */
export const Icon = ({ name, ...looks }: IconProps & { name: IconName }) => (
  <SpriteIcon href={`${interfaceIcons}#${name}`} {...looks} />
);

/** Show an icon from an SVG file with several symbols. */
export function SpriteIcon({ href, label, size, className }: IconProps & { href: string }) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by its label, or hidden if decorative
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
