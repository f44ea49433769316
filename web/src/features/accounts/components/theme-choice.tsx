import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { clsx } from 'clsx';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useId } from 'react';
import { chooseTheme, useTheme } from '../../../lib/theme.ts';
import { Row } from '../../../ui/layout.tsx';
import styles from './theme-choice.module.css';

const OPTIONS = [
  { value: 'system', text: SHELL_TEXTS.themeSystem, Glyph: Monitor },
  { value: 'light', text: SHELL_TEXTS.themeLight, Glyph: Sun },
  { value: 'dark', text: SHELL_TEXTS.themeDark, Glyph: Moon },
] as const;

/**
 * Let the player choose one of three themes. The choice applies immediately. With `compact`, the choice fits into a
 * narrow space.
 */
export function ThemeChoice({ compact }: { compact?: boolean }) {
  const name = useId();
  const theme = useTheme();
  return (
    <Row
      as="fieldset"
      gap={compact ? 1 : 2}
      align="stretch"
      wrap={!compact}
      className={clsx(styles.options, compact && styles.compact)}
      aria-label={SHELL_TEXTS.theme}
    >
      {OPTIONS.map(({ value, text, Glyph }) => (
        <label key={value} className={styles.option}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={theme === value}
            onChange={() => chooseTheme(value)}
          />
          <Glyph size={18} aria-hidden="true" />
          {text}
        </label>
      ))}
    </Row>
  );
}
