import { expect, it } from 'vitest';
import { type MailContent, mailHtml, mailText } from './template.ts';

const SITE = 'https://site.test';
const CONTENT: MailContent = {
  subject: 'Receipt',
  username: 'Anna',
  text: ['Thank you.', 'First line\nsecond line'],
  details: [
    ['Number', '7'],
    ['Paid', '$4.99'],
  ],
  button: { label: 'Open it', url: `${SITE}/open?a=1&b=2` },
  more: ['Bye.'],
};

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const decode = (html: string) => html.replaceAll(/&([\w#]+);/g, (_, name: string) => ENTITIES[name] ?? '?');
/** Return the visible lines of an email's HTML. */
const linesOf = (html: string) =>
  html
    .slice(html.indexOf('<body'))
    .replaceAll(/<br>|<\/(?:p|td|tr|table)>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .split('\n')
    .map((line) => decode(line.trim()))
    .filter((line) => line !== '');

it('an email has a greeting without a name if no name is given', () => {
  const content = { ...CONTENT, username: null };
  expect(mailText(content, SITE)).toMatch(/^Hi,\n/);
  expect(linesOf(mailHtml(content, SITE))).toContain('Hi,');
});

it('an email has the same content as plain text and as HTML', () => {
  expect(mailText(CONTENT, SITE)).toBe(`Hi Anna,

Thank you.

First line
second line

Number: 7
Paid: $4.99

Open it:
https://site.test/open?a=1&b=2

Bye.

Rivalhold
https://site.test
`);
  expect(linesOf(mailHtml(CONTENT, SITE))).toEqual([
    'Rivalhold',
    'Hi Anna,',
    'Thank you.',
    'First line',
    'second line',
    'Number',
    '7',
    'Paid',
    '$4.99',
    'Open it',
    'Bye.',
    'If the button does not work, open this address in your browser:',
    'https://site.test/open?a=1&b=2',
    'Rivalhold · https://site.test',
  ]);
});

it('an email has no link except its button', () => {
  const html = mailHtml(CONTENT, SITE);
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, url = '']) => decode(url));
  expect(links).toEqual([CONTENT.button?.url]);
  expect(html).not.toMatch(/<(?:img|script|link|iframe)|src=|url\(|@import|@font-face/i);
  const plain = mailHtml({ subject: 'Hail', username: 'Anna', text: ['Hail.'] }, SITE);
  expect(plain).not.toContain('href');
  expect(linesOf(plain)).toEqual(['Rivalhold', 'Hi Anna,', 'Hail.', `Rivalhold · ${SITE}`]);
});

it('escapes every value', () => {
  const evil = '</td><script>alert("1")</script> & \'you\'';
  const html = mailHtml(
    {
      subject: evil,
      username: evil,
      text: [evil],
      details: [[evil, evil]],
      button: { label: evil, url: `${SITE}/"onclick="x` },
      more: [evil],
    },
    SITE,
  );
  expect(html).not.toMatch(/<script|"onclick/);
  expect(linesOf(html).filter((line) => line.includes(evil))).toHaveLength(6);
});
