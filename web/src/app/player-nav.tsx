import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { ACCOUNT_LABELS } from '@rivalhold/shared/texts/accounts.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { ChevronDown, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useRef } from 'react';
import { useSignOut } from '../features/accounts/use-sign-out.ts';
import { chooseTheme, useTheme } from '../lib/theme.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Menu, MenuChoice, MenuItem, MenuLink, MenuSeparator } from '../ui/menu.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { FightsPopover } from './fights-popover.tsx';
import { menuPlaces } from './menu-places.ts';
import styles from './player-nav.module.css';

const THEMES = [
  { value: 'system', label: SHELL_TEXTS.themeSystem, icon: <Monitor size={16} aria-hidden="true" /> },
  { value: 'light', label: SHELL_TEXTS.themeLight, icon: <Sun size={16} aria-hidden="true" /> },
  { value: 'dark', label: SHELL_TEXTS.themeDark, icon: <Moon size={16} aria-hidden="true" /> },
] as const;

/** The player's end of the navbar: open fights, and the dropdown with everything else. */
export function PlayerNav({ user }: { user: SessionUser }) {
  const place = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  const signOut = useSignOut();
  const staff = user.role !== 'player';
  return (
    <div ref={place} className={styles.nav}>
      <FightsPopover userId={user.id} container={place} />
      <Menu
        container={place}
        trigger={
          <Button variant="ghost" className={styles.trigger}>
            <VisuallyHidden>{SHELL_TEXTS.profileMenu}</VisuallyHidden>
            <Avatar name={user.username} url={user.avatarUrl} size={36} />
            <ChevronDown size={16} aria-hidden="true" />
          </Button>
        }
      >
        <div className={styles.who}>
          <Avatar name={user.username} url={user.avatarUrl} size={44} />
          <div className={styles.names}>
            <p className={styles.greeting}>
              {SHELL_TEXTS.greeting(user.username)}
              {staff && <span className={styles.role}>{user.role}</span>}
            </p>
            <p className={styles.email}>{user.email}</p>
          </div>
        </div>
        <MenuSeparator />
        {menuPlaces(user.id)
          .filter((place) => place.roles?.includes(user.role) ?? true)
          .map(({ text, icon: Glyph, link }) => (
            <MenuLink key={text} {...link} icon={<Glyph size={18} aria-hidden="true" />}>
              {text}
            </MenuLink>
          ))}
        <MenuSeparator />
        <MenuChoice label={SHELL_TEXTS.theme} value={theme} onChange={chooseTheme} options={THEMES} />
        <MenuSeparator />
        <MenuItem icon={<LogOut size={18} aria-hidden="true" />} onClick={() => signOut.mutate()}>
          {ACCOUNT_LABELS.logOut}
        </MenuItem>
      </Menu>
    </div>
  );
}
