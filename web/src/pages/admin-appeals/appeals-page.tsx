import type { AppealState } from '@rivalhold/shared/contract/appeals.ts';
import { APPEAL_STATE_TEXTS, APPEAL_QUEUE_TEXTS as TEXTS } from '@rivalhold/shared/texts/appeal-queue.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { StaffScreen } from '../../entities/staff/staff-screen.tsx';
import { useSearchParam } from '../../entities/staff/use-search-params.ts';
import { appealsQuery } from '../../features/appeals/api.ts';
import { AppealCase } from '../../features/appeals/components/appeal-case.tsx';
import styles from '../../features/appeals/components/appeals.module.css';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useShortcuts } from '../../lib/use-shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { SkeletonCard } from '../../ui/skeleton-parts.tsx';
import { ListState, Notice } from '../../ui/state.tsx';
import { Text } from '../../ui/text.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

const STATES = Object.keys(APPEAL_STATE_TEXTS) as AppealState[];

/** Show the appeals that wait for an answer, oldest first, and the answered appeals. */
export function AppealsPage() {
  return (
    <StaffScreen path="/admin/appeals" title={TEXTS.title} text={TEXTS.text}>
      <AppealQueue />
    </StaffScreen>
  );
}

/** Focus the heading of the next (1) or previous (-1) appeal. */
function focusAppeal(step: 1 | -1): void {
  const headings = [...document.querySelectorAll<HTMLElement>('[data-appeal]')];
  const current = document.activeElement?.closest('article')?.querySelector<HTMLElement>('[data-appeal]');
  const next = current ? headings.indexOf(current) + step : 0;
  headings[next]?.focus();
}

function AppealQueue() {
  const [stateParam, setState] = useSearchParam('state');
  const state = STATES.find((item) => item === stateParam) ?? 'open';
  const query = useInfiniteQuery(appealsQuery(state));
  // All staff queues share the setting that turns the shortcuts on or off.
  const { on, toggle } = useShortcuts('rivalhold:report-keys', {
    j: () => focusAppeal(1),
    k: () => focusAppeal(-1),
  });
  return (
    <>
      <Row gap={4} wrap rowGap={2} justify="between">
        <Row role="group" aria-label={TEXTS.states} gap={1} align="stretch">
          {STATES.map((option) => (
            <Button
              key={option}
              size="small"
              variant={option === state ? 'secondary' : 'ghost'}
              aria-pressed={option === state}
              onClick={() => setState(option)}
            >
              {APPEAL_STATE_TEXTS[option]}
            </Button>
          ))}
        </Row>
        <Row gap={2} wrap rowGap={1} className={clsx(on && styles.shortcuts)}>
          {on && (
            <Text as="span" size={1} tone="quiet">
              {TEXTS.keys}
            </Text>
          )}
          <Button size="small" variant="ghost" onClick={toggle}>
            {on ? TEXTS.keysOff : TEXTS.keysOn}
          </Button>
        </Row>
      </Row>
      <ListState
        items={query.data?.pages.flatMap((page) => page.items)}
        failure={useErrorText(query.error, TEXTS.failed)}
        retry={() => void query.refetch()}
        loading={
          <>
            <VisuallyHidden role="status">{TEXTS.loading}</VisuallyHidden>
            <SkeletonCard height="24rem" lines={6} />
          </>
        }
        empty={<Notice icon="campfire" title={TEXTS.empty[state]} text={TEXTS.emptyText} />}
      >
        {(entries) => (
          <>
            <Stack as="ul" gap={4} aria-label={TEXTS.list}>
              {entries.map((entry) => (
                <li key={entry.id}>
                  <AppealCase entry={entry} />
                </li>
              ))}
            </Stack>
            <LoadMore query={query} failure={TEXTS.failed} end={null} />
          </>
        )}
      </ListState>
    </>
  );
}
