import { utcTime } from '@rivalhold/shared/dates.ts';
import { MUTED_NOTICE_TEXTS } from '@rivalhold/shared/texts/moderation.ts';
import { fullTime } from '../../lib/time.ts';
import { useEachSecond } from '../../lib/use-each-second.ts';
import { timeLeft } from './time-left.ts';

/** Show the time left until `until` (ISO 8601), updated each second. Afterwards, show 'Expired'. */
export function Countdown({ until, className }: { until: string; className?: string | undefined }) {
  const left = useEachSecond((now) => timeLeft(until, now));
  return (
    <time
      role="timer"
      dateTime={until}
      title={`${fullTime(until)} (${utcTime(new Date(until))})`}
      className={className}
    >
      {left ?? MUTED_NOTICE_TEXTS.over}
    </time>
  );
}
