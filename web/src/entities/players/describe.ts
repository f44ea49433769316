import type { Profile } from '@rivalhold/shared/contract/profiles.ts';
import { PROFILE_TEXT_FIELD_NAMES } from '@rivalhold/shared/profiles.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { trimText } from '@rivalhold/shared/visible-text.ts';

/** Format a stored value: underscores become spaces, the first letter is capitalized. */
export function humanize(value: string): string {
  const words = value.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Return the chips of basic information that the player has entered. */
export function basicInfoChips(profile: Profile): readonly { id: string; text: string }[] {
  const { age, sex, relationshipStatus } = profile;
  const texts = PROFILE_TEXT_FIELD_NAMES.map((id) => ({ id, text: profile[id] ?? '' }));
  const chips = [
    { id: 'age', text: age === null ? '' : PROFILE_TEXTS.years(age) },
    { id: 'sex', text: humanize(sex ?? '') },
    { id: 'relationship', text: humanize(relationshipStatus ?? '') },
    ...texts.map(({ id, text }) => ({ id, text: trimText(text) })),
  ];
  return chips.filter((chip) => chip.text !== '');
}

/** Return the status to show, never empty. */
export const statusText = (profile: Pick<Profile, 'statusMessage'>): string =>
  trimText(profile.statusMessage) || PROFILE_TEXTS.defaultStatus;
