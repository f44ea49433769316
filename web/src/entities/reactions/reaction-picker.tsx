import { REACTIONS, type Reaction } from '@rivalhold/shared/reactions.ts';
import { REACTION_NAMES, REACTION_TEXTS } from '@rivalhold/shared/texts/reactions.ts';
import { type KeyboardEvent, useState } from 'react';
import { Row } from '../../ui/layout.tsx';
import styles from './reactions.module.css';

type ReactionPickerProps = {
  /** The viewer's reactions. */
  own: readonly Reaction[];
  onPick: (emoji: Reaction) => void;
};

/** Show a button for each emoji. The arrow keys move between the buttons. */
export function ReactionPicker({ own, onPick }: ReactionPickerProps) {
  const [at, setAt] = useState(0);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const end = REACTIONS.length - 1;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: end }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = to < 0 ? end : to > end ? 0 : to;
    setAt(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    <Row
      gap="half"
      justify="between"
      role="toolbar"
      tabIndex={-1}
      aria-label={REACTION_TEXTS.pick}
      onKeyDown={onKeyDown}
    >
      {REACTIONS.map((emoji, index) => (
        <button
          key={emoji}
          type="button"
          tabIndex={index === at ? 0 : -1}
          aria-label={REACTION_NAMES[emoji]}
          title={REACTION_NAMES[emoji]}
          aria-pressed={own.includes(emoji)}
          className={styles.emoji}
          onFocus={() => setAt(index)}
          onClick={() => onPick(emoji)}
        >
          {emoji}
        </button>
      ))}
    </Row>
  );
}
