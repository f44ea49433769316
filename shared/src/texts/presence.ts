/** Texts of online status. */
export const PRESENCE_TEXTS = {
  online: 'Online',
  isOnline: (name: string) => `${name} is online`,
} as const;
