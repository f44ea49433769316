import type { Rule } from '@rivalhold/shared/contract/decisions.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { CHAT_TEXTS } from '@rivalhold/shared/texts/chat.ts';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogAnswers } from '../../../ui/dialog.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { RuleField } from '../../../ui/reason-fields.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { SanctionNote, useActiveSanctionByName } from '../../moderation/index.ts';

type MuteDialogProps = {
  name: string;
  open: boolean;
  onClose: () => void;
  onMute: (reason: { rule: Rule; reason: string }, onDone: () => void) => void;
};

/** Confirm a mute for one day, with the broken rule and an optional reason. */
export function MuteDialog({ name, open, onClose, onMute }: MuteDialogProps) {
  const [rule, setRule] = useState<Rule>('other');
  const [reason, setReason] = useState('');
  const sanction = useActiveSanctionByName(name, open ? 'mute' : null);
  const isTooLong = reason.trim().length > LIMITS.staffReason;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={CHAT_TEXTS.muteTitle(name)}
      description={CHAT_TEXTS.muteText}
    >
      <Stack gap={4}>
        <SanctionNote {...sanction} />
        {sanction.refusal === null && <RuleField value={rule} onChange={setRule} />}
        {sanction.refusal === null && (
          <TextArea
            label={CHAT_TEXTS.muteReason}
            placeholder={CHAT_TEXTS.muteReason}
            limit={LIMITS.staffReason}
            countFrom={LIMITS.staffReason * 0.9}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
        <DialogAnswers>
          <Button onClick={onClose}>{CHAT_TEXTS.cancel}</Button>
          {sanction.refusal === null && (
            <Button
              variant="danger"
              aria-disabled={isTooLong || undefined}
              onClick={() => isTooLong || onMute({ rule, reason }, () => setReason(''))}
            >
              {CHAT_TEXTS.muteConfirm}
            </Button>
          )}
        </DialogAnswers>
      </Stack>
    </Dialog>
  );
}
