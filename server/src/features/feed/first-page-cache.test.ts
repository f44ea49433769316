import { expect, it } from 'vitest';
import type { Statement } from '../../platform/db/db.ts';
import { useTestApp } from '../../testing/app.ts';
import { hooking } from '../../testing/statements.ts';
import { block } from '../blocks/testing.ts';
import { comment, createPost, like, listFeed } from './testing.ts';

const app = useTestApp();

it('the cached first page of the feed applies a block that is created while the page is read', async () => {
  const [viewer, author, blocker] = [await app.player(), await app.player(), await app.player()];
  const id = await createPost(author, 'Read by all');
  await comment(blocker, id, 'Before');
  expect((await listFeed(viewer)).body.items[0]?.comments).toHaveLength(1);
  await like(author, id);

  const [released, viewed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const hooks = {
    before: ({ text }: Statement) => (text.includes('json_to_recordset(') ? released.promise : undefined),
    after: ({ text }: Statement) => (text.includes('true as is_like') ? viewed.resolve() : undefined),
  };
  await hooking(app, hooks, async () => {
    const asked = listFeed(viewer);
    // Wait until the viewer's likes and blocks have been read. The posts are read only after the new block and the new
    // comment have been stored.
    await viewed.promise;
    await block(blocker, viewer);
    await comment(blocker, id, 'After');
    released.resolve();
    expect((await asked).body.items[0]).toMatchObject({ id, comments: [] });
  });
});
