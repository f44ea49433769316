import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { MATCHUP_TEXTS as TEXTS } from '@rivalhold/shared/texts/fights.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { closeMessages } from '../../../entities/conversations/window.ts';
import { showChallenge } from '../../../entities/players/challenge.ts';
import type { QuickPlayer } from '../../../entities/players/quick-view.ts';
import { useSession } from '../../../entities/session/api.ts';
import { fetchAgain } from '../../../lib/query-client.ts';
import { useErrorText } from '../../../lib/use-error-text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Failure } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { createNonce, matchupQuery, openFightQuery, openFightsQuery } from '../api.ts';
import { BeforeFight, BeforeFightSkeleton } from './before-fight.tsx';

const close = () => showChallenge(null);
/** Close the sheet and also the messages window, because the messages window would cover the fight. */
const leave = () => {
  close();
  closeMessages();
};

/**
 * Compare the player with an opponent before a fight, and start the fight on request. The sheet is closed while `open`
 * is null.
 */
export function ChallengeSheet({ open }: { open: QuickPlayer | null }) {
  const me = useSession();
  // Keep showing the last opponent while the sheet fades out.
  const [last, setLast] = useState(open);
  if (open && open !== last) setLast(open);
  const player = open ?? last;
  if (!player || !me) return null;
  return (
    <Dialog
      open={open !== null}
      onClose={close}
      title={
        <Text as="span" wrap="anywhere">
          {TEXTS.title(player.username)}
        </Text>
      }
    >
      <Content key={player.id} opponentId={player.id} meId={me.id} isOpen={open !== null} />
    </Dialog>
  );
}

type ContentProps = { opponentId: number; meId: number; isOpen: boolean };

function Content({ opponentId, meId, isOpen }: ContentProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const query = useQuery({ ...matchupQuery(opponentId), enabled: isOpen });
  const error = useErrorText(query.error, TEXTS.failed);
  const start = useMutation({
    mutationFn: () =>
      client.fetchQuery(openFightQuery({ meId, opponentId, opening: 'start' }, createNonce())),
    onSuccess: async () => {
      // Reload the list of open fights first, because the fight page resumes only a fight from the cached list.
      await fetchAgain(client, openFightsQuery);
      leave();
      await navigate({ to: '/fight/$userId', params: { userId: String(opponentId) } });
    },
  });
  const startError = useErrorText(start.error, COMBAT_TEXTS.openFailed);
  const matchup = query.data?.matchups[0];
  if (query.data && matchup)
    return (
      <BeforeFight
        own={query.data.own}
        matchup={matchup}
        start={{ run: start.mutate, isPending: start.isPending, error: startError }}
        onLeave={leave}
      />
    );
  if (error) return <Failure message={error} retry={() => void query.refetch()} />;
  return <BeforeFightSkeleton />;
}
