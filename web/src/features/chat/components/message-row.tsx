import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import type { ChatMessage } from '@rivalhold/shared/contract/chat.ts';
import { timeOfDay } from '@rivalhold/shared/dates.ts';
import { CHAT_TEXTS } from '@rivalhold/shared/texts/chat.ts';
import { clsx } from 'clsx';
import { Bot } from 'lucide-react';
import { memo } from 'react';
import { PlayerAvatarLink } from '../../../entities/players/player-avatar-link.tsx';
import { PlayerLink } from '../../../entities/players/player-link.tsx';
import { RichText } from '../../../entities/posts/post-text.tsx';
import { Quote } from '../../../entities/reactions/quote.tsx';
import { ReactionChips } from '../../../entities/reactions/reaction-chips.tsx';
import { fullTime } from '../../../lib/time.ts';
import { Row } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { useLobbyReaction } from '../api.ts';
import { mentionsPlayer, quoteOf, reactionCounts } from '../lobby.ts';
import { MessageActions } from './message-actions.tsx';
import styles from './message-row.module.css';

type MessageRowProps = {
  message: ChatMessage;
  isGrouped: boolean;
  /** The message that this message replies to: null if not loaded, undefined if this message is not a reply. */
  quoted: ChatMessage | null | undefined;
  me: SessionUser;
  /** True if the viewer can write in the lobby. */
  canWrite: boolean;
  isHighlighted: boolean;
  onReply: (message: ChatMessage) => void;
  onJump: (id: number) => void;
};

/** Show a row of the lobby: a player's message, a bot message or an emote. The text is never rendered as HTML. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, isGrouped, quoted, me, canWrite, isHighlighted, onReply, onJump } = props;
  const player = { id: message.userId, username: message.username, avatarUrl: message.avatarUrl };
  const name = (
    <PlayerLink player={player} className={styles.name}>
      <bdi>{message.username}</bdi>
    </PlayerLink>
  );
  return (
    <li
      data-message={message.id}
      tabIndex={-1}
      className={clsx(
        styles.row,
        styles[message.type],
        isGrouped && styles.grouped,
        mentionsPlayer(message, me) && styles.mention,
        message.id === null && styles.private,
        isHighlighted && styles.highlighted,
      )}
    >
      <div className={styles.face}>
        {message.type === 'bot' ? (
          <Text as="span" tone="ally">
            <Bot size={20} aria-hidden="true" />
          </Text>
        ) : (
          !isGrouped && <PlayerAvatarLink player={player} size={message.type === 'emote' ? 24 : 36} />
        )}
      </div>
      <div className={styles.content}>
        {message.type === 'user' && !isGrouped && <p className={styles.head}>{name}</p>}
        {message.type === 'bot' && message.id === null && (
          <Row as="p" gap={2} wrap align="baseline" rowGap={0}>
            <span className={styles.name}>{CHAT_TEXTS.bot}</span>
            <Text as="span" size={1} tone="quiet">
              {CHAT_TEXTS.onlyYou}
            </Text>
          </Row>
        )}
        {quoted !== undefined && (
          <Quote
            quoted={quoted && quoteOf(quoted)}
            onJump={() => quoted && quoted.id !== null && onJump(quoted.id)}
          />
        )}
        <p className={styles.text} dir="auto">
          {message.type === 'emote' && <>{name} </>}
          {message.type === 'bot' ? (
            <BotMessage message={message} name={name} />
          ) : (
            <RichText text={message.text} links={message.links} />
          )}
        </p>
        {message.id !== null && <Reactions message={message} id={message.id} canWrite={canWrite} />}
      </div>
      <Text
        as="time"
        size={1}
        tone="quiet"
        textAlign="end"
        wrap="nowrap"
        paddingTop="half"
        className={styles.time}
        dateTime={message.timestamp}
        title={fullTime(message.timestamp)}
      >
        {timeOfDay(new Date(message.timestamp))}
      </Text>
      {message.id !== null && (
        <MessageActions
          id={message.id}
          message={message}
          player={player}
          me={me}
          canWrite={canWrite}
          onReply={onReply}
        />
      )}
    </li>
  );
});

type ReactionsProps = { message: ChatMessage; id: number; canWrite: boolean };

function Reactions({ message, id, canWrite }: ReactionsProps) {
  const setReaction = useLobbyReaction(id);
  if (message.reactions.length === 0) return null;
  return (
    <Row paddingTop={1}>
      <ReactionChips reactions={reactionCounts(message)} onToggle={canWrite ? setReaction : undefined} />
    </Row>
  );
}

/** Show a bot message. If a public message begins with the username, replace the username with the link `name`. */
function BotMessage({ message, name }: { message: ChatMessage; name: React.ReactNode }) {
  if (message.id === null || !message.text.startsWith(`${message.username} `)) return message.text;
  return (
    <>
      {name}
      {message.text.slice(message.username.length)}
    </>
  );
}
