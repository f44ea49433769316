import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import type { ChatLine } from '@rivalhold/shared/contract/chat.ts';
import { timeOfDay } from '@rivalhold/shared/dates.ts';
import { CHAT_TEXTS } from '@rivalhold/shared/texts/chat.ts';
import { clsx } from 'clsx';
import { Bot } from 'lucide-react';
import { memo } from 'react';
import { PlayerFace } from '../../../entities/players/player-face.tsx';
import { PlayerLink } from '../../../entities/players/player-link.tsx';
import { Words } from '../../../entities/posts/post-text.tsx';
import { fullTime } from '../../../lib/time.ts';
import { mentions } from '../lobby.ts';
import { LineActions } from './line-actions.tsx';
import styles from './line-row.module.css';

type LineRowProps = { line: ChatLine; joined: boolean; me: SessionUser };

/** A line of the lobby: somebody's, the bot's, or what somebody does. Always shown as text. */
export const LineRow = memo(function LineRow({ line, joined, me }: LineRowProps) {
  const player = { id: line.userId, username: line.username, avatarUrl: line.avatarUrl };
  const name = (
    <PlayerLink player={player} className={styles.name}>
      <bdi>{line.username}</bdi>
    </PlayerLink>
  );
  return (
    <li
      className={clsx(
        styles.row,
        styles[line.type],
        joined && styles.joined,
        mentions(line, me) && styles.mention,
        line.id === null && styles.private,
      )}
    >
      <div className={styles.face}>
        {line.type === 'bot' ? (
          <Bot size={20} aria-hidden="true" className={styles.botIcon} />
        ) : (
          !joined && <PlayerFace player={player} size={line.type === 'emote' ? 24 : 36} />
        )}
      </div>
      <div className={styles.words}>
        {line.type === 'user' && !joined && <p className={styles.head}>{name}</p>}
        {line.type === 'bot' && line.id === null && (
          <p className={styles.head}>
            <span className={styles.name}>{CHAT_TEXTS.bot}</span>
            <span className={styles.quiet}>{CHAT_TEXTS.onlyYou}</span>
          </p>
        )}
        <p className={styles.text} dir="auto">
          {line.type === 'emote' && <>{name} </>}
          {line.type === 'bot' ? (
            <BotWords line={line} name={name} />
          ) : (
            <Words text={line.text} links={line.links} />
          )}
        </p>
      </div>
      <time className={styles.time} dateTime={line.timestamp} title={fullTime(line.timestamp)}>
        {timeOfDay(new Date(line.timestamp))}
      </time>
      {line.type !== 'bot' && line.id !== null && <LineActions id={line.id} player={player} me={me} />}
    </li>
  );
});

/** What the bot says to the room begins with a player's name. */
function BotWords({ line, name }: { line: ChatLine; name: React.ReactNode }) {
  if (line.id === null || !line.text.startsWith(`${line.username} `)) return line.text;
  return (
    <>
      {name}
      {line.text.slice(line.username.length)}
    </>
  );
}
