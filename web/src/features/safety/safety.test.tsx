import type { SafetySettings } from '@rivalhold/shared/contract/safety.ts';
import { DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { SAFETY_TEXTS as TEXTS } from '@rivalhold/shared/texts/safety.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ME, RIVAL } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { HiddenMedia } from './components/hidden-media.tsx';
import { SafetyChoices } from './components/safety-choices.tsx';
import { StrangerMedia } from './components/stranger-media.tsx';

const settings: SafetySettings = {
  messages: 'everybody',
  challenges: 'everybody',
  comments: 'everybody',
  search: 'everybody',
  online: 'everybody',
  hideMedia: false,
};

it('saves only the changed setting', async () => {
  answer('GET /api/safety', settings);
  answer('PATCH /api/safety', ({ body }) => ({ ...settings, ...body }));
  const { user } = await renderWithProviders(<SafetyChoices />);
  const messages = await screen.findByLabelText(TEXTS.messages);
  expect(messages).toHaveAccessibleDescription(TEXTS.hints.messages);
  await user.selectOptions(messages, TEXTS.audiences.settled);
  await waitFor(() => expect(messages).toHaveValue('settled'));
  await user.click(screen.getByRole('checkbox', { name: TEXTS.hideMedia }));
  await waitFor(() =>
    expect(calls('PATCH /api/safety').map(({ body }) => body)).toEqual([
      { messages: 'settled' },
      { hideMedia: true },
    ]),
  );
});

it('reverts a setting if the server rejects the change', async () => {
  answer('GET /api/safety', settings);
  answer('PATCH /api/safety', failure('unavailable'));
  const { user } = await renderWithProviders(<SafetyChoices />);
  const online = await screen.findByLabelText(TEXTS.online);
  await user.selectOptions(online, 'nobody');
  await waitFor(() => expect(online).toHaveValue('everybody'));
});

it('offers a retry when the settings cannot be loaded', async () => {
  answer('GET /api/safety', failure('forbidden'));
  const { user } = await renderWithProviders(<SafetyChoices />);
  expect(await screen.findByText(TEXTS.loadFailed)).toBeInTheDocument();
  answer('GET /api/safety', settings);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText(TEXTS.search)).toHaveValue('everybody');
});

it('shows hidden media by strangers only after the viewer presses a button', async () => {
  const me = { ...ME, hidesMedia: true };
  answer('GET /api/friendships', []);
  const { user } = await renderWithProviders(
    <HiddenMedia authorId={RIVAL.id}>
      <img alt="A cat" />
    </HiddenMedia>,
    { me },
  );
  expect(screen.queryByAltText('A cat')).toBeNull();
  (await screen.findByRole('button', { name: DM_TEXTS.showMedia(1) })).focus();
  await user.keyboard('{Enter}');
  expect(screen.getByAltText('A cat').parentElement).toHaveFocus();
  expect(screen.queryByRole('button', { name: DM_TEXTS.showMedia(1) })).toBeNull();
});

it('hides media by strangers, but not by friends, if the viewer has turned this on', async () => {
  const picture = (authorId: number) => (
    <StrangerMedia authorId={authorId}>
      <img alt={`by ${authorId}`} />
    </StrangerMedia>
  );
  const off = await renderWithProviders(picture(RIVAL.id));
  expect(screen.getByAltText(`by ${RIVAL.id}`)).toBeInTheDocument();
  off.unmount();
  answer('GET /api/friendships', [{ ...RIVAL, statusMessage: '' }]);
  await renderWithProviders(
    <>
      {picture(RIVAL.id)}
      {picture(ME.id)}
      {picture(3)}
    </>,
    { me: { ...ME, hidesMedia: true } },
  );
  expect(screen.getByAltText(`by ${ME.id}`)).toBeInTheDocument();
  expect(await screen.findByAltText(`by ${RIVAL.id}`)).toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: DM_TEXTS.showMedia(1) })).toHaveLength(1);
});
