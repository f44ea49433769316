import { RESTART_QUESTS_TEXTS as TEXTS } from '@rivalhold/shared/texts/quests.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Text } from '../../../ui/text.tsx';
import { questsQuery } from '../api.ts';
import { useResume } from '../use-quests.ts';

/** Show a settings card that restores skipped quests. Renders nothing for players who have not skipped them. */
export function SkippedQuestsCard() {
  const state = useQuery(questsQuery).data?.state;
  const resume = useResume();
  const navigate = useNavigate();
  if (state !== 'skipped') return null;
  return (
    <Card title={TEXTS.title}>
      <Text tone="quiet" paddingBottom={4}>
        {TEXTS.text}
      </Text>
      <Button
        busy={resume.isPending}
        onClick={() => resume.mutate(undefined, { onSuccess: () => void navigate({ to: '/dashboard' }) })}
      >
        {TEXTS.resume}
      </Button>
    </Card>
  );
}
