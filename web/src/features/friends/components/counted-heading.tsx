import { Icon, type IconName } from '../../../ui/icon.tsx';
import styles from './lists.module.css';

type CountedHeadingProps = {
  icon: IconName;
  text: string;
  /** The counted items; undefined while they load. */
  items: readonly unknown[] | undefined;
};

/** Render the heading of a list with its number of items. */
export function CountedHeading({ icon, text, items }: CountedHeadingProps) {
  return (
    <>
      <Icon name={icon} />
      {text}
      {items && items.length > 0 && <span className={styles.count}>{items.length}</span>}
    </>
  );
}
