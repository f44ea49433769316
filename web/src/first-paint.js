// Runs before the first paint, so that the page never flashes in the wrong theme.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
} catch {
  // If storage is blocked, the system theme applies.
}
