import { FOCUS_MAX } from '@rivalhold/shared/fights/numbers.ts';
import { STYLE_MOVES } from '@rivalhold/shared/fights/style.ts';
import { MOVE_NAMES } from '@rivalhold/shared/texts/combat.ts';
import { FIGHT_STYLE_TEXTS as TEXTS } from '@rivalhold/shared/texts/fight-style.ts';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { Choice } from '../../../ui/choice.tsx';
import field from '../../../ui/field.module.css';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Grid, Row, Stack, Surface } from '../../../ui/layout.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Text } from '../../../ui/text.tsx';
import { type DraftLine, draftSum } from '../style-draft.ts';
import styles from './line-editor.module.css';

const FOCUS_OPTIONS = [
  { value: '', label: TEXTS.anyFocus },
  ...Array.from({ length: FOCUS_MAX }, (_, index) => ({
    value: String(index + 1),
    label: TEXTS.focusLeast(index + 1),
  })),
];

type LineProps = {
  line: DraftLine;
  /** Position of the line in the style, counted from 1. */
  number: number;
  isLast: boolean;
  canMoveUp: boolean;
  canMoveDown: boolean;
  /** Errors of the line, keyed by field: '' for the line itself, '.health', '.odds', '.odds.strike'. */
  errors: Record<string, string>;
  onChange: (changes: Partial<Omit<DraftLine, 'key'>>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

/** Let the player edit a line of their style: its conditions and the percentage of each move. */
export function LineEditor(props: LineProps) {
  const { line, number, isLast, canMoveUp, canMoveDown, errors, onChange, onMove, onRemove } = props;
  const id = useId();
  return (
    <Surface as="li" fill={2} radius={2} border padding={3} gap={3} data-line={line.key}>
      <Stack gap={3} role="group" aria-labelledby={`${id}-title`}>
        <Row gap={1} justify="between">
          <Text as="h3" size={2} id={`${id}-title`}>
            {isLast ? TEXTS.lastLine(number) : TEXTS.line(number)}
          </Text>
          {!isLast && (
            <Row fixed>
              <IconButton
                label={TEXTS.up(number)}
                data-action="up"
                aria-disabled={!canMoveUp || undefined}
                onClick={() => canMoveUp && onMove(-1)}
              >
                <ArrowUp size={18} aria-hidden="true" />
              </IconButton>
              <IconButton
                label={TEXTS.down(number)}
                data-action="down"
                aria-disabled={!canMoveDown || undefined}
                onClick={() => canMoveDown && onMove(1)}
              >
                <ArrowDown size={18} aria-hidden="true" />
              </IconButton>
              <IconButton label={TEXTS.remove(number)} onClick={onRemove}>
                <Trash2 size={18} aria-hidden="true" />
              </IconButton>
            </Row>
          )}
        </Row>
        {!isLast && <Conditions line={line} errors={errors} onChange={onChange} />}
        {errors[''] && (
          <Text size={1} tone="danger" role="alert" data-invalid tabIndex={-1}>
            {errors['']}
          </Text>
        )}
        <Odds line={line} errors={errors} onChange={onChange} />
      </Stack>
    </Surface>
  );
}

type PartProps = Pick<LineProps, 'line' | 'errors' | 'onChange'>;

function Conditions({ line, errors, onChange }: PartProps) {
  const health = (name: 'health' | 'theirHealth') => (
    <Field
      label={TEXTS[name]}
      placeholder={TEXTS.anyHealth}
      inputMode="numeric"
      autoComplete="off"
      maxLength={3}
      value={line[name]}
      error={errors[`.${name}`]}
      end={<span aria-hidden="true">{TEXTS.percent}</span>}
      onChange={({ target }) => onChange({ [name]: target.value })}
    />
  );
  const focus = (name: 'focus' | 'theirFocus') => (
    <SelectField
      label={TEXTS[name]}
      options={FOCUS_OPTIONS}
      value={line[name]}
      error={errors[`.${name}`]}
      onChange={({ target }) => onChange({ [name]: target.value })}
    />
  );
  return (
    <>
      <Choice checked={line.canHeal} onChange={({ target }) => onChange({ canHeal: target.checked })}>
        {TEXTS.canHeal}
      </Choice>
      <Grid columns="8.5rem" fit gap={3} rowGap={2}>
        {health('health')}
        {health('theirHealth')}
        {focus('focus')}
        {focus('theirFocus')}
      </Grid>
    </>
  );
}

function Odds({ line, errors, onChange }: PartProps) {
  const id = useId();
  const sum = draftSum(line);
  const error = errors['.odds'] ?? STYLE_MOVES.map((move) => errors[`.odds.${move}`]).find(Boolean);
  return (
    <Stack gap={1}>
      <Text size={1} tone="quiet" id={`${id}-title`}>
        {TEXTS.odds}
      </Text>
      <Grid columns="3rem" fit gap={2} role="group" aria-labelledby={`${id}-title`}>
        {STYLE_MOVES.map((move) => (
          <Stack as="label" key={move} gap={1} size={1} weight="bold" className={styles.odds}>
            {MOVE_NAMES[move]}
            <input
              className={field.input}
              inputMode="numeric"
              autoComplete="off"
              maxLength={3}
              placeholder="0"
              value={line.odds[move]}
              aria-invalid={errors['.odds'] || errors[`.odds.${move}`] ? true : undefined}
              aria-describedby={`${id}-sum`}
              onChange={({ target }) => onChange({ odds: { ...line.odds, [move]: target.value } })}
            />
          </Stack>
        ))}
      </Grid>
      <Row id={`${id}-sum`} gap={2} justify="between">
        <Text size={1} tone="danger" aria-live="polite">
          {error}
        </Text>
        <Text as="span" size={1} fixed tabular tone={sum === 100 ? 'quiet' : 'danger'}>
          {TEXTS.sum(sum)}
        </Text>
      </Row>
    </Stack>
  );
}
