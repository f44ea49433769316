import { Dialog } from '@base-ui/react/dialog';
import type { Clip, ClipGroup } from '@rivalhold/shared/contract/clips.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import { MEDIA_TEXTS } from '@rivalhold/shared/texts/media.ts';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useRef } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ME, MYSELF, minutesAgo, RIVAL } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { connect, receive } from '../../testing/socket.ts';
import { AddClip } from './components/add-clip.tsx';
import { ClipFooter } from './components/clip-footer.tsx';
import { ClipPlayer } from './components/clip-player.tsx';
import { ClipViewer } from './components/clip-viewer.tsx';
import { ClipsBar } from './components/clips-bar.tsx';
import { PendingTile } from './components/tiles.tsx';
import { UploadSheet } from './components/upload-sheet.tsx';

const clip = (id: number, fields: Partial<Clip> = {}): Clip => ({
  id,
  kind: 'image',
  url: `/media/clip-${id}.jpg`,
  thumbUrl: null,
  mime: 'image/jpeg',
  width: 400,
  height: 600,
  durationMs: null,
  caption: `Clip number ${id}`,
  likesCount: 0,
  viewsCount: 2,
  likedByCurrentUser: false,
  seen: false,
  createdAt: minutesAgo(30),
  expiresAt: minutesAgo(-600),
  ...fields,
});
const group = (user: ClipGroup['user'], ...clips: Clip[]): ClipGroup => ({ user, clips, hasUnseen: true });
const groups = [group(RIVAL, clip(1), clip(2)), group({ ...RIVAL, id: 3, username: 'Cato' }, clip(3))];

const viewer = (onClose: () => void, shown: readonly ClipGroup[] = groups) => (
  <ClipViewer
    groups={shown}
    opened={{ userId: RIVAL.id, clipId: 1 }}
    onClose={onClose}
    finalFocus={() => null}
  />
);
const shownClip = (text: string) => screen.findByText(text);
/** Wait until the clip viewer has the focus, because only then does it receive keys. */
const viewerFocus = () =>
  waitFor(() => expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement));

beforeEach(() => {
  answer('POST /api/clips/{id}/view', { viewsCount: 3 });
  answer('GET /api/profiles/{id}', failure('notFound'));
});

it('moves through clips and players with keys and buttons', async () => {
  let closed = 0;
  const { user } = await renderWithProviders(viewer(() => closed++));
  await shownClip(CLIP_TEXTS.position(1, 2, 'Bjorn'));
  await viewerFocus();
  await user.keyboard('{ArrowRight}');
  await shownClip(CLIP_TEXTS.position(2, 2, 'Bjorn'));
  await user.click(screen.getByRole('button', { name: CLIP_TEXTS.next }));
  await shownClip(CLIP_TEXTS.position(1, 1, 'Cato'));
  await user.keyboard('{ArrowLeft}');
  await shownClip(CLIP_TEXTS.position(2, 2, 'Bjorn'));
  await user.keyboard('{ArrowRight}{ArrowRight}');
  await waitFor(() => expect(closed).toBe(1));
});

it('counts a view once, when the picture has loaded', async () => {
  await renderWithProviders(viewer(() => undefined));
  const picture = await screen.findByRole('img', { name: 'Clip number 1' });
  expect(calls('POST /api/clips/{id}/view')).toEqual([]);
  fireEvent.load(picture);
  fireEvent.load(picture);
  await waitFor(() => expect(calls('POST /api/clips/{id}/view')).toHaveLength(1));
});

it('pauses a clip with the space bar, and shows that its picture could not be loaded', async () => {
  const { user } = await renderWithProviders(viewer(() => undefined));
  const picture = await screen.findByRole('img', { name: 'Clip number 1' });
  await viewerFocus();
  await user.keyboard(' ');
  expect(await screen.findByRole('button', { name: CLIP_TEXTS.play })).toBeInTheDocument();
  fireEvent.error(picture);
  expect(await screen.findByText(CLIP_TEXTS.showFailed)).toBeInTheDocument();
});

it('moves on to the next clip when the open clip is deleted', async () => {
  const { rerender } = await renderWithProviders(viewer(() => undefined));
  await shownClip(CLIP_TEXTS.position(1, 2, 'Bjorn'));
  await rerender(viewer(() => undefined, [group(RIVAL, clip(2))]));
  await shownClip(CLIP_TEXTS.position(1, 1, 'Bjorn'));
  expect(screen.getByText('Clip number 2')).toBeInTheDocument();
});

it('closes the clip viewer with Escape', async () => {
  let closed = 0;
  const { user } = await renderWithProviders(viewer(() => closed++));
  await shownClip(CLIP_TEXTS.position(1, 2, 'Bjorn'));
  await user.keyboard('{Escape}');
  expect(closed).toBe(1);
});

type FooterProps = { isInterrupted: boolean; onInterrupt?: () => void; onResume?: () => void };

function Footer({ isInterrupted, onInterrupt = () => undefined, onResume = () => undefined }: FooterProps) {
  const rest = { onInterrupt, onResume, popup: useRef(null), own: false, mayDelete: true };
  return <ClipFooter clip={clip(60)} user={RIVAL} isInterrupted={isInterrupted} {...rest} />;
}

it('reverts a like if the request fails', async () => {
  const reply = Promise.withResolvers<Response>();
  answer('POST /api/clips/{id}/like', () => reply.promise);
  const { user } = await renderWithProviders(<Footer isInterrupted={false} />);
  const like = screen.getByRole('button', { name: CLIP_TEXTS.like(0) });
  await user.click(like);
  expect(like).toHaveAccessibleName(CLIP_TEXTS.like(1));
  reply.resolve(failure('unavailable'));
  await waitFor(() => expect(like).toHaveAccessibleName(CLIP_TEXTS.like(0)));
});

it.each([
  ['Not yours.', () => failure('forbidden', 'Not yours.')],
  [CLIP_TEXTS.deleteNetworkFailed, () => Promise.reject(new TypeError('offline'))],
])('shows why a clip could not be deleted: %s', async (text, respond) => {
  answer('DELETE /api/clips/{id}', respond);
  let answered = 0;
  const { user, rerender } = await renderWithProviders(<Footer isInterrupted onResume={() => answered++} />);
  expect(screen.getByRole('button', { name: CLIP_TEXTS.cancel })).toHaveFocus();
  expect(screen.getByText(CLIP_TEXTS.deleteAsStaffText, { exact: false })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: CLIP_TEXTS.delete }));
  await waitFor(() => expect(answered).toBe(1));
  await rerender(<Footer isInterrupted={false} />);
  expect(await screen.findByText(text, { exact: false })).toBeInTheDocument();
});

function Player({ shown, onGo }: { shown: Clip; onGo: (step: number) => void }) {
  const popup = useRef<HTMLDivElement>(null);
  const entry = { clip: shown, user: RIVAL, index: 0, total: 1 };
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Popup ref={popup}>
          <ClipPlayer
            entry={entry}
            next={null}
            closed={false}
            popup={popup}
            onGo={onGo}
            onClose={() => undefined}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

it('plays a video muted if the browser blocks sound', async () => {
  const video = clip(80, { kind: 'video', url: '/media/clip-80.mp4' });
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play');
  play.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
  const steps: number[] = [];
  const { user } = await renderWithProviders(<Player shown={video} onGo={(step) => steps.push(step)} />);
  await user.click(await screen.findByRole('button', { name: CLIP_TEXTS.tapForSound }));
  expect(screen.queryByRole('button', { name: CLIP_TEXTS.tapForSound })).not.toBeInTheDocument();
  fireEvent.ended(document.querySelector('video') as HTMLVideoElement);
  expect(steps).toEqual([1]);
});

it.each([
  [0, [1], 0],
  [320, [], 1],
])(
  'counts a view of a playing video only if the video has a picture (width: %i px)',
  async (width, gone, views) => {
    vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(width);
    const video = clip(81, { kind: 'video', url: '/media/clip-81.mp4' });
    const steps: number[] = [];
    await renderWithProviders(<Player shown={video} onGo={(step) => steps.push(step)} />);
    fireEvent.playing(document.querySelector('video') as HTMLVideoElement);
    await waitFor(() => expect([steps, calls('POST /api/clips/{id}/view').length]).toEqual([gone, views]));
  },
);

const feed = (...shown: ClipGroup[]) => answer('GET /api/clips/feed', { groups: shown, nextCursor: null });

it('shows players with clips, adds a new clip once, and removes an expired clip', async () => {
  feed(group(RIVAL, clip(70)));
  await renderWithProviders(<ClipsBar />);
  await connect(ME.id);
  expect(await screen.findByRole('button', { name: CLIP_TEXTS.group('Bjorn', 1, 1) })).toBeInTheDocument();
  await receive('clip:new', { user: RIVAL, clip: clip(71) });
  await receive('clip:new', { user: RIVAL, clip: clip(71) });
  expect(await screen.findByRole('button', { name: CLIP_TEXTS.group('Bjorn', 2, 2) })).toBeInTheDocument();
  await receive('clip:expired', { id: 70 });
  expect(await screen.findByRole('button', { name: CLIP_TEXTS.group('Bjorn', 1, 1) })).toBeInTheDocument();
});

it('opens a player’s clips in the clip viewer', async () => {
  feed(group(RIVAL, clip(72)));
  const { user } = await renderWithProviders(<ClipsBar />);
  await connect(ME.id);
  await user.click(await screen.findByRole('button', { name: CLIP_TEXTS.group('Bjorn', 1, 1) }));
  const dialog = await screen.findByRole('dialog', { name: CLIP_TEXTS.viewer });
  await user.click(within(dialog).getByRole('button', { name: UI_TEXTS.close }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('shows an empty state without clips, and offers a retry after a failure', async () => {
  answer('GET /api/clips/feed', failure('forbidden'));
  const { user } = await renderWithProviders(<ClipsBar />);
  await connect(ME.id);
  expect(await screen.findByText(CLIP_TEXTS.failed)).toBeInTheDocument();
  feed();
  await user.click(screen.getByRole('button', { name: CLIP_TEXTS.retry }));
  expect(await screen.findByText(CLIP_TEXTS.empty)).toBeInTheDocument();
});

const picture = new File(['x'], 'axe.png', { type: 'image/png' });

it('posts a selected picture and its caption with Enter', async () => {
  const posted: string[] = [];
  const { user } = await renderWithProviders(
    <UploadSheet file={picture} open onClose={() => undefined} onPost={(caption) => posted.push(caption)} />,
  );
  const caption = await screen.findByRole('textbox', { name: CLIP_TEXTS.caption });
  await user.type(caption, ' My axe {Enter}{Enter}');
  await waitFor(() => expect(posted).toEqual(['My axe']));
});

it('rejects a caption that is too long, and a file that is not an image', async () => {
  const posted: string[] = [];
  const { user } = await renderWithProviders(
    <UploadSheet file={picture} open onClose={() => undefined} onPost={(caption) => posted.push(caption)} />,
  );
  const caption = await screen.findByRole('textbox', { name: CLIP_TEXTS.caption });
  fireEvent.change(caption, { target: { value: 'x'.repeat(LIMITS.clips.caption + 1) } });
  await user.click(screen.getByRole('button', { name: CLIP_TEXTS.post }));
  fireEvent.change(caption, { target: { value: '' } });
  fireEvent.error(screen.getByRole('img', { name: CLIP_TEXTS.preview('axe.png') }));
  expect(screen.getByText(CLIP_TEXTS.noPicture)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: CLIP_TEXTS.post }));
  expect(posted).toEqual([]);
});

it('shows how to avoid HEIC if a picture is HEIC', async () => {
  const heic = new File(['\0\0\0\u001cftypheic'], 'me.jpg', { type: 'image/jpeg' });
  await renderWithProviders(
    <UploadSheet file={heic} open onClose={() => undefined} onPost={() => undefined} />,
  );
  fireEvent.error(await screen.findByRole('img', { name: CLIP_TEXTS.preview('me.jpg') }));
  expect(await screen.findByText(MEDIA_TEXTS.heic)).toBeInTheDocument();
});

it('rejects files of an unsupported type or size', async () => {
  const { user } = await renderWithProviders(<AddClip me={MYSELF}>{(button) => button}</AddClip>);
  const input = document.querySelector('input[type="file"]') as HTMLInputElement;
  await user.upload(input, new File(['x'], 'run.exe', { type: 'application/x-dos' }));
  expect(screen.getByText(CLIP_TEXTS.wrongType)).toBeInTheDocument();
  const large = new File(['x'], 'long.mp4', { type: 'video/mp4' });
  Object.defineProperty(large, 'size', { value: LIMITS.upload.bytes + 1 });
  await user.upload(input, large);
  expect(screen.getByText(CLIP_TEXTS.tooLarge)).toBeInTheDocument();
  await user.upload(input, picture);
  expect(await screen.findByRole('dialog', { name: CLIP_TEXTS.newClip })).toBeInTheDocument();
});

it('cancels an upload', async () => {
  feed();
  answer('POST /api/clips', () => new Promise(() => undefined));
  const { user } = await renderWithProviders(<ClipsBar />);
  await connect(ME.id);
  await screen.findByText(CLIP_TEXTS.empty);
  await user.upload(document.querySelector('input[type="file"]') as HTMLInputElement, picture);
  await user.click(await screen.findByRole('button', { name: CLIP_TEXTS.post }));
  await user.click(await screen.findByRole('button', { name: /^Cancel the upload/ }));
  expect(screen.queryByRole('button', { name: /^Cancel the upload/ })).not.toBeInTheDocument();
  expect(await screen.findByText(CLIP_TEXTS.empty)).toBeInTheDocument();
});

it('shows muted players why they cannot add a clip', async () => {
  const me = { ...ME, mutedUntil: minutesAgo(-60), muteReason: 'Spam' };
  const { user } = await renderWithProviders(<AddClip me={MYSELF}>{(button) => button}</AddClip>, { me });
  await user.click(screen.getByRole('button', { name: CLIP_TEXTS.add }));
  expect(screen.getByText('Spam')).toBeInTheDocument();
});

it('shows on the tile that the server is converting an uploaded video', async () => {
  const file = new File(['x'], 'walk.mov', { type: 'video/quicktime' });
  const item = { key: 'a', part: 1, preview: null, file, meta: { caption: '' }, state: 'sending' };
  await renderWithProviders(<PendingTile item={item as never} />);
  expect(screen.getByText(CLIP_TEXTS.finishing)).toBeInTheDocument();
  expect(await screen.findByText(MEDIA_TEXTS.converting)).toBeInTheDocument();
});
