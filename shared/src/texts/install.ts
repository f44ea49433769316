/** What a device shows of the site once it is installed there; names of places that are reached from its icon. */
export const INSTALL_TEXTS = {
  description: 'Build a character, fight other players live, and check every strike yourself. For adults.',
  shortcuts: [
    { name: 'Messages', url: '/dm' },
    { name: 'Find Players', url: '/directory' },
    { name: 'The lobby', url: '/chat' },
    { name: 'Friends', url: '/friends' },
  ],
} as const;
