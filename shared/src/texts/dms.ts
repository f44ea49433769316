import { formatList } from '../format-list.ts';
import { formatCount, formatNumber } from '../format-number.ts';

/** Texts of direct messages. */
export const DM_TEXTS = {
  page: 'Messages',
  title: 'Direct messages',
  open: 'Direct messages',
  openUnread: (count: number) => `Direct messages, ${count} unread`,
  unread: (count: number) => `${count} unread`,
  by: (name: string) => `${name}:`,
  message: 'Message',
  messageTo: (name: string) => `Message ${name}`,
  conversations: 'Conversations',
  noConversations: 'No conversations yet',
  noConversationsText: 'Open a player’s profile and choose Message.',
  findPlayers: 'Find Players',
  requests: 'Message requests',
  requestCount: (count: number) => formatCount(count, 'request'),
  request: 'Message request',
  requestText: (name: string) =>
    `${name} has a new account and isn’t your friend. Accept the request or reply to move this chat to your conversations.`,
  accept: 'Accept',
  accepted: 'Message request accepted',
  acceptFailed: 'Failed to accept the message request.',
  requestDelete: 'Delete',
  requestDeleteTitle: 'Delete this message request?',
  requestDeleted: 'Message request deleted',
  requestDeleteFailed: 'Failed to delete the message request.',
  showMedia: (count: number) => (count === 1 ? 'Show media' : `Show ${count} media files`),
  conversationsFailed: 'Failed to load your conversations.',
  select: 'Select a conversation to start chatting',
  back: 'Back to Conversations',
  you: (words: string) => `You: ${words}`,
  kinds: { image: 'Photo', gif: 'GIF', video: 'Video', youtube: 'YouTube video' } as Readonly<
    Record<string, string>
  >,
  attachment: 'Attachment',
  messages: (name: string) => `Messages with ${name}`,
  loadFailed: 'Failed to load this conversation.',
  offline: 'You’re offline',
  offlineText: 'When you’re back online, this conversation will load and your new messages will be sent.',
  loadSlow: 'This conversation is taking longer than usual to load.',
  unknownPlayer: 'this player',
  noPlayer: 'Player not found.',
  noMessages: (name: string) => `This is the beginning of your conversation with ${name}.`,
  older: 'Loading older messages…',
  olderFailed: 'Failed to load older messages.',
  retry: 'Try again',
  newMessages: (count: number) => formatCount(count, 'new message'),
  toNewest: 'Go to newest message',
  today: 'Today',
  yesterday: 'Yesterday',
  deleted: 'Message deleted',
  seen: 'Seen',
  sending: 'Sending…',
  typing: (name: string) => `${name} is typing…`,
  messageFrom: (name: string, words: string) => `${name}: ${words}`,
  from: (name: string) => `New message from ${name}`,
  own: 'You',
  write: (name: string) => `Message to ${name}`,
  placeholder: 'Write a message',
  send: 'Send',
  tooLong: 'This message is too long.',
  filesFailed: (count: number, canRetry: boolean) => {
    if (canRetry)
      return count === 1
        ? '1 file failed to upload. Try again or remove it.'
        : `${count} files failed to upload. Try again or remove them.`;
    return count === 1
      ? '1 file failed to upload. Remove it.'
      : `${count} files failed to upload. Remove them.`;
  },
  waitingForUpload: 'Waiting for the upload… Your message will be sent when it’s done.',
  cannotWrite: 'You can’t message this player.',
  cannotChallenge: 'You can’t challenge this player.',
  failed: 'Failed to send',
  failedGif: 'Failed to send GIF',
  notReady: 'Socket not ready',
  waiting: 'Will be sent when you’re back online',
  resend: 'Retry',
  discard: 'Discard',
  remove: 'Delete this message',
  removeTitle: 'Delete this message?',
  removeText: 'This deletes the message for both of you.',
  removeConfirm: 'Delete',
  cancel: 'Cancel',
  removeFailed: 'Failed to delete the message.',
  clear: 'Clear conversation',
  clearTitle: 'Clear this conversation?',
  clearText: (name: string) => `This deletes all messages for you only. ${name} can still see them.`,
  clearConfirm: 'Clear',
  cleared: 'Conversation cleared',
  clearFailed: 'Failed to clear the conversation.',
  more: 'More',
  viewProfile: 'View Profile',
} as const;

/** Texts of message attachments. */
export const ATTACHMENT_TEXTS = {
  add: 'Add photos or videos',
  gif: 'Add a GIF',
  youtube: 'Add a YouTube link',
  tray: 'Attachments',
  drop: 'Drop files here',
  tooLarge: '❌ Max 25MB per file.',
  wrongType: 'You can only send JPEG, PNG, WebP, GIF, MP4, WebM and MOV files.',
  tooMany: (max: number) => `You can add at most ${max} attachments to a message.`,
  dayFull: 'You’ve reached the upload limit of 1 GB per day. Try again later.',
  uploadFailed: 'Upload failed',
  uploading: 'Uploading…',
  preparing: 'Preparing…',
  ready: 'Ready to send',
  cancel: (name: string) => `Cancel upload of ${name}`,
  remove: (name: string) => `Remove ${name}`,
  retry: (name: string) => `Retry ${name}`,
  temporary: 'Temporary (deleted after 24 hours)',
  temporaryOn: 'While this is on, photos and videos are deleted 24 hours after you send them.',
  day: '24 hours',
  leftOut: (error: string, names: readonly string[]) =>
    `${error} (${formatList(names.length > 3 ? [...names.slice(0, 3), `${names.length - 3} more`] : names)})`,
  expiresAt: (time: string) => `Deleted after ${time}`,
  isTemporary: 'Temporary',
  expired: 'This media has expired.',
  broken: 'Failed to load this media.',
  showAgain: 'Try again',
  photo: 'Photo',
  gifAlt: 'GIF',
  openPhoto: (index: number, count: number) => (count > 1 ? `Open photo ${index} of ${count}` : 'Open photo'),
  viewer: 'Photo viewer',
  video: 'Video',
  youtubeVideo: 'YouTube video',
  play: 'Play YouTube video',
  playHint: 'Playing loads the video from YouTube.',
  onYoutube: 'Open on YouTube',
  youtubeTitle: 'Add a YouTube link',
  youtubeUrl: 'YouTube URL',
  youtubeAdd: 'Add',
  youtubeInvalid: 'Invalid YouTube URL',
} as const;

/** Server errors about message attachments. */
export const DM_MEDIA_ERRORS = {
  attachment: 'Each attachment needs the id of a file that you have uploaded.',
  tooMany: (most: number) => `You can add at most ${most} files`,
  gif: 'Send the URL of the GIF as a string, or as the “url” field of an object.',
  gifLong: 'The URL of the GIF is too long.',
  gifAddress: 'Invalid GIF. Use the URL of a GIF on GIPHY.',
  oneGif: 'A message can contain only one GIF.',
  gone: 'This file can no longer be sent. Please add it again.',
  twice: 'The same file is attached twice.',
  wrongType: 'Upload failed. Use a .jpg, .png, .webp or .gif picture, or an .mp4, .webm or .mov video.',
  tooManyUnsent: 'You have too many unsent files. Send or remove some first.',
} as const;

/** Server errors about the text and the receiver of a message. */
export const DM_ERRORS = {
  empty: 'Write something first.',
  tooLong: (most: number) => `Use at most ${formatNumber(most)} characters`,
  oneself: 'You can’t message yourself.',
} as const;

/** Messages in the server's responses about messages, conversations and attachments. */
export const DM_MESSAGES = {
  accepted: 'Accepted.',
  deleted: 'Deleted.',
  cleared: 'Cleared.',
} as const;
