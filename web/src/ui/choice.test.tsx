import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderWithProviders } from '../testing/render.tsx';
import { Choice } from './choice.tsx';
import { RadioGroup } from './radio-group.tsx';

it('uses the note of a checkbox as its description', async () => {
  const { user } = await renderWithProviders(<Choice note="Until you sign out.">Remember me</Choice>);
  const checkbox = screen.getByRole('checkbox', { name: 'Remember me', description: 'Until you sign out.' });
  await user.click(screen.getByText('Remember me'));
  expect(checkbox).toBeChecked();
});

const OPTIONS = [
  { value: 'day', label: 'One day' },
  { value: 'week', label: 'One week' },
];

function Duration({ error }: { error?: string | null }) {
  const [value, setValue] = useState<string | null>(null);
  return (
    <RadioGroup
      legend="Duration"
      variant="row"
      options={OPTIONS}
      value={value}
      onChange={setValue}
      error={error}
    />
  );
}

it('lets the user choose one option with the mouse or the arrow keys', async () => {
  const { user } = await renderWithProviders(<Duration />);
  expect(screen.getByRole('group', { name: 'Duration' })).toBeVisible();
  await user.click(screen.getByText('One day'));
  expect(screen.getByRole('radio', { name: 'One day' })).toBeChecked();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('radio', { name: 'One week' })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'One day' })).not.toBeChecked();
});

it('shows the error of a radio group', async () => {
  const { rerender } = await renderWithProviders(<Duration error={null} />);
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
  await rerender(<Duration error="Choose a duration." />);
  expect(screen.getByRole('alert')).toHaveTextContent('Choose a duration.');
});
