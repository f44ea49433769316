import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FORUM_REFUSALS as TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { isVisible } from '@rivalhold/shared/visible.ts';
import { refuseFaults } from '../../platform/errors.ts';

const { title: TITLE, body: BODY, category: CATEGORY } = LIMITS.forum;
const SLUG = new RegExp(`^[a-z0-9-]{1,${CATEGORY.slug}}$`);

/** What shows nothing is nothing. */
const trimmed = (sent: string): string => (isVisible(sent) ? sent.trim() : '');
/** A title is one line, which turns round nothing that it is quoted in. */
const oneLine = (sent: string): string =>
  trimmed(sent.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')).replace(
    /\s*[\r\n\v\f\u0085\u2028\u2029]+\s*/g,
    ' ',
  );

const titleFault = (title: string): string | null =>
  title === '' ? TEXTS.titleEmpty : title.length > TITLE ? TEXTS.titleTooLong : null;
const bodyFault = (body: string): string | null =>
  body === '' ? TEXTS.bodyEmpty : body.length > BODY ? TEXTS.bodyTooLong : null;

/** @throws AppError invalid with a text for each field at fault. */
export function threadOf(sent: { title: string; body: string }): { title: string; body: string } {
  const [title, body] = [oneLine(sent.title), trimmed(sent.body)];
  refuseFaults({ title: titleFault(title), body: bodyFault(body) });
  return { title, body };
}

/** @throws AppError invalid with a text for the field. */
export function bodyOf(sent: string): string {
  const body = trimmed(sent);
  refuseFaults({ body: bodyFault(body) });
  return body;
}

export type CategoryFields = { slug: string; title: string; description: string };

/** A category as it may be stored. @throws AppError invalid with a text for each field at fault. */
export function categoryOf(sent: CategoryFields): CategoryFields {
  const slug = sent.slug.trim().toLowerCase();
  const [title, description] = [oneLine(sent.title), oneLine(sent.description)];
  refuseFaults({
    slug: !SLUG.test(slug) && TEXTS.slug,
    title: (title === '' || title.length > CATEGORY.title) && TEXTS.categoryTitle,
    description: description.length > CATEGORY.description && TEXTS.categoryDescription,
  });
  return { slug, title, description };
}
