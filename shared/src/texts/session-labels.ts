/**
 * Labels of the buttons that open the account dialogs, on every page. They are separate from the texts of the dialogs,
 * because the dialogs load later.
 */
export const SESSION_LABELS = {
  logIn: 'Log In',
  logOut: 'Log Out',
  signUp: 'Sign Up',
  cookieSettings: 'Cookie Settings',
} as const;
