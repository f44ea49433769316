import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId, useMemo, useRef } from 'react';
import { profileQuery } from '../../../entities/players/api.ts';
import { useUser } from '../../../entities/session/api.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { useDeferredMount } from '../../../lib/use-deferred-mount.ts';
import { useLoadWhenNear } from '../../../lib/use-load-when-near.ts';
import { LazyMount } from '../../../ui/lazy-mount.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { clipsQuery } from '../api.ts';
import { sortedGroups } from '../groups.ts';
import { useClipEvents } from '../realtime.ts';
import { usePendingClips } from '../uploads.ts';
import { useOpenClip } from '../use-open-clip.ts';
import { useStrip } from '../use-strip.ts';
import { AddClip } from './add-clip.tsx';
import styles from './clips-bar.module.css';
import { LoadingTiles, SkeletonTile, StripMessage } from './strip-state.tsx';
import { GroupTile, PendingTile } from './tiles.tsx';

const ClipViewer = lazyComponent(() => import('./clip-viewer.tsx'), 'ClipViewer');

/** Show all players' clips, grouped by player, and a button to add a clip. */
export function ClipsBar({ className }: { className?: string | undefined }) {
  const me = useUser();
  const titleId = useId();
  const strip = useRef<HTMLUListElement>(null);
  useClipEvents(me.id);
  const query = useInfiniteQuery(clipsQuery);
  // On the first page of a visit, render the tiles after the rest of the visible page. Until then, skeletons reserve
  // their space.
  const data = useDeferredMount(query.data !== undefined) ? query.data : undefined;
  const groups = useMemo(() => data && sortedGroups(data, me.id), [data, me.id]);
  const level = useQuery(profileQuery(me.id)).data?.level ?? 1;
  const pending = usePendingClips();
  const mayLoad = query.hasNextPage && !query.isFetchNextPageError;
  const viewer = useOpenClip({
    groups,
    isFetching: query.isFetching,
    loadMore: mayLoad ? () => void query.fetchNextPage() : null,
  });
  const { more, scroll, onKeyDown } = useStrip(strip, `${groups?.length} ${pending.length} ${query.status}`);
  const tileOf = (userId: number) =>
    strip.current?.querySelector<HTMLElement>(`[data-player="${userId}"]`) ??
    strip.current?.querySelector('button') ??
    null;
  return (
    <section className={clsx(styles.bar, className)} aria-labelledby={titleId}>
      <VisuallyHidden>
        <h2 id={titleId}>{CLIP_TEXTS.title}</h2>
      </VisuallyHidden>
      <AddClip me={{ ...me, level }}>
        {(add) => (
          <div className={styles.frame}>
            <ul
              ref={strip}
              className={styles.strip}
              onKeyDown={onKeyDown}
              aria-busy={(!groups && !query.error) || undefined}
            >
              <li>{add}</li>
              {pending.map((item) => (
                <li key={item.key}>
                  <PendingTile item={item} />
                </li>
              ))}
              {groups?.map((group) => (
                <li key={group.user.id}>
                  <GroupTile
                    group={group}
                    own={group.user.id === me.id}
                    onNear={ClipViewer.preload}
                    onOpen={() => viewer.open(group)}
                  />
                </li>
              ))}
              {!groups && (query.error ? null : <LoadingTiles />)}
              {groups && query.hasNextPage && (
                <MoreGroups
                  busy={query.isFetching}
                  failed={query.isFetchNextPageError}
                  load={() => void query.fetchNextPage()}
                />
              )}
              {!groups && query.error && (
                <StripMessage
                  text={CLIP_TEXTS.failed}
                  retry={() => void query.refetch()}
                  busy={query.isFetching}
                />
              )}
              {groups?.length === 0 && pending.length === 0 && (
                <StripMessage text={CLIP_TEXTS.empty} detail={CLIP_TEXTS.emptyText} />
              )}
            </ul>
            {/* The arrows are for mouse users. Other players scroll the row by keyboard or touch. */}
            {more.before && (
              <button
                type="button"
                tabIndex={-1}
                className={styles.arrow}
                aria-label={CLIP_TEXTS.scrollBack}
                onClick={() => scroll(-1)}
              >
                <ChevronLeft size={22} aria-hidden="true" />
              </button>
            )}
            {more.after && groups && (
              <button
                type="button"
                tabIndex={-1}
                className={clsx(styles.arrow, styles.next)}
                aria-label={CLIP_TEXTS.scrollForward}
                onClick={() => scroll(1)}
              >
                <ChevronRight size={22} aria-hidden="true" />
              </button>
            )}
          </div>
        )}
      </AddClip>
      <LazyMount open={viewer.opened !== null}>
        {groups && (
          <ClipViewer groups={groups} opened={viewer.opened} onClose={viewer.close} finalFocus={tileOf} />
        )}
      </LazyMount>
    </section>
  );
}

type MoreGroupsProps = { busy: boolean; failed: boolean; load: () => void };

/** Load the next players shortly before the end of the row comes into view. */
function MoreGroups({ busy, failed, load }: MoreGroupsProps) {
  const element = useRef<HTMLLIElement>(null);
  useLoadWhenNear(element, { margin: '300px', ready: !busy && !failed, load });
  return (
    <>
      <li ref={element} aria-hidden="true">
        {!failed && <SkeletonTile />}
      </li>
      {failed && <StripMessage text={CLIP_TEXTS.moreFailed} retry={load} busy={busy} />}
    </>
  );
}
