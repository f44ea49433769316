import { APPEAL_PAGE_TEXTS as TEXTS } from '@rivalhold/shared/texts/decisions.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sendAppealWithToken, tokenDecisionsQuery } from '../../features/appeals/api.ts';
import { AppealForm } from '../../features/appeals/components/appeal-form.tsx';
import { DecisionCard } from '../../features/decisions/components/decision-card.tsx';
import { errorText } from '../../lib/errors.ts';
import { useApiError } from '../../lib/use-api-error.ts';
import { useLinkToken } from '../../lib/use-link-token.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Page, Stack } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonCard } from '../../ui/skeleton-parts.tsx';
import { Failure, Notice } from '../../ui/state.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

/**
 * Render /appeal/{token}, where a suspended player can read decisions and appeal against them without a
 * session. The response to the rejected login contains the token.
 */
export function AppealPage() {
  const token = useLinkToken();
  const client = useQueryClient();
  const query = useQuery(tokenDecisionsQuery(token));
  const error = useApiError(query.error);
  const { data } = query;
  const [isUsed, setIsUsed] = useState(false);
  if (!data && error?.code === 'invalidToken')
    return (
      <Notice
        page
        icon="padlock"
        title={TEXTS.expired}
        text={TEXTS.expiredText}
        action={<ButtonLink to="/">{TEXTS.toLogin}</ButtonLink>}
      />
    );
  if (!data && error)
    return <Failure page message={errorText(error, TEXTS.failed)} retry={() => void query.refetch()} />;
  return (
    <Page gap={5} width="narrow">
      <PageHeader
        title={data ? TEXTS.of(data.username) : TEXTS.title}
        text={<span role="status">{isUsed ? TEXTS.textUsed : TEXTS.text}</span>}
      />
      {data ? (
        <Stack as="ul" gap={4} aria-label={TEXTS.of(data.username)}>
          {data.decisions.map((decision) => (
            <li key={decision.id}>
              <DecisionCard
                decision={decision}
                form={
                  !isUsed && (
                    <AppealForm
                      decision={decision}
                      send={(text) => sendAppealWithToken(token, decision.id, text)}
                      onSent={(appealed) => {
                        setIsUsed(true);
                        client.setQueryData(tokenDecisionsQuery(token).queryKey, {
                          ...data,
                          decisions: data.decisions.map((item) =>
                            item.id === appealed.id ? appealed : item,
                          ),
                        });
                      }}
                    />
                  )
                }
              />
            </li>
          ))}
        </Stack>
      ) : (
        <div aria-busy="true">
          <VisuallyHidden role="status">{TEXTS.loading}</VisuallyHidden>
          <SkeletonCard height="18rem" lines={5} />
        </div>
      )}
    </Page>
  );
}
