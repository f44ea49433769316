import type { GifChoice } from '@rivalhold/shared/contract/attachments.ts';
import { joinBody } from './body.ts';

/** A reply that is being written. */
export type ReplyDraft = { text: string; gif: GifChoice | null };
/** A thread that is being written; `categoryId` is '' until one is chosen. */
export type ThreadDraft = ReplyDraft & { title: string; categoryId: string };

/** What is sent of what is written. */
export const draftBody = ({ text, gif }: ReplyDraft): string => joinBody(text, gif?.url ?? null);

/** One's own post that is being edited; null where nothing is changed yet. */
export const EMPTY_EDIT: { text: string | null } = { text: null };
/** The name under which an edit is kept. */
export const editDraftKey = (postId: number): string => `forum:edit:${postId}`;

export const EMPTY_REPLY: ReplyDraft = { text: '', gif: null };
export const EMPTY_THREAD: ThreadDraft = { ...EMPTY_REPLY, title: '', categoryId: '' };
