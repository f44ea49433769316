import type { GifChoice } from '@rivalhold/shared/contract/attachments.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { isStaff } from '@rivalhold/shared/roles.ts';
import { GIF_TEXTS } from '@rivalhold/shared/texts/gifs.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { configQuery } from '../../../entities/config/api.ts';
import { useGifAnimation } from '../../../entities/media/animated-gif.tsx';
import { useSession } from '../../../entities/session/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Failure, ListState, Notice } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { gifsQuery } from '../api.ts';
import { GifGrid, GridSkeleton } from './gif-grid.tsx';
import styles from './gif-picker.module.css';

type GifPickerProps = { open: boolean; onClose: () => void; onPick: (gif: GifChoice) => void };

/**
 * Show a dialog in which the player chooses a GIF from trending or search results. Load this component with
 * `lazyComponent()`.
 */
export function GifPicker({ open, onClose, onPick }: GifPickerProps) {
  const [isAnimated, toggle] = useGifAnimation();
  const hasGifs = typeof useQuery(configQuery).data?.giphyApiKey === 'string';
  return (
    <Dialog open={open} onClose={onClose} title={GIF_TEXTS.title} size="medium">
      <Stack gap={4}>
        <Content onPick={onPick} isAnimated={isAnimated} />
        <Row gap={3} justify="between">
          {hasGifs && (
            <Button size="small" variant="ghost" onClick={toggle}>
              {isAnimated ? GIF_TEXTS.pauseAll : GIF_TEXTS.playAll}
            </Button>
          )}
          <Text size={1} tone="quiet" textAlign="end">
            {GIF_TEXTS.attribution}
          </Text>
        </Row>
      </Stack>
    </Dialog>
  );
}

type ContentProps = Pick<GifPickerProps, 'onPick'> & { isAnimated: boolean };

function Content({ onPick, isAnimated }: ContentProps) {
  const config = useQuery(configQuery);
  const me = useSession();
  if (config.isError) return <Failure message={GIF_TEXTS.failed} retry={() => void config.refetch()} />;
  if (!config.data) return <GridSkeleton />;
  const { giphyApiKey: key, giphyApiBase: apiBase } = config.data;
  if (key === null) {
    return (
      <Notice
        icon="padlock"
        title={GIF_TEXTS.missingKey}
        text={GIF_TEXTS.unavailable}
        action={me && isStaff(me) && <Text tone="quiet">{GIF_TEXTS.setKey}</Text>}
      />
    );
  }
  return <Search provider={{ key, apiBase }} onPick={onPick} isAnimated={isAnimated} />;
}

function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), LIMITS.gifs.debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

type SearchProps = ContentProps & { provider: { key: string; apiBase: string } };

function Search({ provider, onPick, isAnimated }: SearchProps) {
  const [typed, setTyped] = useState('');
  const term = useDebounced(typed.trim());
  const query = useInfiniteQuery(gifsQuery(provider, term));
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  return (
    <>
      <Field
        type="search"
        label={GIF_TEXTS.search}
        value={typed}
        maxLength={50}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => setTyped(event.target.value)}
      />
      <ListState
        items={query.data?.pages.flatMap((page) => page.gifs)}
        failure={query.isError ? GIF_TEXTS.failed : null}
        retry={() => void query.refetch()}
        loading={<GridSkeleton />}
        empty={
          <div className={styles.grid}>
            <Notice title={term ? GIF_TEXTS.nothingFound : GIF_TEXTS.none} />
          </div>
        }
      >
        {(gifs) => (
          <GifGrid
            key={term}
            gifs={gifs}
            onPick={onPick}
            moves={isAnimated}
            more={hasNextPage && !isFetchingNextPage && !isFetchNextPageError ? fetchNextPage : null}
            end={
              isFetchNextPageError && (
                <Failure message={GIF_TEXTS.failed} retry={() => void fetchNextPage()} />
              )
            }
          />
        )}
      </ListState>
    </>
  );
}
