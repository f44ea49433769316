import type { combat, FightSettings, Temperament } from '@rivalhold/shared/contract/combat.ts';
import type { Reply } from '@rivalhold/shared/contract/schema.ts';
import { FIGHT_SETTINGS_TEXTS as TEXTS } from '@rivalhold/shared/texts/fight-settings.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { queryClient } from '../../../lib/query-client.ts';
import { useOptimisticValue } from '../../../lib/use-optimistic-value.ts';
import { Card } from '../../../ui/card.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Failure } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { toastError } from '../../../ui/toast.ts';
import { fightSettingsQuery, saveFightSettings, saveTemperament, styleQuery } from '../api.ts';
import styles from './fight-settings-card.module.css';

type StyleReply = Reply<(typeof combat)['routes']['GET /api/style']>;

/** Show the settings for fights: the style, live challenges, and the time for a move. */
export function FightSettingsCard() {
  const style = useQuery(styleQuery);
  const settings = useQuery(fightSettingsQuery);
  const retry = () => void Promise.all([style.refetch(), settings.refetch()]);
  return (
    <Card id="fights" title={TEXTS.title}>
      {style.data && settings.data ? (
        <Stack gap={4}>
          <StyleChoice style={style.data} />
          <LiveChoices settings={settings.data} />
        </Stack>
      ) : style.isError || settings.isError ? (
        <Failure message={TEXTS.loadFailed} retry={retry} />
      ) : (
        <SkeletonLines />
      )}
    </Card>
  );
}

const OWN_LINES = 'own';

/** Let the player choose one of the ready-made styles. Own lines stay until then. */
function StyleChoice({ style: { temperament, defended } }: { style: StyleReply }) {
  const saving = useMutation({
    mutationFn: saveTemperament,
    scope: { id: 'fight-style' },
    onSuccess: (saved) => queryClient.setQueryData(styleQuery.queryKey, saved),
    onError: toastError(TEXTS.saveFailed),
  });
  const [shown, choose] = useOptimisticValue<Temperament | null>(temperament, (value, options) => {
    if (value) saving.mutate(value, options);
  });
  const ready = Object.entries(TEXTS.styles).map(([value, label]) => ({ value, label }));
  const own = { value: OWN_LINES, label: TEXTS.ownLines };
  return (
    <div>
      <SelectField
        label={TEXTS.style}
        value={shown ?? OWN_LINES}
        options={shown === null ? [own, ...ready] : ready}
        onChange={({ target }) => choose(target.value as Temperament)}
      />
      <Text size={1} tone="quiet">
        {TEXTS.styleText} {defended > 0 && TEXTS.defended(defended)}
      </Text>
    </div>
  );
}

/** Let the player choose who may challenge them live, and more time. Choices apply immediately. */
function LiveChoices({ settings }: { settings: FightSettings }) {
  const saving = useMutation({
    mutationFn: saveFightSettings,
    // Save one after another, so that the last choice wins.
    scope: { id: 'fight-settings' },
    onSuccess: (saved) => queryClient.setQueryData(fightSettingsQuery.queryKey, saved),
    onError: toastError(TEXTS.saveFailed),
  });
  const [shown, choose] = useOptimisticValue(settings, saving.mutate);
  return (
    <div>
      <SelectField
        label={TEXTS.challenges}
        value={shown.challenges}
        options={Object.entries(TEXTS.from).map(([value, label]) => ({ value, label }))}
        onChange={({ target }) =>
          choose({ ...shown, challenges: target.value as FightSettings['challenges'] })
        }
      />
      <Text size={1} tone="quiet">
        {TEXTS.challengesText}
      </Text>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={shown.doubleTime}
          onChange={({ target }) => choose({ ...shown, doubleTime: target.checked })}
        />
        {TEXTS.doubleTime}
      </label>
    </div>
  );
}
