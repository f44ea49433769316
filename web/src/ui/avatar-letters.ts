/** The first two letters of a name in upper case, 'US' for none. */
export function initials(name: string): string {
  return [...(name.trim() || 'User')].slice(0, 2).join('').toUpperCase();
}

/** A hue of 0–359 that is always the same for the same name (FNV-1a). */
export function nameHue(name: string): number {
  let hash = 2166136261;
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619);
  return (hash >>> 0) % 360;
}
