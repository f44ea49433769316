/** Texts of content that reports have hidden. They are loaded with the first hidden post. */
export const HIDDEN_CONTENT_TEXTS = {
  own: 'Players reported this post. Only you and staff can see it until staff decide.',
  toStaff: 'Hidden after reports. Only its author and staff can see it until staff decide.',
  queue: 'Report queue',
} as const;
