import type { Style, Temperament } from '@rivalhold/shared/contract/combat.ts';
import { PARTNER_IDS } from '@rivalhold/shared/fights/practice.ts';
import { TEMPERAMENTS } from '@rivalhold/shared/fights/style.ts';
import { formatPercent } from '@rivalhold/shared/format-decimal.ts';
import { FIGHT_STYLE_TEXTS as TEXTS } from '@rivalhold/shared/texts/fight-style.ts';
import { PRACTICE_TEXTS } from '@rivalhold/shared/texts/practice.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Choice } from '../../../ui/choice.tsx';
import { Grid, Row, Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import type { OpponentId } from '../../practice/index.ts';
import { BOUTS, type Result, useSimulation } from '../use-simulation.ts';
import styles from './style-simulator.module.css';

const STYLES = Object.keys(TEMPERAMENTS) as Temperament[];
// The sparring partner "master" comes last, because it takes seconds to compute its strategy before its first fight.
export const OPPONENTS: readonly OpponentId[] = [...STYLES, ...PARTNER_IDS];

const nameOf = (id: OpponentId): string =>
  id in TEMPERAMENTS
    ? TEXTS.styleOpponent(TEXTS.names[id as Temperament])
    : PRACTICE_TEXTS.partner[id as (typeof PARTNER_IDS)[number]].title;
const percent = (share: number) => Math.round(100 * share);

type SimulatorProps = {
  style: Style | null;
  chosen: readonly OpponentId[];
  setChosen: (chosen: readonly OpponentId[]) => void;
};

/** Let the player simulate fights of a style against chosen opponents. Remount it for another style. */
export function StyleSimulator({ style, chosen, setChosen }: SimulatorProps) {
  const simulation = useSimulation();
  const { state, results, tookMs } = simulation;
  const isRunning = state === 'running';
  const cannotRun = style === null || chosen.length === 0;
  return (
    <Card title={TEXTS.simulator}>
      <Stack gap={4}>
        <Text tone="quiet">{TEXTS.simulatorText(BOUTS)}</Text>
        <Grid
          as="fieldset"
          columns="9.5rem"
          gap={3}
          rowGap={0}
          size={1}
          leading="tight"
          aria-label={TEXTS.opponents}
        >
          {OPPONENTS.map((id) => (
            <Choice
              key={id}
              variant="small"
              checked={chosen.includes(id)}
              disabled={isRunning}
              onChange={({ target }) =>
                setChosen(
                  OPPONENTS.filter((other) => (other === id ? target.checked : chosen.includes(other))),
                )
              }
            >
              {nameOf(id)}
            </Choice>
          ))}
        </Grid>
        <Row gap={3} wrap>
          <Button
            busy={isRunning}
            aria-disabled={cannotRun || undefined}
            onClick={() => style && !cannotRun && simulation.start(style, chosen)}
          >
            {TEXTS.run(BOUTS)}
          </Button>
          {isRunning && (
            <Button variant="ghost" onClick={simulation.reset}>
              {TEXTS.stop}
            </Button>
          )}
          <Text size={1} tone="quiet" role="status">
            {style === null && TEXTS.invalid}
            {style !== null && chosen.length === 0 && TEXTS.chooseOpponent}
            {isRunning && TEXTS.running}
            {state === 'done' && TEXTS.took(tookMs)}
          </Text>
        </Row>
        {state === 'failed' && (
          <Text tone="danger" role="alert">
            {TEXTS.simulationFailed}
          </Text>
        )}
        {results.length > 0 && <Results results={results} />}
      </Stack>
    </Card>
  );
}

function Results({ results }: { results: readonly Result[] }) {
  return (
    <div>
      <table className={styles.table} aria-label={TEXTS.resultsCaption}>
        <thead>
          <tr>
            {TEXTS.resultColumns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {results.map(({ opponent, rate, low, high }) => (
            <tr key={opponent}>
              <th scope="row">{nameOf(opponent)}</th>
              <td>
                <strong>{formatPercent(percent(rate))}</strong>
              </td>
              <td>{TEXTS.range(percent(low), percent(high))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Text size={1} tone="quiet" paddingTop={2}>
        {TEXTS.rangeText}
      </Text>
    </div>
  );
}
