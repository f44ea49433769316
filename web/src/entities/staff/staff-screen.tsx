import { DESK_TEXTS, STAFF_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTitle } from '../../lib/title.ts';
import { ButtonLink } from '../../ui/button.tsx';
import rhythm from '../../ui/rhythm.module.css';
import { Notice } from '../../ui/state.tsx';
import { useUser } from '../session/index.ts';
import styles from './desk.module.css';
import { type Place, placesOf, reaches } from './places.ts';

type StaffScreenProps = {
  needs: Place['needs'];
  title: string;
  text: string;
  children: ReactNode;
};

/**
 * A page of the staff with the way to the others. Who may not see it is told so: 'Forbidden' who comes, 'Unauthorized'
 * who loses the right while it is open.
 */
export function StaffScreen({ needs, title, text, children }: StaffScreenProps) {
  const { role } = useUser();
  const may = reaches(role, needs);
  const might = useRef(may);
  might.current ||= may;
  const nav = useRef<HTMLElement>(null);
  useTitle(title);
  // On a phone there are more pages than have room.
  useEffect(() => {
    nav.current
      ?.querySelector('[aria-current="page"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, []);
  if (!may) {
    const lost = might.current;
    return (
      <Notice
        page
        icon="padlock"
        title={lost ? STAFF_TEXTS.unauthorized : STAFF_TEXTS.forbidden}
        text={lost ? STAFF_TEXTS.unauthorizedText : STAFF_TEXTS.forbiddenText}
        action={
          role === 'player' ? (
            <ButtonLink to="/dashboard">{STAFF_TEXTS.toDashboard}</ButtonLink>
          ) : (
            <ButtonLink to="/admin">{MENU_TEXTS.staff}</ButtonLink>
          )
        }
      />
    );
  }
  return (
    <div className={styles.page}>
      <nav ref={nav} aria-label={DESK_TEXTS.nav} className={styles.nav}>
        <Link to="/admin" activeOptions={{ exact: true }} className={styles.place}>
          {DESK_TEXTS.overview}
        </Link>
        {placesOf(role).map((place) => (
          <Link key={place.title} to={place.to} className={styles.place}>
            {place.title}
          </Link>
        ))}
      </nav>
      <header className={rhythm.stack1}>
        <h1>{title}</h1>
        <p className={styles.text}>{text}</p>
      </header>
      {children}
    </div>
  );
}
