import { INVENTORY_TEXTS } from '@rivalhold/shared/texts/inventory.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { gameQuery } from '../../entities/game/api.ts';
import { catalogueQuery, inventoryQuery } from '../../entities/items/api.ts';
import { gearStatuses, groupEntries, type InventoryGroup } from '../../entities/items/entries.ts';
import { profileQuery } from '../../entities/players/api.ts';
import { useUser } from '../../entities/session/api.ts';
import { Vitals } from '../../entities/stats/stats.tsx';
import { ItemCard } from '../../features/inventory/components/item-card.tsx';
import { statusOf } from '../../lib/errors.ts';
import { repeat } from '../../lib/repeat.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Grid, Page, Row, Stack } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonCard } from '../../ui/skeleton-parts.tsx';
import { Failure, Notice } from '../../ui/state.tsx';
import { Text } from '../../ui/text.tsx';
import { useRestoreFocus } from '../../ui/use-restore-focus.ts';
import { OwnItemActions } from './own-item-actions.tsx';

/** Show a player's items by kind. */
export function InventoryPage() {
  const { userId } = useParams({ from: '/player/inventory/$userId' });
  const me = useUser();
  const id = Number(userId);
  const own = id === me.id;
  const name = useQuery({ ...profileQuery(id), enabled: !own }).data?.username;
  return (
    <Page gap={5} width="medium" key={userId}>
      <PageHeader
        title={INVENTORY_TEXTS.title}
        text={
          name && (
            <Link to="/profiles/$userId" params={{ userId: String(id) }}>
              {INVENTORY_TEXTS.of(name)}
            </Link>
          )
        }
        action={
          own && (
            <ButtonLink to="/store">
              <Icon name="two-coins" />
              {INVENTORY_TEXTS.store}
            </ButtonLink>
          )
        }
      />
      <Inventory id={id} own={own} name={name} />
    </Page>
  );
}

function Inventory({ id, own, name }: { id: number; own: boolean; name?: string | undefined }) {
  const entries = useQuery(inventoryQuery(id));
  const catalogue = useQuery(catalogueQuery);
  const game = useQuery(gameQuery(id));
  const stats = game.data?.stats;
  const thrown = entries.error ?? catalogue.error;
  const failure = useErrorText(thrown, INVENTORY_TEXTS.failed);
  // In the player's own inventory, also wait for the health, which is shown above the items.
  if (entries.data && catalogue.data && (game.isFetched || !own)) {
    const groups = groupEntries(entries.data, catalogue.data);
    return (
      <>
        {own && stats && <Vitals profile={stats} />}
        <ItemGroups groups={groups} own={own} name={name} level={stats?.level} />
      </>
    );
  }
  if (failure === null) return <LoadingState />;
  if (statusOf(thrown) === 404) {
    return <Notice icon="person" title={INVENTORY_TEXTS.notFound} />;
  }
  const retry = () => {
    void entries.refetch();
    void catalogue.refetch();
  };
  return <Failure message={failure} retry={retry} />;
}

type ItemGroupsProps = {
  groups: readonly InventoryGroup[];
  own: boolean;
  name?: string | undefined;
  level?: number | undefined;
};

/** Show all groups. If a card disappears because its last item is used or sold, the focus moves to the next card. */
function ItemGroups({ groups, own, name, level }: ItemGroupsProps) {
  const carried = groups.flatMap(({ cards }) => cards.map(({ id }) => id)).join();
  const container = useRestoreFocus<HTMLDivElement>(carried, 'row');
  return (
    <Stack ref={container} tabIndex={-1} gap={6}>
      {groups.length === 0 && <EmptyInventory own={own} name={name} />}
      {groups.map((group) => (
        <ItemGroup key={group.type} group={group} own={own} level={level} />
      ))}
    </Stack>
  );
}

/** Show the items of one kind. */
function ItemGroup({
  group,
  own,
  level,
}: {
  group: InventoryGroup;
  own: boolean;
  level?: number | undefined;
}) {
  const gearStatusById = gearStatuses(group, level);
  return (
    <Stack as="section" aria-labelledby={`group-${group.type}`} gap={3}>
      <Text as="h2" id={`group-${group.type}`} size={3}>
        {group.title}
      </Text>
      <Grid as="ul" columns="20rem" gap={3}>
        {group.cards.map((card) => (
          <ItemCard
            key={card.id}
            card={card}
            gearStatus={gearStatusById.get(card.id)}
            actions={own && <OwnItemActions card={card} />}
          />
        ))}
      </Grid>
    </Stack>
  );
}

function EmptyInventory({ own, name }: { own: boolean; name?: string | undefined }) {
  if (!own && name) return <Notice icon="backpack" title={INVENTORY_TEXTS.othersEmpty(name)} />;
  return (
    <Notice
      icon="backpack"
      title={INVENTORY_TEXTS.empty}
      text={INVENTORY_TEXTS.emptyHint}
      action={
        <Row gap={2} justify="center" wrap>
          <ButtonLink to="/directory" variant="primary">
            {INVENTORY_TEXTS.findOpponent}
          </ButtonLink>
          <ButtonLink to="/store">{INVENTORY_TEXTS.store}</ButtonLink>
        </Row>
      }
    />
  );
}

function LoadingState() {
  return (
    <div aria-busy="true">
      <Text role="status" tone="quiet" paddingBottom={3}>
        {INVENTORY_TEXTS.loading}
      </Text>
      <Grid columns="20rem" gap={3}>
        {repeat(4, (index) => (
          <SkeletonCard key={index} height="6.5rem" picture="3.5rem" lines={2} />
        ))}
      </Grid>
    </div>
  );
}
