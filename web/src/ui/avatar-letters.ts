/** Return the first two characters of a name in upper case, or 'US' for an empty name. */
export function initials(name: string): string {
  return [...(name.trim() || 'User')].slice(0, 2).join('').toUpperCase();
}

/** Return a hue from 0 to 359, derived from the name with the hash function FNV-1a. */
export function nameHue(name: string): number {
  let hash = 2166136261;
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619);
  return (hash >>> 0) % 360;
}
