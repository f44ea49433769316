import type { AdminUser } from '@rivalhold/shared/contract/admin.ts';
import { ADMIN_USERS_TEXTS, EDIT_USER_TEXTS, FORUM_CATEGORY_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ADMIN, inventoryEntry, minutesAgo, POTION, STATS } from '../../testing/fixtures.ts';
import { answer, calls, failure, listPage } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { AddCategory } from './components/add-category.tsx';
import { AddItem } from './components/add-item.tsx';
import { CarriedItems } from './components/carried-items.tsx';
import { CategoryRow } from './components/category-row.tsx';
import { CoinsForm } from './components/coins-form.tsx';
import { DeleteCategory } from './components/delete-category.tsx';
import { PlayerPicker } from './components/player-picker.tsx';
import { SearchField } from './components/search-field.tsx';
import { StatsForm } from './components/stats-form.tsx';
import { UserRow } from './components/user-row.tsx';

const admin = { me: ADMIN };
const user: AdminUser = {
  id: 2,
  username: 'Bjorn',
  email: 'bjorn@example.com',
  avatarUrl: null,
  role: 'player',
  level: 3,
  createdAt: minutesAgo(1_000),
  mutedUntil: null,
  suspended: false,
};
const stats = { ...STATS, coins: 100 };
const player = { user, stats, inventory: [inventoryEntry(POTION)] };
const category = { id: 1, slug: 'steel', title: 'Steel', description: 'Weapons', threadCount: 2 };
const inn = { id: 2, slug: 'inn', title: 'Inn', description: '', threadCount: 0 };
const button = (name: string) => screen.getByRole('button', { name });
const field = (name: string) => screen.getByRole('textbox', { name });

it('adds a category only if it has a slug and a title', async () => {
  answer('POST /api/forum-categories', failure('taken', '', { slug: 'Taken.' }));
  const { user: person } = await renderWithProviders(<AddCategory />, admin);
  await person.click(button(FORUM_CATEGORY_TEXTS.add));
  expect(field(FORUM_CATEGORY_TEXTS.slug)).toHaveAccessibleDescription(FORUM_CATEGORY_TEXTS.slugNeeded);
  await person.type(field(FORUM_CATEGORY_TEXTS.slug), 'steel');
  await person.type(field(FORUM_CATEGORY_TEXTS.name), 'Steel');
  await person.click(button(FORUM_CATEGORY_TEXTS.add));
  await waitFor(() => expect(field(FORUM_CATEGORY_TEXTS.slug)).toHaveAccessibleDescription('Taken.'));
  expect(field(FORUM_CATEGORY_TEXTS.name)).toHaveValue('Steel');
  answer('POST /api/forum-categories', { category });
  await person.click(button(FORUM_CATEGORY_TEXTS.add));
  expect(await screen.findByText(FORUM_CATEGORY_TEXTS.added('Steel'))).toBeInTheDocument();
  expect(field(FORUM_CATEGORY_TEXTS.slug)).toHaveValue('');
});

it('edits a category inline and sends only the changed fields', async () => {
  answer('PATCH /api/forum-categories/{id}', { category: { ...category, title: 'Iron' } });
  const { user: person } = await renderWithProviders(
    <ul>
      <CategoryRow category={category} others={[inn]} mayDelete={false} />
    </ul>,
    admin,
  );
  expect(
    screen.queryByRole('button', { name: FORUM_CATEGORY_TEXTS.deleteOf('Steel') }),
  ).not.toBeInTheDocument();
  await person.click(button(FORUM_CATEGORY_TEXTS.editOf('Steel')));
  const title = field(FORUM_CATEGORY_TEXTS.name);
  await person.clear(title);
  await person.type(title, 'Iron{Enter}');
  await waitFor(() => expect(button(FORUM_CATEGORY_TEXTS.editOf('Steel'))).toHaveFocus());
  expect(calls('PATCH /api/forum-categories/{id}')[0]?.body).toEqual({ title: 'Iron' });
});

it('asks where to move the threads before deleting a category', async () => {
  answer('DELETE /api/forum-categories/{id}', { deleted: 'category' });
  let closed = 0;
  const { user: person } = await renderWithProviders(
    <DeleteCategory category={category} others={[inn]} open onClose={() => closed++} />,
    admin,
  );
  const dialog = await screen.findByRole('dialog', { name: FORUM_CATEGORY_TEXTS.deleteTitle('Steel') });
  const remove = within(dialog).getByRole('button', { name: FORUM_CATEGORY_TEXTS.delete });
  await person.click(remove);
  expect(await screen.findByText(FORUM_CATEGORY_TEXTS.moveNeeded)).toBeInTheDocument();
  await person.selectOptions(within(dialog).getByRole('combobox'), 'Inn');
  await person.click(remove);
  await waitFor(() => expect(closed).toBe(1));
  expect(calls('DELETE /api/forum-categories/{id}')[0]?.query).toEqual({ moveTo: '2' });
});

it('gives a player an item', async () => {
  answer('GET /api/store', [POTION, { ...POTION, id: 2, name: 'Axe', type: 'weapon' }]);
  answer('POST /api/admin/users/{id}/inventory', player);
  const { user: person } = await renderWithProviders(<AddItem id={2} />, admin);
  await person.selectOptions(
    await screen.findByRole('combobox', { name: EDIT_USER_TEXTS.type }),
    EDIT_USER_TEXTS.types.weapon,
  );
  await person.click(button(EDIT_USER_TEXTS.more));
  await person.dblClick(button(EDIT_USER_TEXTS.addItem));
  expect(await screen.findByText(EDIT_USER_TEXTS.added)).toBeInTheDocument();
  expect(calls('POST /api/admin/users/{id}/inventory').map(({ body }) => body)).toEqual([
    { itemId: 2, quantity: 2 },
  ]);
});

it('asks for confirmation before removing all pieces of an item', async () => {
  answer('DELETE /api/admin/users/{id}/inventory/{itemId}', failure('conflict', 'Too late.'));
  const { user: person } = await renderWithProviders(
    <CarriedItems id={2} inventory={[inventoryEntry(POTION, 3)]} />,
    admin,
  );
  await person.click(button(EDIT_USER_TEXTS.removeAllOf(POTION.name)));
  await screen.findByRole('dialog', { name: EDIT_USER_TEXTS.removeTitle(POTION.name) });
  await person.click(button(EDIT_USER_TEXTS.removeAll));
  expect(await screen.findByText('Too late.')).toBeInTheDocument();
  await person.click(button(EDIT_USER_TEXTS.removeOneOf(POTION.name)));
  await waitFor(() =>
    expect(calls('DELETE /api/admin/users/{id}/inventory/{itemId}')[1]?.query).toEqual({ quantity: '1' }),
  );
});

it('deducts coins once after a double click', async () => {
  answer('PATCH /api/admin/users/{id}/coins', { coins: 130 });
  const { user: person } = await renderWithProviders(<CoinsForm id={2} coins={100} />, admin);
  const amount = screen.getByRole('spinbutton', { name: EDIT_USER_TEXTS.amount });
  await person.clear(amount);
  await person.type(amount, '0');
  await person.click(button(EDIT_USER_TEXTS.add));
  expect(amount).toHaveAccessibleDescription(expect.stringContaining(EDIT_USER_TEXTS.amountNeeded));
  await person.clear(amount);
  await person.type(amount, '30');
  await person.dblClick(button(EDIT_USER_TEXTS.take));
  expect(await screen.findByText(EDIT_USER_TEXTS.adjusted(130))).toBeInTheDocument();
  expect(calls('PATCH /api/admin/users/{id}/coins').map(({ body }) => body)).toEqual([
    { amount: -30, reason: null },
  ]);
});

it('saves only changed stats, and keeps rejected values in the form', async () => {
  answer('PUT /api/admin/users/{id}', failure('invalid', '', { attack: 'Too much.' }));
  const { user: person } = await renderWithProviders(<StatsForm id={2} stats={stats} />, admin);
  await person.click(button(EDIT_USER_TEXTS.saveStats));
  expect(screen.getByText(EDIT_USER_TEXTS.nothing)).toBeInTheDocument();
  const attack = field(EDIT_USER_TEXTS.fields.attack);
  await person.clear(attack);
  await person.type(attack, 'many');
  await person.click(button(EDIT_USER_TEXTS.saveStats));
  expect(attack).toHaveAccessibleDescription(EDIT_USER_TEXTS.wholeNumber);
  await person.clear(attack);
  await person.type(attack, '99');
  await person.click(button(EDIT_USER_TEXTS.saveStats));
  await waitFor(() => expect(attack).toHaveAccessibleDescription('Too much.'));
  expect(attack).toHaveValue('99');
  expect(calls('PUT /api/admin/users/{id}')[0]?.body).toEqual({ attack: 99, reason: null });
});

it('lists players, but no admins, in the picker', async () => {
  answer('GET /api/admin/users', () => listPage([user, { ...user, id: 3, username: 'Boss', role: 'admin' }]));
  const picked: number[] = [];
  const { user: person } = await renderWithProviders(
    <PlayerPicker onPick={(id) => picked.push(id)} />,
    admin,
  );
  await person.click(await screen.findByRole('button', { name: ADMIN_USERS_TEXTS.editOf('Bjorn') }));
  expect(picked).toEqual([2]);
  expect(screen.queryByText('Boss')).not.toBeInTheDocument();
});

it('searches after a pause in typing', async () => {
  const searches: string[] = [];
  await renderWithProviders(
    <SearchField label="Search" search="" onSearch={(text) => searches.push(text)} />,
    admin,
  );
  const field = screen.getByRole('searchbox');
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  fireEvent.change(field, { target: { value: 'bj' } });
  fireEvent.submit(field);
  expect(searches).toEqual(['bj']);
  for (const value of ['bjo', 'bjor', 'bjorn']) {
    fireEvent.change(field, { target: { value } });
    vi.advanceTimersByTime(200);
  }
  expect(searches).toEqual(['bj']);
  vi.advanceTimersByTime(100);
  expect(searches).toEqual(['bj', 'bjorn']);
  vi.advanceTimersByTime(1_000);
  expect(searches).toHaveLength(2);
});

const row = (value: AdminUser, own = false) => (
  <ul>
    <UserRow user={value} own={own} />
  </ul>
);

it('asks for confirmation before promoting or deleting a player', async () => {
  answer('PATCH /api/admin/promote/{id}', failure('conflict', 'Suspended.'));
  answer('DELETE /api/admin/users/{id}', { deleted: 'user' });
  const { user: person } = await renderWithProviders(row(user), admin);
  await person.click(button(ADMIN_USERS_TEXTS.promoteOf('Bjorn')));
  await person.click(await screen.findByRole('button', { name: ADMIN_USERS_TEXTS.promote }));
  expect(await screen.findByText('Suspended.')).toBeInTheDocument();
  await person.click(button(ADMIN_USERS_TEXTS.deleteOf('Bjorn')));
  await person.click(await screen.findByRole('button', { name: ADMIN_USERS_TEXTS.delete }));
  expect(await screen.findByText(ADMIN_USERS_TEXTS.deleted('Bjorn'))).toBeInTheDocument();
});

it('offers admins no actions on their own account', async () => {
  await renderWithProviders(row(user, true), admin);
  expect(screen.getByText(ADMIN_USERS_TEXTS.you)).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
