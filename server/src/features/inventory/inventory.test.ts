import { ITEMS } from '@rivalhold/shared/items/catalogue.ts';
import { describe, expect, it } from 'vitest';
import { sql, transaction } from '../../platform/db/db.ts';
import { useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { statementsOf } from '../../testing/statements.ts';
import { addItem, useOneItem } from './service.ts';

const app = useTestApp();

describe('an inventory', () => {
  it('is the same list on both inventory routes, with data from the catalogue', async () => {
    const [owner, viewer] = [await app.player(), await app.player()];
    await transaction(app.site.db, async (tx) => {
      // Add the items in an order that is neither the order of the catalogue (2, 18, 7) nor the order of their ids.
      for (const itemId of [7, 18, 2]) await addItem(tx, owner.id, itemId, 1);
      await useOneItem(tx, app.site, owner.id, 12);
    });
    const params = { id: owner.id };
    const { body } = await viewer.call('GET /api/inventory/{id}', { params });
    expect(body).toMatchObject([
      { itemId: 1, name: 'Embermint Draught', type: 'potion', quantity: 2, healAmount: 50 },
      { itemId: 2, name: 'Hearthblood Flask', type: 'potion', quantity: 1, healAmount: 52 },
      { itemId: 18, name: 'Crowbeak Pick', type: 'weapon', quantity: 1, damage: 6 },
      { itemId: 7, name: 'Nightforge Greatsword', type: 'weapon', quantity: 1, damage: 8 },
    ]);
    expect((await viewer.call('GET /api/inventory/user/{id}', { params })).body).toEqual(body);
    const statements = await statementsOf(app, () => viewer.call('GET /api/inventory/{id}', { params }));
    expect(statements).toHaveLength(1);
  });

  it('is an empty list if the player has no items', async () => {
    const [owner, viewer] = [await app.player(), await app.player()];
    const see = (id: number) => viewer.call('GET /api/inventory/{id}', { params: { id } });
    await transaction(app.site.db, async (tx) => {
      for (const itemId of [1, 1, 12]) await useOneItem(tx, app.site, owner.id, itemId);
    });
    expect((await see(owner.id)).body).toEqual([]);
    expect((await see(9_999_999)).status).toBe(404);
    await owner.call('POST /api/blocks/{userId}', { params: { userId: viewer.id } });
    expect((await see(owner.id)).status).toBe(404);
  });
});

it('the store lists all items of the catalogue, with price and defense', async () => {
  const { body } = await (await app.player()).call('GET /api/store');
  expect(body.map(({ id }) => id)).toEqual(ITEMS.map(({ id }) => id));
  expect(body.find(({ id }) => id === 11)).toMatchObject({ price: 112, defense: 8, rarity: 'rare' });
});

it('healing and damage are given in health points, computed from the viewer’s full health', async () => {
  const player = await app.player();
  await query(app.site.db, sql`update characters set max_health = 300 where user_id = ${player.id}`);
  const { body } = await player.call('GET /api/store');
  expect(body.find(({ id }) => id === 1)).toMatchObject({ healAmount: 150, damage: 0 });
  expect(body.find(({ id }) => id === 12)).toMatchObject({ healAmount: 0, damage: 72 });
  const { body: own } = await player.call('GET /api/inventory/{id}', { params: { id: player.id } });
  expect(own[0]).toMatchObject({ itemId: 1, healAmount: 150 });
});
