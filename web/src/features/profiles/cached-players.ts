import type { Profile } from '@rivalhold/shared/contract/profiles.ts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { ACTIVITY_KEY } from '../../entities/activity/api.ts';
import { leaderboardQuery } from '../../entities/players/api.ts';
import { FEED_KEY } from '../../entities/posts/feed-key.ts';
import { patchQueries } from '../../lib/query-client.ts';

type PlayerPatch = Partial<Pick<Profile, 'statusMessage' | 'avatarUrl'>>;
type List = InfiniteData<{ items: readonly Profile[] }>;

const patched = (player: Profile, userId: number, patch: PlayerPatch): Profile =>
  player.id === userId ? { ...player, ...patch } : player;

/** Patch a player in a cached profile or list of profiles; return the same object if the player is not in it. */
export function withPatch(cached: Profile | List, userId: number, patch: PlayerPatch): Profile | List {
  if (!('pages' in cached)) return patched(cached, userId, patch);
  if (!cached.pages.some(({ items }) => items.some(({ id }) => id === userId))) return cached;
  const pages = cached.pages.map((page) => ({
    ...page,
    items: page.items.map((player) => patched(player, userId, patch)),
  }));
  return { ...cached, pages };
}

/** Patch a player in all cached profiles and lists of profiles. */
export function patchCachedPlayer(client: QueryClient, userId: number, patch: PlayerPatch): void {
  patchQueries<Profile | List>(client, ['profiles'], (cached) => withPatch(cached, userId, patch));
}

/** Invalidate the profiles, leaderboard, feed, activity and comments, which contain names and avatars. */
export function refreshPlayers(client: QueryClient): void {
  for (const queryKey of [['profiles'], leaderboardQuery.queryKey, ACTIVITY_KEY, FEED_KEY, ['comments']]) {
    void client.invalidateQueries({ queryKey });
  }
}

/** Show a player's new avatar in cached profiles immediately, and call `refreshPlayers()`. */
export function showAvatar(client: QueryClient, userId: number, avatarUrl: string | null): void {
  patchCachedPlayer(client, userId, { avatarUrl });
  refreshPlayers(client);
}
