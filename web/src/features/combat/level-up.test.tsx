import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { progressSteps } from '../../entities/stats/progress.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { XpProgress } from './components/level-up.tsx';

it('fills the bar of the old level, then shows the progress in the new level', async () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: false } as MediaQueryList);
  const steps = progressSteps({ level: 1, experience: 5 }, 20);
  await renderWithProviders(<XpProgress steps={steps} />);
  const bar = (level: number) => screen.queryByRole('meter', { name: COMBAT_TEXTS.levelXp(level) });
  expect(bar(1)).toHaveAttribute('aria-valuenow', '5');
  await waitFor(() => expect(bar(2)).toHaveAttribute('aria-valuenow', '10'));
});
