/** The site's description for search engines and the web app manifest, and the installed app's shortcuts. */
export const INSTALL_TEXTS = {
  description: 'Build a character, fight other players live and verify every attack yourself. For adults.',
  shortcuts: [
    { name: 'Messages', url: '/dm' },
    { name: 'Find Players', url: '/directory' },
    { name: 'Lobby', url: '/chat' },
    { name: 'Friends', url: '/friends' },
  ],
} as const;
