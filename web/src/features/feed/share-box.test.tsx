import { formatNumber } from '@rivalhold/shared/format-number.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { ERROR_TEXTS } from '@rivalhold/shared/texts/errors.ts';
import { FEED_ERRORS, POST_COMPOSER_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { GIF_TEXTS } from '@rivalhold/shared/texts/gifs.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ME, makePost, minutesAgo, PHOTO } from '../../testing/fixtures.ts';
import { answer, answerExternal, breakCsrf, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { ShareBox } from './components/share-box.tsx';
import { ShareButtons } from './components/share-buttons.tsx';
import { EMPTY_POST } from './draft.ts';

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: POST_COMPOSER_TEXTS.label });
const postButton = () => screen.getByRole('button', { name: POST_COMPOSER_TEXTS.post });
const posts = () => calls('POST /api/feed');

it('shows an error instead of sending an empty post', async () => {
  const { user } = await renderWithProviders(<ShareBox />);
  await user.click(postButton());
  expect(field()).toHaveAccessibleDescription(FEED_ERRORS.empty);
  expect(posts()).toEqual([]);
});

it('sends one post on a double click', async () => {
  const reply = Promise.withResolvers<{ post: ReturnType<typeof makePost> }>();
  answer('POST /api/feed', () => reply.promise);
  const { user } = await renderWithProviders(<ShareBox />);
  await user.type(field(), '  Steel for sale  ');
  await user.dblClick(postButton());
  await waitFor(() => expect(postButton()).toHaveAttribute('aria-busy', 'true'));
  await user.type(field(), 'more');
  expect(field()).toHaveValue('  Steel for sale  ');
  reply.resolve({ post: makePost() });
  await waitFor(() => expect(field()).toHaveValue(''));
  expect(posts().map(({ body }) => body)).toEqual([
    { body: 'Steel for sale', imageUrl: null, gifUrl: null, youtubeUrl: null },
  ]);
  expect(await screen.findByText(POST_COMPOSER_TEXTS.posted)).toBeInTheDocument();
});

it('posts with Ctrl+Enter and starts a new line with Enter', async () => {
  answer('POST /api/feed', { post: makePost() });
  const { user } = await renderWithProviders(<ShareBox />);
  await user.type(field(), 'one{Enter}two');
  expect(posts()).toEqual([]);
  await user.type(field(), '{Control>}{Enter}{/Control}');
  await waitFor(() => expect(posts()[0]?.body.body).toBe('one\ntwo'));
});

it('keeps the text and shows the error at its field when posting fails', async () => {
  answer('POST /api/feed', failure('tooOften'));
  const { user } = await renderWithProviders(<ShareBox />);
  await user.type(field(), 'Keep me');
  await user.click(postButton());
  await waitFor(() => expect(field()).toHaveAccessibleDescription(ERROR_TEXTS.tooOften));
  expect(field()).toHaveValue('Keep me');
  answer('POST /api/feed', { post: makePost() });
  await user.click(postButton());
  await waitFor(() => expect(field()).toHaveValue(''));
});

it('retries a post with the same idempotency key if the response was lost', async () => {
  let tries = 0;
  answer('POST /api/feed', () => {
    tries += 1;
    if (tries === 1) throw new TypeError('connection lost');
    return { post: makePost() };
  });
  const { user } = await renderWithProviders(<ShareBox />);
  await user.type(field(), 'Once');
  await user.click(postButton());
  await waitFor(() => expect(field()).toHaveValue(''));
  const keys = posts().map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

it('keeps a draft when the player leaves the share box and returns', async () => {
  const first = await renderWithProviders(<ShareBox />);
  await first.user.type(field(), 'Not yet');
  first.unmount();
  await renderWithProviders(<ShareBox />);
  expect(field()).toHaveValue('Not yet');
});

it('clears the draft once the post is stored, even if the player has left the share box and returned', async () => {
  const reply = Promise.withResolvers<{ post: ReturnType<typeof makePost> }>();
  answer('POST /api/feed', () => reply.promise);
  const first = await renderWithProviders(<ShareBox />);
  await first.user.type(field(), 'On its way{Control>}{Enter}{/Control}');
  await waitFor(() => expect(posts()).toHaveLength(1));
  first.unmount();
  await renderWithProviders(<ShareBox />);
  expect(field()).toHaveValue('On its way');
  reply.resolve({ post: makePost() });
  await waitFor(() => expect(field()).toHaveValue(''));
  expect(posts()).toHaveLength(1);
});

it('shows the number of characters of a post that is too long, and does not send the post', async () => {
  const { user } = await renderWithProviders(<ShareBox />);
  fireEvent.change(field(), { target: { value: 'x'.repeat(LIMITS.feed.text + 1) } });
  expect(
    screen.getByText(`${formatNumber(LIMITS.feed.text + 1)}/${formatNumber(LIMITS.feed.text)}`),
  ).toBeInTheDocument();
  expect(field()).toBeInvalid();
  await user.click(postButton());
  expect(posts()).toEqual([]);
});

it('says that a post was not sent because the CSRF token is missing', async () => {
  answer('POST /api/feed', { post: makePost() });
  const { user } = await renderWithProviders(<ShareBox />);
  breakCsrf();
  await user.type(field(), 'Keep me');
  await user.click(postButton());
  await waitFor(() => expect(field()).toHaveAccessibleDescription(SHELL_TEXTS.csrf));
  expect(posts()).toEqual([]);
});

it('rejects an invalid YouTube address with an error at its field', async () => {
  const { user } = await renderWithProviders(<ShareBox />);
  await user.click(screen.getByRole('button', { name: POST_COMPOSER_TEXTS.youtube }));
  const address = screen.getByRole('textbox', { name: POST_COMPOSER_TEXTS.youtubeUrl });
  expect(address).toHaveFocus();
  await user.type(address, 'https://example.com/video');
  await user.click(postButton());
  expect(address).toHaveAccessibleDescription(FEED_ERRORS.youtube);
  await user.click(screen.getByRole('button', { name: POST_COMPOSER_TEXTS.removeYoutube }));
  expect(address).not.toBeInTheDocument();
  await waitFor(() => expect(field()).toHaveFocus());
});

it('attaches one of the player’s photos', async () => {
  answer('GET /api/photos', { photos: [PHOTO], nextCursor: null });
  const { user } = await renderWithProviders(<ShareBox />);
  await user.click(screen.getByRole('button', { name: POST_COMPOSER_TEXTS.photo }));
  await user.click(await screen.findByRole('button', { name: PHOTO.caption }));
  expect(await screen.findByRole('img', { name: PHOTO.caption })).toBeInTheDocument();
  expect(calls('GET /api/photos').map(({ query }) => query)).toEqual([{ owner: 'me' }]);
});

it('shows muted players the reason for the mute instead of the share box', async () => {
  const me = { ...ME, mutedUntil: minutesAgo(-60), muteReason: 'Spam' };
  await renderWithProviders(<ShareBox />, { me });
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(screen.getByText(/Spam/)).toBeInTheDocument();
});

it('offers trending GIFs, and attaches the selected GIF', async () => {
  answer('GET /api/config', {
    giphyApiKey: 'key',
    giphyApiBase: 'https://api.giphy.com',
    supportEmail: '',
    sourceUrl: null,
    payments: 'none',
    version: '1',
  });
  const picture = { url: 'https://media.giphy.com/media/abc/200.gif', width: '200', height: '100' };
  answerExternal('https://api.giphy.com/v1/gifs/trending', {
    data: [{ id: 'abc', title: 'A cat', images: { fixed_height: picture, fixed_width: picture } }],
  });
  const changes: unknown[] = [];
  const { user } = await renderWithProviders(
    <ShareButtons draft={EMPTY_POST} change={(patch) => changes.push(patch)} />,
  );
  await user.click(screen.getByRole('button', { name: POST_COMPOSER_TEXTS.gif }));
  await screen.findByRole('dialog', { name: GIF_TEXTS.title });
  await user.click(await screen.findByRole('button', { name: 'A cat' }));
  expect(changes).toEqual([{ gif: { id: 'abc', url: picture.url, width: 200, height: 100 } }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});
