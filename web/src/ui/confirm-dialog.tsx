import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogAnswers } from './dialog.tsx';
import { isTooLong, NO_REASON, type Reason, ReasonFields } from './reason-fields.tsx';
import { focusAfterRemoval } from './use-restore-focus.ts';

export type Question = {
  title: string;
  text?: string;
  /** Label of the confirming button, e.g. 'Remove'. */
  confirm: string;
  /** 'Cancel' by default. */
  cancel?: string;
  danger?: boolean;
  /** True to ask staff for the reason of their decision and the rule on which it is based. */
  asksReason?: boolean;
};

type ConfirmDialogProps = { question: Question; open: boolean; answer: (answer: Reason | null) => void };

/** Show the dialog that `confirm()` opens, with the initial focus on the button that cancels. */
export function ConfirmDialog({ question, open, answer }: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const nextFocus = useRef(focusAfterRemoval(null));
  const [reason, setReason] = useState(NO_REASON);
  const wasOpen = useRef(false);
  if (open && !wasOpen.current) nextFocus.current = focusAfterRemoval(document.activeElement);
  wasOpen.current = open;
  useEffect(() => {
    if (open) setReason(NO_REASON);
  }, [open]);
  const isRejected = isTooLong(reason);
  return (
    <Dialog
      open={open}
      onClose={() => answer(null)}
      title={question.title}
      description={question.text}
      initialFocus={cancel}
      finalFocus={() => nextFocus.current()}
    >
      {question.asksReason && <ReasonFields value={reason} onChange={setReason} />}
      <DialogAnswers>
        <Button ref={cancel} onClick={() => answer(null)}>
          {question.cancel ?? UI_TEXTS.cancel}
        </Button>
        <Button
          variant={question.danger ? 'danger' : 'primary'}
          aria-disabled={isRejected || undefined}
          onClick={() => isRejected || answer(question.asksReason ? reason : {})}
        >
          {question.confirm}
        </Button>
      </DialogAnswers>
    </Dialog>
  );
}
