/** Labels of the buttons that open the account dialogs, on every page. Apart from the dialogs' texts, which load later. */
export const SESSION_LABELS = {
  logIn: 'Log In',
  logOut: 'Log Out',
  signUp: 'Sign Up',
  cookieSettings: 'Cookie Settings',
} as const;
