import { PRESENCE_TEXTS } from '@rivalhold/shared/texts/presence.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useIsOnline } from './api.ts';
import styles from './online-dot.module.css';

type OnlineDotProps = {
  userId: number;
  /** The player's name for screen readers. Set it if the name is not written next to the dot. */
  name?: string;
};

/** Show a ringed dot at the corner of its container while the player is online. Renders nothing otherwise. */
export function OnlineDot({ userId, name }: OnlineDotProps) {
  if (!useIsOnline(userId)) return null;
  const text = name ? PRESENCE_TEXTS.isOnline(name) : PRESENCE_TEXTS.online;
  return (
    <span className={styles.dot}>
      <VisuallyHidden>{text} </VisuallyHidden>
    </span>
  );
}
