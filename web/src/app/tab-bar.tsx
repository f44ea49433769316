import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { Link, useLocation } from '@tanstack/react-router';
import { useNewCount } from '../features/social/use-new-count.ts';
import { useIsKeyboardOpen } from '../lib/use-is-keyboard-open.ts';
import { isFightScreen, sectionOf, tabItems } from '../pages/menu.ts';
import { Badge } from '../ui/badge.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import styles from './tab-bar.module.css';

/** Show the tab bar of narrow windows, except during fights and while the on-screen keyboard is open. */
export function TabBar({ me }: { me: SessionUser }) {
  const location = useLocation();
  const isKeyboardOpen = useIsKeyboardOpen();
  const countOf = useNewCount();
  if (isKeyboardOpen || isFightScreen(location)) return null;
  const current = sectionOf(location.pathname, me.id);
  return (
    <nav className={styles.bar} aria-label={MENU_TEXTS.tabs}>
      {tabItems(me.id).map(({ text, icon: Glyph, link, sections }) => {
        const count = countOf(sections);
        const isCurrent = current !== undefined && sections.includes(current);
        return (
          <Link
            key={text}
            {...link}
            activeOptions={{ exact: true }}
            aria-current={isCurrent ? 'true' : undefined}
            className={styles.tab}
          >
            <span className={styles.icon}>
              <Glyph size={22} aria-hidden="true" />
              <Badge count={count} corner />
            </span>
            {text}
            {count > 0 && (
              <>
                {' '}
                <VisuallyHidden>{MENU_TEXTS.unseenCount(count)}</VisuallyHidden>
              </>
            )}
          </Link>
        );
      })}
    </nav>
  );
}
