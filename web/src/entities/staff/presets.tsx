import { Button } from '../../ui/button.tsx';
import styles from './desk.module.css';

type PresetsProps = {
  label: string;
  texts: readonly string[];
  /** What the field holds already; words that are picked come after it. */
  written: string;
  onPick: (text: string) => void;
};

/** Ready-made words for a text field. */
export function Presets({ label, texts, written, onPick }: PresetsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would ask for a legend that is seen
    <div role="group" aria-label={label} className={styles.presets}>
      {texts.map((text) => (
        <Button key={text} size="small" onClick={() => onPick(`${written.trimEnd()} ${text}`.trimStart())}>
          {text}
        </Button>
      ))}
    </div>
  );
}
