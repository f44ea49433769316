import { REACTION_TEXTS } from '@rivalhold/shared/texts/reactions.ts';
import { Reply, X } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Row } from '../../ui/layout.tsx';
import { Text } from '../../ui/text.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './reactions.module.css';

/** The message that a reply refers to: its author, and the beginning of its text or the kind of its media. */
export type QuotedMessage = { name: string; text: string };

type QuoteProps = {
  /** Null if the message is deleted, too old or not visible to the viewer. */
  quoted: QuotedMessage | null;
  /** Scrolls to the message. Without it, the quote is not a button. */
  onJump?: () => void;
};

/** Show the message that a reply refers to. A press scrolls to it. */
export function Quote({ quoted, onJump }: QuoteProps) {
  if (!quoted)
    return (
      <Text as="p" size={1} tone="quiet" className={styles.quote}>
        {REACTION_TEXTS.unavailable}
      </Text>
    );
  const content = (
    <>
      <VisuallyHidden>{REACTION_TEXTS.inReplyTo} </VisuallyHidden>
      <bdi className={styles.author}>{quoted.name}</bdi>
      <span className={styles.excerpt} dir="auto">
        {quoted.text}
      </span>
    </>
  );
  if (!onJump) return <p className={styles.quote}>{content}</p>;
  return (
    <button type="button" className={styles.quote} onClick={onJump}>
      {content}
    </button>
  );
}

type ReplyBarProps = { quoted: QuotedMessage; onCancel: () => void };

/** Show above the text field which message the player is replying to. */
export function ReplyBar({ quoted, onCancel }: ReplyBarProps) {
  return (
    <Row gap={2} paddingBottom={2}>
      <Text as="span" tone="quiet" fixed>
        <Reply size={18} aria-hidden="true" />
      </Text>
      <Text as="p" size={1} grow role="status">
        <Text as="span" weight="medium">
          {REACTION_TEXTS.replyingTo(quoted.name)}
        </Text>
        <span className={styles.excerpt} dir="auto">
          {quoted.text}
        </span>
      </Text>
      <IconButton label={REACTION_TEXTS.cancelReply} size="small" onClick={onCancel}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </Row>
  );
}
