import { formatNumber } from '@rivalhold/shared/format-number.ts';
import type { Reaction } from '@rivalhold/shared/reactions.ts';
import { REACTION_TEXTS } from '@rivalhold/shared/texts/reactions.ts';
import { Row } from '../../ui/layout.tsx';
import { Text } from '../../ui/text.tsx';
import styles from './reactions.module.css';

/** An emoji, the number of players who reacted with it, and whether the viewer is one of them. */
export type ReactionCount = { emoji: Reaction; count: number; reacted: boolean };

type ReactionChipsProps = {
  reactions: readonly ReactionCount[];
  /** Adds or removes the viewer's reaction; undefined if the viewer cannot react. */
  onToggle: ((emoji: Reaction, reacted: boolean) => void) | undefined;
};

/** Show the reactions to a message with their counts. A press adds the viewer's reaction or removes it. */
export function ReactionChips({ reactions, onToggle }: ReactionChipsProps) {
  if (reactions.length === 0) return null;
  return (
    <Row as="ul" gap={1} wrap aria-label={REACTION_TEXTS.reactions}>
      {reactions.map(({ emoji, count, reacted }) => (
        <li key={emoji}>
          <button
            type="button"
            className={styles.chip}
            aria-pressed={reacted}
            aria-disabled={!onToggle || undefined}
            aria-label={REACTION_TEXTS.chip(emoji, count, reacted)}
            title={REACTION_TEXTS.chip(emoji, count, reacted)}
            onClick={() => onToggle?.(emoji, !reacted)}
          >
            <span aria-hidden="true">{emoji}</span>
            <Text as="span" size={1} tabular>
              {formatNumber(count)}
            </Text>
          </button>
        </li>
      ))}
    </Row>
  );
}
