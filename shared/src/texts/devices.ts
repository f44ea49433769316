/** Names of devices in lists and emails. */
export const DEVICE_TEXTS = {
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  unknown: 'Unknown device',
} as const;
