import { EMAIL_LAYOUT_TEXTS as TEXTS } from '@rivalhold/shared/texts/emails.ts';
import { escapeHtml } from '../http/escape-html.ts';

/** The content of an email, which the template renders as plain text and HTML. */
export type MailContent = {
  subject: string;
  /** The recipient's name in the greeting. Null for a greeting without a name. */
  username: string | null;
  /** The paragraphs above the details and the button. A paragraph may contain line breaks. */
  text: readonly string[];
  /** Labeled values, such as the lines of a receipt. */
  details?: readonly (readonly [label: string, value: string])[];
  button?: { label: string; url: string };
  /** The paragraphs below the button. */
  more?: readonly string[];
};

/** Return the plain text of an email. */
export function mailText(content: MailContent, siteUrl: string): string {
  const { username, text, details = [], button, more = [] } = content;
  const blocks = [
    TEXTS.greeting(username),
    ...text,
    ...(details.length > 0 ? [details.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...more,
    `Rivalhold\n${siteUrl}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

const FONTS = "Inter,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const FONT = `font-family:${FONTS}`;
const TEXT_STYLE = `margin:0 0 16px;${FONT};font-size:16px;line-height:24px;color:#1c2133`;
const QUIET_STYLE = `margin:0 0 16px;${FONT};font-size:14px;line-height:20px;color:#575140`;
const LAYOUT = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';
/**
 * Colors for dark mode. Email clients that ignore these styles use the light colors of the inline styles, which some of
 * these clients darken.
 */
const DARK_STYLES = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background-color: #0a0e19 !important; }
  .card { background-color: #121829 !important; border-color: #27324c !important; }
  .text { color: #e9edf6 !important; }
  .quiet { color: #a3aec6 !important; }
  .name { color: #ff8a3d !important; }
  .button { background-color: #ff8a3d !important; color: #1d0d03 !important; }
}`;

const lines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');
const paragraph = (text: string): string => `<p class="text" style="${TEXT_STYLE}">${lines(text)}</p>`;

const detailRow = ([label, value]: readonly [string, string]): string => `<tr>
<td class="quiet" valign="top" style="${QUIET_STYLE};padding:0 16px 8px 0">${lines(label)}</td>
<td class="text" valign="top" style="${TEXT_STYLE};padding:0 0 8px;font-weight:600;word-break:break-word">${lines(value)}</td>
</tr>`;

const buttonBlock = ({
  label,
  url,
}: {
  label: string;
  url: string;
}): string => `<table ${LAYOUT} style="margin:8px 0 24px"><tr>
<td class="button" bgcolor="#b4440c" style="border-radius:10px"><a class="button" href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;border-radius:10px;background-color:#b4440c;color:#ffffff;${FONT};font-size:16px;line-height:24px;font-weight:600;text-decoration:none">${lines(label)}</a></td>
</tr></table>`;

const addressBlock = (url: string): string =>
  `<p class="quiet" style="${QUIET_STYLE}">${TEXTS.buttonFallback}<br><span style="word-break:break-all">${escapeHtml(url)}</span></p>`;

/**
 * Return the HTML of an email. It consists of tables with inline styles, because email clients support little else. It
 * loads nothing from the network.
 */
export function mailHtml(content: MailContent, siteUrl: string): string {
  const { subject, username, text, details = [], button, more = [] } = content;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${DARK_STYLES}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:#efe5cf">
<table ${LAYOUT} width="100%" class="ground" bgcolor="#efe5cf"><tr><td align="center" style="padding:24px 12px">
<table ${LAYOUT} width="100%" style="max-width:560px">
<tr><td class="name" style="padding:0 4px 16px;font-family:'Chakra Petch',${FONTS};font-size:24px;line-height:32px;font-weight:700;color:#b4440c">Rivalhold</td></tr>
<tr><td class="card" bgcolor="#fffaf0" style="padding:24px 24px 8px;border:1px solid #d8c8a6;border-radius:16px;background-color:#fffaf0">
${[TEXTS.greeting(username), ...text].map(paragraph).join('\n')}
${details.length > 0 ? `<table ${LAYOUT} style="margin:0 0 16px">${details.map(detailRow).join('\n')}</table>` : ''}
${button ? buttonBlock(button) : ''}
${more.map(paragraph).join('\n')}
${button ? addressBlock(button.url) : ''}
</td></tr>
<tr><td class="quiet" style="${QUIET_STYLE};padding:16px 4px 0">Rivalhold · ${escapeHtml(siteUrl)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}
