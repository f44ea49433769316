import { Icon } from '../../ui/icon.tsx';
import { Text } from '../../ui/text.tsx';
import { EFFECT_ICONS, effectKind, effectLines } from './display.ts';
import styles from './effect.module.css';

/** Show the effects of an item, one per line. The first line has the icon of the item's kind of effect. */
export const EffectLines = ({ item }: { item: Parameters<typeof effectLines>[0] }) =>
  effectLines(item).map((line, index) => (
    <Text key={line} {...(line === item.effect ? { tone: 'quiet' } : { weight: 'medium' })}>
      {index === 0 && <Icon name={EFFECT_ICONS[effectKind(item)]} className={styles.icon} />}
      {line}
    </Text>
  ));
