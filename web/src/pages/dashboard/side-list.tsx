import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import rhythm from '../../ui/rhythm.module.css';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ListState } from '../../ui/state.tsx';

type SideListProps<T extends { id: number }> = {
  title: string;
  icon: IconName;
  items: readonly T[] | undefined;
  failure: string | null;
  retry: () => void;
  empty: string;
  /** How many rows are likely to come. */
  rows: number;
  children: (item: T, index: number) => ReactNode;
};

/** A short list in a card at the side. */
export function SideList<T extends { id: number }>(props: SideListProps<T>) {
  const { title, icon, items, failure, retry, empty, rows, children } = props;
  return (
    <Card
      title={
        <>
          <Icon name={icon} />
          {title}
        </>
      }
    >
      <ListState
        items={items}
        failure={failure}
        retry={retry}
        loading={<Skeleton height={`${rows * 3.75}rem`} />}
        empty={<p className={rhythm.quiet}>{empty}</p>}
      >
        {(loaded) => (
          <ol className={rhythm.stack1}>
            {loaded.map((item, index) => (
              <li key={item.id}>{children(item, index)}</li>
            ))}
          </ol>
        )}
      </ListState>
    </Card>
  );
}
