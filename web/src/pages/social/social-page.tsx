import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { SOCIAL_TEXTS as TEXTS } from '@rivalhold/shared/texts/social.ts';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useUser } from '../../entities/session/api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Page, Stack, Surface } from '../../ui/layout.tsx';
import { Text } from '../../ui/text.tsx';
import { type Place, socialItems } from '../menu.ts';
import { useNewCount } from '../use-new-count.ts';
import styles from './social-page.module.css';

const ABOUT: Partial<Record<Place, string>> = TEXTS.about;

/** Render /social: the places where players meet, with the number of new things in each. */
export function SocialPage() {
  const me = useUser();
  const countOf = useNewCount();
  return (
    <Page gap={5}>
      <h1>{TEXTS.title}</h1>
      <Surface as="ul" radius={3} border shadow={1} className={styles.list}>
        {socialItems(me.id).map(({ text, icon: Glyph, link, places: [place = 'social'] }) => {
          const count = place === 'fight' ? 0 : countOf([place]);
          return (
            <li key={text}>
              <Link {...link} aria-label={MENU_TEXTS.withCount(text, count)} className={styles.entry}>
                <span className={styles.icon}>
                  <Glyph size={24} aria-hidden="true" />
                </span>
                <Stack as="span" grow>
                  <Text as="span" weight="medium" size={3} display>
                    {text}
                  </Text>
                  <Text as="span" size={1} tone="quiet">
                    {ABOUT[place]}
                  </Text>
                </Stack>
                <Badge count={count} />
                <ChevronRight size={20} aria-hidden="true" className={styles.arrow} />
              </Link>
            </li>
          );
        })}
      </Surface>
    </Page>
  );
}
