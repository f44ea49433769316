import type { ContactAudience, VisibilityAudience } from '../contract/safety.ts';

/** Texts of the page with the safety settings. */
export const SAFETY_TEXTS = {
  lead: 'Decide who can contact, find and see you. Blocked players can do none of this. Site staff can always message you.',
  loadFailed: 'Failed to load your safety settings.',
  saveFailed: 'Failed to save your safety settings. Try again.',
  saved: 'Safety settings saved',
  contact: 'Who can contact me',
  contactNote:
    'New accounts are less than a day old or have no confirmed email. Your friends never count as new.',
  messages: 'Who can message me',
  challenges: 'Who can challenge me',
  comments: 'Who can comment on my profile',
  visibility: 'Who can find and see me',
  search: 'Who can find me in player lists and searches',
  online: 'Who can see when I’m online',
  media: 'Pictures and videos',
  hideMedia: 'Hide strangers’ media until I choose to see it',
  hideMediaText:
    'Applies to pictures, videos and GIFs in messages, posts, comments and forum posts from players who aren’t your friends. Their profiles, galleries and clips still show media.',
  showMedia: 'Show media from a player who isn’t your friend',
  hints: {
    messages: 'You can only message players you allow to message you.',
    challenges: 'This doesn’t affect ranked fights or fights that are already open.',
    comments: 'Existing comments stay. You can report a comment.',
    search: 'Posts, leaderboards and links still lead to your profile.',
    online: 'If you’ve joined a fight, your opponent can always see whether you’re there.',
  },
  audiences: {
    everybody: 'Everybody',
    settled: 'Everybody except new accounts',
    friends: 'Friends',
    nobody: 'Nobody',
  } satisfies Record<ContactAudience | VisibilityAudience, string>,
  settingsText: 'Who can message, challenge, find and see you. Muted and blocked players.',
  link: 'Safety settings',
} as const;
