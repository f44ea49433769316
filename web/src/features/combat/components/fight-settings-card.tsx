import type { FightSettings, Watchers } from '@rivalhold/shared/contract/combat.ts';
import { FIGHT_SETTINGS_TEXTS as TEXTS } from '@rivalhold/shared/texts/fight-settings.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { queryClient } from '../../../lib/query-client.ts';
import { useOptimisticValue } from '../../../lib/use-optimistic-value.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Choice } from '../../../ui/choice.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Failure } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { toastError } from '../../../ui/toast.ts';
import { fightSettingsQuery, saveFightSettings } from '../api.ts';

/** Show the settings for fights: live challenges, the time for a move, who can watch, and a link to the fight style. */
export function FightSettingsCard() {
  const settings = useQuery(fightSettingsQuery);
  return (
    <Card id="fights" title={TEXTS.title}>
      {settings.data ? (
        <Stack gap={4}>
          <Choices settings={settings.data} />
          <Row gap={3} justify="between" wrap>
            <Text tone="quiet" grow="14rem">
              {TEXTS.styleText}
            </Text>
            <ButtonLink to="/fight-style" size="small">
              {TEXTS.toStyle}
            </ButtonLink>
          </Row>
        </Stack>
      ) : settings.isError ? (
        <Failure message={TEXTS.loadFailed} retry={() => void settings.refetch()} />
      ) : (
        <SkeletonLines />
      )}
    </Card>
  );
}

/**
 * Let the player choose who can challenge them live, whether each move has twice the time, and who can watch finished
 * fights. Choices apply immediately.
 */
function Choices({ settings }: { settings: FightSettings }) {
  const saving = useMutation({
    mutationFn: saveFightSettings,
    // Save the choices one after another, so that the last choice wins.
    scope: { id: 'fight-settings' },
    onSuccess: (saved) => queryClient.setQueryData(fightSettingsQuery.queryKey, saved),
    onError: toastError(TEXTS.saveFailed),
  });
  const [shown, choose] = useOptimisticValue(settings, saving.mutate);
  return (
    <div>
      <SelectField
        label={TEXTS.liveChallenges}
        value={shown.liveChallenges}
        options={Object.entries(TEXTS.from).map(([value, label]) => ({ value, label }))}
        onChange={({ target }) =>
          choose({ ...shown, liveChallenges: target.value as FightSettings['liveChallenges'] })
        }
      />
      <Text size={1} tone="quiet">
        {TEXTS.liveChallengesText}
      </Text>
      <Choice
        checked={shown.doubleTime}
        onChange={({ target }) => choose({ ...shown, doubleTime: target.checked })}
      >
        {TEXTS.doubleTime}
      </Choice>
      <SelectField
        label={TEXTS.watchers}
        value={shown.watchers ?? 'default'}
        options={Object.entries(TEXTS.watchedBy).map(([value, label]) => ({ value, label }))}
        onChange={({ target: { value } }) =>
          choose({ ...shown, watchers: value === 'default' ? null : (value as Watchers) })
        }
      />
      <Text size={1} tone="quiet">
        {TEXTS.watchersText}
      </Text>
    </div>
  );
}
