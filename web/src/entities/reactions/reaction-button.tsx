import type { Reaction } from '@rivalhold/shared/reactions.ts';
import { REACTION_TEXTS } from '@rivalhold/shared/texts/reactions.ts';
import { Reply, SmilePlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Popover } from '../../ui/popover.tsx';
import type { ReactionCount } from './reaction-chips.tsx';
import { ReactionPicker } from './reaction-picker.tsx';

type ReactionButtonProps = {
  /** The author of the message, for screen readers. */
  name: string;
  /** Id of the element with the message's text. */
  describedBy?: string | undefined;
  reactions: readonly ReactionCount[];
  onToggle: (emoji: Reaction, reacted: boolean) => void;
  onReply: () => void;
  className?: string | undefined;
};

/** Return the viewer's own reactions. */
export const ownReactions = (reactions: readonly ReactionCount[]): Reaction[] =>
  reactions.filter(({ reacted }) => reacted).map(({ emoji }) => emoji);

/** Show a button that opens a popover with the emoji and a reply button. */
export function ReactionButton(props: ReactionButtonProps) {
  const { name, describedBy, reactions, onToggle, onReply, className } = props;
  const [open, setOpen] = useState(false);
  const own = ownReactions(reactions);
  const label = REACTION_TEXTS.actionsOf(name);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={label}
      trigger={
        <IconButton
          label={label}
          aria-describedby={describedBy}
          size="small"
          variant="quiet"
          className={className}
        >
          <SmilePlus size={16} aria-hidden="true" />
        </IconButton>
      }
    >
      <Stack gap={1}>
        <ReactionPicker
          own={own}
          onPick={(emoji) => {
            setOpen(false);
            onToggle(emoji, !own.includes(emoji));
          }}
        />
        <Button
          variant="ghost"
          size="small"
          wide
          onClick={() => {
            setOpen(false);
            onReply();
          }}
        >
          <Reply size={16} aria-hidden="true" />
          {REACTION_TEXTS.reply}
        </Button>
      </Stack>
    </Popover>
  );
}
