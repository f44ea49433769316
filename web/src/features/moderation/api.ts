import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import type { FoundPlayer, Mute, MuteDuration, Suspension } from '@rivalhold/shared/contract/moderation.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

type Role = SessionUser['role'];

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

/** A player by the whole name: by the admins' path for an admin, by the moderators' otherwise. */
export const lookUp = (role: Role, name: string): Promise<Partial<FoundPlayer>> =>
  role === 'admin'
    ? api('GET /api/admin/users/by-username/{name}', { params: { name } })
    : api('GET /api/mod/users/by-username/{name}', { params: { name } });

/** The same, for what is said about a player before something is done to them. */
export const foundQuery = (role: Role, name: string) =>
  queryOptions({
    queryKey: ['moderation', 'found', name],
    queryFn: () => lookUp(role, name) as Promise<FoundPlayer>,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

type NewMute = { duration: MuteDuration; reason: string | null };

/** Mutes a player from now on. */
export const mute = async (role: Role, id: number, body: NewMute): Promise<Mute> =>
  role === 'admin'
    ? (await api('POST /api/admin/mute/{id}', { params: { id }, body })).mute
    : (await api('POST /api/mod/mute/{userId}', { params: { userId: id }, body })).mute;

/** Ends a mute. */
export const unmute = (role: Role, id: number) =>
  role === 'admin'
    ? api('DELETE /api/admin/mute/{id}', { params: { id } })
    : api('DELETE /api/mod/mute/{userId}', { params: { userId: id } });

/** Suspends an account until a time, or for good. */
export const suspend = async (
  userId: number,
  body: { until: string | null; reason: string },
): Promise<Suspension> =>
  (await api('POST /api/mod/suspensions/{userId}', { params: { userId }, body })).suspension;

/** Ends a suspension. */
export const lift = (userId: number) => api('DELETE /api/mod/suspensions/{userId}', { params: { userId } });
