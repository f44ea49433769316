import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { emitRaw, type TestPlayer, type TestSocket, useTestApp } from '../../testing/app.ts';
import { query, queryValue } from '../../testing/queries.ts';
import { block, unblock } from '../blocks/testing.ts';
import { uploadClip } from '../clips/testing.ts';
import { fightToEnd, openFightOf, setCharacter } from '../combat/testing.ts';
import { sendDirectMessage } from '../dms/testing.ts';
import { createStaff } from '../moderation/testing.ts';
import { addPhoto } from '../photos/testing.ts';
import { purgeCopies } from './service.ts';
import { createReport, fileOf, performReportAction, report } from './testing.ts';

const HOSTILE = '<img src=x onerror=alert(1)> \u202e\u200b word';

const app = useTestApp();
let author: TestPlayer;
let other: TestPlayer;
let third: TestPlayer;
let moderator: TestPlayer;
let socket: TestSocket;
beforeAll(async () => {
  [author, other, third] = [await app.player(), await app.player(), await app.player()];
  moderator = await createStaff(app);
  socket = await author.socket();
});

/** For each kind of content, a function that creates such content as `author`, and returns its id. */
const CREATE = {
  post: async () => (await author.call('POST /api/feed', { body: { body: HOSTILE } })).body.post.id,
  comment: async () => {
    const { body } = await third.call('POST /api/feed', { body: { body: 'Of another' } });
    const said = await author.call('POST /api/feed/{id}/comments', {
      params: { id: body.post.id },
      body: { body: HOSTILE },
    });
    return said.body.comment.id;
  },
  profileComment: async () =>
    (
      await author.call('POST /api/profiles/{id}/status/comments', {
        params: { id: third.id },
        body: { body: HOSTILE },
      })
    ).body.comment.id,
  clip: async () => (await uploadClip(author, HOSTILE)).id,
  photo: async () => (await addPhoto(author, HOSTILE)).id,
  message: async () => (await sendDirectMessage(socket, author, other, HOSTILE)).message.id,
  forumPost: async () => {
    const { body } = await (await createStaff(app)).call('POST /api/forum-categories', {
      body: { slug: 'talk', title: 'Talk' },
    });
    const made = await author.call('POST /api/forum-threads', {
      body: { title: 'A thread', body: HOSTILE, categoryId: body.category.id },
    });
    return made.body.post.id;
  },
  chatMessage: async () => {
    app.clock.advance(5_000);
    expect((await emitRaw(socket, 'chat message', { text: HOSTILE })).ok).toBe(true);
    const [line] = await query<{ id: number }>(app.site.db, sql`select max(id) as id from chat_messages`);
    return line?.id as number;
  },
} as const;

describe('reported content', () => {
  it.each(Object.keys(CREATE) as (keyof typeof CREATE)[])(
    'is copied for staff when it is reported (kind: %s)',
    async (kind) => {
      const id = await CREATE[kind]();
      const own = await report(author, kind, id);
      expect([own.status, own.body.message]).toEqual([409, 'You can’t report your own content.']);
      const { status, body } = await report(other, kind, id, `  ${HOSTILE} `);
      expect(status).toBe(201);
      const again = await report(other, kind, id, 'Another reason');
      expect([again.status, again.body]).toEqual([201, body]);
      const file = (await fileOf(moderator, body.report.id)).body;
      expect(file.report).toMatchObject({
        kind,
        subjectId: id,
        reason: HOSTILE,
        state: 'open',
        reporter: { id: other.id, username: other.username },
        reported: { id: author.id, username: author.username },
        reportCount: 1,
        assignee: null,
      });
      expect(file.report.copy.text).toContain(HOSTILE);
      const around = file.context.filter(({ isReported }) => isReported).map(({ id: own }) => own);
      expect(around).toEqual(['post', 'clip', 'photo'].includes(kind) ? [] : [id]);
      expect((await report(third, kind, 9_999_999)).status).toBe(404);
      if (kind === 'message') {
        expect((await report(third, kind, id)).status).toBe(404);
        expect((await report(moderator, kind, id)).status).toBe(404);
        return;
      }
      await block(third, author);
      expect((await report(third, kind, id)).status).toBe(404);
      await unblock(third, author);
      expect((await report(third, kind, id)).status).toBe(201);
      expect((await fileOf(moderator, body.report.id)).body.report.reportCount).toBe(2);
      expect((await fileOf(third, body.report.id)).status).toBe(403);
    },
  );

  it('is also copied if it is a profile or a fight', async () => {
    await author.call('PATCH /api/users/me/status', { body: { statusMessage: HOSTILE } });
    const profile = (await fileOf(moderator, await createReport(other, 'profile', author.id))).body.report;
    expect(profile.copy).toMatchObject({
      text: `${author.username}\n${HOSTILE}`,
      link: `/profiles/${author.id}`,
      createdAt: null,
    });
    expect((await report(author, 'profile', author.id)).status).toBe(409);

    await setCharacter(app, author, { attack: 500, energy: 100 });
    const { body } = await openFightOf(author, other);
    expect((await report(third, 'fight', body.id)).status).toBe(404);
    const early = (await fileOf(moderator, await createReport(other, 'fight', body.id))).body.report;
    expect(early).toMatchObject({ reported: { id: author.id }, copy: { link: `/fights/${body.id}` } });
    await fightToEnd(app, author, other);
    const late = (await fileOf(moderator, await createReport(third, 'fight', body.id))).body.report;
    expect(late.reported.id).toBe(author.id);
    expect(late.copy.text.split('\n').length).toBeGreaterThan(1);
  });

  it('is copied once per reporter', async () => {
    const id = await CREATE.photo();
    const answers = await Promise.all(Array.from({ length: 8 }, () => report(other, 'photo', id)));
    expect(new Set(answers.map(({ body }) => body.report.id)).size).toBe(1);
    const once = await report(third, 'photo', id, 'Spam', { 'idempotency-key': 'r1' });
    expect((await report(third, 'photo', id, 'Spam', { 'idempotency-key': 'r1' })).body).toEqual(once.body);
    const files = await query<{ file_key: string }>(
      app.site.db,
      sql`select file_key from report_media m join reports r on r.id = m.report_id where r.subject_id = ${id}`,
    );
    expect(files.length).toBe(2);
    expect(await query(app.site.db, sql`select 1 from orphaned_files`)).toEqual([]);
  });

  it('is not stored without a valid reason and kind', async () => {
    const id = await CREATE.post();
    for (const reason of ['', ' \u200b ', 'x'.repeat(501)])
      expect((await report(other, 'post', id, reason)).status).toBe(400);
    expect((await report(other, 'user' as never, id)).status).toBe(400);
    const stored = sql`select 1 from reports where kind = 'post' and subject_id = ${id}`;
    expect(await query(app.site.db, stored)).toEqual([]);
  });

  it('has a copy that only staff can see', async () => {
    const clip = await uploadClip(author);
    const id = await createReport(other, 'clip', clip.id);
    await author.call('DELETE /api/clips/{id}', { params: { id: clip.id } });
    const { url } = (await fileOf(moderator, id)).body.report.copy.media[0] as { url: string };
    expect(url).toMatch(/^\/media\/reports\/\d+$/);
    const served = await moderator.fetch(url);
    expect(served.status).toBe(200);
    expect(served.headers.get('cache-control')).toBe('private, no-store');
    expect(served.headers.get('content-type')).toBe('image/webp');
    expect((await served.arrayBuffer()).byteLength).toBeGreaterThan(0);
    for (const viewer of [author, other, app.browser()]) expect((await viewer.fetch(url)).status).toBe(404);
    expect((await moderator.fetch(`${url}/thumb`)).status).toBe(404);

    const [row] = await query<{ file_key: string }>(
      app.site.db,
      sql`select file_key from report_media where report_id = ${id}`,
    );
    const networkOfReport = () =>
      queryValue<string | null>(app.site.db, sql`select network from reports where id = ${id}`);
    await purgeCopies(app.site.db, app.site);
    expect((await performReportAction(moderator, id, { action: 'resolve', outcome: 'dismiss' })).status).toBe(
      200,
    );
    app.clock.advance(30 * 24 * 3_600_000 - 1);
    await purgeCopies(app.site.db, app.site);
    expect(await app.site.files.exists(row?.file_key as string)).toBe(true);
    expect(await networkOfReport()).toBe('127.0.0.0/24');
    app.clock.advance(1);
    await purgeCopies(app.site.db, app.site);
    await expect.poll(() => app.site.files.exists(row?.file_key as string)).toBe(false);
    expect(await networkOfReport()).toBeNull();
    const { report: bare } = (await fileOf(await createStaff(app), id)).body;
    expect(bare).toMatchObject({ outcome: 'dismiss', reason: 'Spam', copy: { text: '', media: [] } });
    expect(await query(app.site.db, sql`select 1 from orphaned_files`)).toEqual([]);
  });
});
