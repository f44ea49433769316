import type { ReportKind } from '@rivalhold/shared/contract/reports.ts';
import { HIDDEN_CONTENT_TEXTS as TEXTS } from '@rivalhold/shared/texts/hidden-content.ts';
import { EyeOff } from 'lucide-react';
import { ButtonLink } from '../../ui/button.tsx';
import { Row } from '../../ui/layout.tsx';
import { Text } from '../../ui/text.tsx';

type HiddenNoticeProps = {
  kind: ReportKind;
  /** True for the author, and false for staff. */
  isOwn: boolean;
};

/** Explain to the author or to staff that content is hidden because players reported it. */
export function HiddenNotice({ kind, isOwn }: HiddenNoticeProps) {
  return (
    <Row gap={2} rowGap={2} wrap paddingBottom={2}>
      <EyeOff size={20} aria-hidden="true" />
      <Text size={1} grow>
        {isOwn ? TEXTS.own(kind) : TEXTS.toStaff}
      </Text>
      {!isOwn && (
        <ButtonLink size="small" to="/admin/reports">
          {TEXTS.queue}
        </ButtonLink>
      )}
    </Row>
  );
}
