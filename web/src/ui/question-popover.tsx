import { type ReactElement, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { Popover } from './popover.tsx';
import styles from './question-popover.module.css';

type QuestionPopoverProps = {
  /** The button that asks the question. */
  trigger: ReactElement<object>;
  question: string;
  /** Explains what a confirmation does. */
  text?: string;
  confirm: string;
  cancel: string;
  onConfirm: () => void;
};

/** Ask for confirmation next to a button. Works inside a dialog too. */
export function QuestionPopover({
  trigger,
  question,
  text,
  confirm,
  cancel,
  onConfirm,
}: QuestionPopoverProps) {
  const [open, setOpen] = useState(false);
  const triggerRef = useRef<HTMLButtonElement>(null);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={question}
      trigger={trigger}
      triggerRef={triggerRef}
      modal
    >
      {(Close) => (
        <div className={styles.question}>
          <p className={text && styles.title}>{question}</p>
          {text && <p className={styles.text}>{text}</p>}
          <div className={styles.choices}>
            <Close render={<Button size="small">{cancel}</Button>} />
            <Button
              size="small"
              variant="danger"
              onClick={() => {
                setOpen(false);
                // Focus the trigger immediately, because the action might remove it before the popover has faded out.
                triggerRef.current?.focus();
                onConfirm();
              }}
            >
              {confirm}
            </Button>
          </div>
        </div>
      )}
    </Popover>
  );
}
