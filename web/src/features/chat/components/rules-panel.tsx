import type { ChatRules } from '@rivalhold/shared/contract/chat.ts';
import { CHAT_TEXTS } from '@rivalhold/shared/texts/chat.ts';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useOptimisticValue } from '../../../lib/use-optimistic-value.ts';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/choice.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Text } from '../../../ui/text.tsx';
import { useSetRules } from '../api.ts';
import styles from './rules-panel.module.css';

const INTERVAL_OPTIONS = [0, 5, 10, 30, 60, 300, 600];

/** Let staff limit how often players write in the lobby, and exclude new accounts. A choice applies immediately. */
export function RulesPanel({ rules }: { rules: ChatRules }) {
  const [open, setOpen] = useState(false);
  const [shown, choose] = useOptimisticValue(rules, useSetRules().mutate);
  const choices = [...new Set([...INTERVAL_OPTIONS, shown.slowModeSeconds])].sort((a, b) => a - b);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={CHAT_TEXTS.rules}
      trigger={
        <Button size="small">
          <SlidersHorizontal size={16} aria-hidden="true" />
          {CHAT_TEXTS.rules}
        </Button>
      }
    >
      <div className={styles.panel}>
        <SelectField
          label={CHAT_TEXTS.rulesSlow}
          value={String(shown.slowModeSeconds)}
          options={choices.map((seconds) => ({
            value: String(seconds),
            label: seconds === 0 ? CHAT_TEXTS.rulesOff : CHAT_TEXTS.rulesEvery(seconds),
          }))}
          onChange={(event) => choose({ ...shown, slowModeSeconds: Number(event.target.value) })}
        />
        <Choice
          checked={shown.settledOnly}
          onChange={(event) => choose({ ...shown, settledOnly: event.target.checked })}
        >
          {CHAT_TEXTS.rulesSettledOnly}
        </Choice>
        <Text size={1} tone="quiet">
          {CHAT_TEXTS.rulesHint}
        </Text>
      </div>
    </Popover>
  );
}
