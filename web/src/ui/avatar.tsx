import { imageUrlForSize, squareSrcset } from '@rivalhold/shared/image-sizes.ts';
import { clsx } from 'clsx';
import { type CSSProperties, useState } from 'react';
import styles from './avatar.module.css';
import { initials, nameHue } from './avatar-letters.ts';

type AvatarProps = {
  name?: string | null | undefined;
  url?: string | null | undefined;
  /** Side length in pixels. */
  size?: number;
  /**
   * True if the stylesheet sets the side length. The length must not exceed `size`. The browser picks the image version
   * of the right size.
   */
  fluid?: boolean;
  className?: string;
  /** The alternative text. Set it if the name is not next to the picture. Without it, the picture is decorative. */
  alt?: string;
};

/** Show a player's picture. If there is none or it fails to load, show two letters on a color derived from the name. */
export function Avatar({ name, url, size = 40, fluid, className, alt = '' }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const shown = name || 'User';
  const variables = { '--avatar-size': `${size}px`, '--avatar-hue': nameHue(shown) } as CSSProperties;
  const picture = url && url !== failed ? url : null;
  return (
    <span
      className={clsx(styles.avatar, className)}
      style={variables}
      {...(picture ? {} : alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
    >
      {picture ? (
        <img
          src={imageUrlForSize(picture, size)}
          {...(fluid && { srcSet: squareSrcset(picture), sizes: `auto, ${size}px` })}
          alt={alt}
          width={size}
          height={size}
          loading="lazy"
          fetchPriority="low"
          decoding="async"
          onError={() => setFailed(picture)}
        />
      ) : (
        initials(shown)
      )}
    </span>
  );
}
