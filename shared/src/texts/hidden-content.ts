import type { ReportKind } from '../contract/reports.ts';

const OWN: Readonly<Record<ReportKind, string>> = {
  post: 'Players reported this post. Only you and staff can see it until it has been reviewed.',
  comment: 'Players reported this comment. Only you and staff can see it until it has been reviewed.',
  profileComment:
    'Players reported this profile comment. Only you and staff can see it until it has been reviewed.',
  clip: 'Players reported this clip. Only you and staff can see it until it has been reviewed.',
  photo: 'Players reported this photo. Only you and staff can see it until it has been reviewed.',
  message: 'Players reported this message. Only you and staff can see it until it has been reviewed.',
  profile: 'Players reported this profile. Only you and staff can see it until it has been reviewed.',
  forumPost: 'Players reported this forum post. Only you and staff can see it until it has been reviewed.',
  chatMessage:
    'Players reported this lobby message. Only you and staff can see it until it has been reviewed.',
  fight: 'Players reported this fight. Only you and staff can see it until it has been reviewed.',
};

/** Texts about content hidden after reports. The browser loads these texts only when it shows hidden content. */
export const HIDDEN_CONTENT_TEXTS = {
  own: (kind: ReportKind) => OWN[kind],
  toStaff: 'Hidden after reports. Only the author and staff can see this until it has been reviewed.',
  queue: 'Report queue',
} as const;
