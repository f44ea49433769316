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
  /** Id of the reported content. */
  id: number;
  /** The owner, who cannot report their own content. */
  owner: { id: number; username: string };
  /** True to show the label next to the icon. By default, only the icon is shown. */
  hasLabel?: boolean;
  size?: ButtonProps['size'];
  className?: string | undefined;
  /** Called when the dialog opens and closes, for example to pause a clip while the dialog is open. */
  onOpenChange?: (open: boolean) => void;
};

/** Show a button that opens the report dialog. Renders nothing for guests, or for the viewer's own content. */
export function ReportButton(props: ReportButtonProps) {
  const { kind, id, owner, hasLabel, size = 'small', className, onOpenChange } = props;
  const me = useSession();
  const [open, setOpen] = useState(false);
  // Number of openings. It is the key of the dialog, so that each opening starts a new report.
  const [opened, setOpened] = useState(0);
  if (!me || me.id === owner.id) return null;
  const set = (next: boolean) => {
    setOpen(next);
    onOpenChange?.(next);
  };
  const label = REPORT_TEXTS.reportThing(kind, owner.username);
  const button = {
    variant: hasLabel ? ('ghost' as const) : ('quiet' as const),
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
      {hasLabel ? (
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
