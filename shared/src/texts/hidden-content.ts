/** Texts of content that reports have hidden. They are loaded with the first hidden post. */
export const HIDDEN_CONTENT_TEXTS = {
  own: 'Players reported this post. Only you and staff can see it until staff decide.',
  toStaff:
    'Hidden after reports by trusted players. Only its author and staff can see it until the reports are resolved.',
  queue: 'Report queue',
} as const;
