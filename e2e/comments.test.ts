import type { Page } from '@playwright/test';
import {
  clickRetry,
  createPlayerAndClient,
  createTwoPlayers,
  failNetwork,
  failWith,
  heldResponse,
  intercept,
  openProfile,
  setRole,
} from './fixtures.ts';
import { requestAs, requestOk } from './players.ts';
import { answerDialog } from './posts.ts';
import { expect, test } from './test.ts';

const commentField = (page: Page) => page.getByLabel('Write a comment');
const comment = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });
const deleteButton = (page: Page, text: string) =>
  comment(page, text).getByRole('button', { name: /^Delete the comment/ });

test('a comment appears immediately, and if posting fails it disappears and its draft is restored', async ({
  newVisitor,
  newClient,
}) => {
  const { here, there, other } = await createPlayerAndClient({ newVisitor, newClient });
  const { page } = here;
  const posting = await intercept(page, 'POST', '**/status/comments');
  await openProfile(page, other.id);
  await page.getByText('No comments yet. Be the first!').waitFor();
  await page.getByText('No photos yet.').waitFor();

  const held = heldResponse();
  posting.answer = held.answer;
  await commentField(page).fill('   ');
  await page.keyboard.press('Control+Enter');
  expect(await comment(page, 'Posting…').count()).toBe(0);
  await commentField(page).fill('  Well fought!  ');
  await page.keyboard.press('Control+Enter');
  await comment(page, 'Well fought!').getByText('Posting…').waitFor();
  // Only one comment can be pending at a time.
  await commentField(page).fill('And another');
  await page.keyboard.press('Control+Enter');
  expect(await comment(page, 'And another').count()).toBe(0);
  held.release();
  await deleteButton(page, 'Well fought!').waitFor();
  expect(await comment(page, 'Well fought!').count()).toBe(1);

  posting.answer = failNetwork;
  await page.getByRole('button', { name: 'Post' }).click();
  await page.getByRole('alert').getByText('Failed to post comment').waitFor();
  expect(await comment(page, 'And another').count()).toBe(0);
  expect(await commentField(page).inputValue()).toBe('And another');
  posting.answer = failWith(503);
  await page.getByRole('button', { name: 'Post' }).click();
  await page.getByRole('alert').getByText('Failed to post comment (503)').waitFor();
  // The draft is restored on the next visit.
  await page.reload();
  await expect(commentField(page)).toHaveValue('And another');

  await commentField(page).fill('y'.repeat(950));
  await page.getByText('950/1000').waitFor();
  const path = `/api/profiles/${other.id}/status/comments`;
  const elsewhere = await requestOk<{ comments: { body: string }[] }>(there, 'GET', path);
  expect(elsewhere.comments.map(({ body }) => body)).toEqual(['Well fought!']);
});

test('comments load page by page, and a failed load is reported', async ({ newVisitor, newClient }) => {
  const { here, other } = await createPlayerAndClient({ newVisitor, newClient });
  for (let made = 1; made <= 21; made++) {
    await requestAs(here, 'POST', `/api/profiles/${other.id}/status/comments`, { body: `line ${made}.` });
  }
  const { page } = here;
  const loading = await intercept(page, 'GET', '**/status/comments?*');
  loading.answer = failWith(400);
  await openProfile(page, other.id);
  await page.getByRole('alert').getByText('Failed to load comments (400)').waitFor();
  await clickRetry(page, loading, page.getByRole('button', { name: 'Try again' }));
  await comment(page, 'line 21.').waitFor();
  expect(await comment(page, 'line 1.').count()).toBe(0);
  await page.getByRole('button', { name: 'Load more' }).click();
  await comment(page, 'line 1.').waitFor();
});

test('only the author and admins can delete a comment', async ({ newVisitor, site }) => {
  const { here, there: staff, other } = await createTwoPlayers(newVisitor);
  for (const body of ['mine to delete', 'the admin deletes this', 'this one stays']) {
    await requestAs(here, 'POST', `/api/profiles/${other.id}/status/comments`, { body });
  }
  // Neither the owner of the profile nor a moderator is allowed to delete the comment.
  await openProfile(staff.page, other.id);
  await comment(staff.page, 'mine to delete').waitFor();
  expect(await deleteButton(staff.page, 'mine to delete').count()).toBe(0);
  setRole(site, other, 'moderator');
  await openProfile(staff.page, other.id);
  await comment(staff.page, 'mine to delete').waitFor();
  expect(await deleteButton(staff.page, 'mine to delete').count()).toBe(0);

  setRole(site, other, 'admin');
  await expect
    .poll(
      async () => (await requestAs<{ user: { role: string } }>(staff, 'GET', '/api/session')).body.user.role,
    )
    .toBe('admin');
  await openProfile(staff.page, other.id);
  await deleteButton(staff.page, 'the admin deletes this').click();
  await answerDialog(staff.page, 'Delete this comment?', 'Delete');
  await comment(staff.page, 'the admin deletes this').waitFor({ state: 'detached' });

  const { page } = here;
  const deleting = await intercept(page, 'DELETE', '**/status/comments/*');
  deleting.answer = failWith(500);
  await openProfile(page, other.id);
  await deleteButton(page, 'mine to delete').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alert').getByText('Failed to delete (500)').waitFor();
  await comment(page, 'mine to delete').waitFor();
  deleting.answer = null;
  await deleteButton(page, 'mine to delete').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await comment(page, 'mine to delete').waitFor({ state: 'detached' });
  await page.reload();
  await comment(page, 'this one stays').waitFor();
  expect(await comment(page, 'mine to delete').count()).toBe(0);
});
