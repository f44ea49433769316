import type { Rule, StaffReason } from '@rivalhold/shared/contract/decisions.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { REASON_FIELD_TEXTS, RULE_TEXTS } from '@rivalhold/shared/texts/rules.ts';
import { Stack } from './layout.tsx';
import { SelectField } from './select-field.tsx';
import { TextArea } from './text-area.tsx';

const OPTIONS = Object.entries(RULE_TEXTS).map(([value, label]) => ({ value, label }));

/** Show the field in which staff choose the rule on which their decision is based. */
export function RuleField({ value, onChange }: { value: Rule; onChange: (value: Rule) => void }) {
  return (
    <SelectField
      label={REASON_FIELD_TEXTS.rule}
      options={OPTIONS}
      value={value}
      onChange={(event) => onChange(event.target.value as Rule)}
    />
  );
}

/** The rule and the reason in the fields. */
export type Reason = NonNullable<StaffReason>;
export const NO_REASON: Reason = { rule: 'other', reason: '' };

/** Report whether a reason is too long to be sent. */
export const isTooLong = ({ reason }: Reason): boolean => (reason ?? '').trim().length > LIMITS.staffReason;

/** Show the fields in which staff give the reason for deleting a player's content. */
export function ReasonFields({ value, onChange }: { value: Reason; onChange: (value: Reason) => void }) {
  return (
    <Stack gap={3}>
      <RuleField value={value.rule ?? 'other'} onChange={(rule) => onChange({ ...value, rule })} />
      <TextArea
        label={REASON_FIELD_TEXTS.reason}
        placeholder={REASON_FIELD_TEXTS.reason}
        limit={LIMITS.staffReason}
        countFrom={LIMITS.staffReason * 0.9}
        value={value.reason ?? ''}
        onChange={(event) => onChange({ ...value, reason: event.target.value })}
      />
    </Stack>
  );
}
