import { GIF_TEXTS } from '@rivalhold/shared/texts/gifs.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ME, MODERATOR } from '../../testing/fixtures.ts';
import { answer, answerExternal, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { GifButton } from './components/gif-button.tsx';
import { GifGrid } from './components/gif-grid.tsx';
import { GifPicker } from './components/gif-picker.tsx';

const API = 'https://api.giphy.com';
const config = (giphyApiKey: string | null) =>
  answer('GET /api/config', {
    giphyApiKey,
    giphyApiBase: API,
    supportEmail: '',
    sourceUrl: null,
    payments: 'none',
    version: '1',
  });
const picture = (id: string) => ({
  url: `https://media.giphy.com/media/${id}/200.gif`,
  width: '200',
  height: '100',
});
const found = (...ids: string[]) => ({
  data: ids.map((id) => ({ id, title: id, images: { fixed_height: picture(id), fixed_width: picture(id) } })),
});

it('selects a trending GIF', async () => {
  config('key');
  answerExternal(`${API}/v1/gifs/trending`, found('cat', 'dog'));
  answerExternal(`${API}/v1/gifs/search`, found());
  const picked: string[] = [];
  const { user } = await renderWithProviders(
    <GifPicker open onClose={() => undefined} onPick={({ id }) => picked.push(id)} />,
  );
  await user.click(await screen.findByRole('button', { name: 'dog' }));
  expect(picked).toEqual(['dog']);
  await user.type(screen.getByRole('searchbox', { name: GIF_TEXTS.search }), 'zzz');
  expect(await screen.findByText(GIF_TEXTS.nothingFound)).toBeInTheDocument();
});

it.each([
  ['does not show players where to set it', ME, false],
  ['shows staff where to set it', MODERATOR, true],
])('shows a message if no API key is configured, and %s', async (_who, me, isShown) => {
  config(null);
  await renderWithProviders(<GifPicker open onClose={() => undefined} onPick={() => undefined} />, { me });
  expect(await screen.findByText(GIF_TEXTS.missingKey)).toBeInTheDocument();
  expect(screen.getByText(GIF_TEXTS.unavailable)).toBeInTheDocument();
  expect(screen.queryAllByText(GIF_TEXTS.setKey)).toHaveLength(isShown ? 1 : 0);
});

it('offers a retry after a failure', async () => {
  answer('GET /api/config', failure('forbidden'));
  const { user } = await renderWithProviders(<GifButton label="Add a GIF" onPick={() => undefined} />);
  await user.click(screen.getByRole('button', { name: 'Add a GIF' }));
  expect(await screen.findByText(GIF_TEXTS.failed)).toBeInTheDocument();
  config(null);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(GIF_TEXTS.missingKey)).toBeInTheDocument();
});

it('moves through the grid with arrow keys', async () => {
  const gif = (id: string) => ({
    choice: { id, url: picture(id).url, width: 200, height: 100 },
    title: id,
    preview: picture(id).url,
  });
  const { user } = await renderWithProviders(
    <GifGrid gifs={[gif('cat'), gif('dog')]} onPick={() => undefined} moves more={null} end={null} />,
  );
  await user.tab();
  expect(screen.getByRole('button', { name: 'cat' })).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'dog' })).toHaveFocus());
});
