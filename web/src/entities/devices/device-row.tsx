import { Laptop, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import rhythm from '../../ui/rhythm.module.css';
import { describeDevice } from './device.ts';
import styles from './device-row.module.css';

type DeviceRowProps = {
  /** The browser line of its session. */
  device: string;
  /** What is said of one among others, such as the one that is looked from. */
  mark: string | null;
  /** What can be done with it. */
  deed?: ReactNode;
  children: ReactNode;
};

/** A browser somebody is signed in with, and what is to be known of it. */
export function DeviceRow({ device, mark, deed, children }: DeviceRowProps) {
  const { text: name, handheld } = describeDevice(device);
  const Glyph = handheld ? Smartphone : Laptop;
  return (
    <li className={styles.row}>
      <Glyph size={22} aria-hidden="true" />
      <div className={styles.about}>
        <p className={styles.name} title={device}>
          {name}
        </p>
        <p className={rhythm.note}>{children}</p>
      </div>
      {mark === null ? deed : <span className={styles.mark}>{mark}</span>}
    </li>
  );
}
