import type { AuditKind } from '../contract/audit.ts';
import type { ReportKind } from '../contract/reports.ts';

/** The subject of an audit log entry as text, and the path of the subject's page (null if it has none). */
export type AuditSubject = { text: string; path: string | null };

/**
 * A format in which audit log entries store their subjects. It applies to entries whose kind matches `kinds` and whose
 * subject matches `form`. `read` converts the capture groups of `form` to the text and path of the subject.
 */
type SubjectFormat = { kinds: RegExp; form: RegExp; read: (...parts: string[]) => AuditSubject };

const withoutPath = (text: string): AuditSubject => ({ text, path: null });
/** For each kind of reported content, a function that returns a label with the content's id: 'post 12'. */
const REPORTED: Readonly<Record<ReportKind, (id?: string) => string>> = {
  post: (id) => `post ${id}`,
  comment: (id) => `comment ${id}`,
  profileComment: (id) => `profile comment ${id}`,
  clip: (id) => `clip ${id}`,
  photo: (id) => `photo ${id}`,
  message: (id) => `message ${id}`,
  profile: (id) => `profile ${id}`,
  forumPost: (id) => `forum post ${id}`,
  chatMessage: (id) => `lobby message ${id}`,
  fight: (id) => `fight ${id}`,
};

const SUBJECT_FORMATS: readonly SubjectFormat[] = [
  {
    kinds: /^report\./,
    form: /^report (\d+) \((\w+) (\d+)\)$/,
    read: (report, kind, id) => ({
      text: `Report ${report} (${REPORTED[kind as ReportKind]?.(id) ?? `${kind} ${id}`})`,
      path: `/admin/reports?report=${report}`,
    }),
  },
  {
    kinds: /^(thread\.|content\.undo$)/,
    form: /^thread (\d+)$/,
    read: (id) => ({ text: `Forum thread ${id}`, path: `/forum?thread=${id}` }),
  },
  {
    kinds: /^(forumPost|content)\./,
    form: /^forum post (\d+)$/,
    read: (id) => withoutPath(`Forum post ${id}`),
  },
  {
    kinds: /^(chat\.delete|content\.(restore|undo))$/,
    form: /^lobby message (\d+)$/,
    read: (id) => withoutPath(`Lobby message ${id}`),
  },
  {
    kinds: /^profileComment\./,
    form: /^comment (\d+) on profile (\d+)$/,
    read: (id, of) => ({ text: `Comment ${id} on profile ${of}`, path: `/profiles/${of}` }),
  },
  {
    kinds: /^((post|comment|clip|photo|message)\.delete|content\.(restore|undo))$/,
    form: /^([pcm])(\w+ \d+.*)$/,
    read: (initial = '', rest = '') => withoutPath(`${initial.toUpperCase()}${rest}`),
  },
];

/**
 * Convert the subject of an audit log entry to text, with its path. A subject that matches none of
 * `SUBJECT_FORMATS`, such as the title of a category, is returned as stored and without a path.
 */
export function parseAuditSubject(kind: AuditKind, subject: string): AuditSubject {
  for (const { kinds, form, read } of SUBJECT_FORMATS) {
    const parts = kinds.test(kind) ? form.exec(subject)?.slice(1) : undefined;
    if (parts) return read(...parts);
  }
  return withoutPath(subject);
}
