import { clsx } from 'clsx';
import { type CSSProperties, useState } from 'react';
import styles from './avatar.module.css';

/** The first two letters of a name in upper case, 'US' for none. */
export function initials(name: string): string {
  return [...(name.trim() || 'User')].slice(0, 2).join('').toUpperCase();
}

/** A hue of 0–359 that is always the same for the same name. */
export function nameHue(name: string): number {
  let hash = 2166136261;
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619);
  return (hash >>> 0) % 360;
}

type AvatarProps = {
  name?: string | null | undefined;
  url?: string | null | undefined;
  /** Side length in pixels. */
  size?: number;
  className?: string;
  /** Set where the name is not written beside it; otherwise the picture is decoration. */
  alt?: string;
};

/** A player's picture, or two letters on a colour drawn from the name when there is none or it fails to load. */
export function Avatar({ name, url, size = 40, className, alt = '' }: AvatarProps) {
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
          src={picture}
          alt={alt}
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(picture)}
        />
      ) : (
        initials(shown)
      )}
    </span>
  );
}
