/** Push to a player's devices. What the server answers, or pushes, stands first. */
export const PUSH_TEXTS = {
  endpoint: 'This address cannot be pushed to.',
  timeZone: 'This time zone is not known.',
  sameTime: 'The quiet hours need a beginning and another end.',
  messages: (name: string, count: number) => `${name} sent you ${count} messages.`,

  title: 'Notifications',
  text: 'Rivalhold can tell this device of what waits for you while the site is not open. A notification says who and what kind, never what was written. It goes through the push service of your browser’s maker, encrypted; signing out ends it.',
  on: 'On for this device',
  off: 'Off for this device',
  turnOn: 'Turn on for this device',
  turnOff: 'Turn off for this device',
  unsupported: 'This browser cannot receive notifications of a site.',
  unsupportedApple:
    'On an iPhone or iPad, add Rivalhold to the Home Screen first (Share, then “Add to Home Screen”) and open it from there.',
  denied:
    'Your browser has been told not to show notifications of this site. Allow them in its settings for this site, then come back.',
  notAnswered: 'The browser was not allowed to show notifications, so nothing has changed.',
  failed: 'The browser could not be subscribed. Its push service may be away or switched off.',
  loadFailed: 'Your notifications could not be loaded.',
  kinds: 'Tell me of',
  message: 'Messages',
  fight: 'Challenges, and how fights ended',
  friendRequest: 'Friend requests',
  quiet: 'Quiet hours',
  quietText: (timeZone: string) =>
    `Nothing is sent between these times, by the clock of ${timeZone}. It waits for you on the site.`,
  from: 'From',
  to: 'Until',
  saveFailed: 'Your choice could not be saved.',
  devices: 'Devices that are told',
  thisDevice: 'This device',
  lastSent: 'Last told',
  neverSent: 'Not told of anything yet',
  remove: 'Remove',
  removeDevice: (device: string) => `Remove ${device}`,
  removed: 'The device is told no more.',
} as const;
