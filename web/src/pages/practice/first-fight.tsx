import { FIRST_LESSON_LEVEL } from '@rivalhold/shared/fights/lessons.ts';
import { FIRST_FIGHT_TEXTS as TEXTS } from '@rivalhold/shared/texts/first-fight.ts';
import { PRACTICE_TEXTS } from '@rivalhold/shared/texts/practice.ts';
import { useQuery } from '@tanstack/react-query';
import { Scene } from '../../entities/arena/scene.tsx';
import { useUser } from '../../entities/session/api.ts';
import { wasMailSent } from '../../features/accounts/sign-up-mail.ts';
import { teacherPortraitQuery } from '../../features/practice/api.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page, Row, Stack, Surface } from '../../ui/layout.tsx';
import { Text } from '../../ui/text.tsx';
import styles from './first-fight.module.css';

/** Offer a new player the first fight. */
export function FirstFight({ onStart }: { onStart: () => void }) {
  const { username, avatarUrl } = useUser();
  const teacher = useQuery(teacherPortraitQuery).data;
  return (
    <Page>
      <Surface as="section" fill={1} border radius={3} shadow={2} className={styles.card}>
        <div className={styles.arena} aria-hidden="true">
          <Scene />
          <Avatar name={username} url={avatarUrl} size={112} className={styles.own} />
          <Icon name="crossed-swords" size="2.5rem" className={styles.swords} />
          <Avatar name={PRACTICE_TEXTS.teacher} url={teacher} size={112} className={styles.teacher} />
        </div>
        <Stack gap={4} padding={5} textAlign="center">
          <Text as="h1" size={4} wrap="anywhere">
            {TEXTS.welcome(username)}
          </Text>
          <Text size={3} className={styles.offer}>
            {TEXTS.offer(FIRST_LESSON_LEVEL)}
          </Text>
          <Row gap={3} wrap justify="center">
            <Button variant="primary" size="large" className={styles.start} onClick={onStart}>
              <Icon name="crossed-swords" size="1.5rem" />
              {TEXTS.start}
            </Button>
            <ButtonLink to="/dashboard" size="large">
              {TEXTS.skip}
            </ButtonLink>
          </Row>
          <Text size={1} tone="quiet">
            {PRACTICE_TEXTS.unverified}
          </Text>
          <MailNote />
        </Stack>
      </Surface>
    </Page>
  );
}

/** Show where to confirm the email address, until it is confirmed. */
function MailNote() {
  const { id, email, emailVerified } = useUser();
  if (emailVerified) return null;
  return (
    <Text size={1} tone="quiet" wrap="anywhere">
      {wasMailSent(id) ? TEXTS.mailed(email) : TEXTS.notMailed(email)}
    </Text>
  );
}
