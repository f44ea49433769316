import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useSocketEvent } from '../../lib/socket.ts';
import { questsQuery } from './api.ts';

/** Keeps one's quests live, and tells on every other page than theirs of one that was just done. */
export function useQuestEvents(): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  useSocketEvent('quests:changed', ({ done }) => {
    void client.invalidateQueries({ queryKey: questsQuery.queryKey });
    if (done && location.pathname !== '/dashboard')
      void import('./telling.ts').then(
        ({ tellDone }) => tellDone(done, () => void navigate({ to: '/dashboard' })),
        () => {},
      );
  });
}
