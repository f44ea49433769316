import type { Example, ExampleLine } from '@rivalhold/shared/combat/example.ts';
import { GUIDE } from '@rivalhold/shared/texts/guide.ts';
import { clsx } from 'clsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Meter } from '../../ui/meter.tsx';
import rhythm from '../../ui/rhythm.module.css';
import styles from './example-fight.module.css';

const TEXTS = GUIDE.example;
const ICONS: Partial<Record<ExampleLine['line']['kind'], IconName>> = {
  hit: 'sword-wound',
  miss: 'dodging',
  heal: 'heart-plus',
  over: 'laurel-crown',
};

/** What the numbers that a blow drew made of it, in words. */
function drawnBy({ line, draws, factors }: ExampleLine): string | null {
  if (line.kind === 'miss') return TEXTS.missed(draws[0]!);
  return line.kind === 'hit' ? TEXTS.hit(draws, factors, line) : null;
}

function Line({ of }: { of: ExampleLine }) {
  const { line } = of;
  const drawn = drawnBy(of);
  return (
    <li className={clsx(styles.line, styles[line.kind])}>
      <Icon name={ICONS[line.kind] ?? 'anvil-impact'} className={styles.icon} />
      <p>
        {line.text}
        {drawn && <span className={styles.drawn}>{drawn}</span>}
      </p>
    </li>
  );
}

/** A whole fight with the number behind each blow. */
export function ExampleFight({ example: { lines, setup } }: { example: Example }) {
  const { attacker, defender } = setup;
  const exchanges = Map.groupBy(lines, ({ line }) => line.exchange);
  return (
    <>
      <p>{TEXTS.intro(attacker.username, defender.username)}</p>
      <p className={rhythm.quiet}>{TEXTS.legend}</p>
      <ol className={rhythm.stack3} aria-label={TEXTS.label}>
        {[...exchanges].map(([exchange, told]) => {
          const { attackerHP, defenderHP } = told.at(-1)!.line;
          return (
            <li key={exchange} className={styles.exchange}>
              <h3 className={styles.number}>{TEXTS.exchange(exchange)}</h3>
              <ul className={rhythm.stack3}>
                {told.map((one) => (
                  <Line key={one.line.seq} of={one} />
                ))}
              </ul>
              <div className={styles.bars}>
                <Meter kind="health" label={attacker.username} value={attackerHP} max={attacker.maxHealth} />
                <Meter kind="health" label={defender.username} value={defenderHP} max={defender.maxHealth} />
              </div>
            </li>
          );
        })}
      </ol>
    </>
  );
}
