import { INVENTORY_TEXTS } from '@rivalhold/shared/texts/inventory.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { gameQuery } from '../../entities/game/api.ts';
import { catalogueQuery, inventoryQuery } from '../../entities/items/api.ts';
import { type Group, groupsOf, wornOf } from '../../entities/items/entries.ts';
import { profileQuery } from '../../entities/players/api.ts';
import { useUser } from '../../entities/session/api.ts';
import { Vitals } from '../../entities/stats/stats.tsx';
import { ItemCard } from '../../features/inventory/components/item-card.tsx';
import { statusOf } from '../../lib/errors.ts';
import { repeat } from '../../lib/repeat.ts';
import { useFault } from '../../lib/use-fault.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import rhythm from '../../ui/rhythm.module.css';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Failure, Notice } from '../../ui/state.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import styles from './inventory-page.module.css';
import { OwnDeeds } from './own-deeds.tsx';

/** What a player carries, by kind. */
export function InventoryPage() {
  const { userId } = useParams({ from: '/player/inventory/$userId' });
  const me = useUser();
  const id = Number(userId);
  const own = id === me.id;
  const name = useQuery({ ...profileQuery(id), enabled: !own }).data?.username;
  return (
    <div className={styles.page} key={userId}>
      <header className={styles.head}>
        <h1>{INVENTORY_TEXTS.title}</h1>
        {name && (
          <p className={styles.whose}>
            <Link to="/profiles/$userId" params={{ userId: String(id) }}>
              {INVENTORY_TEXTS.of(name)}
            </Link>
          </p>
        )}
        {own && (
          <ButtonLink to="/store">
            <Icon name="two-coins" />
            {INVENTORY_TEXTS.store}
          </ButtonLink>
        )}
      </header>
      <Inventory id={id} own={own} name={name} />
    </div>
  );
}

function Inventory({ id, own, name }: { id: number; own: boolean; name?: string | undefined }) {
  const entries = useQuery(inventoryQuery(id));
  const catalogue = useQuery(catalogueQuery);
  const game = useQuery(gameQuery(id));
  const stats = game.data?.stats;
  const thrown = entries.error ?? catalogue.error;
  const failure = useFault(thrown, INVENTORY_TEXTS.failed);
  // One's health stands above it all.
  if (entries.data && catalogue.data && (game.isFetched || !own)) {
    const groups = groupsOf(entries.data, catalogue.data);
    return (
      <>
        {own && stats && <Vitals profile={stats} />}
        <Shelves groups={groups} own={own} name={name} level={stats?.level} />
      </>
    );
  }
  if (failure === null) return <Waiting />;
  if (statusOf(thrown) === 404) {
    return <Notice icon="person" title={INVENTORY_TEXTS.notFound} />;
  }
  const retry = () => {
    void entries.refetch();
    void catalogue.refetch();
  };
  return <Failure message={failure} retry={retry} />;
}

type ShelvesProps = {
  groups: readonly Group[];
  own: boolean;
  name?: string | undefined;
  level?: number | undefined;
};

/** All that there is; whoever has just used up or sold the last of a thing is led to the next. */
function Shelves({ groups, own, name, level }: ShelvesProps) {
  const carried = groups.flatMap(({ cards }) => cards.map(({ id }) => id)).join();
  const place = useKeptFocus<HTMLDivElement>(carried, 'row');
  return (
    <div ref={place} tabIndex={-1} className={styles.shelves}>
      {groups.length === 0 && <Empty own={own} name={name} />}
      {groups.map((group) => (
        <Shelf key={group.type} group={group} own={own} level={level} />
      ))}
    </div>
  );
}

/** Things of one kind. */
function Shelf({ group, own, level }: { group: Group; own: boolean; level?: number | undefined }) {
  const worn = wornOf(group, level);
  return (
    <section aria-labelledby={`group-${group.type}`} className={rhythm.stack3}>
      <h2 id={`group-${group.type}`} className={styles.title}>
        {group.title}
      </h2>
      <ul className={styles.cards}>
        {group.cards.map((card) => (
          <ItemCard
            key={card.id}
            card={card}
            worn={worn.get(card.id)}
            deed={own && <OwnDeeds card={card} />}
          />
        ))}
      </ul>
    </section>
  );
}

function Empty({ own, name }: { own: boolean; name?: string | undefined }) {
  if (!own && name) return <Notice icon="backpack" title={INVENTORY_TEXTS.othersEmpty(name)} />;
  return (
    <Notice
      icon="backpack"
      title={INVENTORY_TEXTS.empty}
      text={INVENTORY_TEXTS.emptyHint}
      action={
        <div className={rhythm.centred}>
          <ButtonLink to="/directory" variant="primary">
            {INVENTORY_TEXTS.findOpponent}
          </ButtonLink>
          <ButtonLink to="/store">{INVENTORY_TEXTS.store}</ButtonLink>
        </div>
      }
    />
  );
}

function Waiting() {
  return (
    <div aria-busy="true">
      <p role="status" className={styles.loading}>
        {INVENTORY_TEXTS.loading}
      </p>
      <div className={styles.cards}>
        {repeat(4, (place) => (
          <Skeleton key={place} height="6.5rem" card />
        ))}
      </div>
    </div>
  );
}
