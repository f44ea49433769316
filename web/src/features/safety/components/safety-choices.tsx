import { CONTACT_AUDIENCES, VISIBILITY_AUDIENCES } from '@rivalhold/shared/audiences.ts';
import type { SafetySettings } from '@rivalhold/shared/contract/safety.ts';
import { SAFETY_TEXTS as TEXTS } from '@rivalhold/shared/texts/safety.ts';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { sessionQuery } from '../../../entities/session/api.ts';
import { api } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useOptimisticValue } from '../../../lib/use-optimistic-value.ts';
import { Card } from '../../../ui/card.tsx';
import { Choice } from '../../../ui/choice.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Failure } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { toastError } from '../../../ui/toast.ts';

/** The viewer's safety settings. */
const safetyQuery = queryOptions({
  queryKey: ['safety'],
  queryFn: ({ signal }) => api('GET /api/safety', { signal }),
});

const saveSafety = (body: Partial<SafetySettings>) => api('PATCH /api/safety', { body });

type ChoiceName = Exclude<keyof SafetySettings, 'hideMedia'>;
const CONTACTS = ['messages', 'challenges', 'comments'] as const;
const VISIBILITY_SETTINGS = ['search', 'online'] as const;

/**
 * Let the player choose who can contact them, find them and see them online, and whether to hide media by strangers. A
 * choice applies immediately.
 */
export function SafetyChoices() {
  const settings = useQuery(safetyQuery);
  if (settings.isError && !settings.data)
    return (
      <Card title={TEXTS.contact}>
        <Failure message={TEXTS.loadFailed} retry={() => void settings.refetch()} />
      </Card>
    );
  return <Choices settings={settings.data ?? {}} />;
}

/**
 * Save only the settings that differ from the cached settings, so that a choice does not undo a choice in
 * another tab.
 */
function saveChanges(wanted: Partial<SafetySettings>): Promise<SafetySettings> {
  const known = queryClient.getQueryData(safetyQuery.queryKey);
  const changes = Object.entries(wanted).filter(
    ([name, value]) => known?.[name as keyof SafetySettings] !== value,
  );
  return saveSafety(Object.fromEntries(changes));
}

/** Show the choices. While the settings load, show empty, disabled fields, so that the layout does not shift. */
function Choices({ settings }: { settings: Partial<SafetySettings> }) {
  const saving = useMutation({
    mutationFn: saveChanges,
    // Save the choices one after another, so that the last choice wins.
    scope: { id: 'safety' },
    onSuccess: async (saved) => {
      queryClient.setQueryData(safetyQuery.queryKey, saved);
      announce(TEXTS.saved);
      if (saved.hideMedia !== settings.hideMedia)
        await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
    onError: toastError(TEXTS.saveFailed),
  });
  const [shown, choose] = useOptimisticValue(settings, saving.mutate);
  const choice = (name: ChoiceName, audiences: readonly (keyof typeof TEXTS.audiences)[]) => (
    <AudienceField
      key={name}
      name={name}
      value={shown[name] ?? null}
      audiences={audiences}
      onChoose={(value) => choose({ ...shown, [name]: value })}
    />
  );
  return (
    <>
      <Card title={TEXTS.contact}>
        <Stack gap={3}>
          {CONTACTS.map((name) => choice(name, CONTACT_AUDIENCES))}
          <Text size={1} tone="quiet">
            {TEXTS.contactNote}
          </Text>
        </Stack>
      </Card>
      <Card title={TEXTS.visibility}>
        <Stack gap={3}>{VISIBILITY_SETTINGS.map((name) => choice(name, VISIBILITY_AUDIENCES))}</Stack>
      </Card>
      <Card title={TEXTS.media}>
        <Choice
          checked={shown.hideMedia ?? false}
          disabled={shown.hideMedia === undefined}
          note={TEXTS.hideMediaText}
          onChange={({ target }) => choose({ ...shown, hideMedia: target.checked })}
        >
          {TEXTS.hideMedia}
        </Choice>
      </Card>
    </>
  );
}

type AudienceFieldProps = {
  name: ChoiceName;
  /** Null until the settings are loaded. */
  value: string | null;
  audiences: readonly (keyof typeof TEXTS.audiences)[];
  onChoose: (value: string) => void;
};

function AudienceField({ name, value, audiences, onChoose }: AudienceFieldProps) {
  const hintId = useId();
  return (
    <div>
      <SelectField
        label={TEXTS[name]}
        value={value ?? ''}
        disabled={value === null}
        options={[
          ...(value === null ? [{ value: '', label: '' }] : []),
          ...audiences.map((audience) => ({ value: audience, label: TEXTS.audiences[audience] })),
        ]}
        aria-describedby={hintId}
        onChange={({ target }) => onChoose(target.value)}
      />
      <Text size={1} tone="quiet" id={hintId}>
        {TEXTS.hints[name]}
      </Text>
    </div>
  );
}
