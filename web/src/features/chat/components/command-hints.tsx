import { CHAT_COMMANDS, CHAT_TEXTS } from '@rivalhold/shared/texts/chat.ts';
import { clsx } from 'clsx';
import { useEffect } from 'react';
import rhythm from '../../../ui/rhythm.module.css';
import styles from './command-hints.module.css';

/** The commands that what is being written may become; none once one is written out and goes on. */
export const commandsFor = (draft: string): readonly (typeof CHAT_COMMANDS)[number][] =>
  /^\/[a-z]*$/i.test(draft) ? CHAT_COMMANDS.filter(({ name }) => name.startsWith(draft.toLowerCase())) : [];

export const optionId = (id: string, index: number): string => `${id}-${index}`;

type CommandHintsProps = {
  /** Of the list; the field names it. */
  id: string;
  hints: ReturnType<typeof commandsFor>;
  /** Which of them the keyboard has chosen; -1 for none. */
  chosen: number;
  onSelect: (index: number) => void;
};

/** The commands there are, over the field in which one is begun. The focus stays in the field. */
export function CommandHints({ id, hints, chosen, onSelect }: CommandHintsProps) {
  useEffect(() => {
    document.getElementById(optionId(id, chosen))?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen]);
  return (
    <div id={id} role="listbox" aria-label={CHAT_TEXTS.commands} className={styles.hints}>
      {hints.map(({ name, usage, text }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
        <div
          key={name}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          className={clsx(styles.hint, index === chosen && styles.chosen)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onSelect(index)}
        >
          <span className={styles.usage}>{usage}</span>
          <span className={rhythm.note}>{text}</span>
        </div>
      ))}
    </div>
  );
}
