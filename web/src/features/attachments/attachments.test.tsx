import type { Attachment } from '@rivalhold/shared/contract/attachments.ts';
import { ATTACHMENT_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { MEDIA_TEXTS } from '@rivalhold/shared/texts/media.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { minutesAgo } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { AttachButtons } from './components/attach-buttons.tsx';
import { AttachmentList } from './components/attachment-list.tsx';
import { AttachmentTray } from './components/attachment-tray.tsx';
import { YoutubeDialog } from './components/youtube-dialog.tsx';
import { addFiles, emptyTray } from './uploads.ts';

const TRAY = 'test';
afterEach(() => emptyTray(TRAY));

const attachment = (fields: Partial<Attachment> = {}): Attachment => ({
  id: 5,
  kind: 'image',
  url: '/media/axe.png',
  thumbUrl: null,
  mime: 'image/png',
  provider: null,
  providerId: null,
  durationMs: null,
  width: 100,
  height: 100,
  temporary: false,
  expiresAt: null,
  expired: false,
  ...fields,
});

const picture = (name = 'axe.png') => new File(['x'], name, { type: 'image/png' });

function Everything() {
  return (
    <>
      <AttachmentTray trayId={TRAY} />
      <AttachButtons trayId={TRAY} onGif={() => undefined} />
    </>
  );
}

it('uploads chosen files, and retries a failed upload', async () => {
  answer('POST /api/dm-attachments', failure('unavailable', 'Busy.'));
  const { user } = await renderWithProviders(<Everything />);
  await user.upload(document.querySelector('input[type="file"]') as HTMLInputElement, picture());
  expect(await screen.findByText('Busy.')).toBeInTheDocument();
  answer('POST /api/dm-attachments', { attachment: attachment() });
  await user.click(screen.getByRole('button', { name: ATTACHMENT_TEXTS.retry('axe.png') }));
  expect(await screen.findByText(ATTACHMENT_TEXTS.ready)).toBeInTheDocument();
});

it('offers no retry for a file that the server rejects', async () => {
  answer('POST /api/dm-attachments', failure('mediaType', 'Not a picture.'));
  const { user } = await renderWithProviders(<Everything />);
  await user.upload(document.querySelector('input[type="file"]') as HTMLInputElement, picture('fake.png'));
  expect(await screen.findByText('Not a picture.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: ATTACHMENT_TEXTS.retry('fake.png') })).not.toBeInTheDocument();
});

it('rejects files of an unsupported type, and shows an error', async () => {
  await renderWithProviders(<Everything />);
  act(() => addFiles(TRAY, [new File(['x'], 'run.exe', { type: 'application/x-msdownload' })]));
  const alert = ATTACHMENT_TEXTS.leftOut(ATTACHMENT_TEXTS.wrongType, ['run.exe']);
  expect(screen.getByText(alert)).toBeInTheDocument();
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
});

it('removes an uploaded attachment from the page and from the server', async () => {
  answer('POST /api/dm-attachments', { attachment: attachment() });
  answer('DELETE /api/dm-attachments/{id}', { message: '' });
  const { user } = await renderWithProviders(<Everything />);
  act(() => addFiles(TRAY, [picture(), picture('bow.png')]));
  await waitFor(() => expect(screen.getAllByText(ATTACHMENT_TEXTS.ready)).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: ATTACHMENT_TEXTS.remove('axe.png') }));
  expect(screen.getByRole('button', { name: ATTACHMENT_TEXTS.remove('bow.png') })).toHaveFocus();
  await waitFor(() => expect(calls('DELETE /api/dm-attachments/{id}')).toHaveLength(1));
});

it('uploads the attachments again when the player makes them temporary', async () => {
  answer('POST /api/dm-attachments', { attachment: attachment() });
  answer('DELETE /api/dm-attachments/{id}', { message: '' });
  const { user } = await renderWithProviders(<Everything />);
  act(() => addFiles(TRAY, [picture()]));
  await screen.findByText(ATTACHMENT_TEXTS.ready);
  await user.click(screen.getByRole('switch', { name: ATTACHMENT_TEXTS.temporary }));
  expect(screen.getByText(ATTACHMENT_TEXTS.temporaryOn)).toBeInTheDocument();
  await waitFor(() => expect(calls('POST /api/dm-attachments')).toHaveLength(2));
});

it('adds a valid YouTube address once after a double click', async () => {
  const reply = Promise.withResolvers<{ attachment: Attachment }>();
  answer('POST /api/dm-attachments/youtube', () => reply.promise);
  let closed = 0;
  const { user } = await renderWithProviders(
    <>
      <AttachmentTray trayId={TRAY} />
      <YoutubeDialog open onClose={() => closed++} trayId={TRAY} />
    </>,
  );
  const field = await screen.findByRole('textbox', { name: ATTACHMENT_TEXTS.youtubeUrl });
  await user.type(field, 'https://example.com{Enter}');
  await waitFor(() => expect(field).toHaveAccessibleDescription(ATTACHMENT_TEXTS.youtubeInvalid));
  await user.clear(field);
  await user.type(field, 'https://youtu.be/dQw4w9WgXcQ');
  await user.dblClick(screen.getByRole('button', { name: ATTACHMENT_TEXTS.youtubeAdd }));
  reply.resolve({ attachment: attachment({ kind: 'youtube' }) });
  await waitFor(() => expect(closed).toBe(1));
  expect(calls('POST /api/dm-attachments/youtube')).toHaveLength(1);
});

it('opens a picture in the lightbox, and offers to reload a broken picture', async () => {
  const { user } = await renderWithProviders(<AttachmentList attachments={[attachment()]} />);
  const open = screen.getByRole('button', { name: ATTACHMENT_TEXTS.openPhoto(1, 1) });
  await user.click(open);
  expect(await screen.findByRole('dialog', { name: ATTACHMENT_TEXTS.viewer })).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  fireEvent.error(open.querySelector('img') as HTMLImageElement);
  await user.click(screen.getByRole('button', { name: ATTACHMENT_TEXTS.showAgain }));
  expect(screen.getByRole('button', { name: ATTACHMENT_TEXTS.openPhoto(1, 1) })).toBeInTheDocument();
});

it('shows an error if the browser plays only the sound of a video', async () => {
  await renderWithProviders(
    <AttachmentList attachments={[attachment({ kind: 'video', mime: 'video/mp4' })]} />,
  );
  const video = screen.getByLabelText(ATTACHMENT_TEXTS.video);
  const width = vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(320);
  fireEvent.playing(video);
  expect(video).toBeInTheDocument();
  width.mockReturnValue(0);
  fireEvent.playing(video);
  expect(screen.getByText(MEDIA_TEXTS.noPicture)).toBeInTheDocument();
  expect(video).not.toBeInTheDocument();
  width.mockRestore();
});

it('shows that a video is being converted if the upload response takes several seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const reply = Promise.withResolvers<{ attachment: Attachment }>();
  answer('POST /api/dm-attachments', () => reply.promise);
  await renderWithProviders(<Everything />);
  act(() => addFiles(TRAY, [new File(['x'], 'fight.mov', { type: 'video/quicktime' })]));
  expect(await screen.findByText(ATTACHMENT_TEXTS.preparing)).toBeInTheDocument();
  act(() => vi.advanceTimersByTime(5_000));
  expect(await screen.findByText(MEDIA_TEXTS.converting)).toBeInTheDocument();
  reply.resolve({ attachment: attachment({ kind: 'video' }) });
  expect(await screen.findByText(ATTACHMENT_TEXTS.ready)).toBeInTheDocument();
  vi.useRealTimers();
});

it('shows the sender a notice if the sound of a video was removed', async () => {
  const notice = MEDIA_TEXTS.soundRemoved('ALAC');
  answer('POST /api/dm-attachments', { attachment: attachment({ kind: 'video' }), notice });
  await renderWithProviders(<Everything />);
  act(() => addFiles(TRAY, [new File(['x'], 'song.mov', { type: 'video/quicktime' })]));
  expect(await screen.findByText(notice)).toBeInTheDocument();
});

it('marks a temporary picture', async () => {
  await renderWithProviders(
    <AttachmentList attachments={[attachment({ temporary: true, expiresAt: minutesAgo(-60) })]} />,
  );
  expect(screen.getByText(ATTACHMENT_TEXTS.isTemporary)).toBeInTheDocument();
});

it('shows a placeholder for an expired picture', async () => {
  await renderWithProviders(
    <AttachmentList attachments={[attachment({ temporary: true, expiresAt: minutesAgo(1) })]} />,
  );
  expect(screen.getByText(ATTACHMENT_TEXTS.expired)).toBeInTheDocument();
});
