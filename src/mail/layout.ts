import { escapeHtml } from '../markdown/escape'
import type { MailLanguage } from './language'

/** A message of a conversation that a mail shows. */
interface QuotedMessage {
  /** Who wrote it. */
  readonly heading: string
  readonly time: string
  readonly text: string
  /** HTML that loads nothing. */
  readonly html: string
  /** Whether it only shows what the others are about. */
  readonly isContext?: true
}

/** What a mail says, in the language of its reader. All of it is text, except for the HTML of messages. */
export interface MailContent {
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly messages?: readonly QuotedMessage[]
  readonly button?: { readonly label: string; readonly url: string }
  /** What to know before pressing the button: until when it works. */
  readonly hint?: string
  /** Where there is more. */
  readonly links?: readonly { readonly label: string; readonly url: string }[]
  /** Why the mail came, and what to do if it should not have. */
  readonly footer: readonly string[]
  /** The address at which the reader unsubscribes. */
  readonly unsubscribe_url?: string | undefined
}

/** The text and the HTML of a mail. The HTML loads nothing: no picture, and nothing that tells whether the mail was read. */
export const bodiesOf = (content: MailContent, language: MailLanguage): { text: string; html: string } => ({
  text: textOf(content, language),
  html: htmlOf(content, language),
})

function textOf(
  { paragraphs, messages = [], button, hint, links = [], footer, unsubscribe_url }: MailContent,
  { texts }: MailLanguage,
): string {
  const unsubscribing = unsubscribe_url === undefined ? [] : [`${texts.layout.unsubscribe}: ${unsubscribe_url}`]
  const parts = [
    ...paragraphs,
    ...messages.map(({ heading, time, text }) => `${heading} (${time}):\n${text}`),
    ...(button === undefined ? [] : [`${button.label}:\n${button.url}`]),
    ...(hint === undefined ? [] : [hint]),
    ...links.map(({ label, url }) => `${label}\n${url}`),
    // Mail programs know the line of two hyphens and a space as the end of what somebody wrote.
    ['-- ', ...footer, ...unsubscribing].join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}

const font = "font-family: system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"

/** Programs that know themes get the dark one by these rules. Their own colors win over those in the elements. */
const darkTheme = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .page { background: #14181c !important }
  .card { background: #1e2429 !important; color: #e8ecef !important; border-color: #333c44 !important }
  .small { color: #a3aeb8 !important }
  .small a, .message a { color: #7fc4d6 !important }
  .button { background: #7fc4d6 !important; color: #0d1114 !important }
}`

function htmlOf(
  { subject, paragraphs, messages = [], button, hint, links = [], footer, unsubscribe_url }: MailContent,
  { tag, isRightToLeft, texts }: MailLanguage,
) {
  const small = 'margin: 0 0 12px; font-size: 13px; line-height: 1.5; color: #55606a'
  const smallPrint = (text: string) =>
    `<p class="small" style="${small}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`
  const parts = [
    ...paragraphs.map(paragraph),
    ...messages.map(messageOf),
    ...(button === undefined ? [] : [buttonOf(button)]),
    ...(hint === undefined ? [] : [smallPrint(hint)]),
    ...links.map(({ label, url }) => linkOf(label, url, small)),
    ...(button === undefined ? [] : [linkOf(texts.layout.link, button.url, small)]),
    '<hr style="margin: 20px 0 16px; border: 0; border-top: 1px solid #8884">',
    ...footer.map(smallPrint),
    ...(unsubscribe_url === undefined ? [] : [unsubscribeLink(texts.layout.unsubscribe, unsubscribe_url, small)]),
  ]
  return `<!doctype html>
<html lang="${tag}" dir="${isRightToLeft ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkTheme}
</style>
</head>
<body class="page" style="margin: 0; padding: 24px 12px; background: #f2f4f6; ${font}">
<div class="card" style="max-width: 528px; margin: 0 auto; padding: 28px; border: 1px solid #dde2e6; border-radius: 10px; background: #ffffff; color: #1c2126; overflow-wrap: anywhere; text-align: start">
${parts.join('\n')}
</div>
</body>
</html>
`
}

const paragraph = (text: string): string =>
  `<p style="margin: 0 0 16px; font-size: 16px; line-height: 1.5">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`

/** People write in any direction, whatever the language of the reader is. */
const messageOf = ({ heading, time, html, isContext }: QuotedMessage): string =>
  `<div class="message" style="margin: 0 0 20px; font-size: 16px; line-height: 1.5${isContext ? '; opacity: 0.7' : ''}">
<p style="margin: 0 0 4px"><strong><bdi>${escapeHtml(heading)}</bdi></strong> <span class="small" style="font-size: 13px; color: #55606a">${escapeHtml(time)}</span></p>
<div dir="auto">${html}</div>
</div>`

const buttonOf = ({ label, url }: { label: string; url: string }): string =>
  `<p style="margin: 24px 0"><a class="button" href="${escapeHtml(url)}" style="display: inline-block; padding: 12px 20px; border-radius: 8px; background: #0b6478; color: #ffffff; font-size: 16px; font-weight: 600; text-decoration: none">${escapeHtml(label)}</a></p>`

/** The address of the button, for programs that show no HTML links, and for readers who look at addresses first. */
const linkOf = (label: string, url: string, style: string): string =>
  `<p class="small" style="${style}">${escapeHtml(label)}<br><a href="${escapeHtml(url)}" dir="ltr" style="color: #0b6478">${escapeHtml(url)}</a></p>`

const unsubscribeLink = (label: string, url: string, style: string): string =>
  `<p class="small" style="${style}"><a href="${escapeHtml(url)}" style="color: #0b6478">${escapeHtml(label)}</a></p>`
