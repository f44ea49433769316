import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { type MouseEvent, useRef } from 'react';
import { useLoadWhenNear } from '../../../lib/use-load-when-near.ts';
import { Button } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { type LoadMoreProps, useNewRowFocus } from '../../../ui/load-more.tsx';

type MorePhotosProps = { query: LoadMoreProps['query'] };

/** Load the next photos, if any, shortly before they come into view. Place this component directly after the list. */
export function MorePhotos({ query }: MorePhotosProps) {
  const follow = useNewRowFocus(query.isFetchingNextPage, query.hasNextPage);
  return query.hasNextPage ? <LoadMoreTile query={query} onPress={follow} /> : null;
}

/** Show a button that loads the next photos. The photos also load when the button comes near the viewport. */
function LoadMoreTile({ query, onPress }: MorePhotosProps & { onPress: ReturnType<typeof useNewRowFocus> }) {
  const { isFetchingNextPage: busy, isFetchNextPageError: failed } = query;
  const container = useRef<HTMLDivElement>(null);
  const load = () => void query.fetchNextPage();
  useLoadWhenNear(container, { margin: '600px', ready: !busy && !failed, load });
  const press = (event: MouseEvent) => {
    onPress(event);
    load();
  };
  return (
    <Stack ref={container} gap={2} justify="center" paddingTop={5}>
      {failed && <p role="alert">{PHOTO_TEXTS.moreFailed}</p>}
      <Button busy={busy} onClick={press}>
        {failed ? PHOTO_TEXTS.tryAgain : UI_TEXTS.loadMore}
      </Button>
    </Stack>
  );
}
