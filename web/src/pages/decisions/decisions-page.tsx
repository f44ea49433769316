import { DECISION_TEXTS as TEXTS } from '@rivalhold/shared/texts/decisions.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { sendAppeal } from '../../features/appeals/api.ts';
import { AppealForm } from '../../features/appeals/components/appeal-form.tsx';
import { decisionsQuery } from '../../features/decisions/api.ts';
import { DecisionCard } from '../../features/decisions/components/decision-card.tsx';
import { withUpdatedItem } from '../../lib/paged-list.ts';
import { useSocketEvent } from '../../lib/socket.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { Page, Stack } from '../../ui/layout.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonCard } from '../../ui/skeleton-parts.tsx';
import { ListState, Notice } from '../../ui/state.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

/** Show the decisions of staff about the player, and let the player appeal. */
export function DecisionsPage() {
  const client = useQueryClient();
  const query = useInfiniteQuery(decisionsQuery);
  useSocketEvent('decision:changed', () => void query.refetch());
  return (
    <Page gap={5} width="narrow">
      <PageHeader title={TEXTS.title} text={TEXTS.text} />
      <ListState
        items={query.data?.pages.flatMap((page) => page.items)}
        failure={useErrorText(query.error, TEXTS.failed)}
        retry={() => void query.refetch()}
        loading={
          <>
            <VisuallyHidden role="status">{TEXTS.loading}</VisuallyHidden>
            <SkeletonCard height="18rem" lines={5} />
          </>
        }
        empty={<Notice icon="campfire" title={TEXTS.empty} text={TEXTS.emptyText} />}
      >
        {(decisions) => (
          <>
            <Stack as="ul" gap={4} aria-label={TEXTS.title}>
              {decisions.map((decision) => (
                <li key={decision.id}>
                  <DecisionCard
                    decision={decision}
                    form={
                      <AppealForm
                        decision={decision}
                        send={(text, key) => sendAppeal(decision.id, text, key)}
                        onSent={(appealed) =>
                          client.setQueryData(
                            decisionsQuery.queryKey,
                            (list) => list && withUpdatedItem(list, appealed.id, () => appealed),
                          )
                        }
                      />
                    }
                  />
                </li>
              ))}
            </Stack>
            <LoadMore query={query} failure={TEXTS.failed} end={TEXTS.end} />
          </>
        )}
      </ListState>
    </Page>
  );
}
