import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { STORE_TEXTS } from '@rivalhold/shared/texts/store.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { Purse } from '../../entities/coins/purse.tsx';
import { gameQuery } from '../../entities/game/api.ts';
import { catalogueQuery } from '../../entities/items/api.ts';
import { useUser } from '../../entities/session/api.ts';
import { MarketStall, StallSkeletons } from '../../features/store/components/market-stall.tsx';
import { StallNav } from '../../features/store/components/stall-nav.tsx';
import { WareCard } from '../../features/store/components/ware-card.tsx';
import type { StoreFilters } from '../../features/store/filters.ts';
import { stallsOf, type Ware, wareOf } from '../../features/store/wares.ts';
import { lazily } from '../../lib/lazily.ts';
import { useMedia } from '../../lib/use-media.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import rhythm from '../../ui/rhythm.module.css';
import { Failure, Notice } from '../../ui/state.tsx';
import styles from './store-page.module.css';

const NotEnough = lazily(() => import('../../features/store/components/not-enough.tsx'), 'NotEnough');

/** The Game Store: everything there is to buy, stall by stall. */
export function StorePage() {
  const me = useUser();
  return (
    <div className={styles.page}>
      <header className={rhythm.stack4}>
        <div className={rhythm.stack1}>
          <h1>{MENU_TEXTS.store}</h1>
          <p className={styles.text}>{STORE_TEXTS.text}</p>
        </div>
        <Purse>
          <ButtonLink to="/coinstore">{STORE_TEXTS.buyCoins}</ButtonLink>
          <ButtonLink to="/coins" variant="ghost">
            {STORE_TEXTS.history}
          </ButtonLink>
          <ButtonLink to="/inventory/$userId" params={{ userId: String(me.id) }} variant="ghost">
            {STORE_TEXTS.backpack}
          </ButtonLink>
        </Purse>
      </header>
      <Market meId={me.id} />
    </div>
  );
}

function Market({ meId }: { meId: number }) {
  const catalogue = useQuery(catalogueQuery);
  const game = useQuery(gameQuery(meId));
  const filters = useSearch({ from: '/player/store' });
  const navigate = useNavigate({ from: '/store' });
  const isNarrow = useMedia('(max-width: 600px)');
  const isWide = useMedia('(min-width: 1100px)');
  const [short, setShort] = useState<{ missing: number; name: string; open: boolean } | null>(null);
  const filter = (search: StoreFilters) => void navigate({ search, replace: true, resetScroll: false });

  const isOpen = catalogue.data !== undefined && game.data !== undefined;
  // The stall that the address names was not there yet when the page was opened.
  useEffect(() => {
    const { hash } = window.location;
    if (isOpen && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [isOpen]);

  if (!catalogue.data || !game.data) {
    if (!catalogue.error && !game.error) return <StallSkeletons />;
    const retry = () => {
      void catalogue.refetch();
      void game.refetch();
    };
    return <Failure message={STORE_TEXTS.failed} retry={retry} />;
  }
  const customer = game.data;
  const wares = catalogue.data.map((item) => wareOf(item, customer));
  // A row of the counter, as wide as the window has it.
  const stalls = stallsOf(wares, filters, isNarrow ? 2 : isWide ? 5 : 3);
  const count = stalls.reduce((sum, stall) => sum + stall.wares.length + stall.later.length, 0);
  const card = (ware: Ware) => (
    <WareCard
      key={ware.item.id}
      ware={ware}
      onShort={(missing, name) => setShort({ missing, name, open: true })}
    />
  );
  return (
    <>
      <StallNav stalls={stalls} filters={filters} filter={filter} count={count} of={wares.length} />
      {stalls.map((stall) => (
        <MarketStall key={stall.type} stall={stall} card={card} />
      ))}
      {count === 0 && (
        <Notice
          icon="locked-chest"
          title={STORE_TEXTS.nothing}
          text={STORE_TEXTS.nothingText}
          action={
            <div className={rhythm.centred}>
              <ButtonLink to="/directory" variant="primary">
                {STORE_TEXTS.fight}
              </ButtonLink>
              <Button onClick={() => filter({})}>{STORE_TEXTS.showAll}</Button>
            </div>
          }
        />
      )}
      {short && (
        <Suspense>
          <NotEnough {...short} onClose={() => setShort({ ...short, open: false })} />
        </Suspense>
      )}
    </>
  );
}
