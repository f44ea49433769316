import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FORUM_ERRORS as TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { trimText } from '@rivalhold/shared/visible-text.ts';
import { throwIfInvalid } from '../../platform/errors.ts';

const { title: TITLE, body: BODY, category: CATEGORY } = LIMITS.forum;
const SLUG = new RegExp(`^[a-z0-9-]{1,${CATEGORY.slug}}$`);

/**
 * Return text as one line without bidirectional control characters, which could change the direction of the
 * surrounding text.
 */
const toSingleLine = (sent: string): string =>
  trimText(sent.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')).replace(
    /\s*[\r\n\v\f\u0085\u2028\u2029]+\s*/g,
    ' ',
  );

const titleError = (title: string): string | null =>
  title === '' ? TEXTS.titleEmpty : title.length > TITLE ? TEXTS.titleTooLong : null;
const bodyError = (body: string): string | null =>
  body === '' ? TEXTS.bodyEmpty : body.length > BODY ? TEXTS.bodyTooLong : null;

/**
 * Validate a new thread.
 * @throws AppError `invalid` with a message for each invalid field.
 */
export function validateThread(sent: { title: string; body: string }): { title: string; body: string } {
  const [title, body] = [toSingleLine(sent.title), trimText(sent.body)];
  throwIfInvalid({ title: titleError(title), body: bodyError(body) });
  return { title, body };
}

/**
 * Validate the text of a post.
 * @throws AppError `invalid` with a message for the field.
 */
export function validateBody(sent: string): string {
  const body = trimText(sent);
  throwIfInvalid({ body: bodyError(body) });
  return body;
}

export type CategoryFields = { slug: string; title: string; description: string };

/**
 * Validate a category.
 * @throws AppError `invalid` with a message for each invalid field.
 */
export function validateCategory(sent: CategoryFields): CategoryFields {
  const slug = sent.slug.trim().toLowerCase();
  const [title, description] = [toSingleLine(sent.title), toSingleLine(sent.description)];
  throwIfInvalid({
    slug: !SLUG.test(slug) && TEXTS.slug,
    title: (title === '' || title.length > CATEGORY.title) && TEXTS.categoryTitle,
    description: description.length > CATEGORY.description && TEXTS.categoryDescription,
  });
  return { slug, title, description };
}
