import { CHAT_COMMANDS } from '@rivalhold/shared/texts/chat.ts';

/** The commands that what is being written may become; none once one is written out and goes on. */
export const commandsFor = (draft: string): readonly (typeof CHAT_COMMANDS)[number][] =>
  /^\/[a-z]*$/i.test(draft) ? CHAT_COMMANDS.filter(({ name }) => name.startsWith(draft.toLowerCase())) : [];
