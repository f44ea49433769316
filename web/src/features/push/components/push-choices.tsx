import type { PushKind, PushSettings } from '@rivalhold/shared/contract/push.ts';
import { PUSH_TEXTS as TEXTS } from '@rivalhold/shared/texts/push.ts';
import { Choice } from '../../../ui/choice.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { usePushSettings } from '../use-push-settings.ts';

const KINDS: readonly PushKind[] = ['message', 'fight', 'friendRequest'];

/** Let the player choose the types of push notifications. A choice applies immediately. */
export function PushChoices({ settings }: { settings: PushSettings }) {
  const [shown, choose] = usePushSettings(settings);
  return (
    <Stack as="fieldset">
      <Text as="legend" size={2} weight="medium" display>
        {TEXTS.kinds}
      </Text>
      {KINDS.map((kind) => (
        <Choice
          key={kind}
          checked={shown[kind]}
          onChange={({ target }) => choose({ [kind]: target.checked })}
        >
          {TEXTS[kind]}
        </Choice>
      ))}
    </Stack>
  );
}
