import { useQuery } from '@tanstack/react-query';
import { useUser } from '../../entities/session/api.ts';
import { friendshipsQuery } from '../friends/index.ts';

/**
 * Return whether to hide media by a player: true if the viewer hides media by strangers and the player is a stranger.
 * Until the friends are loaded, every player except the viewer counts as a stranger.
 */
export function useHidesMediaBy(authorId: number): boolean {
  const me = useUser();
  const isPossible = me.hidesMedia === true && authorId !== me.id;
  const friends = useQuery({ ...friendshipsQuery, enabled: isPossible }).data;
  return isPossible && !friends?.some(({ id }) => id === authorId);
}
