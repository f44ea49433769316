/** Texts of the settings page. */
export const SETTINGS_TEXTS = {
  themeText: 'Saved in this browser only.',
  otherSettingsText: 'Change your names or email, export your data, or delete your account in Edit Profile.',
  passwordChanged: 'Password changed. All your other sessions are logged out.',
  passwordFailed: 'Failed to update password',
  changePassword: 'Change password',
  settings: 'Settings',
  otherSettings: 'More account settings',
  emailTitle: 'Email address',
} as const;
