import { utcTime } from '@rivalhold/shared/dates.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { atUrl, createTestApp, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { setRole } from '../accounts/service.ts';
import { notificationsOf } from '../blocks/testing.ts';
import { history, sendDirectMessage } from '../dms/testing.ts';
import { auditEntriesAbout, createStaff } from '../moderation/testing.ts';
import { addPhoto } from '../photos/testing.ts';
import { createReport, fileOf, performReportAction, queue } from './testing.ts';

/** The end of the suspensions in these tests. Moderators can suspend for at most 30 days. */
const UNTIL = '2026-06-21T12:00:00.000Z';
const HOSTILE = '<script>alert(1)</script> \u202e\u200b';

const app = useTestApp();
let one: TestPlayer;
let two: TestPlayer;
let reporter: TestPlayer;
beforeAll(async () => {
  [one, two] = [await createStaff(app), await createStaff(app)];
  reporter = await app.player();
});

const post = async (by: TestPlayer): Promise<number> =>
  (await by.call('POST /api/feed', { body: { body: HOSTILE } })).body.post.id;
/** Create a post by a new player, and report it. */
async function reportedPost(): Promise<{ author: TestPlayer; postId: number; id: number }> {
  const author = await app.player();
  const postId = await post(author);
  return { author, postId, id: await createReport(reporter, 'post', postId) };
}
const resolve = (by: TestPlayer, id: number, body: object) =>
  performReportAction(by, id, { action: 'resolve', ...body });

describe('the moderation queue', () => {
  it('lists unresolved reports oldest first and resolved reports latest first', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 5; n++) ids.push((await reportedPost()).id);
    const read = async (query: object) => {
      const found: number[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await queue(one, { ...query, limit: 2, ...(cursor && { cursor }) });
        found.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      return found.filter((id) => ids.includes(id));
    };
    await performReportAction(one, ids[3] as number, { action: 'claim' });
    expect(await read({})).toEqual(ids);
    expect(await read({ state: 'open' })).toEqual(ids.filter((_, n) => n !== 3));
    expect(await read({ state: 'assigned' })).toEqual([ids[3]]);
    for (const n of [2, 0, 4]) {
      app.clock.advance(1_000);
      await resolve(one, ids[n] as number, { outcome: 'dismiss' });
    }
    expect(await read({ state: 'resolved' })).toEqual([ids[4], ids[0], ids[2]]);
    expect((await one.call('GET /api/mod/reports', { query: { cursor: 'x' } })).status).toBe(400);
  });

  it('groups reports about the same content', async () => {
    const { author, postId, id } = await reportedPost();
    const second = await app.player();
    const sibling = await createReport(second, 'post', postId);
    const otherId = await createReport(reporter, 'post', await post(author));
    const waiting = async () => (await queue(one, { limit: 50 })).items.map((item) => item.id);
    expect(await waiting()).toEqual(expect.arrayContaining([id, otherId]));
    expect(await waiting()).not.toContain(sibling);
    expect((await fileOf(two, id)).body.viewers).toEqual([]);
    const file = (await fileOf(one, id)).body;
    expect(file.viewers).toEqual([{ id: two.id, username: two.username }]);
    expect(file.duplicates.map((report) => [report.id, report.reporter.id])).toEqual([[sibling, second.id]]);
    expect(file.otherReports.map((report) => report.id)).toEqual([otherId]);
    expect(file.reportedAccount).toMatchObject({ reports: 2, upheld: 0, mutedUntil: null, suspended: false });
    app.clock.advance(31_000);
    expect((await fileOf(one, id)).body.viewers).toEqual([]);

    await resolve(one, sibling, { outcome: 'mute', duration: '1d' });
    expect(await waiting()).toContain(otherId);
    const resolved = (await queue(one, { state: 'resolved', limit: 50 })).items.map((item) => item.id);
    expect(resolved).toContain(id);
    expect(resolved).not.toContain(sibling);
    const later = (await fileOf(one, otherId)).body;
    expect(later.reportedAccount).toMatchObject({ reports: 2, upheld: 1, mutedUntil: expect.any(String) });
    expect(later.reporterAccount?.upheld).toBeGreaterThan(0);
    expect(later.otherReports.map((report) => report.id)).toEqual([id]);
    // A later report about the same content is a new case.
    const again = await createReport(second, 'post', postId);
    expect(await waiting()).toContain(again);
    expect((await fileOf(one, again)).body.duplicates).toEqual([]);
  });

  it('shows the staff members who are viewing a report', async () => {
    // Without Redis, a site has only one node, so the same node is used twice.
    const other = process.env.TEST_REDIS_URL ? await createTestApp({ sharedWith: app }) : app;
    other.clock.advance(app.clock.now().getTime() - other.clock.now().getTime());
    const { id } = await reportedPost();
    const elsewhere = atUrl(other, two);
    const viewersHere = async () => (await fileOf(one, id)).body.viewers.map((viewer) => viewer.id);
    expect((await fileOf(elsewhere, id)).body.viewers).toEqual([]);
    expect(await viewersHere()).toEqual([two.id]);
    expect((await fileOf(elsewhere, id)).body.viewers.map((viewer) => viewer.id)).toEqual([one.id]);
    expect((await fileOf(elsewhere, (await reportedPost()).id)).body.viewers).toEqual([]);
    app.clock.advance(31_000);
    expect(await viewersHere()).toEqual([]);
    if (other !== app) await other.close();
  });

  it('deletes the content and imposes the sanction together or not at all', async () => {
    for (const body of [
      { outcome: 'warn', text: 'x' },
      { outcome: 'mute', duration: '1d' },
      { outcome: 'suspend', until: UNTIL, text: 'x' },
    ] as const) {
      const { author, postId, id } = await reportedPost();
      const { status, body: file } = await resolve(one, id, { ...body, alsoDelete: true });
      expect([status, file.report.outcome]).toEqual([200, body.outcome]);
      const { status: there } = await reporter.call('GET /api/feed/{id}', { params: { id: postId } });
      expect(there).toBe(404);
      const kinds = (await auditEntriesAbout(app, author.id)).map(({ kind }) => kind);
      expect([kinds[0], kinds.length, kinds[2]]).toEqual(['post.delete', 3, 'report.resolve']);
    }
    const kept = await reportedPost();
    const warned = await resolve(one, kept.id, { outcome: 'warn', text: 'x', alsoDelete: null });
    expect(warned.status).toBe(200);
    const { status: stays } = await reporter.call('GET /api/feed/{id}', { params: { id: kept.postId } });
    expect(stays).toBe(200);
    const target = await createStaff(app);
    const postId = await post(target);
    const id = await createReport(reporter, 'post', postId);
    const refused = await resolve(one, id, { outcome: 'mute', duration: '1d', alsoDelete: true });
    expect(refused.status).toBe(403);
    expect((await reporter.call('GET /api/feed/{id}', { params: { id: postId } })).status).toBe(200);
  });

  it('assigns a case to one staff member at a time', async () => {
    const { postId, id } = await reportedPost();
    const sibling = await createReport(await app.player(), 'post', postId);
    const both = await Promise.all([
      performReportAction(one, id, { action: 'claim' }),
      performReportAction(two, sibling, { action: 'claim' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [mine, theirs] = both[0].status === 200 ? [one, two] : [two, one];
    for (const which of [id, sibling])
      expect((await fileOf(theirs, which)).body.report).toMatchObject({
        state: 'assigned',
        assignee: { id: mine.id },
      });
    for (const body of [
      { action: 'claim' },
      { action: 'release' },
      { action: 'resolve', outcome: 'dismiss' },
    ]) {
      const { status, body: refusal } = await performReportAction(theirs, id, body);
      expect([status, refusal.message]).toEqual([409, `This report is assigned to ${mine.username}.`]);
    }
    expect((await performReportAction(mine, sibling, { action: 'claim' })).status).toBe(200);
    const noted = await performReportAction(theirs, id, { action: 'note', text: ` ${HOSTILE} ` });
    expect(noted.body.notes).toMatchObject([{ text: HOSTILE.trim(), author: { id: theirs.id } }]);
    expect((await performReportAction(theirs, id, { action: 'note', text: ' \u200b ' })).status).toBe(400);
    expect((await performReportAction(mine, id, { action: 'release' })).body.report.state).toBe('open');
    expect((await performReportAction(theirs, id, { action: 'claim' })).status).toBe(200);
    // An admin can release a case that another staff member has claimed. A moderator who is demoted loses the
    // assignment.
    expect(
      (await performReportAction(await createStaff(app, 'admin'), id, { action: 'release' })).status,
    ).toBe(200);
    const leaving = await createStaff(app);
    expect((await performReportAction(leaving, id, { action: 'claim' })).status).toBe(200);
    await setRole(app.site.db, app.site, { username: leaving.username, role: 'player' });
    expect((await performReportAction(one, id, { action: 'claim' })).body.report.assignee?.id).toBe(one.id);
  });

  it('resolves all reports about the same content once', async () => {
    const { author, postId, id } = await reportedPost();
    const second = await app.player();
    const sibling = await createReport(second, 'post', postId);
    const answers = await Promise.all([
      resolve(one, id, { outcome: 'delete', text: HOSTILE }),
      resolve(two, sibling, { outcome: 'warn', text: 'Mind your words' }),
      resolve(one, id, { outcome: 'delete', text: HOSTILE }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toMatch(
      /already resolved this report\.$/,
    );
    const { report } = (await fileOf(one, sibling)).body;
    expect(report.state).toBe('resolved');
    expect(['delete', 'warn']).toContain(report.outcome);
    for (const player of [reporter, second]) {
      const received = (await notificationsOf(player)).filter(
        ({ title }) => title === 'Your report was reviewed',
      );
      expect(received[0]?.text).toContain('took action');
      expect(JSON.stringify(received)).not.toContain(author.username);
    }
    expect((await notificationsOf(author)).length).toBe(1);
    expect((await performReportAction(two, id, { action: 'claim' })).status).toBe(409);
    expect((await performReportAction(two, id, { action: 'note', text: 'For the record' })).status).toBe(200);
    const again = await post(author);
    expect(again).not.toBe(postId);
    expect(await createReport(reporter, 'post', again)).not.toBe(id);
  });

  it('applies each outcome, and records it in the audit log', async () => {
    const outcomes = [
      [{ outcome: 'dismiss' }, []],
      [{ outcome: 'warn', text: HOSTILE }, ['user.warn']],
      [{ outcome: 'mute', duration: '1m', text: HOSTILE }, ['mute.begin']],
      [{ outcome: 'delete' }, ['post.delete']],
      [{ outcome: 'suspend', until: UNTIL, text: HOSTILE }, ['suspension.begin']],
    ] as const;
    for (const [body, kinds] of outcomes) {
      const { author, postId, id } = await reportedPost();
      const { status, body: file } = await resolve(one, id, body);
      expect([body.outcome, status]).toEqual([body.outcome, 200]);
      expect(file.report).toMatchObject({
        state: 'resolved',
        outcome: body.outcome,
        resolvedBy: { id: one.id },
      });
      const written = await auditEntriesAbout(app, author.id);
      expect(written.map(({ kind }) => kind)).toEqual([...kinds, 'report.resolve']);
      expect(file.history.map(({ kind }) => kind)).toEqual(['report.resolve', ...kinds]);
      if (body.outcome === 'warn') expect((await notificationsOf(author))[0]?.text).toBe(HOSTILE.trim());
      if (body.outcome === 'delete')
        expect((await notificationsOf(author))[0]).toMatchObject({
          title: 'Removed by staff',
          text: 'Your post was removed.',
        });
      const { status: there } = await reporter.call('GET /api/feed/{id}', { params: { id: postId } });
      expect(there).toBe(body.outcome === 'delete' ? 404 : 200);
      if (body.outcome === 'suspend')
        expect((await app.browser().signIn(author.username)).body.code).toBe('suspended');
      if (body.outcome === 'mute') {
        const until = new Date(app.clock.now().getTime() + 30 * 24 * 3_600_000);
        const { body: refusal } = await author.call('POST /api/feed', { body: { body: 'x' } });
        expect(refusal.message).toBe(`You are muted until ${utcTime(until)}.`);
      }
    }
  });

  it('rejects incomplete resolutions', async () => {
    const { author, postId, id } = await reportedPost();
    for (const body of [
      {},
      { outcome: 'warn' },
      { outcome: 'warn', text: ' ' },
      { outcome: 'mute' },
      { outcome: 'suspend', text: 'x' },
      { outcome: 'suspend', until: null },
      { outcome: 'suspend', until: '2001-01-01T00:00:00Z', text: 'x' },
      { outcome: 'dismiss', text: 'x'.repeat(501) },
    ])
      expect((await resolve(one, id, body)).status).toBe(400);
    expect((await fileOf(one, id)).body.report.state).toBe('open');
    expect(await auditEntriesAbout(app, author.id)).toEqual([]);
    await author.call('DELETE /api/feed/{id}', { params: { id: postId } });
    expect((await resolve(one, id, { outcome: 'delete' })).status).toBe(200);
    expect((await performReportAction(one, 9_999_999, { action: 'claim' })).status).toBe(404);
  });

  it('hides a report about a staff member from that member and from lower ranks', async () => {
    const [target, admin] = [await createStaff(app), await createStaff(app, 'admin')];
    const id = await createReport(reporter, 'post', await post(target));
    const above = await createReport(reporter, 'post', await post(admin));
    const picture = await createReport(reporter, 'photo', (await addPhoto(admin)).id);
    const listed = async (by: TestPlayer, query: object = {}) =>
      (await queue(by, { limit: 50, ...query })).items.map((item) => item.id);
    expect((await fileOf(target, id)).status).toBe(403);
    expect((await fileOf(one, above)).status).toBe(403);
    expect(await listed(target)).not.toContain(id);
    expect(await listed(one)).toContain(id);
    for (const hidden of [above, picture]) expect(await listed(one)).not.toContain(hidden);
    const boss = await createStaff(app, 'admin');
    expect(await listed(boss)).toEqual(expect.arrayContaining([id, above, picture]));
    const url = (await fileOf(boss, picture)).body.report.copy.media[0]?.url as string;
    expect([(await boss.fetch(url)).status, (await one.fetch(url)).status]).toEqual([200, 404]);
    await resolve(boss, picture, { outcome: 'dismiss' });
    expect(await listed(boss, { state: 'resolved' })).toContain(picture);
    expect(await listed(one, { state: 'resolved' })).not.toContain(picture);
    for (const body of [
      { action: 'claim' },
      { action: 'note', text: 'x' },
      { action: 'resolve', outcome: 'dismiss' },
    ]) {
      expect((await performReportAction(target, id, body)).status).toBe(403);
      expect((await performReportAction(one, above, body)).status).toBe(403);
    }
    expect((await resolve(one, id, { outcome: 'mute', duration: '1d' })).status).toBe(403);
    expect((await fileOf(one, id)).body.report.state).toBe('open');
    expect((await resolve(admin, id, { outcome: 'mute', duration: '1d' })).status).toBe(200);
  });

  it('shows a reported message in its context, and deletes it for both players', async () => {
    const sender = await app.player();
    const socket = await sender.socket();
    for (const text of ['Before', 'SECRET words', 'After'])
      await sendDirectMessage(socket, sender, reporter, text);
    const { items } = await history(reporter, sender);
    const id = await createReport(reporter, 'message', items[1]?.id as number);
    const file = (await fileOf(one, id)).body;
    expect(file.context.map(({ text, isReported }) => [text, isReported])).toEqual([
      ['Before', false],
      ['SECRET words', true],
      ['After', false],
    ]);
    expect((await resolve(one, id, { outcome: 'delete' })).status).toBe(200);
    for (const [me, them] of [
      [reporter, sender],
      [sender, reporter],
    ] as const)
      expect((await history(me, them)).items.map(({ text }) => text)).toEqual(['Before', '', 'After']);
    const written = await auditEntriesAbout(app, sender.id);
    expect(written.map(({ kind }) => kind)).toEqual(['message.delete', 'report.resolve']);
    expect(JSON.stringify(written)).not.toContain('SECRET');
  });

  it('clears a reported profile, cannot delete a fight, and lets only admins delete profile comments', async () => {
    const player = await app.player();
    await player.call('PATCH /api/users/me/status', { body: { statusMessage: HOSTILE } });
    const id = await createReport(reporter, 'profile', player.id);
    expect((await resolve(one, id, { outcome: 'delete' })).status).toBe(200);
    const { body } = await reporter.call('GET /api/profiles/{id}', { params: { id: player.id } });
    expect(body.statusMessage).toBe('');
    expect((await auditEntriesAbout(app, player.id))[0]).toMatchObject({
      kind: 'profile.clear',
      before: HOSTILE.trim(),
    });

    const { body: fight } = await player.call('GET /api/combat/{userId}', {
      params: { userId: player.id },
      query: { opponentId: reporter.id },
    });
    const fightReport = await createReport(reporter, 'fight', fight.id);
    expect((await resolve(one, fightReport, { outcome: 'delete' })).status).toBe(400);

    const { body: said } = await player.call('POST /api/profiles/{id}/status/comments', {
      params: { id: reporter.id },
      body: { body: 'x' },
    });
    const comment = await createReport(reporter, 'profileComment', said.comment.id);
    expect((await resolve(one, comment, { outcome: 'delete' })).status).toBe(403);
    expect((await resolve(await createStaff(app, 'admin'), comment, { outcome: 'delete' })).status).toBe(200);
  });

  it('prevents staff from handling content that they reported themselves', async () => {
    const { postId, id: sibling } = await reportedPost();
    expect((await performReportAction(one, sibling, { action: 'claim' })).status).toBe(200);
    const id = await createReport(one, 'post', postId);
    const refusal = 'You reported this yourself, so another staff member must handle it.';
    for (const which of [id, sibling]) {
      expect((await fileOf(one, which)).body.refusal).toBe(refusal);
      for (const body of [{ action: 'claim' }, { action: 'resolve', outcome: 'delete' }]) {
        const { status, body: refused } = await performReportAction(one, which, body);
        expect([status, refused.message]).toEqual([403, refusal]);
      }
    }
    expect((await performReportAction(one, id, { action: 'note', text: 'Seen by myself' })).status).toBe(200);
    expect((await performReportAction(one, id, { action: 'release' })).status).toBe(200);
    expect((await fileOf(two, id)).body.refusal).toBeNull();
    expect((await resolve(two, id, { outcome: 'dismiss' })).body.report.outcome).toBe('dismiss');

    // `two` is the only other staff member. Once `two` has reported the content as well, `one` can handle the report.
    const alone = await createReport(one, 'post', (await reportedPost()).postId);
    await query(
      app.site.db,
      sql`update users set role = 'player' where id <> all (${[one.id, two.id]}::bigint[])`,
    );
    expect((await fileOf(one, alone)).body.refusal).toBe(refusal);
    await createReport(two, 'post', (await fileOf(one, alone)).body.report.subjectId);
    expect((await fileOf(one, alone)).body.refusal).toBeNull();
    expect((await resolve(one, alone, { outcome: 'delete' })).status).toBe(200);
  });
});
