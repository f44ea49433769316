import { COIN_TEXTS } from '@rivalhold/shared/texts/coins.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { coinHistoryQuery } from '../../entities/coins/api.ts';
import { Balance } from '../../entities/coins/balance.tsx';
import { catalogueQuery } from '../../entities/items/api.ts';
import { MovementRow } from '../../features/coins/components/movement-row.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page, Stack } from '../../ui/layout.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonRows } from '../../ui/skeleton-parts.tsx';
import { ListState, Notice } from '../../ui/state.tsx';

/** Show the coin balance and its history. */
export function CoinsPage() {
  return (
    <Page gap={5} width="narrow">
      <PageHeader title={COIN_TEXTS.history} text={COIN_TEXTS.historyText} />
      <Balance>
        <ButtonLink to="/store" variant="primary">
          {COIN_TEXTS.store}
        </ButtonLink>
        <ButtonLink to="/coinstore">{COIN_TEXTS.buyCoins}</ButtonLink>
      </Balance>
      <Card>
        <History />
      </Card>
    </Page>
  );
}

function History() {
  const query = useInfiniteQuery(coinHistoryQuery);
  const catalogue = useQuery(catalogueQuery);
  const items = query.data?.pages.flatMap((page) => page.items);
  return (
    <ListState
      // Wait for the item names, because they would shift the list if they appeared later. If they fail to load, show
      // the list without them.
      items={catalogue.isPending ? undefined : items}
      failure={query.error ? COIN_TEXTS.failed : null}
      retry={() => void query.refetch()}
      loading={<SkeletonRows text={COIN_TEXTS.loading} rows={6} />}
      empty={
        <Notice
          icon="two-coins"
          title={COIN_TEXTS.empty}
          text={COIN_TEXTS.emptyText}
          action={<ButtonLink to="/directory">{COIN_TEXTS.fight}</ButtonLink>}
        />
      }
    >
      {(movements) => (
        <>
          <Stack as="ul" divided>
            {movements.map((movement) => (
              <li key={movement.id}>
                <MovementRow movement={movement} catalogue={catalogue.data ?? []} />
              </li>
            ))}
          </Stack>
          <LoadMore query={query} failure={COIN_TEXTS.failed} end={COIN_TEXTS.end} />
        </>
      )}
    </ListState>
  );
}
