import { useQueryClient } from '@tanstack/react-query';
import { useSocketEvent } from '../../lib/socket.ts';
import { sessionQuery } from '../../entities/session/api.ts';
import { friendshipsQuery } from '../friends/api.ts';
import { patchCachedPlayer } from './cached-players.ts';

/** Keeps what is shown of players in step with what they change. Stands once in the page. */
export function useProfileEvents(): void {
  const client = useQueryClient();
  useSocketEvent('user:status', ({ userId, statusMessage }) => {
    patchCachedPlayer(client, userId, { statusMessage });
    client.setQueryData(sessionQuery.queryKey, (me) => (me?.id === userId ? { ...me, statusMessage } : me));
    client.setQueryData(friendshipsQuery.queryKey, (friends) =>
      friends?.map((friend) => (friend.id === userId ? { ...friend, statusMessage } : friend)),
    );
  });
}
