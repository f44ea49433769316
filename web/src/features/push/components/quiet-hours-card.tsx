import type { PushSettings } from '@rivalhold/shared/contract/push.ts';
import { PUSH_TEXTS as TEXTS } from '@rivalhold/shared/texts/push.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { localTimeZone } from '../../../lib/local-time-zone.ts';
import { Card } from '../../../ui/card.tsx';
import { Choice } from '../../../ui/choice.tsx';
import { Field } from '../../../ui/field.tsx';
import { Grid } from '../../../ui/layout.tsx';
import { Failure } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { pushQuery } from '../api.ts';
import { usePushSettings } from '../use-push-settings.ts';

const DEFAULT_QUIET_HOURS = { from: '22:00', to: '08:00' };

/** Let the player choose hours without push notifications and sounds. A choice applies immediately. */
export function QuietHoursCard() {
  const { data, isError, refetch } = useQuery(pushQuery);
  return (
    <Card title={TEXTS.quiet} aria-busy={!data && !isError}>
      {data ? (
        <QuietHours settings={data.settings} />
      ) : isError ? (
        <Failure message={TEXTS.loadFailed} retry={() => void refetch()} />
      ) : (
        <Choice checked={false} disabled>
          {TEXTS.quietOn}
        </Choice>
      )}
    </Card>
  );
}

function QuietHours({ settings }: { settings: PushSettings }) {
  const [{ quiet }, choose] = usePushSettings(settings);
  return (
    <>
      <Choice
        checked={quiet !== null}
        onChange={({ target }) =>
          choose({ quiet: target.checked ? { ...DEFAULT_QUIET_HOURS, timeZone: localTimeZone() } : null })
        }
      >
        {TEXTS.quietOn}
      </Choice>
      {quiet && (
        <>
          <Grid columns={['10rem', '10rem']} gap={3}>
            {(['from', 'to'] as const).map((end) => (
              <TimeField
                key={`${end} ${quiet[end]}`}
                label={TEXTS[end]}
                time={quiet[end]}
                onChoose={(time) => choose({ quiet: { ...quiet, timeZone: localTimeZone(), [end]: time } })}
              />
            ))}
          </Grid>
          <Text size={1} tone="quiet">
            {TEXTS.quietText(quiet.timeZone)}
          </Text>
        </>
      )}
    </>
  );
}

type TimeFieldProps = { label: string; time: string; onChoose: (time: string) => void };

/**
 * Render a time field that reports its value on blur, because a half-typed time can be another valid time.
 */
function TimeField({ label, time, onChoose }: TimeFieldProps) {
  const [typed, setTyped] = useState(time);
  return (
    <Field
      label={label}
      type="time"
      required
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => (typed === '' ? setTyped(time) : typed !== time && onChoose(typed))}
    />
  );
}
