import { LANDING_TEXTS } from '@rivalhold/shared/texts/landing.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Grid, Row, Stack, Surface } from '../../ui/layout.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Text } from '../../ui/text.tsx';
import styles from './sample-fight.module.css';

const { sample } = LANDING_TEXTS;
const ICONS: Record<(typeof sample.lines)[number]['kind'], IconName> = {
  hit: 'sword-wound',
  heal: 'heart-plus',
};

type SideProps = { name: string; level: number; health: number; maxHealth: number };

function Side({ name, level, health, maxHealth }: SideProps) {
  return (
    <Stack gap={3}>
      <Row gap={3} className={styles.player}>
        <Avatar name={name} size={44} />
        <p>
          <strong className={styles.name}>{name}</strong>
          <Text as="span" size={1} tone="quiet">
            {sample.level(level)}
          </Text>
        </p>
      </Row>
      <Meter kind="health" label={sample.health} value={health} max={maxHealth} />
    </Stack>
  );
}

/** Show a sample fight to new visitors. */
export function SampleFight() {
  return (
    <Surface as="figure" radius={3} border shadow={2} gap={4} className={styles.sample}>
      <Text as="figcaption" size={1} tone="quiet">
        {sample.label}
      </Text>
      <Grid columns={['1fr', 'auto', '1fr']} gap={4} align="center" className={styles.sides}>
        <Side {...sample.attacker} />
        <Text as="span" tone="ember" className={styles.versus} aria-hidden="true">
          <Icon name="crossed-swords" size="2rem" />
        </Text>
        <Side {...sample.defender} />
      </Grid>
      <Surface as="ol" fill={2} radius={2} gap={1} paddingBlock={3} paddingInline={4}>
        {sample.lines.map((line) => (
          <Text key={line.text} as="li" tone="text" className={styles[line.kind]}>
            <Row as="span" gap={3} align="baseline">
              <Icon name={ICONS[line.kind]} />
              {line.text}
            </Row>
          </Text>
        ))}
      </Surface>
      <Text tone="ally" weight="medium">
        <Row as="span" gap={2}>
          <Icon name="checked-shield" /> {sample.verified}
        </Row>
      </Text>
    </Surface>
  );
}
