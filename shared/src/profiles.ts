// What players may tell of themselves; apart from the contract, which stays out of the browser.
export const SEXES = ['male', 'female', 'non_binary', 'prefer_not_to_say'] as const;
export const RELATIONSHIPS = [
  'single',
  'in_a_relationship',
  'married',
  'its_complicated',
  'prefer_not_to_say',
] as const;
