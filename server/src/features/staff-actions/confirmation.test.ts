import { expect, it } from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import { createStaff } from '../moderation/testing.ts';
import { undoSince } from './testing.ts';

const app = useTestApp({ env: { RATE_LIMITS: 'on' } });

it('the number of wrong passwords that an admin can enter is limited', async () => {
  const [admin, moderator] = [await createStaff(app, 'admin'), await createStaff(app)];
  const undo = async (password?: string) =>
    (await undoSince(admin, moderator.id, app.clock.now(), password === undefined ? {} : { password }))
      .status;
  for (let n = 0; n < 12; n++) expect(await undo()).toBe(200);
  for (let n = 0; n < 10; n++) expect(await undo('a guess')).toBe(400);
  expect(await undo('a guess')).toBe(429);
  expect(await undo()).toBe(429);
});
