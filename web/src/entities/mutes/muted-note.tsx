import { MUTED_NOTICE_TEXTS } from '@rivalhold/shared/texts/moderation.ts';
import { VolumeX } from 'lucide-react';
import { DateTime } from '../../ui/date-time.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { SentenceText } from '../../ui/sentence-text.tsx';
import { Text } from '../../ui/text.tsx';
import { Countdown } from './countdown.tsx';
import styles from './muted-note.module.css';
import { useMute } from './use-mute.ts';

/**
 * Show a muted player the end, the reason and the remaining time of the mute. Renders nothing for other players, and
 * nothing once the mute has ended. Call `useMute` to find out whether to show this note instead of a composer.
 */
export function MutedNote() {
  const mute = useMute();
  if (!mute) return null;
  return (
    <Row
      align="start"
      gap={3}
      paddingBlock={3}
      paddingInline={4}
      fill={2}
      border
      radius={2}
      tone="text"
      leading="snug"
      textAlign="start"
    >
      <VolumeX size={22} aria-hidden="true" className={styles.icon} />
      <Stack gap={1} grow>
        <Text role="status" weight="medium">
          <SentenceText parts={MUTED_NOTICE_TEXTS.muted(<DateTime time={mute.until} />)} />
        </Text>
        {mute.reason && (
          <p className={styles.reason}>
            <SentenceText parts={MUTED_NOTICE_TEXTS.reason(<bdi>{mute.reason}</bdi>)} />
          </p>
        )}
        <Text size={1} tone="quiet">
          <SentenceText
            parts={MUTED_NOTICE_TEXTS.left(
              <Text as={Countdown} tone="text" weight="medium" until={mute.until} />,
            )}
          />
        </Text>
      </Stack>
    </Row>
  );
}
