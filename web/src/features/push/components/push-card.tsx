import type { PushDevice, PushKind, PushSettings, PushState } from '@rivalhold/shared/contract/push.ts';
import { describeDevice } from '@rivalhold/shared/devices.ts';
import { PUSH_TEXTS as TEXTS } from '@rivalhold/shared/texts/push.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Bell, BellOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { DeviceRow } from '../../../entities/devices/device-row.tsx';
import { readErrorText } from '../../../lib/errors.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Choice } from '../../../ui/choice.tsx';
import { Row, Stack, Surface } from '../../../ui/layout.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SentenceText } from '../../../ui/sentence-text.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Failure } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast, toastError } from '../../../ui/toast.ts';
import { useRestoreFocus } from '../../../ui/use-restore-focus.ts';
import { pushQuery, setPush } from '../api.ts';
import { disablePush, enablePush, pushSupport, usePermission } from '../browser.ts';
import { usePushSettings } from '../use-push-settings.ts';

/** The label of each type of push notification, in display order. */
const KIND_LABELS: Record<PushKind, string> = {
  message: TEXTS.message,
  fight: TEXTS.fight,
  friendRequest: TEXTS.friendRequest,
};
const KINDS = Object.keys(KIND_LABELS) as PushKind[];

/**
 * Show the push settings: the switch for this device, the notification types, a link to the quiet hours, and all
 * devices.
 */
export function PushCard() {
  const { data, isError, refetch } = useQuery(pushQuery);
  return (
    <Card id="notifications" title={TEXTS.title}>
      <Stack gap={4}>
        <Text tone="quiet">{TEXTS.text}</Text>
        {data ? (
          <>
            <ThisDevice push={data} />
            <PushChoices settings={data.settings} />
            <div>
              <ButtonLink to="/safety">{TEXTS.setQuiet}</ButtonLink>
            </div>
            <Devices devices={data.devices} />
          </>
        ) : isError ? (
          <Failure message={TEXTS.loadFailed} retry={() => void refetch()} />
        ) : (
          <SkeletonLines />
        )}
      </Stack>
    </Card>
  );
}

/** Let the player choose the types of push notifications. A choice applies immediately. */
export function PushChoices({ settings }: { settings: PushSettings }) {
  const [shown, choose] = usePushSettings(settings);
  return (
    <Stack as="fieldset">
      <Text as="legend" size={2} weight="medium" display>
        {TEXTS.kinds}
      </Text>
      {KINDS.map((kind) => (
        <Choice
          key={kind}
          checked={shown[kind]}
          onChange={({ target }) => choose({ [kind]: target.checked })}
        >
          {KIND_LABELS[kind]}
        </Choice>
      ))}
    </Stack>
  );
}

/**
 * Return the server's error message, or a generic message for a browser error. A TypeError also gets the generic
 * message: the browser's push functions can throw it, so it does not always mean a failed connection.
 */
const pushErrorText = async (thrown: unknown): Promise<string> =>
  thrown instanceof TypeError ? TEXTS.failed : readErrorText(thrown, TEXTS.failed);

function useDisablePush() {
  return useMutation({
    mutationFn: disablePush,
    onSuccess: async (state, { current }) => {
      await setPush(state);
      toast.success(current ? TEXTS.removed : TEXTS.removedOther);
    },
    onError: toastError(TEXTS.saveFailed),
  });
}

function ThisDevice({ push: { key, endpoint, devices } }: { push: PushState }) {
  const permission = usePermission();
  const support = pushSupport();
  const disabling = useDisablePush();
  const enabling = useMutation({
    mutationFn: () => enablePush(key),
    onSuccess: (state) => (state ? setPush(state) : toast.info(TEXTS.notAnswered)),
    onError: async (thrown) => toast.error(await pushErrorText(thrown)),
  });
  const own = devices.find(({ current }) => current);
  const isOn = own !== undefined && endpoint !== null && permission === 'granted';
  const container = useRestoreFocus<HTMLDivElement>(String(isOn));
  if (support !== 'yes') return <Note>{support === 'no' ? TEXTS.unsupported : TEXTS.unsupportedApple}</Note>;
  if (permission === 'denied') return <Note>{TEXTS.denied}</Note>;
  const Glyph = isOn ? Bell : BellOff;
  return (
    <Row ref={container} gap={4} justify="between" wrap rowGap={2}>
      <Row as="p" inline gap={2} role="status" weight="medium" tone={isOn ? 'heal' : undefined}>
        <Glyph size={18} aria-hidden="true" /> {isOn ? TEXTS.on : TEXTS.off}
      </Row>
      {isOn ? (
        <Button busy={disabling.isPending} onClick={() => disabling.mutate(own)}>
          {TEXTS.turnOff}
        </Button>
      ) : (
        <Button variant="primary" busy={enabling.isPending} onClick={() => enabling.mutate()}>
          {TEXTS.turnOn}
        </Button>
      )}
    </Row>
  );
}

/** Show why push notifications cannot be turned on in this browser. */
function Note({ children }: { children: ReactNode }) {
  return (
    <Surface as="p" fill={2} radius={2} border paddingBlock={3} paddingInline={4}>
      {children}
    </Surface>
  );
}

function Devices({ devices }: { devices: readonly PushDevice[] }) {
  const container = useRestoreFocus<HTMLDivElement>(devices.length);
  if (devices.length === 0) return null;
  return (
    <div ref={container}>
      <Text as="h3" size={2} weight="medium">
        {TEXTS.devices}
      </Text>
      <ul>
        {devices.map((device) => (
          <Device key={device.id} device={device} />
        ))}
      </ul>
    </div>
  );
}

function Device({ device: { id, device, current, sentAt } }: { device: PushDevice }) {
  const disabling = useDisablePush();
  return (
    <DeviceRow
      device={device}
      mark={current ? TEXTS.thisDevice : null}
      action={
        <Button
          size="small"
          busy={disabling.isPending}
          aria-label={TEXTS.removeDevice(describeDevice(device).text)}
          onClick={() => disabling.mutate({ id, current })}
        >
          {TEXTS.remove}
        </Button>
      }
    >
      {sentAt === null ? (
        TEXTS.neverSent
      ) : (
        <SentenceText parts={TEXTS.lastSent(<RelativeTime time={sentAt} />)} />
      )}
    </DeviceRow>
  );
}
