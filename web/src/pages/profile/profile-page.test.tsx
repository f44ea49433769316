import { BLOCK_TEXTS } from '@rivalhold/shared/texts/blocks.ts';
import { COMMENT_TEXTS } from '@rivalhold/shared/texts/comments.ts';
import { DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { FRIENDS_PAGE_TEXTS } from '@rivalhold/shared/texts/friends.ts';
import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { ACTIVITY_TEXTS, PROFILE_CARD_TEXTS, PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { REFUSAL_TEXTS } from '@rivalhold/shared/texts/refusals.ts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import {
  inventoryEntry,
  MODERATOR,
  MYSELF,
  makeProfile,
  POTION,
  RIVAL,
  STATS,
} from '../../testing/fixtures.ts';
import { answer, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { ProfileHeader } from './profile-header.tsx';
import { ProfilePage } from './profile-page.tsx';

const page = { route: '/player/profiles/$userId', at: '/profiles/2' };

beforeEach(() => {
  answer('GET /api/blocks', []);
  answer('GET /api/player-mutes', []);
  answer('GET /api/combat/standing/{userId}', { rank: 3, headToHead: { wins: 0, losses: 0 } });
  answer('GET /api/game/{userId}', { stats: { ...STATS, coins: null }, inventory: [inventoryEntry(POTION)] });
});

it('shows a player, and offers to load the profile again after a failure', async () => {
  answer('GET /api/profiles/{id}', failure('forbidden'));
  const { user } = await renderWithProviders(<ProfilePage />, page);
  expect(await screen.findByRole('heading', { name: PROFILE_TEXTS.loadFailed })).toBeInTheDocument();
  answer('GET /api/profiles/{id}', makeProfile(RIVAL));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Bjorn' })).toBeInTheDocument();
});

it('shows that a player does not exist', async () => {
  answer('GET /api/profiles/{id}', failure('notFound'));
  const view = await renderWithProviders(<ProfilePage />, page);
  expect(await screen.findByRole('heading', { name: PROFILE_TEXTS.notFound })).toBeInTheDocument();
  view.unmount();
});

it('shows that a player is blocked', async () => {
  answer('GET /api/blocks', [RIVAL]);
  await renderWithProviders(<ProfilePage />, page);
  expect(await screen.findByRole('heading', { name: BLOCK_TEXTS.blocked('Bjorn') })).toBeInTheDocument();
});

it('lets players edit their own profile and challenge other players', async () => {
  const view = await renderWithProviders(<ProfileHeader profile={makeProfile(MYSELF)} own />);
  expect(screen.getByRole('link', { name: PROFILE_CARD_TEXTS.edit })).toBeInTheDocument();
  for (const name of [PROFILE_TEXTS.challenge, DM_TEXTS.message])
    expect(screen.queryByRole('link', { name })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: FRIENDS_PAGE_TEXTS.viewFriends })).toHaveAttribute(
    'href',
    '/friends',
  );
  view.unmount();
  await renderWithProviders(<ProfileHeader profile={makeProfile(RIVAL)} own={false} />);
  expect(screen.getByRole('link', { name: PROFILE_TEXTS.challenge })).toBeInTheDocument();
  expect(await screen.findByRole('link', { name: `${PROFILE_CARD_TEXTS.inventory}1` })).toBeInTheDocument();
});

it('lets only staff remove the avatar of another player', async () => {
  answer('GET /api/profiles/{id}', makeProfile({ ...RIVAL, avatarUrl: '/media/bjorn.jpg' }));
  const remove = { name: PROFILE_CARD_TEXTS.removeAvatar };
  const portrait = { name: PROFILE_TEXTS.portraitOf('Bjorn') };
  const view = await renderWithProviders(<ProfilePage />, page);
  expect((await screen.findByRole('img', portrait)).tagName).toBe('IMG');
  expect(screen.queryByRole('button', remove)).not.toBeInTheDocument();
  view.unmount();
  answer('PATCH /api/users/{id}/avatar/clear', () => {
    answer('GET /api/profiles/{id}', makeProfile(RIVAL));
    return { user: { id: RIVAL.id, avatarUrl: null } };
  });
  const { user } = await renderWithProviders(<ProfilePage />, { ...page, me: MODERATOR });
  await user.click(await screen.findByRole('button', remove));
  await user.click(await screen.findByRole('button', { name: PROFILE_CARD_TEXTS.removeAvatarConfirm }));
  await waitFor(() => expect(screen.getByRole('img', portrait).tagName).not.toBe('IMG'));
  expect(screen.queryByRole('button', remove)).not.toBeInTheDocument();
});

it('shows the gallery, then the recent activity, then the comments', async () => {
  answer('GET /api/profiles/{id}', makeProfile(RIVAL));
  await renderWithProviders(<ProfilePage />, page);
  await screen.findByRole('heading', { name: ACTIVITY_TEXTS.title });
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  const sections: string[] = [PHOTO_TEXTS.title, ACTIVITY_TEXTS.title, COMMENT_TEXTS.title];
  expect(titles.filter((title) => sections.includes(title ?? ''))).toEqual(sections);
});

it.each([
  ['with missing fields', { id: 2, username: 'Bjorn' }],
  ['with a nested profile object', { id: 2, username: 'Bjorn', profile: { level: 7, wins: 3, age: 31 } }],
])('shows a profile from a response %s', async (_, profile) => {
  answer('GET /api/profiles/{id}', Response.json(profile));
  answer('GET /api/game/{userId}', Response.json({}));
  await renderWithProviders(<ProfilePage />, page);
  expect(await screen.findByRole('heading', { name: 'Bjorn' })).toBeInTheDocument();
  expect(screen.getByText(PROFILE_TEXTS.defaultStatus)).toBeInTheDocument();
  const { level, wins } = { level: 1, wins: 0, ...('profile' in profile && profile.profile) };
  expect(screen.getByText(PROFILE_TEXTS.levelWord).parentElement).toHaveTextContent(`${level}`);
  expect(screen.getByText(PROFILE_TEXTS.wins).nextElementSibling).toHaveTextContent(`${wins}`);
  expect(screen.getByText(PROFILE_TEXTS.losses).nextElementSibling).toHaveTextContent('0');
  if (wins > 0) expect(screen.getByText(PROFILE_TEXTS.years(31))).toBeInTheDocument();
});

it('shows why a player does not accept messages, challenges or comments', async () => {
  const refusals = { messages: 'friends', challenges: 'nobody', comments: 'settled' } as const;
  answer('GET /api/profiles/{id}', { ...makeProfile(RIVAL), refusals });
  const { user } = await renderWithProviders(<ProfilePage />, page);
  const message = await screen.findByRole('button', { name: DM_TEXTS.message });
  expect(message).toHaveAccessibleDescription(REFUSAL_TEXTS.messages.friends);
  const challenge = screen.getByRole('button', { name: PROFILE_TEXTS.challenge });
  expect(challenge).toHaveAttribute('aria-disabled', 'true');
  challenge.focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText(REFUSAL_TEXTS.challenges.nobody)).toBeInTheDocument();
  expect(await screen.findByText(REFUSAL_TEXTS.comments.settled)).toBeInTheDocument();
  expect(screen.queryByRole('textbox', { name: COMMENT_TEXTS.label })).toBeNull();
});
