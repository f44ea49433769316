import type { FightInput } from '@rivalhold/shared/contract/combat.ts';
import { itemById } from '@rivalhold/shared/items/catalogue.ts';
import { COMBAT_NARRATION, VERIFY_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { Check } from 'lucide-react';
import type { FightRecord, VerifiedStep } from '../verify.ts';
import styles from './verify-steps.module.css';

function inputText(input: FightInput, name: string): string {
  switch (input.kind) {
    case 'attack':
      return VERIFY_TEXTS.inputAttack(name);
    case 'heal':
      return VERIFY_TEXTS.inputHeal(name);
    case 'item':
      return VERIFY_TEXTS.inputItem(name, itemById(input.itemId)?.name ?? COMBAT_NARRATION.unknownItem);
    case 'sync':
      return VERIFY_TEXTS.inputSync(name);
    case 'forfeit':
      return VERIFY_TEXTS.inputForfeit(name);
  }
}

/** List every input of the fight in order, with its random draws and log lines. */
export function VerifySteps({ record, steps }: { record: FightRecord; steps: readonly VerifiedStep[] }) {
  const nameOf = (id: number) =>
    [record.attacker, record.defender].find((fighter) => fighter.id === id)?.username ?? '';
  return (
    <ol className={styles.steps}>
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a finished fight never change order
        <li key={index} className={styles.step}>
          <Check size={18} aria-label={VERIFY_TEXTS.right} className={styles.tick} />
          <div className={styles.text}>
            {step.input && (
              <p className={styles.action}>
                {index}. {inputText(step.input, nameOf(step.input.by))}
              </p>
            )}
            {step.lines.map((line) => (
              <p key={line.seq} className={styles.line}>
                <span>{line.text}</span>
                <span className={styles.health}>
                  {line.attackerHP} : {line.defenderHP}
                </span>
              </p>
            ))}
            {step.draws.length > 0 && (
              <p className={styles.draws}>
                {VERIFY_TEXTS.drawsCount(step.draws.length)}
                {step.draws.map(({ exchange, draw, value }) => (
                  <code key={`${exchange}:${draw}`} title={VERIFY_TEXTS.draw(exchange, draw)}>
                    {value.toFixed(4)}
                  </code>
                ))}
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
