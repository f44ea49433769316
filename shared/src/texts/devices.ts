/** Names of the devices in the session and notification lists. */
export const DEVICE_TEXTS = {
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  unknown: 'Unknown device',
} as const;
