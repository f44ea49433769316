import { describe, expect, it } from 'vitest';
import { categoriesOf, createThread, threadsOf } from '../../features/forum/testing.ts';
import { createTestApp, PASSWORD, signUpBody, type TestPlayer } from '../../testing/app.ts';
import { createPostgresDatabase, runAsOwner } from '../../testing/database.ts';

const LOCALES = {
  'an ICU locale in which i is not the lower case of I': "locale_provider icu icu_locale 'tr-TR'",
  'a locale without case beyond ASCII': "locale 'C'",
};

const server = process.env.TEST_DATABASE_URL as string;
const createDatabase = (options: string) => createPostgresDatabase(server, { copyOf: 'template0', options });

async function befriend(player: TestPlayer, other: TestPlayer): Promise<void> {
  await player.call('POST /api/friend-requests/{userId}', { params: { userId: other.id } });
  await other.call('POST /api/friend-requests/{userId}', { params: { userId: player.id } });
}

describe('the database settings', () => {
  it.each(Object.entries(LOCALES))('the site works with %s', async (_, locale) => {
    const database = await createDatabase(`encoding 'UTF8' ${locale}`);
    const app = await createTestApp({ env: { DATABASE_URL: database.url } });
    const signUp = async (body: object) =>
      (await app.browser().call('POST /api/users', { body: { ...signUpBody('unused'), ...body } })).status;
    try {
      const [player, other] = [await app.player('IRONIE'), await app.player('Ilse-42')];
      expect(await signUp({ username: 'ironie', email: 'another@test.invalid' })).toBe(409);
      expect((await app.browser().signIn('ironie', PASSWORD)).status).toBe(200);
      expect((await app.browser().signIn('IRONIE@TEST.INVALID', PASSWORD)).status).toBe(200);
      expect(await signUp({ username: 'umlaut', email: 'Änne@test.invalid' })).toBe(201);
      expect(await signUp({ username: 'umlaut_2', email: 'änne@test.invalid' })).toBe(409);

      const named = { params: { username: 'iRONIE' } };
      expect((await other.call('GET /api/profiles/username/{username}', named)).body.id).toBe(player.id);
      for (const search of ['RONI', 'ironi', 'IRONI'])
        expect((await other.call('GET /api/profiles', { query: { search } })).body).toMatchObject([
          { id: player.id },
        ]);

      await other.call('POST /api/feed', { body: { body: 'Ask @ironie.' } });
      const { items } = (await player.call('GET /api/notifications')).body;
      expect(items).toMatchObject([{ text: 'Ilse-42 mentioned you in a post.' }]);

      const [category] = await categoriesOf(player);
      const { id } = await createThread(player, category?.id as number, { title: 'IŞIK ÜBER ΣΊΣΥΦΟΣ' });
      for (const search of ['ışık', 'işik', 'über', 'Σίσυφος'])
        expect((await threadsOf(other, { search })).body.threads).toMatchObject([{ id }]);

      for (const name of ['ivan', 'IDA-7']) await befriend(other, await app.player(name));
      await befriend(other, player);
      const friends = (await other.call('GET /api/friendships')).body.map(({ username }) => username);
      expect(friends).toEqual(['IDA-7', 'IRONIE', 'ivan']);
    } finally {
      await app.close();
      await database.drop();
    }
  });

  it('the site works with a different default date format', async () => {
    const database = await createDatabase('');
    const name = new URL(database.url).pathname.slice(1);
    await runAsOwner(database.url, `alter database ${name} set DateStyle = 'German, DMY'`);
    const app = await createTestApp({ env: { DATABASE_URL: database.url } });
    const player = await app.player();
    const { body } = await player.call('GET /api/profiles/{id}', { params: { id: player.id } });
    expect(body.createdAt).toBe('2026-06-01T12:00:00.000Z');
    await app.close();
    await database.drop();
  });

  it.each(['LATIN1', 'SQL_ASCII'])('the encoding %s is rejected with instructions', async (encoding) => {
    const database = await createDatabase(`encoding '${encoding}' locale 'C'`);
    await expect(createTestApp({ env: { DATABASE_URL: database.url } })).rejects.toThrow(
      /encoding (LATIN1|SQL_ASCII).+create database rivalhold template template0 encoding 'UTF8'/,
    );
    await database.drop();
  });
});
