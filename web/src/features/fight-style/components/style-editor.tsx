import { STYLE_LINES_MAX } from '@rivalhold/shared/fights/numbers.ts';
import { FIGHT_STYLE_TEXTS as TEXTS } from '@rivalhold/shared/texts/fight-style.ts';
import { Plus } from 'lucide-react';
import { type Dispatch, useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { Text } from '../../../ui/text.tsx';
import type { DraftAction, DraftLine } from '../style-draft.ts';
import { LineEditor } from './line-editor.tsx';

type EditorProps = {
  lines: readonly DraftLine[];
  /** Errors by field, such as `lines.0.odds`. */
  errors: Record<string, string>;
  dispatch: Dispatch<DraftAction>;
};

/** Return the errors of one line, keyed by field. */
function errorsOf(errors: Record<string, string>, index: number): Record<string, string> {
  const start = `lines.${index}`;
  return Object.fromEntries(
    Object.entries(errors)
      .filter(([name]) => name === start || name.startsWith(`${start}.`))
      .map(([name, text]) => [name.slice(start.length), text]),
  );
}

/** Let the player add, edit, remove and reorder the lines of their style. */
export function StyleEditor({ lines, errors, dispatch }: EditorProps) {
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  // Returns the element to focus after a line is added, moved or removed, because moving or removing a line loses the
  // focus.
  const refocus = useRef<(() => HTMLElement | null | undefined) | null>(null);
  useEffect(() => {
    refocus.current?.()?.focus();
    refocus.current = null;
  });
  const last = lines.length - 1;
  const isFull = lines.length >= STYLE_LINES_MAX;
  const move = (line: DraftLine, index: number, by: -1 | 1) => {
    const action = by < 0 ? 'up' : 'down';
    refocus.current = () =>
      list.current?.querySelector<HTMLElement>(`[data-line="${line.key}"] [data-action="${action}"]`);
    dispatch({ type: 'move', key: line.key, by });
    announce(TEXTS.moved(index + by + 1));
  };
  const remove = (line: DraftLine, index: number) => {
    refocus.current = () => addButton.current;
    dispatch({ type: 'remove', key: line.key });
    announce(TEXTS.removed(index + 1));
  };
  const add = () => {
    if (isFull) return;
    refocus.current = () => list.current?.children[last]?.querySelector<HTMLElement>('input');
    dispatch({ type: 'add' });
    announce(TEXTS.added(last + 1));
  };
  return (
    <Card title={TEXTS.editor}>
      <Text tone="quiet" paddingBottom={4}>
        {TEXTS.editorText}
      </Text>
      <Stack as="ol" gap={3} ref={list}>
        {lines.map((line, index) => (
          <LineEditor
            key={line.key}
            line={line}
            number={index + 1}
            isLast={index === last}
            canMoveUp={index > 0}
            canMoveDown={index < last - 1}
            errors={errorsOf(errors, index)}
            onChange={(changes) => dispatch({ type: 'change', key: line.key, changes })}
            onMove={(by) => move(line, index, by)}
            onRemove={() => remove(line, index)}
          />
        ))}
      </Stack>
      <Row gap={3} wrap paddingTop={4}>
        <Button ref={addButton} aria-disabled={isFull || undefined} onClick={add}>
          <Plus size={18} aria-hidden="true" />
          {TEXTS.add}
        </Button>
        {isFull && (
          <Text size={1} tone="quiet">
            {TEXTS.full}
          </Text>
        )}
      </Row>
    </Card>
  );
}
