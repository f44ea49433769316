import type { GifChoice } from '@rivalhold/shared/contract/attachments.ts';
import { joinBody } from './body.ts';

/** The draft of a reply. */
export type ReplyDraft = { text: string; gif: GifChoice | null };
/** The draft of a thread; `categoryId` is '' until a category is chosen. */
export type ThreadDraft = ReplyDraft & { title: string; categoryId: string };

/** Return the body that is sent for a draft. */
export const draftBody = ({ text, gif }: ReplyDraft): string => joinBody(text, gif?.url ?? null);

/** An edit of the player's own post; `text` is null until it is changed. */
export const EMPTY_EDIT: { text: string | null } = { text: null };
/** Return the storage key of an edit. */
export const editDraftKey = (postId: number): string => `forum:edit:${postId}`;

export const EMPTY_REPLY: ReplyDraft = { text: '', gif: null };
export const EMPTY_THREAD: ThreadDraft = { ...EMPTY_REPLY, title: '', categoryId: '' };
