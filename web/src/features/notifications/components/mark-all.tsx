import { NOTIFICATION_TEXTS } from '@rivalhold/shared/texts/notifications.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { passFocus } from '../../../ui/use-kept-focus.ts';
import { countsQuery } from '../api.ts';
import { useMarking } from '../use-marking.ts';

/** Marks all as read; not there while there is nothing to read. */
export function MarkAll() {
  const unread = useQuery(countsQuery).data?.all ?? 0;
  const { markAll } = useMarking();
  if (unread === 0) return null;
  return (
    <Button
      size="small"
      variant="ghost"
      onClick={(event) => {
        // The button goes with what it has marked.
        passFocus(event.currentTarget);
        markAll();
      }}
    >
      {NOTIFICATION_TEXTS.markAll}
    </Button>
  );
}
