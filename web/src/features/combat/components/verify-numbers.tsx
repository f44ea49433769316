import type { FightRecord } from '@rivalhold/shared/contract/combat.ts';
import { VERIFY_TEXTS } from '@rivalhold/shared/texts/verify-fight.ts';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { toast } from '../../../ui/toast.ts';
import styles from './verify-numbers.module.css';

function CopyButton({ value, label }: { value: string; label: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
      announce(VERIFY_TEXTS.copied);
    } catch {
      setCopied(false);
      toast.error(VERIFY_TEXTS.copyFailed);
    }
  };
  return (
    <IconButton label={VERIFY_TEXTS.copy(label)} onClick={() => void copy()}>
      {copied ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
    </IconButton>
  );
}

/** List the values needed to verify the fight with other tools. */
export function VerifyNumbers({ record }: { record: FightRecord }) {
  const numbers = [
    { label: VERIFY_TEXTS.seed, value: record.seed },
    { label: VERIFY_TEXTS.seedHash, value: record.seedHash },
    { label: VERIFY_TEXTS.inputsHash, value: record.inputsHash },
    { label: VERIFY_TEXTS.nonce(record.attacker.username), value: record.nonces.attacker },
    { label: VERIFY_TEXTS.nonce(record.defender.username), value: record.nonces.defender },
    { label: VERIFY_TEXTS.fightId, value: String(record.id) },
    { label: VERIFY_TEXTS.rules, value: String(record.rulesVersion) },
    { label: VERIFY_TEXTS.inputs, value: JSON.stringify(record.inputs) },
  ];
  return (
    <Stack as="dl" gap={3}>
      {numbers.map(({ label, value }) => (
        <div key={label} className={styles.number}>
          <dt>{label}</dt>
          <dd>
            {value === '' ? (
              VERIFY_TEXTS.nothing
            ) : (
              <>
                <code>{value}</code>
                <CopyButton value={value} label={label} />
              </>
            )}
          </dd>
        </div>
      ))}
    </Stack>
  );
}
