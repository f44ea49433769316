import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { isStaff } from '@rivalhold/shared/roles.ts';
import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { SESSION_LABELS } from '@rivalhold/shared/texts/session-labels.ts';
import { Link, useLocation } from '@tanstack/react-router';
import { ChevronDown, LogOut } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { ThemeChoice } from '../features/accounts/components/theme-choice.tsx';
import { useSignOut } from '../features/accounts/use-sign-out.ts';
import { BalanceNav } from '../features/coins/components/balance-nav.tsx';
import { MessagesNav } from '../features/dms/components/messages-nav.tsx';
import { NotificationsBell } from '../features/notifications/components/notifications-bell.tsx';
import { mainItems, menuItems, sectionOf } from '../pages/menu.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Row } from '../ui/layout.tsx';
import { Popover } from '../ui/popover.tsx';
import { Text } from '../ui/text.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { FightsPopover } from './fights-popover.tsx';
import styles from './player-nav.module.css';
import { usePlayerData } from './use-player-data.ts';

type ProfileDropdownProps = { user: SessionUser; container: RefObject<HTMLElement | null> };

function Greeting({ user }: { user: SessionUser }) {
  return (
    <Row gap={3} paddingBlock={2} paddingInline={3}>
      <Avatar name={user.username} url={user.avatarUrl} size={44} />
      <Text as="div" wrap="anywhere" grow>
        <Row as="p" gap={2} rowGap={0} wrap display weight="bold" leading="tight">
          {MENU_TEXTS.greeting(user.username)}
          {isStaff(user) && <span className={styles.role}>{user.role}</span>}
        </Row>
        <p className={styles.email}>{user.email}</p>
      </Text>
    </Row>
  );
}

/**
 * Show the greeting, links, the theme choice and the log-out button. Uses links instead of a menu widget, since the
 * items are pages.
 */
function ProfileDropdown({ user, container }: ProfileDropdownProps) {
  const [open, setOpen] = useState(false);
  const signOut = useSignOut();
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      container={container}
      label={MENU_TEXTS.profileMenu}
      trigger={
        <Button variant="quiet" className={styles.trigger}>
          <VisuallyHidden>{MENU_TEXTS.profileMenu}</VisuallyHidden>
          <Avatar name={user.username} url={user.avatarUrl} size={36} />
          <ChevronDown size={16} aria-hidden="true" />
        </Button>
      }
    >
      <Greeting user={user} />
      <ul className={styles.items}>
        {menuItems(user).map(({ text, icon: Glyph, link }) => (
          <li key={text}>
            <Link
              {...link}
              activeOptions={{ exact: true }}
              className={styles.item}
              onClick={() => setOpen(false)}
            >
              <Glyph size={18} aria-hidden="true" />
              {text}
            </Link>
          </li>
        ))}
      </ul>
      <div className={styles.theme}>
        <ThemeChoice compact />
      </div>
      <button
        type="button"
        className={styles.item}
        aria-busy={signOut.isPending || undefined}
        onClick={() => signOut.isPending || signOut.mutate()}
      >
        <LogOut size={18} aria-hidden="true" />
        {SESSION_LABELS.logOut}
      </button>
    </Popover>
  );
}

/** Show the main navigation of wide windows, and mark the current section. Narrow windows have the tab bar instead. */
function MainLinks({ meId }: { meId: number }) {
  const { pathname } = useLocation();
  const current = sectionOf(pathname, meId);
  return (
    <ul className={styles.links}>
      {mainItems(meId).map(({ text, link, sections }) => (
        <li key={text}>
          <Link
            {...link}
            activeOptions={{ exact: true }}
            aria-current={current !== undefined && sections.includes(current) ? 'true' : undefined}
            className={styles.link}
          >
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/**
 * Show the player's part of the navbar: the main navigation, coin balance, open fights, messages, notifications, and
 * the profile menu.
 */
export function PlayerNav({ user }: { user: SessionUser }) {
  const placement = useRef<HTMLDivElement>(null);
  usePlayerData(user.id);
  return (
    <>
      <MainLinks meId={user.id} />
      <Row ref={placement} gap={2} className={styles.nav}>
        <BalanceNav userId={user.id} container={placement} />
        <FightsPopover userId={user.id} container={placement} />
        <MessagesNav userId={user.id} />
        <NotificationsBell container={placement} />
        <ProfileDropdown user={user} container={placement} />
      </Row>
    </>
  );
}
