import { LIMITS } from '@rivalhold/shared/limits.ts';
import { EDIT_PROFILE_TEXTS } from '@rivalhold/shared/texts/edit-profile.ts';
import { PHOTO_PICKER_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { SHELL_TEXTS, UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ME, MODERATOR, PHOTO, RIVAL } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { CaptionEditor } from './components/caption-editor.tsx';
import { Gallery } from './components/gallery.tsx';
import { LatestPhotos } from './components/latest-photos.tsx';
import { LikeButton } from './components/like-button.tsx';
import { MorePhotos } from './components/more-photos.tsx';
import { PhotoFooter } from './components/photo-footer.tsx';
import { PhotoPicker } from './components/photo-picker.tsx';
import { UploadTray } from './components/upload-tray.tsx';
import { useGalleryActions } from './use-gallery.ts';
import { useUploads } from './use-uploads.ts';

const photos = (...items: (typeof PHOTO)[]) =>
  answer('GET /api/photos/user/{userId}', { photos: items, nextCursor: null });
const ownPhotos = (...items: (typeof PHOTO)[]) =>
  answer('GET /api/photos', { photos: items, nextCursor: null });
const picture = (name = 'axe.png') => new File(['x'], name, { type: 'image/png' });

function Editor({ done }: { done: () => void }) {
  return <CaptionEditor photo={PHOTO} save={useGalleryActions(ME.id).caption} done={done} />;
}

it('saves a caption with Enter, and cancels with Escape', async () => {
  answer('PATCH /api/photos/{id}', { photo: { ...PHOTO, caption: 'The anvil' } });
  let done = 0;
  const { user } = await renderWithProviders(<Editor done={() => done++} />);
  const field = screen.getByRole('textbox', { name: PHOTO_TEXTS.caption });
  expect(field).toHaveFocus();
  await user.clear(field);
  await user.type(field, 'The anvil{Enter}');
  await waitFor(() => expect(done).toBe(1));
  expect(calls('PATCH /api/photos/{id}')[0]?.body).toEqual({ caption: 'The anvil' });
  await user.keyboard('{Escape}');
  expect(done).toBe(2);
});

it('keeps a caption that cannot be saved and shows the error at its field', async () => {
  answer('PATCH /api/photos/{id}', failure('invalid', '', { caption: PHOTO_TEXTS.captionTooLong }));
  const { user } = await renderWithProviders(<Editor done={() => undefined} />);
  const field = screen.getByRole('textbox', { name: PHOTO_TEXTS.caption });
  await user.type(field, '!');
  await user.click(screen.getByRole('button', { name: PHOTO_TEXTS.saveCaption }));
  await waitFor(() =>
    expect(field).toHaveAccessibleDescription(expect.stringContaining(PHOTO_TEXTS.captionTooLong)),
  );
  expect(field).toHaveValue(`${PHOTO.caption}!`);
});

it('rejects a caption that is too long, and sends no request', async () => {
  const { user } = await renderWithProviders(<Editor done={() => undefined} />);
  const field = screen.getByRole('textbox', { name: PHOTO_TEXTS.caption });
  fireEvent.change(field, { target: { value: 'x'.repeat(LIMITS.photos.caption + 1) } });
  await user.click(screen.getByRole('button', { name: PHOTO_TEXTS.saveCaption }));
  expect(field).toHaveAccessibleDescription(expect.stringContaining(PHOTO_TEXTS.captionTooLong));
});

function Footer({ owner }: { owner: { id: number; username: string } }) {
  const actions = useGalleryActions(owner.id);
  return <PhotoFooter photo={PHOTO} owner={owner} actions={actions} onDeleted={() => undefined} />;
}

it('asks for confirmation before deleting a photo', async () => {
  answer('DELETE /api/photos/{id}', { deleted: 'photo' });
  const { user } = await renderWithProviders(<Footer owner={ME} />);
  await user.click(screen.getByRole('button', { name: PHOTO_TEXTS.delete }));
  expect(screen.getByText(PHOTO_TEXTS.deleteTitle)).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: PHOTO_TEXTS.editCaption })).toHaveFocus());
  await user.click(screen.getByRole('button', { name: PHOTO_TEXTS.delete }));
  await user.click(screen.getByRole('button', { name: PHOTO_TEXTS.delete }));
  await waitFor(() => expect(calls('DELETE /api/photos/{id}')).toHaveLength(1));
});

it('shows an error if a photo cannot be set as the avatar', async () => {
  answer('PATCH /api/photos/{id}/avatar', failure('unavailable', PHOTO_TEXTS.avatarFailed));
  const { user } = await renderWithProviders(<Footer owner={ME} />);
  await user.click(screen.getByRole('button', { name: PHOTO_TEXTS.setAvatar }));
  expect(await screen.findByText(PHOTO_TEXTS.avatarFailed)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: PHOTO_TEXTS.setAvatar })).toBeInTheDocument();
});

it('lets staff delete, but not edit, a photo of another player, and shows the error of a failed deletion', async () => {
  answer('DELETE /api/photos/{id}', failure('forbidden', PHOTO_TEXTS.deleteFailed));
  const { user } = await renderWithProviders(<Footer owner={RIVAL} />, { me: MODERATOR });
  expect(screen.queryByRole('button', { name: PHOTO_TEXTS.editCaption })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: PHOTO_TEXTS.setAvatar })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: PHOTO_TEXTS.delete }));
  expect(screen.getByText(PHOTO_TEXTS.deleteAsStaffText, { exact: false })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: PHOTO_TEXTS.delete }));
  expect(await screen.findByText(PHOTO_TEXTS.deleteFailed)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: PHOTO_TEXTS.delete })).toBeInTheDocument();
});

it('offers neither editing nor deletion of another player’s photo', async () => {
  await renderWithProviders(<Footer owner={RIVAL} />);
  expect(screen.queryByRole('button', { name: PHOTO_TEXTS.delete })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: PHOTO_TEXTS.editCaption })).not.toBeInTheDocument();
});

it('reverts a like if the request fails', async () => {
  const reply = Promise.withResolvers<Response>();
  answer('POST /api/photos/{id}/like', () => reply.promise);
  const { user } = await renderWithProviders(<LikeButton photo={PHOTO} own={false} />);
  const like = screen.getByRole('button', { name: PHOTO_TEXTS.like(0) });
  await user.click(like);
  expect(like).toHaveAccessibleName(PHOTO_TEXTS.like(1));
  reply.resolve(failure('unavailable'));
  await waitFor(() => expect(like).toHaveAccessibleName(PHOTO_TEXTS.like(0)));
});

const gallery = (owner: { id: number; username: string }) => (
  <Gallery owner={{ avatarUrl: null, ...owner }} />
);

it('invites the owner of an empty gallery to add photos, and uploads a photo once', async () => {
  ownPhotos();
  answer('POST /api/photos', () => {
    ownPhotos({ ...PHOTO, id: 8, caption: 'New' });
    return { photo: { ...PHOTO, id: 8, caption: 'New' } };
  });
  const { user } = await renderWithProviders(gallery(ME));
  expect(await screen.findByText(PHOTO_TEXTS.ownEmpty)).toBeInTheDocument();
  await user.upload(document.querySelector('input[type="file"]') as HTMLInputElement, picture());
  await user.type(screen.getByRole('textbox', { name: PHOTO_TEXTS.captionFor('axe.png') }), 'New');
  await user.dblClick(screen.getByRole('button', { name: PHOTO_TEXTS.upload(1) }));
  expect(await screen.findByText(PHOTO_TEXTS.uploaded(1))).toBeInTheDocument();
  const sentForms = calls('POST /api/photos').map(({ body }) => (body as unknown as FormData).get('caption'));
  expect(sentForms).toEqual(['New']);
  await waitFor(() => expect(screen.queryByText(PHOTO_TEXTS.chosen)).not.toBeInTheDocument());
});

it('opens a dialog with the photo from the URL, and closes the dialog', async () => {
  photos(PHOTO);
  const { user, path } = await renderWithProviders(gallery(RIVAL), {
    route: '/player/gallery/$userId',
    at: '/gallery/2?photo=7',
  });
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(PHOTO.caption)).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: UI_TEXTS.close }));
  await waitFor(() => expect(path()).toBe('/gallery/2'));
});

it('offers a retry when a gallery cannot be loaded', async () => {
  answer('GET /api/photos/user/{userId}', failure('forbidden', 'No.'));
  const { user } = await renderWithProviders(gallery(RIVAL));
  expect(await screen.findByText('No.')).toBeInTheDocument();
  photos();
  await user.click(screen.getByRole('button', { name: SHELL_TEXTS.retry }));
  expect(await screen.findByText(PHOTO_TEXTS.othersEmpty('Bjorn'))).toBeInTheDocument();
});

it('shows the latest photos of a profile as links', async () => {
  photos(PHOTO);
  await renderWithProviders(<LatestPhotos player={RIVAL} />);
  expect(await screen.findByRole('link', { name: PHOTO.caption })).toHaveAttribute(
    'href',
    '/gallery/2?photo=7',
  );
});

it('offers to load more photos again after a failure', async () => {
  let pages = 0;
  const query = { hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError: true };
  const { user } = await renderWithProviders(
    <MorePhotos query={{ ...query, fetchNextPage: () => pages++ }} />,
  );
  await user.click(screen.getByRole('button', { name: PHOTO_TEXTS.tryAgain }));
  expect(pages).toBe(1);
});

it('uploads a new photo in the picker and selects it', async () => {
  ownPhotos();
  answer('POST /api/photos', failure('tooLarge', 'Too large.'));
  const picked: number[] = [];
  const { user } = await renderWithProviders(
    <PhotoPicker open onClose={() => undefined} onPick={({ id }) => picked.push(id)} />,
  );
  expect(await screen.findByText(PHOTO_PICKER_TEXTS.empty)).toBeInTheDocument();
  const input = document.querySelector('input[type="file"]') as HTMLInputElement;
  await user.upload(input, picture());
  expect(await screen.findByText('Too large.')).toBeInTheDocument();
  answer('POST /api/photos', { photo: PHOTO });
  await user.upload(input, picture());
  await waitFor(() => expect(picked).toEqual([PHOTO.id]));
});

function Tray() {
  const uploads = useUploads(ME.id);
  return (
    <>
      <button type="button" onClick={() => uploads.add([picture(), new File(['x'], 'notes.txt')])}>
        add
      </button>
      {uploads.items.length > 0 && <UploadTray uploads={uploads} />}
    </>
  );
}

it('uploads only files of a supported type', async () => {
  answer('POST /api/photos', failure('unavailable', 'Busy.'));
  const { user } = await renderWithProviders(<Tray />);
  await user.click(screen.getByRole('button', { name: 'add' }));
  expect(screen.getByText(PHOTO_TEXTS.wrongType)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: PHOTO_TEXTS.upload(1) }));
  expect(await screen.findByText('Busy.')).toBeInTheDocument();
  expect(calls('POST /api/photos')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: PHOTO_TEXTS.removeOne('notes.txt') }));
  expect(screen.queryByText(PHOTO_TEXTS.wrongType)).not.toBeInTheDocument();
});

it('keeps the caption of a photo whose upload failed, and sends it on a retry', async () => {
  answer('POST /api/photos', () => Promise.reject(new TypeError('offline')));
  const { user } = await renderWithProviders(<Tray />);
  await user.click(screen.getByRole('button', { name: 'add' }));
  await user.type(screen.getByRole('textbox', { name: PHOTO_TEXTS.captionFor('axe.png') }), 'My axe');
  await user.click(screen.getByRole('button', { name: PHOTO_TEXTS.upload(1) }));
  expect(await screen.findByText(EDIT_PROFILE_TEXTS.uploadFailed, { exact: false })).toBeInTheDocument();
  answer('POST /api/photos', { photo: PHOTO });
  await user.click(screen.getByRole('button', { name: PHOTO_TEXTS.upload(1) }));
  await waitFor(() => expect(screen.queryByText('axe.png')).not.toBeInTheDocument());
  const form = calls('POST /api/photos').at(-1)?.body as unknown as FormData;
  expect(form.get('caption')).toBe('My axe');
});

it.each([
  ['tooLarge', 'cannot', 0],
  ['tooOften', 'can', 1],
] as const)('after the error %s, a failed photo %s be uploaded again', async (code, _can, count) => {
  answer('POST /api/photos', failure(code, 'No.'));
  const { user } = await renderWithProviders(<Tray />);
  await user.click(screen.getByRole('button', { name: 'add' }));
  await user.click(screen.getByRole('button', { name: PHOTO_TEXTS.upload(1) }));
  expect(await screen.findByText('No.')).toBeInTheDocument();
  expect(screen.queryAllByRole('button', { name: PHOTO_TEXTS.upload(1) })).toHaveLength(count);
});

it('shows muted players why they cannot add photos', async () => {
  ownPhotos();
  const me = { ...ME, mutedUntil: new Date(Date.now() + 3_600_000).toISOString(), muteReason: 'Spam' };
  await renderWithProviders(<Gallery owner={me} />, { me });
  expect(await screen.findByText('Spam')).toBeInTheDocument();
  expect(await screen.findByText(PHOTO_TEXTS.empty)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: PHOTO_TEXTS.add })).not.toBeInTheDocument();
});
