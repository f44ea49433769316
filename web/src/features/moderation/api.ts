import type { Rule } from '@rivalhold/shared/contract/decisions.ts';
import type { FoundPlayer, Mute, MuteDuration, Suspension } from '@rivalhold/shared/contract/moderation.ts';
import { queryOptions } from '@tanstack/react-query';
import { getSession } from '../../entities/session/api.ts';
import { api } from '../../lib/api.ts';

/** Active and recently ended mutes. */
export const mutesQuery = queryOptions({
  queryKey: ['moderation', 'mutes'],
  queryFn: ({ signal }) => api('GET /api/mod/mutes', { signal }),
  staleTime: 0,
});

/** Active suspensions. */
export const suspensionsQuery = queryOptions({
  queryKey: ['moderation', 'suspensions'],
  queryFn: ({ signal }) => api('GET /api/mod/suspensions', { signal }),
  staleTime: 0,
});

/** Report whether the viewer is an admin. The specification defines separate routes for admins. */
const isAdmin = (): boolean => getSession()?.role === 'admin';

/** Find a player by full username. */
export const findPlayer = (name: string): Promise<Partial<FoundPlayer>> => {
  const options = { params: { name } };
  return isAdmin()
    ? api('GET /api/admin/users/by-username/{name}', options)
    : api('GET /api/mod/users/by-username/{name}', options);
};

/** Query a player by full username, to show active sanctions before a new sanction is added. */
export const foundPlayerQuery = (name: string) =>
  queryOptions({
    queryKey: ['moderation', 'found', name],
    queryFn: () => findPlayer(name) as Promise<FoundPlayer>,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

type NewMute = { duration: MuteDuration; rule: Rule; reason: string | null };

/** Mute a player, starting now. */
export async function mute(userId: number, body: NewMute): Promise<Mute> {
  const response = await (isAdmin()
    ? api('POST /api/admin/mute/{id}', { params: { id: userId }, body })
    : api('POST /api/mod/mute/{userId}', { params: { userId }, body }));
  return response.mute;
}

/** End a mute. */
export const unmute = (userId: number) =>
  isAdmin()
    ? api('DELETE /api/admin/mute/{id}', { params: { id: userId } })
    : api('DELETE /api/mod/mute/{userId}', { params: { userId } });

/** Suspend an account until a time, or permanently if `until` is null. */
export const suspend = async (
  userId: number,
  body: { until: string | null; rule: Rule; reason: string },
): Promise<Suspension> =>
  (await api('POST /api/mod/suspensions/{userId}', { params: { userId }, body })).suspension;

/** End a suspension. */
export const liftSuspension = (userId: number) =>
  api('DELETE /api/mod/suspensions/{userId}', { params: { userId } });

/** Proposed permanent suspensions that are still open. */
export const proposalsQuery = queryOptions({
  queryKey: ['moderation', 'proposals'],
  queryFn: ({ signal }) => api('GET /api/mod/suspension-proposals', { signal }),
  staleTime: 0,
});

/** Propose a permanent suspension to the admins. */
export const proposeSuspension = (userId: number, body: { rule: Rule; reason: string }) =>
  api('POST /api/mod/suspension-proposals/{userId}', { params: { userId }, body });

/** Accept a proposal, or reject it. */
export const decideProposal = (userId: number, accept: boolean) =>
  accept
    ? api('POST /api/admin/suspension-proposals/{userId}/accept', { params: { userId } })
    : api('POST /api/admin/suspension-proposals/{userId}/reject', { params: { userId } });
