import { AUDIT_KIND_TEXTS, AUDIT_TEXTS } from '@rivalhold/shared/texts/audit.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ADMIN } from '../../testing/fixtures.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { AuditFilterBar } from './components/audit-filter-bar.tsx';

it('applies trimmed filters only on submit, and clears them', async () => {
  const applied: unknown[] = [];
  const { user } = await renderWithProviders(
    <AuditFilterBar
      filters={{ actor: '', target: '', kind: '' }}
      onApply={(filters) => applied.push(filters)}
    />,
    { me: ADMIN },
  );
  await user.type(screen.getByRole('textbox', { name: AUDIT_TEXTS.actor }), ' Bjorn ');
  await user.selectOptions(screen.getByRole('combobox'), AUDIT_KIND_TEXTS['mute.begin']);
  expect(applied).toEqual([]);
  await user.click(screen.getByRole('button', { name: AUDIT_TEXTS.apply }));
  expect(applied).toEqual([{ actor: 'Bjorn', target: '', kind: 'mute.begin' }]);
  await user.click(screen.getByRole('button', { name: AUDIT_TEXTS.clear }));
  expect(applied[1]).toEqual({ actor: '', target: '', kind: '' });
  expect(screen.getByRole('textbox', { name: AUDIT_TEXTS.actor })).toHaveValue('');
});
