import type { PushDevice, PushState } from '@rivalhold/shared/contract/push.ts';
import { PUSH_TEXTS as TEXTS } from '@rivalhold/shared/texts/push.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Bell, BellOff } from 'lucide-react';
import { describeDevice } from '../../../entities/devices/device.ts';
import { DeviceRow } from '../../../entities/devices/device-row.tsx';
import { faultOf } from '../../../lib/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import rhythm from '../../../ui/rhythm.module.css';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Failure } from '../../../ui/state.tsx';
import { sayFault, toast } from '../../../ui/toast.ts';
import { useKeptFocus } from '../../../ui/use-kept-focus.ts';
import { pushQuery, setPush } from '../api.ts';
import { pushSupport, turnOff, turnOn, usePermission } from '../browser.ts';
import styles from './push.module.css';
import { PushChoices } from './push-choices.tsx';

/** What is pushed to one's devices: whether to this one, of what, when, and to which others. */
export function PushCard() {
  const { data, isError, refetch } = useQuery(pushQuery);
  return (
    <Card id="notifications" title={TEXTS.title}>
      <div className={rhythm.stack4}>
        <p className={rhythm.note}>{TEXTS.text}</p>
        {data ? (
          <>
            <ThisDevice push={data} />
            <PushChoices settings={data.settings} />
            <Devices devices={data.devices} />
          </>
        ) : isError ? (
          <Failure message={TEXTS.loadFailed} retry={() => void refetch()} />
        ) : (
          <SkeletonLines />
        )}
      </div>
    </Card>
  );
}

/** The server's own words for what it refused; of what the browser did not do, ours. */
const told = async (thrown: unknown): Promise<string> =>
  thrown instanceof Response ? faultOf(thrown, TEXTS.failed) : TEXTS.failed;

function useTurnOff() {
  return useMutation({
    mutationFn: turnOff,
    onSuccess: async (state) => {
      await setPush(state);
      toast.success(TEXTS.removed);
    },
    onError: sayFault(TEXTS.saveFailed),
  });
}

function ThisDevice({ push: { key, endpoint, devices } }: { push: PushState }) {
  const permission = usePermission();
  const support = pushSupport();
  const ending = useTurnOff();
  const beginning = useMutation({
    mutationFn: () => turnOn(key),
    onSuccess: (state) => (state ? setPush(state) : toast.info(TEXTS.notAnswered)),
    onError: async (thrown) => toast.error(await told(thrown)),
  });
  const own = devices.find(({ current }) => current);
  const isOn = own !== undefined && endpoint !== null && permission === 'granted';
  const place = useKeptFocus<HTMLDivElement>(String(isOn));
  if (support !== 'yes')
    return <p className={styles.note}>{support === 'no' ? TEXTS.unsupported : TEXTS.unsupportedApple}</p>;
  if (permission === 'denied') return <p className={styles.note}>{TEXTS.denied}</p>;
  const Glyph = isOn ? Bell : BellOff;
  return (
    <div ref={place} className={styles.line}>
      <p role="status" className={styles.state} data-on={isOn || undefined}>
        <Glyph size={18} aria-hidden="true" /> {isOn ? TEXTS.on : TEXTS.off}
      </p>
      {isOn ? (
        <Button busy={ending.isPending} onClick={() => ending.mutate(own)}>
          {TEXTS.turnOff}
        </Button>
      ) : (
        <Button variant="primary" busy={beginning.isPending} onClick={() => beginning.mutate()}>
          {TEXTS.turnOn}
        </Button>
      )}
    </div>
  );
}

function Devices({ devices }: { devices: readonly PushDevice[] }) {
  const place = useKeptFocus<HTMLDivElement>(devices.length);
  if (devices.length === 0) return null;
  return (
    <div ref={place}>
      <h3 className={styles.heading}>{TEXTS.devices}</h3>
      <ul>
        {devices.map((device) => (
          <Device key={device.id} device={device} />
        ))}
      </ul>
    </div>
  );
}

function Device({ device: { id, device, current, sentAt } }: { device: PushDevice }) {
  const ending = useTurnOff();
  return (
    <DeviceRow
      device={device}
      mark={current ? TEXTS.thisDevice : null}
      deed={
        <Button
          size="small"
          busy={ending.isPending}
          aria-label={TEXTS.removeDevice(describeDevice(device).text)}
          onClick={() => ending.mutate({ id, current })}
        >
          {TEXTS.remove}
        </Button>
      }
    >
      {sentAt === null ? (
        TEXTS.neverTold
      ) : (
        <>
          {TEXTS.lastTold} <RelativeTime time={sentAt} />
        </>
      )}
    </DeviceRow>
  );
}
