import { AUDIT_KIND_TEXTS, AUDIT_TEXTS } from '@rivalhold/shared/texts/audit.ts';
import { useEffect, useState } from 'react';
import { StaffForm } from '../../../entities/staff/staff-form.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Grid, Row } from '../../../ui/layout.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import type { AuditFilters } from '../api.ts';

const NO_FILTERS: AuditFilters = { actor: '', target: '', kind: '' };
/** Maximum length of a name or id in a filter. */
export const NAME_MAX = 60;
const KINDS = [
  { value: '', label: AUDIT_TEXTS.allKinds },
  ...Object.entries(AUDIT_KIND_TEXTS).map(([value, label]) => ({ value, label })),
];

type AuditFilterBarProps = {
  /** The filters that are applied now, as in the URL. */
  filters: AuditFilters;
  onApply: (filters: AuditFilters) => void;
};

/** Show the filters of the log: actor, target and kind of action. */
export function AuditFilterBar({ filters, onApply }: AuditFilterBarProps) {
  const [draft, setDraft] = useState(filters);
  const { actor, target, kind } = filters;
  useEffect(() => setDraft({ actor, target, kind }), [actor, target, kind]);
  const change = (part: Partial<AuditFilters>) => setDraft({ ...draft, ...part });
  const name = (label: string, field: 'actor' | 'target') => (
    <Field
      label={label}
      placeholder={AUDIT_TEXTS.nameHint}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={NAME_MAX}
      value={draft[field]}
      onChange={(event) => change({ [field]: event.target.value })}
    />
  );
  return (
    <search aria-label={AUDIT_TEXTS.filters}>
      <StaffForm onSend={() => onApply({ ...draft, actor: draft.actor.trim(), target: draft.target.trim() })}>
        <Grid columns="8.5rem" fit gap={3} rowGap={5} align="start">
          {name(AUDIT_TEXTS.actor, 'actor')}
          {name(AUDIT_TEXTS.target, 'target')}
          <SelectField
            label={AUDIT_TEXTS.kind}
            options={KINDS}
            value={draft.kind}
            onChange={(event) => change({ kind: event.target.value as AuditFilters['kind'] })}
          />
        </Grid>
        <Row wrap gap={3} rowGap={2}>
          <Button type="submit" variant="primary">
            {AUDIT_TEXTS.apply}
          </Button>
          <Button
            onClick={() => {
              setDraft(NO_FILTERS);
              onApply(NO_FILTERS);
            }}
          >
            {AUDIT_TEXTS.clear}
          </Button>
        </Row>
      </StaffForm>
    </search>
  );
}
