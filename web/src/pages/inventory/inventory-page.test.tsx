import type { InventoryEntry } from '@rivalhold/shared/contract/game.ts';
import { ITEMS, usableOutsideFight } from '@rivalhold/shared/items/catalogue.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { INVENTORY_TEXTS } from '@rivalhold/shared/texts/inventory.ts';
import { STORE_TEXTS } from '@rivalhold/shared/texts/store.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { inventoryEntry, makeProfile, POTION, RIVAL, STATS } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { InventoryPage } from './inventory-page.tsx';
import { OwnItemActions } from './own-item-actions.tsx';

/** An item of the catalogue that can be used outside a fight. */
const potion = { ...POTION, id: ITEMS.find(usableOutsideFight)?.id ?? 0 };
const page = (id: number) => ({ route: '/player/inventory/$userId', at: `/inventory/${id}` });
const card = <OwnItemActions card={{ ...inventoryEntry(potion, 2), item: potion }} />;
const game = (health: number) =>
  answer('GET /api/game/{userId}', { stats: { ...STATS, health }, inventory: [] });

beforeEach(() => {
  answer('GET /api/store', [POTION]);
  answer('GET /api/inventory/{id}', [inventoryEntry(POTION, 2)]);
  answer('GET /api/profiles/{id}', makeProfile(RIVAL));
  game(50);
});

it("shows another player's items without actions", async () => {
  await renderWithProviders(<InventoryPage />, page(2));
  expect(await screen.findByRole('heading', { name: new RegExp(POTION.name) })).toBeInTheDocument();
  expect(
    screen.queryByRole('button', { name: INVENTORY_TEXTS.nameOfUse(POTION.name) }),
  ).not.toBeInTheDocument();
});

it('offers to load an inventory again after a failure', async () => {
  answer('GET /api/inventory/{id}', failure('forbidden', 'No.'));
  const { user } = await renderWithProviders(<InventoryPage />, page(1));
  expect(await screen.findByText('No.')).toBeInTheDocument();
  answer('GET /api/inventory/{id}', []);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(INVENTORY_TEXTS.empty)).toBeInTheDocument();
});

it('uses a potion once on a double click', async () => {
  const reply = Promise.withResolvers<never>();
  answer('POST /api/combat/use-item', () => reply.promise);
  const { user } = await renderWithProviders(card);
  const use = screen.getByRole('button', { name: INVENTORY_TEXTS.nameOfUse(POTION.name) });
  await user.dblClick(use);
  await waitFor(() => expect(calls('POST /api/combat/use-item')).toHaveLength(1));
});

it('shows that a potion cannot be used at full health', async () => {
  game(STATS.maxHealth);
  await renderWithProviders(card);
  expect(await screen.findByText(COMBAT_TEXTS.fullHealth)).toBeInTheDocument();
});

it('sells an item only after a confirmation with its price', async () => {
  answer('POST /api/store/sell', { message: 'Sold it.', coins: 103, item: inventoryEntry(POTION) });
  const { user } = await renderWithProviders(card);
  await user.click(screen.getByRole('button', { name: STORE_TEXTS.nameOfSell(POTION.name) }));
  const dialog = await screen.findByRole('dialog', { name: STORE_TEXTS.sellTitle(POTION.name) });
  await user.click(within(dialog).getByRole('button', { name: STORE_TEXTS.keep }));
  expect(calls('POST /api/store/sell')).toEqual([]);
  await user.click(screen.getByRole('button', { name: STORE_TEXTS.nameOfSell(POTION.name) }));
  await user.click(await screen.findByRole('button', { name: /^Sell for/ }));
  await waitFor(() =>
    expect(calls('POST /api/store/sell').map(({ body }) => body)).toEqual([{ itemId: potion.id }]),
  );
});

it('groups items by kind, and names items that are not in the catalogue', async () => {
  const unknown = { id: 900 } as InventoryEntry;
  answer('GET /api/inventory/{id}', [inventoryEntry(POTION, 2), unknown]);
  await renderWithProviders(<InventoryPage />, page(1));
  expect(await screen.findByRole('heading', { name: 'Unknown Item x1' })).toBeInTheDocument();
  for (const name of ['Potions', 'Utilitys'])
    expect(screen.getByRole('region', { name })).toBeInTheDocument();
});

it('shows an empty inventory after a malformed response', async () => {
  answer('GET /api/inventory/{id}', Response.json({ message: 'No list' }));
  await renderWithProviders(<InventoryPage />, page(1));
  expect(await screen.findByText(INVENTORY_TEXTS.empty)).toBeInTheDocument();
});

it('sends the same idempotency key again if the outcome of using an item is unknown', async () => {
  answer('POST /api/combat/use-item', failure('unavailable'));
  const { user } = await renderWithProviders(card);
  const use = screen.getByRole('button', { name: INVENTORY_TEXTS.nameOfUse(POTION.name) });
  await user.click(use);
  await waitFor(() => expect(use).not.toHaveAttribute('aria-busy'));
  answer('POST /api/combat/use-item', failure('conflict'));
  await user.click(use);
  await waitFor(() => expect(calls('POST /api/combat/use-item')).toHaveLength(2));
  const [first, second] = calls('POST /api/combat/use-item').map(({ headers }) =>
    headers.get('Idempotency-Key'),
  );
  expect(first).toMatch(/\w/);
  expect(second).toBe(first);
});
