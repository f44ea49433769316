/** Names of pages in the menu and on the dashboard, apart from the texts of those pages: every player loads these. */
export const MENU_TEXTS = {
  lobby: 'Lobby',
  forums: 'Forums',
  staff: 'Admin Panel',
} as const;
