import type { Choice, FightInput, FightRecord, Side } from '@rivalhold/shared/contract/combat.ts';
import type { Verdict } from '@rivalhold/shared/fights/verify.ts';
import { VERIFY_TEXTS } from '@rivalhold/shared/texts/verify-fight.ts';
import { Check } from 'lucide-react';
import { Grid, Row, Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { moveName } from '../spoken.ts';
import styles from './verify-steps.module.css';

/** Return a recorded input of the fight as text. */
function inputText(input: FightInput, names: Record<Side, string>): string {
  switch (input.kind) {
    case 'exchange':
      return VERIFY_TEXTS.inputExchange(
        choiceText(input.attacker, names.attacker),
        choiceText(input.defender, names.defender),
      );
    case 'sync':
      return VERIFY_TEXTS.inputSync(names[input.side]);
    case 'forfeit':
      return input.reason === 'conceded'
        ? VERIFY_TEXTS.inputConcede(names[input.side])
        : VERIFY_TEXTS.inputForfeit(names[input.side]);
  }
}

const choiceText = (choice: Choice | null, name: string): string =>
  choice ? VERIFY_TEXTS.chose(name, moveName(choice)) : VERIFY_TEXTS.byStyle(name);

/** List every input of the fight in order, with random draws and log lines. Tick the inputs if all checks passed. */
export function VerifySteps({ record, verdict }: { record: FightRecord; verdict: Verdict }) {
  const { passed, steps } = verdict;
  const names = { attacker: record.attacker.username, defender: record.defender.username };
  return (
    <Stack as="ol" divided>
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a finished fight never change order
        <Grid as="li" key={index} columns={passed ? ['auto', '1fr'] : 1} gap={3} paddingBlock={3}>
          {passed && <Check size={18} aria-label={VERIFY_TEXTS.right} className={styles.tick} />}
          <Stack gap={1}>
            {step.input && (
              <Text size={1} tone="quiet" weight="medium" display>
                {index}. {inputText(step.input, names)}
              </Text>
            )}
            {step.lines.map((line) => (
              <Row as="p" key={line.seq} gap={4} justify="between" leading="snug">
                <Text as="span" wrap="anywhere">
                  {line.text}
                </Text>
                <Text as="span" size={1} tone="quiet" weight="medium" display tabular fixed>
                  {line.attackerHP} : {line.defenderHP}
                </Text>
              </Row>
            ))}
            {step.draws.length > 0 && (
              <Row as="p" gap={2} rowGap={1} size={1} tone="quiet" wrap className={styles.draws}>
                {VERIFY_TEXTS.drawsCount(step.draws.length)}
                {step.draws.map(({ exchange, draw, value }) => (
                  <code key={`${exchange}:${draw}`} title={VERIFY_TEXTS.draw(exchange, draw)}>
                    {value.toFixed(4)}
                  </code>
                ))}
              </Row>
            )}
          </Stack>
        </Grid>
      ))}
    </Stack>
  );
}
