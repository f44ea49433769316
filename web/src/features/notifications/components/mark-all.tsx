import { NOTIFICATION_TEXTS } from '@rivalhold/shared/texts/notifications.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { moveFocusFromRow } from '../../../ui/use-restore-focus.ts';
import { countsQuery } from '../api.ts';
import { useMarkRead } from '../use-marking.ts';

/** Show the button that marks all notifications as read. Renders nothing if all are read. */
export function MarkAll() {
  const unread = useQuery(countsQuery).data?.all ?? 0;
  const { markAll } = useMarkRead();
  if (unread === 0) return null;
  return (
    <Button
      size="small"
      variant="link"
      onClick={(event) => {
        // Move the focus, because the button is removed once all notifications are read.
        moveFocusFromRow(event.currentTarget);
        markAll();
      }}
    >
      {NOTIFICATION_TEXTS.markAll}
    </Button>
  );
}
