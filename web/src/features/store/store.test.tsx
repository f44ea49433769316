import type { StoreItem } from '@rivalhold/shared/contract/inventory.ts';
import { COIN_TEXTS } from '@rivalhold/shared/texts/coins.ts';
import { STORE_TEXTS } from '@rivalhold/shared/texts/store.ts';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { gameQuery } from '../../entities/game/api.ts';
import { inventoryEntry, ME, POTION, STATS } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { ProductCard } from './components/product-card.tsx';
import { toProduct } from './products.ts';

const AXE = { ...inventoryEntry({ ...POTION, type: 'weapon', damage: 3 }), name: 'Iron Axe' };
const purchase = (coins: number) => ({ message: 'Bought it.', coins, item: inventoryEntry(POTION) });

type CardProps = { item: StoreItem; onNotEnoughCoins: (missing: number) => void };

/** Show a product to the signed-in player in the same way as the store page. */
function Card({ item, onNotEnoughCoins }: CardProps) {
  const game = useQuery(gameQuery(ME.id)).data;
  if (!game) return null;
  return (
    <ul>
      <ProductCard product={toProduct(item, game)} onNotEnoughCoins={onNotEnoughCoins} />
    </ul>
  );
}

async function openCard({ price = POTION.price, coins = 100 } = {}) {
  answer('GET /api/game/{userId}', { stats: { ...STATS, coins }, inventory: [] });
  const short: number[] = [];
  const view = await renderWithProviders(
    <Card item={{ ...POTION, price }} onNotEnoughCoins={(missing) => short.push(missing)} />,
  );
  await screen.findByRole('button', { name: /^Buy/ });
  return { ...view, short };
}

const buyButton = () => screen.getByRole('button', { name: /^Buy/ });

beforeEach(() => answer('GET /api/inventory/{id}', []));

it('buys an item once on a double click', async () => {
  const reply = Promise.withResolvers<ReturnType<typeof purchase>>();
  answer('POST /api/store/buy', () => reply.promise);
  const { user } = await openCard();
  await user.dblClick(buyButton());
  await waitFor(() => expect(buyButton()).toHaveAttribute('aria-busy', 'true'));
  reply.resolve(purchase(90));
  expect(await screen.findByText('Bought it.')).toBeInTheDocument();
  expect(calls('POST /api/store/buy').map(({ body }) => body)).toEqual([{ itemId: POTION.id, quantity: 1 }]);
});

it('buys the selected quantity for its price', async () => {
  answer('POST /api/store/buy', purchase(70));
  const { user } = await openCard();
  await user.click(screen.getByRole('button', { name: STORE_TEXTS.more }));
  await user.click(screen.getByRole('button', { name: STORE_TEXTS.more }));
  expect(buyButton()).toHaveAccessibleName(STORE_TEXTS.nameOfBuy(POTION.name, 3, COIN_TEXTS.amount(30)));
  await user.click(buyButton());
  await user.click(await screen.findByRole('button', { name: STORE_TEXTS.confirm(COIN_TEXTS.amount(30)) }));
  await waitFor(() => expect(calls('POST /api/store/buy')[0]?.body.quantity).toBe(3));
});

it('asks for confirmation before an expensive purchase', async () => {
  answer('POST /api/store/buy', purchase(5));
  const { user } = await openCard({ price: 95 });
  await user.click(buyButton());
  const dialog = await screen.findByRole('dialog', { name: STORE_TEXTS.confirmTitle(POTION.name) });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(calls('POST /api/store/buy')).toEqual([]);
});

it('shows how many coins are missing instead of sending the purchase', async () => {
  const { user, short } = await openCard({ price: 120 });
  expect(buyButton()).toHaveAccessibleDescription(STORE_TEXTS.short(COIN_TEXTS.amount(20)));
  await user.click(buyButton());
  expect(short).toEqual([20]);
});

it('shows the missing coins if the server rejects a purchase', async () => {
  const { user, short } = await openCard();
  answer('POST /api/store/buy', failure('conflict', STORE_TEXTS.notEnough));
  answer('GET /api/game/{userId}', { stats: { ...STATS, coins: 4 }, inventory: [] });
  await user.click(buyButton());
  await waitFor(() => expect(short).toEqual([6]));
});

it.each([
  ['below the required level of an item', { ...POTION, minLevel: 9 }, [], STORE_TEXTS.fromLevel(9)],
  [
    'of gear that the player has',
    { ...POTION, type: 'weapon', damage: 3 },
    [inventoryEntry({ ...POTION, type: 'weapon', damage: 3 })],
    STORE_TEXTS.owned,
  ],
])(
  'disables the purchase %s, and shows the reason to keyboard users too',
  async (_, item, inventory, reason) => {
    const game = { stats: STATS, inventory };
    const { user } = await renderWithProviders(
      <ul>
        <ProductCard product={toProduct(item, game)} onNotEnoughCoins={() => undefined} />
      </ul>,
    );
    buyButton().focus();
    expect(buyButton()).toHaveFocus();
    expect(buyButton().tabIndex).toBe(0);
    expect(buyButton()).toHaveAttribute('aria-disabled', 'true');
    expect(buyButton()).toHaveAccessibleDescription(reason);
    await user.keyboard('{Enter}');
    await user.click(buyButton());
    expect(calls('POST /api/store/buy')).toEqual([]);
  },
);

it('shows the error of the server if the level is too low', async () => {
  const { user } = await openCard();
  answer('POST /api/store/buy', failure('levelTooLow', STORE_TEXTS.needsLevel(9)));
  await user.click(buyButton());
  expect(await screen.findByText(STORE_TEXTS.needsLevel(9))).toBeInTheDocument();
});

it.each([
  [STORE_TEXTS.gains('weapon', 5, '', null), [], 5],
  [STORE_TEXTS.gains('weapon', 2, 'Iron Axe', null), [AXE], 5],
  [STORE_TEXTS.losses('weapon', 1, 'Iron Axe'), [AXE], 2],
  [STORE_TEXTS.losses('weapon', 0, 'Iron Axe'), [AXE], 3],
])('compares a weapon with what the player wears: %s', async (text, inventory, damage) => {
  const item = { ...POTION, id: 77, type: 'weapon', healAmount: 0, damage };
  await renderWithProviders(
    <ul>
      <ProductCard
        product={toProduct(item, { stats: STATS, inventory })}
        onNotEnoughCoins={() => undefined}
      />
    </ul>,
  );
  expect(screen.getByText(text)).toBeInTheDocument();
});

it('keeps the focus on the disabled button after gear is bought', async () => {
  answer('POST /api/store/buy', purchase(5));
  const gear = { ...POTION, type: 'weapon', damage: 3, price: 95 };
  answer('GET /api/game/{userId}', { stats: STATS, inventory: [] });
  const { user } = await renderWithProviders(<Card item={gear} onNotEnoughCoins={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: /^Buy/ }));
  answer('GET /api/game/{userId}', { stats: { ...STATS, coins: 5 }, inventory: [inventoryEntry(gear)] });
  await user.click(await screen.findByRole('button', { name: STORE_TEXTS.confirm(COIN_TEXTS.amount(95)) }));
  expect(await screen.findByText(STORE_TEXTS.owned)).toBeInTheDocument();
  await waitFor(() => expect(buyButton()).toHaveFocus());
});
