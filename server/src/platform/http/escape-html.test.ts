import { expect, it } from 'vitest';
import { fillPlaceholders } from './escape-html.ts';

it('escapes the texts that replace placeholders in HTML', () => {
  const html = '<p title="%PAGE_TITLE%">%USER_NAME% %OTHER_NAME%</p>';
  const texts = { PAGE_TITLE: `"onclick='x'`, USER_NAME: '</p><script>$&%PAGE_TITLE%' };
  expect(fillPlaceholders(html, texts)).toBe(
    '<p title="&quot;onclick=&#39;x&#39;">&lt;/p&gt;&lt;script&gt;$&amp;%PAGE_TITLE% %OTHER_NAME%</p>',
  );
});
