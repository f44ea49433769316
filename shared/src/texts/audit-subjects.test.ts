import { expect, it } from 'vitest';
import { parseAuditSubject } from './audit-subjects.ts';

it('returns readable text for the subject of an action, and a link to its page if there is one', () => {
  expect(parseAuditSubject('report.resolve', 'report 7 (forumPost 12)')).toEqual({
    text: 'Report 7 (forum post 12)',
    path: '/admin/reports?report=7',
  });
  expect(parseAuditSubject('thread.delete', 'thread 4')).toEqual({
    text: 'Forum thread 4',
    path: '/forum?thread=4',
  });
  expect(parseAuditSubject('profileComment.delete', 'comment 3 on profile 9')).toEqual({
    text: 'Comment 3 on profile 9',
    path: '/profiles/9',
  });
  expect(parseAuditSubject('comment.delete', 'comment 3 on post 9')).toEqual({
    text: 'Comment 3 on post 9',
    path: null,
  });
  expect(parseAuditSubject('chat.delete', 'lobby message 5').text).toBe('Lobby message 5');
  expect(
    ['thread 4', 'lobby message 5', 'forum post 6', 'photo 7'].map((subject) =>
      parseAuditSubject('content.undo', subject),
    ),
  ).toEqual([
    { text: 'Forum thread 4', path: '/forum?thread=4' },
    ...['Lobby message 5', 'Forum post 6', 'Photo 7'].map((text) => ({ text, path: null })),
  ]);
});

it('leaves the title of a category unchanged, even if it looks like another subject', () => {
  for (const title of ['thread 4', 'report 1 (post 2)', '<b>post 3</b>'])
    expect(parseAuditSubject('category.add', title)).toEqual({ text: title, path: null });
});
