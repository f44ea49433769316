import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useRef } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogAnswers } from './dialog.tsx';
import { focusAfterRemoval } from './use-restore-focus.ts';

export type Question = {
  title: string;
  text?: string;
  /** Label of the confirming button, e.g. 'Remove'. */
  confirm: string;
  /** 'Cancel' by default. */
  cancel?: string;
  danger?: boolean;
};

type ConfirmDialogProps = { question: Question; open: boolean; answer: (isConfirmed: boolean) => void };

/** Show the window of `confirm()`, with the initial focus on the button that cancels. */
export function ConfirmDialog({ question, open, answer }: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const nextFocus = useRef(focusAfterRemoval(null));
  const wasOpen = useRef(false);
  if (open && !wasOpen.current) nextFocus.current = focusAfterRemoval(document.activeElement);
  wasOpen.current = open;
  return (
    <Dialog
      open={open}
      onClose={() => answer(false)}
      title={question.title}
      description={question.text}
      initialFocus={cancel}
      finalFocus={() => nextFocus.current()}
    >
      <DialogAnswers>
        <Button ref={cancel} onClick={() => answer(false)}>
          {question.cancel ?? UI_TEXTS.cancel}
        </Button>
        <Button variant={question.danger ? 'danger' : 'primary'} onClick={() => answer(true)}>
          {question.confirm}
        </Button>
      </DialogAnswers>
    </Dialog>
  );
}
