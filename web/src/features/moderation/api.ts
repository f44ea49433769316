import type { FoundPlayer, Mute, MuteDuration, Suspension } from '@rivalhold/shared/contract/moderation.ts';
import { queryOptions } from '@tanstack/react-query';
import { sessionNow } from '../../entities/session/api.ts';
import { api } from '../../lib/api.ts';

/** Who is muted, and whose mute ended in the last days. */
export const mutesQuery = queryOptions({
  queryKey: ['moderation', 'mutes'],
  queryFn: ({ signal }) => api('GET /api/mod/mutes', { signal }),
  staleTime: 0,
});

/** Whose account is suspended. */
export const suspensionsQuery = queryOptions({
  queryKey: ['moderation', 'suspensions'],
  queryFn: ({ signal }) => api('GET /api/mod/suspensions', { signal }),
  staleTime: 0,
});

/** Admins have ways of their own, as the specification has it. */
const isAdmin = (): boolean => sessionNow()?.role === 'admin';

/** A player by the whole name. */
export const lookUp = (name: string): Promise<Partial<FoundPlayer>> => {
  const named = { params: { name } };
  return isAdmin()
    ? api('GET /api/admin/users/by-username/{name}', named)
    : api('GET /api/mod/users/by-username/{name}', named);
};

/** The same, for what is said about a player before something is done to them. */
export const foundQuery = (name: string) =>
  queryOptions({
    queryKey: ['moderation', 'found', name],
    queryFn: () => lookUp(name) as Promise<FoundPlayer>,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

type NewMute = { duration: MuteDuration; reason: string | null };

/** Mutes a player from now on. */
export async function mute(userId: number, body: NewMute): Promise<Mute> {
  const answer = await (isAdmin()
    ? api('POST /api/admin/mute/{id}', { params: { id: userId }, body })
    : api('POST /api/mod/mute/{userId}', { params: { userId }, body }));
  return answer.mute;
}

/** Ends a mute. */
export const unmute = (userId: number) =>
  isAdmin()
    ? api('DELETE /api/admin/mute/{id}', { params: { id: userId } })
    : api('DELETE /api/mod/mute/{userId}', { params: { userId } });

/** Suspends an account until a time, or for good. */
export const suspend = async (
  userId: number,
  body: { until: string | null; reason: string },
): Promise<Suspension> =>
  (await api('POST /api/mod/suspensions/{userId}', { params: { userId }, body })).suspension;

/** Ends a suspension. */
export const lift = (userId: number) => api('DELETE /api/mod/suspensions/{userId}', { params: { userId } });
