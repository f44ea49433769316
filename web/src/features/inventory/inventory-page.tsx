import { itemById, usableAtRest } from '@rivalhold/shared/items/catalogue.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { INVENTORY_TEXTS } from '@rivalhold/shared/texts/inventory.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Failure, Notice } from '../../ui/state.tsx';
import { useUser } from '../accounts/api.ts';
import { useReadError } from '../combat/use-read-error.ts';
import { gameQuery } from '../game/api.ts';
import { profileQuery } from '../profiles/api.ts';
import { catalogueQuery, inventoryQuery } from './api.ts';
import { ItemCard } from './components/item-card.tsx';
import { bestOfGroup, type Group, groupsOf } from './entries.ts';
import styles from './inventory-page.module.css';
import { useItemDeed } from './use-item.ts';

/** What a player carries, by kind. */
export function InventoryPage() {
  const { userId } = useParams({ from: '/player/inventory/$userId' });
  const me = useUser();
  const id = Number(userId);
  const own = id === me.id;
  const name = useQuery({ ...profileQuery(id), enabled: !own }).data?.username;
  return (
    <div className={styles.page} key={userId}>
      <header>
        <h1>{INVENTORY_TEXTS.title}</h1>
        {name && (
          <p className={styles.whose}>
            <Link to="/profiles/$userId" params={{ userId: String(id) }}>
              {INVENTORY_TEXTS.of(name)}
            </Link>
          </p>
        )}
      </header>
      <Inventory id={id} own={own} name={name} />
    </div>
  );
}

function Inventory({ id, own, name }: { id: number; own: boolean; name?: string | undefined }) {
  const entries = useQuery(inventoryQuery(id));
  const catalogue = useQuery(catalogueQuery);
  const thrown = entries.error ?? catalogue.error;
  const failure = useReadError(thrown);
  if (entries.data && catalogue.data) {
    const groups = groupsOf(entries.data, catalogue.data);
    return groups.length === 0 ? (
      <Empty own={own} name={name} />
    ) : (
      groups.map((group) => <Shelf key={group.type} group={group} own={own} />)
    );
  }
  if (!thrown || !failure) return <Waiting />;
  if (failure.status === 404) {
    return <Notice icon="person" title={INVENTORY_TEXTS.notFound} />;
  }
  const retry = () => {
    void entries.refetch();
    void catalogue.refetch();
  };
  const isUnforeseen = failure.code === 'internal' || failure.code === 'offline';
  return <Failure message={(!isUnforeseen && failure.message) || INVENTORY_TEXTS.failed} retry={retry} />;
}

/** Things of one kind. What helps outside a fight can be used here. */
function Shelf({ group, own }: { group: Group; own: boolean }) {
  const me = useUser();
  const deed = useItemDeed(me.id);
  const best = bestOfGroup(group);
  const { health = 0, maxHealth = 1 } = useQuery({ ...gameQuery(me.id), enabled: own }).data?.stats ?? {};
  return (
    <section aria-labelledby={`group-${group.type}`} className={styles.shelf}>
      <h2 id={`group-${group.type}`} className={styles.title}>
        {group.title}
      </h2>
      <ul className={styles.cards}>
        {group.cards.map((card) => {
          const item = itemById(card.itemId);
          const usable = own && item && usableAtRest(item);
          const isUseless = usable && item.healAmount > 0 && health >= maxHealth;
          const reason = `full-${card.id}`;
          return (
            <ItemCard
              key={card.id}
              card={card}
              best={card.id === best}
              deed={
                usable && (
                  <>
                    <Button
                      size="small"
                      aria-disabled={isUseless || undefined}
                      aria-describedby={isUseless ? reason : undefined}
                      aria-label={INVENTORY_TEXTS.nameOfUse(card.name)}
                      busy={deed.isPending && deed.variables === card.itemId}
                      onClick={() => isUseless || deed.isPending || deed.mutate(card.itemId)}
                    >
                      {INVENTORY_TEXTS.use}
                    </Button>
                    {isUseless && <p id={reason}>{COMBAT_TEXTS.fullHealth}</p>}
                  </>
                )
              }
            />
          );
        })}
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
      action={<ButtonLink to="/directory">{INVENTORY_TEXTS.findOpponent}</ButtonLink>}
    />
  );
}

const PLACES = ['a', 'b', 'c', 'd'] as const;

function Waiting() {
  return (
    <div aria-busy="true">
      <p role="status" className={styles.loading}>
        {INVENTORY_TEXTS.loading}
      </p>
      <div className={styles.cards}>
        {PLACES.map((place) => (
          <Skeleton key={place} height="6.5rem" className={styles.block} />
        ))}
      </div>
    </div>
  );
}
