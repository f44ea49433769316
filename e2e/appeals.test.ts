import { ACCOUNT_LABELS } from '@rivalhold/shared/texts/accounts.ts';
import { ANSWER_TEXTS, APPEAL_QUEUE_TEXTS } from '@rivalhold/shared/texts/appeal-queue.ts';
import {
  APPEAL_FORM_TEXTS,
  APPEAL_OUTCOME_TEXTS,
  APPEAL_PAGE_TEXTS,
  DECISION_TEXTS,
} from '@rivalhold/shared/texts/decisions.ts';
import { RULE_TEXTS } from '@rivalhold/shared/texts/rules.ts';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { waitForLiveConnection } from './fixtures.ts';
import { requestOk, signUpPlayer } from './players.ts';
import { createPost } from './posts.ts';
import { openAs, test } from './staff.ts';
import { signIn } from './steps.ts';

test('a player appeals against the removal of a post, and another staff member overturns the removal', async ({
  newVisitor,
  newModerator,
  admin,
}) => {
  const [there, moderator, reviewer] = [
    await newVisitor({ width: 375 }),
    await newModerator(),
    await openAs(newVisitor, admin, { width: 375 }),
  ];
  const player = await signUpPlayer(there);
  const text = `A quote by ${player.username}`;
  const { id } = await createPost(there, text);
  const reason = { rule: 'spam', reason: 'Links to a shop' };
  await requestOk(moderator, 'DELETE', `/api/feed/${id}`, reason);

  const { page } = there;
  const liveConnection = waitForLiveConnection(page);
  await page.goto('/decisions');
  const decision = page.getByRole('listitem').filter({ hasText: 'Your post was removed' });
  for (const shown of [RULE_TEXTS.spam, 'Links to a shop', text]) await decision.getByText(shown).waitFor();
  await decision.getByRole('button', { name: DECISION_TEXTS.appeal }).click();
  await page.keyboard.type('It was a quote.');
  await expectAccessible(page);
  await page.keyboard.press('Control+Enter');
  await decision.getByText(DECISION_TEXTS.waiting).waitFor();
  await expectNoHorizontalScroll(page);
  await liveConnection;

  await reviewer.page.goto('/admin/appeals');
  const entry = reviewer.page.getByRole('article').filter({ hasText: player.username });
  await entry.waitFor();
  await expectAccessible(reviewer.page);
  await expectNoHorizontalScroll(reviewer.page);
  await entry.getByRole('radio', { name: ANSWER_TEXTS.lifted.action }).check();
  await entry.getByRole('textbox', { name: APPEAL_QUEUE_TEXTS.answer }).fill('You were right.');
  await entry.getByRole('button', { name: APPEAL_QUEUE_TEXTS.send }).click();
  await entry.waitFor({ state: 'detached' });
  for (const shown of ['You were right.', APPEAL_OUTCOME_TEXTS.lifted, DECISION_TEXTS.restoredContent])
    await decision.getByText(shown).waitFor();
  await requestOk(there, 'GET', `/api/feed/${id}`);
});

test('a suspended player appeals with the link in the login dialog', async ({
  newVisitor,
  newClient,
  admin,
}) => {
  const player = await signUpPlayer(await newClient());
  await requestOk(admin, 'POST', `/api/mod/suspensions/${player.id}`, {
    until: new Date(Date.now() + 20 * 24 * 3_600_000).toISOString(),
    rule: 'cheating',
    reason: 'Scripts',
  });
  const { page } = await newVisitor({ width: 375 });
  await page.goto('/');
  await signIn(page, player.username);
  const dialog = page.getByRole('dialog', { name: ACCOUNT_LABELS.welcomeBack });
  await dialog.getByText('Reason: Scripts').waitFor();
  await dialog.getByRole('link', { name: ACCOUNT_LABELS.appeal }).click();
  await page.getByRole('heading', { level: 1, name: APPEAL_PAGE_TEXTS.of(player.username) }).waitFor();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await page.getByRole('button', { name: DECISION_TEXTS.appeal }).click();
  await page.getByRole('textbox', { name: APPEAL_FORM_TEXTS.label }).fill('It was my brother.');
  await page.getByRole('button', { name: APPEAL_FORM_TEXTS.send }).click();
  await page.getByText(APPEAL_PAGE_TEXTS.textUsed).waitFor();
});
