import { COIN_PACKS } from '@rivalhold/shared/checkout/packs.ts';
import { CHECKOUT_TEXTS as TEXTS } from '@rivalhold/shared/texts/checkout.ts';
import { PAGE_TITLES } from '@rivalhold/shared/texts/page-titles.ts';
import { useQuery } from '@tanstack/react-query';
import { Balance } from '../../entities/coins/balance.tsx';
import { configQuery } from '../../entities/config/api.ts';
import { useUser } from '../../entities/session/api.ts';
import { buyingLimitQuery } from '../../features/checkout/api.ts';
import { LimitCard } from '../../features/checkout/components/limit-card.tsx';
import { PackCard } from '../../features/checkout/components/pack-card.tsx';
import { useOpenPayment } from '../../features/checkout/use-open-payment.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Grid, Page } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonCard } from '../../ui/skeleton-parts.tsx';
import { Failure, Notice } from '../../ui/state.tsx';
import { Text } from '../../ui/text.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './coinstore-page.module.css';

/** Render /coinstore: the three coin packs, the terms, and the player's daily buying limit. */
export function CoinstorePage() {
  const config = useQuery(configQuery);
  return (
    <Page gap={5} width="medium">
      <PageHeader title={PAGE_TITLES.coinstore} text={TEXTS.lead} />
      <Balance>
        <ButtonLink to="/store">{TEXTS.toStore}</ButtonLink>
      </Balance>
      {config.data ? (
        config.data.payments === 'none' ? (
          <Notice
            icon="locked-chest"
            title={TEXTS.notSetUp}
            text={TEXTS.notSetUpText}
            action={<ButtonLink to="/directory">{TEXTS.findOpponent}</ButtonLink>}
          />
        ) : (
          <Packs isTest={config.data.payments === 'sandbox'} />
        )
      ) : config.error ? (
        <Failure message={TEXTS.loadFailed} retry={() => void config.refetch()} />
      ) : (
        <LoadingState />
      )}
    </Page>
  );
}

function Packs({ isTest }: { isTest: boolean }) {
  const me = useUser();
  const { opening, error, buy } = useOpenPayment();
  const owed = useQuery(buyingLimitQuery).data?.owed ?? 0;
  return (
    <>
      {isTest && (
        <Text fill={1} border="dashed" radius={2} paddingBlock={3} paddingInline={4}>
          {TEXTS.sandbox}
        </Text>
      )}
      {owed > 0 && (
        <Text role="status" fill="danger" border="danger" radius={2} paddingBlock={3} paddingInline={4}>
          {TEXTS.owed(owed)}
        </Text>
      )}
      <Grid as="ul" columns={3} gap={4} className={styles.packs}>
        {COIN_PACKS.map((pack) => (
          <PackCard
            key={pack.id}
            pack={pack}
            buy={() => void buy(pack.id)}
            busy={opening === pack.id}
            disabled={opening !== null}
            error={error?.packId === pack.id ? error.text : null}
          />
        ))}
      </Grid>
      <VisuallyHidden role="status">{opening && TEXTS.opening}</VisuallyHidden>
      <Grid columns={2} gap={4} align="start" className={styles.more}>
        <Card title={TEXTS.termsTitle}>
          <ul className={styles.terms}>
            {TEXTS.terms.map((term) => (
              <li key={term}>{term}</li>
            ))}
            <li>{me.emailVerified ? TEXTS.receiptTo(me.email) : TEXTS.receiptLater}</li>
          </ul>
        </Card>
        <LimitCard />
      </Grid>
    </>
  );
}

function LoadingState() {
  return (
    <Grid columns={3} gap={4} className={styles.packs} aria-busy="true">
      {COIN_PACKS.map(({ id }) => (
        <SkeletonCard key={id} height="18rem" picture="4rem" lines={5} />
      ))}
    </Grid>
  );
}
