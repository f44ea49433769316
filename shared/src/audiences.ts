/** The values of contact settings, in display order. This file imports no validators, because browsers load it. */
export const CONTACT_AUDIENCES = ['everybody', 'settled', 'friends', 'nobody'] as const;

/** The values of the settings for search and online status, in display order. */
export const VISIBILITY_AUDIENCES = ['everybody', 'friends', 'nobody'] as const;
