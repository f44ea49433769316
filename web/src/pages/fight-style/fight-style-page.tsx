import { FIGHT_STYLE_TEXTS as TEXTS } from '@rivalhold/shared/texts/fight-style.ts';
import { PRACTICE_TEXTS } from '@rivalhold/shared/texts/practice.ts';
import { useQuery } from '@tanstack/react-query';
import { styleQuery } from '../../features/fight-style/api.ts';
import { StyleForm } from '../../features/fight-style/components/style-form.tsx';
import { useDeferredData } from '../../lib/use-deferred-data.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonRows } from '../../ui/skeleton-parts.tsx';
import { Failure } from '../../ui/state.tsx';
import { Text } from '../../ui/text.tsx';

/** Render /fight-style: the style that chooses the player's moves while they are away. */
export function FightStylePage() {
  const query = useQuery(styleQuery);
  const style = useDeferredData(query.data);
  return (
    <Page gap={5}>
      <PageHeader
        title={TEXTS.title}
        text={TEXTS.lead}
        action={<ButtonLink to="/practice">{PRACTICE_TEXTS.title}</ButtonLink>}
      >
        {style && <Text>{style.defended > 0 ? TEXTS.defended(style.defended) : TEXTS.defendedNone}</Text>}
      </PageHeader>
      {style ? (
        <StyleForm saved={style} />
      ) : query.isError ? (
        <Card>
          <Failure message={TEXTS.loadFailed} retry={() => void query.refetch()} />
        </Card>
      ) : (
        <Card aria-busy="true">
          <SkeletonRows text={TEXTS.loading} rows={4} />
        </Card>
      )}
    </Page>
  );
}
