import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { SOCIAL_TEXTS as TEXTS } from '@rivalhold/shared/texts/social.ts';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { SOCIAL_SECTIONS } from '../../features/social/sections.ts';
import { useNewCount } from '../../features/social/use-new-count.ts';
import { Badge } from '../../ui/badge.tsx';
import { Page, Stack, Surface } from '../../ui/layout.tsx';
import { Text } from '../../ui/text.tsx';
import styles from './social-page.module.css';

/** Render /social: the sections where players meet, with the number of new items in each. */
export function SocialPage() {
  const countOf = useNewCount();
  return (
    <Page gap={5} width="narrow">
      <h1>{TEXTS.title}</h1>
      <Surface as="ul" radius={3} border shadow={1} className={styles.list}>
        {SOCIAL_SECTIONS.map(({ section, path, text, icon: Glyph }) => {
          const count = countOf([section]);
          return (
            <li key={text}>
              <Link to={path} className={styles.entry}>
                <span className={styles.icon}>
                  <Glyph size={24} aria-hidden="true" />
                </span>
                <Stack as="span" grow>
                  <Text as="span" weight="medium" size={3} display>
                    {text}
                  </Text>
                  <Text as="span" size={1} tone="quiet">
                    {TEXTS.about[section]}
                  </Text>
                </Stack>{' '}
                <Badge count={count} label={MENU_TEXTS.unseenCount(count)} />
                <Text as="span" tone="quiet">
                  <ChevronRight size={20} aria-hidden="true" />
                </Text>
              </Link>
            </li>
          );
        })}
      </Surface>
    </Page>
  );
}
