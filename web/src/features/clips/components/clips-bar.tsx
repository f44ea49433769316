import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId, useMemo, useRef } from 'react';
import { profileQuery } from '../../../entities/players/api.ts';
import { useUser } from '../../../entities/session/api.ts';
import { lazily } from '../../../lib/lazily.ts';
import { useWhenNear } from '../../../lib/use-when-near.ts';
import { OnceOpen } from '../../../ui/once-open.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { clipsQuery } from '../api.ts';
import { arranged } from '../groups.ts';
import { useClipEvents } from '../realtime.ts';
import { useComingClips } from '../uploads.ts';
import { useOpenClip } from '../use-open-clip.ts';
import { useStrip } from '../use-strip.ts';
import { AddClip } from './add-clip.tsx';
import styles from './clips-bar.module.css';
import { Said, Waiting, WaitingTile } from './strip-state.tsx';
import { ComingTile, GroupTile } from './tiles.tsx';

const ClipViewer = lazily(() => import('./clip-viewer.tsx'), 'ClipViewer');

/** Everybody's clips by player, and the way to add one's own. */
export function ClipsBar({ className }: { className?: string | undefined }) {
  const me = useUser();
  const titleId = useId();
  const strip = useRef<HTMLUListElement>(null);
  useClipEvents(me.id);
  const query = useInfiniteQuery(clipsQuery);
  const groups = useMemo(() => query.data && arranged(query.data, me.id), [query.data, me.id]);
  const level = useQuery(profileQuery(me.id)).data?.level ?? 1;
  const coming = useComingClips();
  const mayLoad = query.hasNextPage && !query.isFetchNextPageError;
  const viewer = useOpenClip({
    groups,
    isFetching: query.isFetching,
    loadMore: mayLoad ? () => void query.fetchNextPage() : null,
  });
  const { more, scroll, onKeyDown } = useStrip(strip, `${groups?.length} ${coming.length}`);
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
              aria-busy={query.isPending || undefined}
            >
              <li>{add}</li>
              {coming.map((item) => (
                <li key={item.key}>
                  <ComingTile item={item} />
                </li>
              ))}
              {groups?.map((group) => (
                <li key={group.user.id}>
                  <GroupTile
                    group={group}
                    own={group.user.id === me.id}
                    onNear={ClipViewer.prepare}
                    onOpen={() => viewer.open(group)}
                  />
                </li>
              ))}
              {!groups && (query.error ? null : <Waiting />)}
              {query.hasNextPage && (
                <MoreGroups
                  busy={query.isFetching}
                  failed={query.isFetchNextPageError}
                  load={() => void query.fetchNextPage()}
                />
              )}
              {!groups && query.error && (
                <Said text={CLIP_TEXTS.failed} retry={() => void query.refetch()} busy={query.isFetching} />
              )}
              {groups?.length === 0 && coming.length === 0 && (
                <Said text={CLIP_TEXTS.empty} more={CLIP_TEXTS.emptyText} />
              )}
            </ul>
            {/* The keys do the same, and a finger. */}
            {more.before && (
              <button
                type="button"
                tabIndex={-1}
                className={styles.arrow}
                aria-label={CLIP_TEXTS.earlier}
                onClick={() => scroll(-1)}
              >
                <ChevronLeft size={22} aria-hidden="true" />
              </button>
            )}
            {more.after && (
              <button
                type="button"
                tabIndex={-1}
                className={clsx(styles.arrow, styles.further)}
                aria-label={CLIP_TEXTS.further}
                onClick={() => scroll(1)}
              >
                <ChevronRight size={22} aria-hidden="true" />
              </button>
            )}
          </div>
        )}
      </AddClip>
      <OnceOpen open={viewer.opened !== null}>
        {groups && (
          <ClipViewer groups={groups} opened={viewer.opened} onClose={viewer.close} backTo={tileOf} />
        )}
      </OnceOpen>
    </section>
  );
}

type MoreGroupsProps = { busy: boolean; failed: boolean; load: () => void };

/** The end of what is loaded: the next players come shortly before it is in sight. */
function MoreGroups({ busy, failed, load }: MoreGroupsProps) {
  const place = useRef<HTMLLIElement>(null);
  useWhenNear(place, { margin: '300px', ready: !busy && !failed, load });
  return (
    <>
      <li ref={place} aria-hidden="true">
        {!failed && <WaitingTile />}
      </li>
      {failed && <Said text={CLIP_TEXTS.moreFailed} retry={load} busy={busy} />}
    </>
  );
}
