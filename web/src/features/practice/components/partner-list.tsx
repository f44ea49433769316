import { PARTNER_IDS, type PartnerId } from '@rivalhold/shared/fights/practice.ts';
import { PRACTICE_TEXTS as TEXTS } from '@rivalhold/shared/texts/practice.ts';
import { repeat } from '../../../lib/repeat.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import styles from './partner-list.module.css';

/** List the sparring partners, easiest first. */
export function PartnerList() {
  return (
    <Card title={TEXTS.partners}>
      <Text tone="quiet" paddingBottom={2}>
        {TEXTS.partnersText}
      </Text>
      <Stack as="ol" divided>
        {PARTNER_IDS.map((id, index) => (
          <PartnerEntry key={id} id={id} skill={index + 1} />
        ))}
      </Stack>
    </Card>
  );
}

function PartnerEntry({ id, skill }: { id: PartnerId; skill: number }) {
  const { name, title, text } = TEXTS.partner[id];
  return (
    <Row as="li" gap={3} paddingBlock={3} align="start">
      <Avatar name={name} size={48} />
      <Stack gap={1} grow>
        <Row gap={3} rowGap={0} wrap className={styles.head}>
          <Text as="h3" size={2}>
            {title}
          </Text>
          <Row
            as="span"
            inline
            gap={1}
            role="img"
            aria-label={TEXTS.skill(skill, PARTNER_IDS.length)}
            className={styles.skill}
          >
            {repeat(PARTNER_IDS.length, (step) => (
              <i key={step} data-on={step < skill || undefined} />
            ))}
          </Row>
        </Row>
        <Text size={1} tone="quiet">
          {text}
        </Text>
      </Stack>
      <ButtonLink to="/practice" search={{ partner: id }} size="small" aria-label={TEXTS.fightWith(name)}>
        {TEXTS.fight}
      </ButtonLink>
    </Row>
  );
}
