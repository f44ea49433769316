import type { Page } from '@playwright/test';
import { createPlayerAndClient, openProfile } from './fixtures.ts';
import { requestOk } from './players.ts';
import { answerDialog } from './posts.ts';
import { expect, test } from './test.ts';

const commentField = (page: Page) => page.getByLabel('Write a comment');
const comment = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

test('a player comments on a profile and deletes the comment, and a draft survives a reload', async ({
  newVisitor,
  newClient,
}) => {
  const { here, there, other } = await createPlayerAndClient({ newVisitor, newClient });
  const { page } = here;
  const stored = async () => {
    const path = `/api/profiles/${other.id}/status/comments`;
    const { comments } = await requestOk<{ comments: { body: string }[] }>(there, 'GET', path);
    return comments.map(({ body }) => body);
  };
  await openProfile(page, other.id);
  await commentField(page).fill('Not yet said');
  await page.reload();
  await expect(commentField(page)).toHaveValue('Not yet said');
  await commentField(page).fill('  Well fought!  ');
  await page.keyboard.press('Control+Enter');
  const remove = comment(page, 'Well fought!').getByRole('button', { name: /^Delete the comment/ });
  await remove.waitFor();
  await expect(comment(page, 'Well fought!')).toHaveCount(1);
  await expect.poll(stored).toEqual(['Well fought!']);
  await remove.click();
  await answerDialog(page, 'Delete this comment?', 'Delete');
  await comment(page, 'Well fought!').waitFor({ state: 'detached' });
  await expect.poll(stored).toEqual([]);
});
