import { Icon, type IconName } from '../../../ui/icon.tsx';
import styles from './lists.module.css';

type CountedHeadingProps = {
  icon: IconName;
  text: string;
  /** Undefined while they are not known. */
  items: readonly unknown[] | undefined;
};

/** The heading of a list with how many it holds. */
export function CountedHeading({ icon, text, items }: CountedHeadingProps) {
  return (
    <>
      <Icon name={icon} />
      {text}
      {items && items.length > 0 && <span className={styles.count}>{items.length}</span>}
    </>
  );
}
