import { LIMITS } from '@rivalhold/shared/limits.ts';
import { APPEAL_ERRORS } from '@rivalhold/shared/texts/appeals.ts';
import { DAY } from '@rivalhold/shared/time-units.ts';
import { expect, it } from 'vitest';
import { signInAgain, useTestApp } from '../../testing/app.ts';
import { latestDecision } from '../decisions/testing.ts';
import { createPost } from '../feed/testing.ts';
import { createStaff, muteOf } from '../moderation/testing.ts';
import { answerOf, appealOf, createAppeal } from './testing.ts';

const app = useTestApp();

it('an appeal against a mute is possible for six months', async () => {
  const moderator = await createStaff(app);
  const [player, late] = [await app.player(), await app.player()];
  for (const { id } of [player, late]) await muteOf(moderator, id);
  app.clock.advance(LIMITS.appeal.ms);
  expect((await appealOf(await signInAgain(app, player))).status).toBe(201);
  const again = await signInAgain(app, late);
  app.clock.advance(1);
  const { status, body } = await appealOf(again);
  expect([status, body.message]).toEqual([409, APPEAL_ERRORS.tooLate]);
});

it('an answer that lifts a removal after 30 days does not restore the content', async () => {
  const [moderator, author] = [await createStaff(app), await app.player()];
  const id = await createPost(author);
  await moderator.call('DELETE /api/feed/{id}', { params: { id } });
  const decisionId = await createAppeal(author);
  app.clock.advance(31 * DAY);
  const reviewer = await createStaff(app);
  expect((await answerOf(reviewer, decisionId, 'lifted')).body.decision.appeal?.restored).toBe(false);
  const again = await signInAgain(app, author);
  expect(await latestDecision(again)).toMatchObject({
    endedAt: app.clock.now().toISOString(),
    appeal: { outcome: 'lifted', restored: false },
  });
});
