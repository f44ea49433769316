/** Texts of the web app manifest: the description and the shortcuts of the installed app's icon. */
export const INSTALL_TEXTS = {
  description: 'Build a character, fight other players live and verify every attack yourself. For adults.',
  shortcuts: [
    { name: 'Messages', url: '/dm' },
    { name: 'Find Players', url: '/directory' },
    { name: 'Lobby', url: '/chat' },
    { name: 'Friends', url: '/friends' },
  ],
} as const;
