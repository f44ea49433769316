import type { ReportKind } from '@rivalhold/shared/contract/reports.ts';
import { REPORT_TEXTS } from '@rivalhold/shared/texts/reports.ts';
import { Flag } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useSession } from '../session/index.ts';

const ReportDialog = lazyComponent(() => import('./report-dialog.tsx'), 'ReportDialog');

type ReportButtonProps = {
  kind: ReportKind;
  /** Of the thing. */
  id: number;
  /** Whose it is: nobody reports what is their own. */
  of: { id: number; username: string };
  /** With its word beside the picture; a picture alone unless told. */
  word?: boolean;
  size?: ButtonProps['size'];
  className?: string | undefined;
  /** Told when the window opens and closes, where something else must wait meanwhile. */
  onOpenChange?: (open: boolean) => void;
};

/** The way to report a thing to the staff; nothing where it is one's own. The window comes when it is pressed. */
export function ReportButton(props: ReportButtonProps) {
  const { kind, id, of, word, size = 'small', className, onOpenChange } = props;
  const me = useSession();
  const [open, setOpen] = useState(false);
  // Each opening is a report of its own; the window stays while it fades.
  const [opened, setOpened] = useState(0);
  if (!me || me.id === of.id) return null;
  const set = (next: boolean) => {
    setOpen(next);
    onOpenChange?.(next);
  };
  const label = REPORT_TEXTS.reportThing(kind, of.username);
  const button = {
    variant: word ? ('ghost' as const) : ('quiet' as const),
    size,
    className,
    'aria-haspopup': 'dialog' as const,
    onPointerEnter: ReportDialog.preload,
    onClick: () => {
      setOpened(opened + 1);
      set(true);
    },
  };
  return (
    <>
      {word ? (
        <Button {...button} aria-label={label}>
          <Flag size={16} aria-hidden="true" />
          {REPORT_TEXTS.report}
        </Button>
      ) : (
        <IconButton {...button} label={label}>
          <Flag size={16} aria-hidden="true" />
        </IconButton>
      )}
      {opened > 0 && (
        <Suspense>
          <ReportDialog key={opened} kind={kind} id={id} open={open} onClose={() => set(false)} />
        </Suspense>
      )}
    </>
  );
}
