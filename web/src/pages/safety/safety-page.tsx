import { PAGE_TITLES } from '@rivalhold/shared/texts/page-titles.ts';
import { SAFETY_TEXTS as TEXTS } from '@rivalhold/shared/texts/safety.ts';
import { BlockList } from '../../features/blocks/components/block-list.tsx';
import { MuteList } from '../../features/player-mutes/components/mute-list.tsx';
import { QuietHoursCard } from '../../features/push/components/quiet-hours-card.tsx';
import { SafetyChoices } from '../../features/safety/components/safety-choices.tsx';
import { Page } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

/** Render /safety: who can contact, find and see the player; quiet hours; and the muted and blocked players. */
export function SafetyPage() {
  return (
    <Page gap={5} width="narrow">
      <PageHeader title={PAGE_TITLES.safety} text={TEXTS.lead} />
      <SafetyChoices />
      <QuietHoursCard />
      <MuteList />
      <BlockList />
    </Page>
  );
}
