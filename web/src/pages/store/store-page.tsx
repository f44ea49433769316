import { PAGE_TITLES } from '@rivalhold/shared/texts/page-titles.ts';
import { STORE_TEXTS } from '@rivalhold/shared/texts/store.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { Balance } from '../../entities/coins/balance.tsx';
import { gameQuery } from '../../entities/game/api.ts';
import { catalogueQuery } from '../../entities/items/api.ts';
import { useUser } from '../../entities/session/api.ts';
import { ProductCard } from '../../features/store/components/product-card.tsx';
import { SectionNav } from '../../features/store/components/section-nav.tsx';
import {
  SectionSkeletons,
  StoreSection,
  StoreSections,
} from '../../features/store/components/store-section.tsx';
import type { StoreFilters } from '../../features/store/filters.ts';
import { buildSections, countProducts, type Product, toProduct } from '../../features/store/products.ts';
import { BREAKPOINTS } from '../../lib/breakpoints.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Page, Row } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Failure, Notice } from '../../ui/state.tsx';

const NotEnough = lazyComponent(() => import('../../features/store/components/not-enough.tsx'), 'NotEnough');

/** Show the Game Store: all items in sections. */
export function StorePage() {
  const me = useUser();
  return (
    <Page gap={5}>
      <PageHeader title={PAGE_TITLES.store} text={STORE_TEXTS.text} />
      <Balance>
        <ButtonLink to="/coinstore">{STORE_TEXTS.buyCoins}</ButtonLink>
        <ButtonLink to="/coins" variant="ghost">
          {STORE_TEXTS.history}
        </ButtonLink>
        <ButtonLink to="/inventory/$userId" params={{ userId: String(me.id) }} variant="ghost">
          {STORE_TEXTS.inventory}
        </ButtonLink>
      </Balance>
      <StoreContent meId={me.id} />
    </Page>
  );
}

function StoreContent({ meId }: { meId: number }) {
  const catalogue = useQuery(catalogueQuery);
  const game = useQuery(gameQuery(meId));
  const filters = useSearch({ from: '/player/store' });
  const navigate = useNavigate({ from: '/store' });
  const isNarrow = useMediaQuery(BREAKPOINTS.phone);
  const [notEnough, setNotEnough] = useState<{ missing: number; name: string; open: boolean } | null>(null);
  const filter = (search: StoreFilters) => void navigate({ search, replace: true, resetScroll: false });

  const isLoaded = catalogue.data !== undefined && game.data !== undefined;
  // Scroll to the section in the URL's hash, because it was not rendered yet when the page opened.
  useEffect(() => {
    const { hash } = window.location;
    if (isLoaded && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [isLoaded]);

  if (!catalogue.data || !game.data) {
    if (!catalogue.error && !game.error) return <SectionSkeletons />;
    const retry = () => {
      void catalogue.refetch();
      void game.refetch();
    };
    return <Failure message={STORE_TEXTS.failed} retry={retry} />;
  }
  const buyer = game.data;
  const products = catalogue.data.map((item) => toProduct(item, buyer));
  const sections = buildSections(products, filters, isNarrow ? 2 : 3);
  const count = sections.reduce((sum, section) => sum + countProducts(section), 0);
  const card = (product: Product) => (
    <ProductCard
      key={product.item.id}
      product={product}
      onNotEnoughCoins={(missing, name) => setNotEnough({ missing, name, open: true })}
    />
  );
  return (
    <>
      <SectionNav
        sections={sections}
        filters={filters}
        filter={filter}
        count={count}
        total={products.length}
      />
      <StoreSections>
        {sections.map((section) => (
          <StoreSection key={section.type} section={section} card={card} />
        ))}
      </StoreSections>
      {count === 0 && (
        <Notice
          icon="locked-chest"
          title={STORE_TEXTS.nothing}
          text={STORE_TEXTS.nothingText}
          action={
            <Row gap={2} justify="center" wrap>
              <ButtonLink to="/directory" variant="primary">
                {STORE_TEXTS.fight}
              </ButtonLink>
              <Button onClick={() => filter({})}>{STORE_TEXTS.showAll}</Button>
            </Row>
          }
        />
      )}
      {notEnough && (
        <Suspense>
          <NotEnough {...notEnough} onClose={() => setNotEnough({ ...notEnough, open: false })} />
        </Suspense>
      )}
    </>
  );
}
