import { describeDevice } from '@rivalhold/shared/devices.ts';
import { Laptop, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Tag } from '../../ui/tag.tsx';
import { Text } from '../../ui/text.tsx';
import styles from './device-row.module.css';

type DeviceRowProps = {
  /** The browser's user agent string, from which the displayed name is derived. */
  device: string;
  /** A label that replaces the action, for example for the current device. */
  mark: string | null;
  /** The action at the end of the row. */
  action?: ReactNode;
  children: ReactNode;
};

/** Show one of the player's browsers, and details about it. */
export function DeviceRow({ device, mark, action, children }: DeviceRowProps) {
  const { text: name, handheld } = describeDevice(device);
  const Glyph = handheld ? Smartphone : Laptop;
  return (
    <li className={styles.row}>
      <Glyph size={22} aria-hidden="true" />
      <Text as="div" grow>
        <Text weight="medium" wrap="anywhere" title={device}>
          {name}
        </Text>
        <Text size={1} tone="quiet">
          {children}
        </Text>
      </Text>
      {mark === null ? (
        action
      ) : (
        <Tag border={false} fill="ally" tone="ally" weight="medium" wrap="nowrap">
          {mark}
        </Tag>
      )}
    </li>
  );
}
