import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/layout.tsx';

type PresetsProps = {
  label: string;
  texts: readonly string[];
  /** Text that is already in the field. A picked template is appended to it. */
  written: string;
  onPick: (text: string) => void;
};

/** Show templates for a text field. */
export function Presets({ label, texts, written, onPick }: PresetsProps) {
  return (
    <Row role="group" aria-label={label} gap={2} wrap align="stretch">
      {texts.map((text) => (
        <Button key={text} size="small" onClick={() => onPick(`${written.trimEnd()} ${text}`.trimStart())}>
          {text}
        </Button>
      ))}
    </Row>
  );
}
