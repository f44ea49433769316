import { useQuery } from '@tanstack/react-query';
import { useUser } from '../../entities/session/index.ts';
import { friendshipsQuery } from '../friends/index.ts';

/**
 * Return whether the viewer hides media by a player who is not a friend. While the friends are unknown, every player
 * except the viewer counts as a stranger.
 */
export function useHidesMediaBy(authorId: number): boolean {
  const me = useUser();
  const isPossible = me.hidesMedia === true && authorId !== me.id;
  const friends = useQuery({ ...friendshipsQuery, enabled: isPossible }).data;
  return isPossible && !friends?.some(({ id }) => id === authorId);
}
