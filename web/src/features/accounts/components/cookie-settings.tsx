import { COOKIE_TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { Stack, Surface } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';

/** List what the site stores in the browser, and state that the site does not track players. */
export function CookieSettings() {
  return (
    <Stack gap={4}>
      <p>{COOKIE_TEXTS.intro}</p>
      <Stack as="dl" gap={2}>
        {COOKIE_TEXTS.entries.map((entry) => (
          <Surface key={entry.name} fill={2} radius={2} border padding={3}>
            <Text as="dt" weight="medium">
              {entry.name}
            </Text>
            <Text as="dd" size={1} tone="quiet">
              {entry.text}
            </Text>
          </Surface>
        ))}
      </Stack>
      <Text weight="medium">{COOKIE_TEXTS.promise}</Text>
    </Stack>
  );
}
