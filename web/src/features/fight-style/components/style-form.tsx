import type { combat, Style, Temperament } from '@rivalhold/shared/contract/combat.ts';
import type { Reply } from '@rivalhold/shared/contract/schema.ts';
import { styleProblems, TEMPERAMENTS } from '@rivalhold/shared/fights/style.ts';
import { lineInWords, styleErrors, FIGHT_STYLE_TEXTS as TEXTS } from '@rivalhold/shared/texts/fight-style.ts';
import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useId, useReducer, useRef, useState } from 'react';
import { errorText, readError } from '../../../lib/errors.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Choice } from '../../../ui/choice.tsx';
import { Grid, Row, Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast.ts';
import { useConfirmLeave } from '../../../ui/use-confirm-leave.ts';
import { saveStyle, styleQuery } from '../api.ts';
import { draftReducer, toDraft, toStyle } from '../style-draft.ts';
import { StyleEditor } from './style-editor.tsx';
import styles from './style-form.module.css';
import { OPPONENTS, StyleSimulator } from './style-simulator.tsx';

/** A ready-made style, or the player's own lines. */
type StyleChoice = Temperament | 'own';
const CHOICES = [...(Object.keys(TEMPERAMENTS) as Temperament[]), 'own'] as const;

type SavedStyle = Reply<(typeof combat)['routes']['GET /api/style']>;
const NONE: Record<string, string> = {};

const isSame = (one: Style, other: Style) => JSON.stringify(one) === JSON.stringify(other);

/** Let the player choose or write a style, read what it does, and try it out. */
export function StyleForm({ saved }: { saved: SavedStyle }) {
  const form = useRef<HTMLFormElement>(null);
  const savedChoice: StyleChoice = saved.temperament ?? 'own';
  const [choice, setChoice] = useState(savedChoice);
  const [lines, dispatch] = useReducer(draftReducer, saved.lines, toDraft);
  const [hasTried, setHasTried] = useState(false);
  const [opponents, setOpponents] = useState(OPPONENTS);
  const [rejected, setRejected] = useState({ errors: NONE, failure: '' });

  const style: Style = choice === 'own' ? toStyle(lines) : TEMPERAMENTS[choice];
  const found = styleErrors(styleProblems(style));
  const isValid = Object.keys(found).length === 0;
  const errors = { ...rejected.errors, ...(hasTried ? found : NONE) };
  const isDirty = choice !== savedChoice || !isSame(style, saved.lines);
  useConfirmLeave(isDirty, { title: TEXTS.unsaved, text: TEXTS.unsavedText, confirm: TEXTS.leave });

  const focusFirstError = () =>
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus(),
    );
  const saving = useMutation({
    mutationFn: saveStyle,
    onSuccess: (reply) => {
      queryClient.setQueryData(styleQuery.queryKey, reply);
      setHasTried(false);
      toast.success(TEXTS.saved);
    },
    onError: async (thrown) => {
      const error = await readError(thrown);
      const fields = Object.entries(error.errors).filter(([field]) => field.startsWith('lines.'));
      const failure = fields.length > 0 ? '' : errorText(error, TEXTS.saveFailed);
      setRejected({ errors: Object.fromEntries(fields), failure });
      focusFirstError();
    },
  });
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    setRejected({ errors: NONE, failure: '' });
    if (!isValid) {
      setHasTried(true);
      focusFirstError();
    } else if (!saving.isPending) {
      const own = { temperament: null, lines: style };
      saving.mutate(choice === 'own' ? own : { temperament: choice, lines: null });
    }
  };
  const choose = (next: StyleChoice) => {
    // If the player has not saved lines of their own, start with a copy of the style that was shown.
    if (next === 'own' && choice !== 'own' && saved.temperament !== null)
      dispatch({ type: 'set', lines: toDraft(TEMPERAMENTS[choice as Temperament]) });
    setChoice(next);
  };
  const errorCount = Object.keys(errors).length;
  return (
    <Grid columns={['1fr', '24rem']} gap={5} align="start" stackOn="below-wide">
      <Stack as="form" gap={5} ref={form} noValidate onSubmit={save} aria-label={TEXTS.title}>
        <Card title={TEXTS.choose}>
          <TemperamentChoice value={choice} onChange={choose} />
        </Card>
        {choice === 'own' && (
          <StyleEditor
            lines={lines}
            errors={errors}
            dispatch={(action) => {
              setRejected({ errors: NONE, failure: '' });
              dispatch(action);
            }}
          />
        )}
        <Row gap={3} wrap>
          <Button
            type="submit"
            variant="primary"
            busy={saving.isPending}
            aria-disabled={!isDirty || undefined}
          >
            {TEXTS.save}
          </Button>
          <Text tone="danger" role="alert">
            {rejected.failure || (errorCount > 0 && TEXTS.fixErrors(errorCount))}
          </Text>
        </Row>
        {choice !== 'own' && <StyleInWords style={style} />}
      </Stack>
      <Stack gap={5}>
        {choice === 'own' && <StyleInWords style={isValid ? style : null} />}
        <StyleSimulator
          key={JSON.stringify(style)}
          style={isValid ? style : null}
          chosen={opponents}
          setChosen={setOpponents}
        />
      </Stack>
    </Grid>
  );
}

type TemperamentChoiceProps = { value: StyleChoice; onChange: (value: StyleChoice) => void };

/** Let the player choose a ready-made style or their own lines. */
function TemperamentChoice({ value, onChange }: TemperamentChoiceProps) {
  const name = useId();
  return (
    <Grid as="fieldset" columns="7.5rem" gap={2} className={styles.options} aria-label={TEXTS.choose}>
      {CHOICES.map((choice) => (
        <Choice
          key={choice}
          type="radio"
          variant="tile"
          name={name}
          value={choice}
          checked={value === choice}
          onChange={() => onChange(choice)}
        >
          <Stack as="span" gap={1} grow>
            <Text as="span" weight="bold">
              {TEXTS.names[choice]}
            </Text>
            <Text as="span" size={1} tone="quiet">
              {TEXTS.texts[choice]}
            </Text>
          </Stack>
        </Choice>
      ))}
    </Grid>
  );
}

/** Show what a style does, line by line. `style` is null if it is invalid. */
function StyleInWords({ style }: { style: Style | null }) {
  return (
    <Card title={TEXTS.words}>
      {style ? (
        <Stack as="ol" gap={2}>
          {style.map((line, index) => (
            <Text as="li" key={JSON.stringify([index, line])}>
              {lineInWords(line, index)}
            </Text>
          ))}
        </Stack>
      ) : (
        <Text tone="quiet">{TEXTS.invalid}</Text>
      )}
      <Text size={1} tone="quiet" paddingTop={3}>
        {TEXTS.wordsText} {TEXTS.seen}
      </Text>
    </Card>
  );
}
