/** The HTML of messages in mails: whatever a message is, its mail loads nothing and runs nothing. */
import { array, assert, asyncProperty, constantFrom, letrec, nat, oneof, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { escapeHtml } from '../../src/markdown/escape'
import { mailHtml } from '../../src/missed-messages/mail-html'
import { anyText } from '../kit/any-text'

const origin = 'https://chat.example.com'

const tags = [
  'p',
  'a',
  'b',
  'em',
  'strong',
  'code',
  'pre',
  'ul',
  'ol',
  'li',
  'table',
  'td',
  'div',
  'span',
  'blockquote',
  'time',
]
const hostileTags = ['svg', 'math', 'annotation', 'form', 'video', 'object', 'button', 'details']

/** Elements whose content is text for browsers, whatever it looks like. */
const rawTags = ['script', 'style', 'iframe', 'textarea', 'title', 'noscript', 'xmp']

const attributes = [
  'href="javascript:alert(1)"',
  'href="/user_uploads/1/x.png"',
  'href="//evil.example/x"',
  'src="https://evil.example/x.png"',
  'style="background: url(https://evil.example/x.png)"',
  'onclick="alert(1)"',
  'class="spoiler-content"',
  'class="message_inline_image"',
  'class="emoji emoji-1f642"',
  'class="emoji emoji-ffffffff"',
  'start="7"',
  'id="top"',
]

const { node } = letrec<{ node: string }>((tie) => ({
  node: oneof(
    { depthSize: 'small' },
    anyText(20).map(escapeHtml),
    constantFrom(
      '<br>',
      '<hr>',
      '<img src="https://evil.example/x.png" alt="&lt;b&gt;">',
      '<input value="x">',
      '<!-- x -->',
    ),
    constantFrom(...rawTags).map((tag) => `<${tag}><img src=x onerror=alert(1)></${tag}>`),
    tuple(
      constantFrom(...tags, ...hostileTags),
      array(constantFrom(...attributes), { maxLength: 3 }),
      array(tie('node')),
    ).map(([tag, some, children]) => `<${[tag, ...some].join(' ')}>${children.join('')}</${tag}>`),
  ),
}))

const shownTag =
  /^<\/?(a|blockquote|br|code|del|em|h[1-6]|hr|li|ol|p|pre|strong|table|tbody|td|th|thead|tr|ul)( (href|start|style)="[^"]*")*\/?>$/

test('only what a mail may have is left of any HTML', async () => {
  await assert(
    asyncProperty(array(node), nat(200), async (nodes, maxCharacters) => {
      const html = await mailHtml(nodes.join(''), { origin, maxCharacters })
      const found = html.match(/<[^>]*>/g) ?? []
      for (const tag of found) expect(tag).toMatch(shownTag)
      expect(html.replaceAll(/<[^>]*>/g, '')).not.toMatch(/[<>]/)
      for (const [, href] of html.matchAll(/ href="([^"]*)"/g)) expect(href).toMatch(/^(https?:\/\/|mailto:)/)
      expect(html).not.toMatch(/url\(|javascript:|alert/)
    }),
  )
})

test('an emoji is its character, and a link without a good address is its text', async () => {
  const html =
    '<p><span class="emoji emoji-1f642">:smile:</span> <a href="javascript:x">here</a> <a href="/x?a=1&amp;b=2">there</a></p>'
  expect(await mailHtml(html, { origin, maxCharacters: 100 })).toBe(
    '<p style="margin: 0 0 8px">🙂 here <a href="https://chat.example.com/x?a=1&amp;b=2" style="color: #0b6478">there</a></p>',
  )
})
