import type { Example, ExampleBlow, ExampleLine } from '@rivalhold/shared/fights/example.ts';
import { GUIDE } from '@rivalhold/shared/texts/guide.ts';
import { clsx } from 'clsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Grid, Stack, Surface } from '../../ui/layout.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Text } from '../../ui/text.tsx';
import styles from './example-fight.module.css';

const TEXTS = GUIDE.example;
const ICONS: Partial<Record<ExampleLine['line']['kind'], IconName>> = {
  exchange: 'crossed-swords',
  over: 'laurel-crown',
};

/** Describe how the random draws determined an attack. */
const drawnText = ({ name, missed, draws, factors, ...blow }: ExampleBlow): string =>
  missed ? TEXTS.missed(name, draws[0]!) : TEXTS.hit(name, draws, factors, blow);

function Line({ of }: { of: ExampleLine }) {
  const { line, blows } = of;
  return (
    <Grid
      as="li"
      columns={['auto', '1fr']}
      gap={3}
      leading="snug"
      weight={line.kind === 'over' ? 'medium' : 'regular'}
      className={clsx(styles[line.kind])}
    >
      <Icon name={ICONS[line.kind] ?? 'anvil-impact'} className={styles.icon} />
      <p>
        {line.text}
        {blows.map((blow) => (
          <span key={blow.name} className={styles.drawn}>
            {drawnText(blow)}
          </span>
        ))}
      </p>
    </Grid>
  );
}

/** Show a whole fight, with the numbers behind each attack. */
export function ExampleFight({ example: { lines, setup } }: { example: Example }) {
  const { attacker, defender } = setup;
  const exchanges = Map.groupBy(lines, ({ line }) => line.exchange);
  return (
    <>
      <p>{TEXTS.intro(attacker.username, defender.username)}</p>
      <Text tone="quiet">{TEXTS.legend}</Text>
      <Stack as="ol" gap={3} aria-label={TEXTS.label}>
        {[...exchanges].map(([exchange, narration]) => {
          const { attackerHP, defenderHP } = narration.at(-1)!.line;
          return (
            <Surface key={exchange} as="li" radius={2} border padding={4} gap={3}>
              <Text as="h3" size={1} tone="quiet">
                {TEXTS.exchange(exchange)}
              </Text>
              <Stack as="ul" gap={3}>
                {narration.map((fighter) => (
                  <Line key={fighter.line.seq} of={fighter} />
                ))}
              </Stack>
              <Grid columns={2} gap={4}>
                <Meter kind="health" label={attacker.username} value={attackerHP} max={attacker.maxHealth} />
                <Meter kind="health" label={defender.username} value={defenderHP} max={defender.maxHealth} />
              </Grid>
            </Surface>
          );
        })}
      </Stack>
    </>
  );
}
