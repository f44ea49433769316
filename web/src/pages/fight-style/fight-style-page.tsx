import { FIGHT_STYLE_TEXTS as TEXTS } from '@rivalhold/shared/texts/fight-style.ts';
import { PRACTICE_TEXTS } from '@rivalhold/shared/texts/practice.ts';
import { useQuery } from '@tanstack/react-query';
import { styleQuery } from '../../features/fight-style/api.ts';
import { StyleForm } from '../../features/fight-style/components/style-form.tsx';
import { useDeferredData } from '../../lib/use-deferred-data.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page, Row, Stack } from '../../ui/layout.tsx';
import { SkeletonRows } from '../../ui/skeleton-parts.tsx';
import { Failure } from '../../ui/state.tsx';
import { Text } from '../../ui/text.tsx';

/** Render /fight-style: the style that fights for the player while they are away. */
export function FightStylePage() {
  const query = useQuery(styleQuery);
  const style = useDeferredData(query.data);
  return (
    <Page gap={5}>
      <Stack as="header" gap={2}>
        <Row gap={3} justify="between" wrap>
          <h1>{TEXTS.title}</h1>
          <ButtonLink to="/practice" size="small">
            {PRACTICE_TEXTS.title}
          </ButtonLink>
        </Row>
        <Text tone="quiet">{TEXTS.lead}</Text>
        {style && <Text>{style.defended > 0 ? TEXTS.defended(style.defended) : TEXTS.defendedNone}</Text>}
      </Stack>
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
