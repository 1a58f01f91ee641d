import * as fc from 'fast-check'
import { parseFragment, serialize, type DefaultTreeAdapterMap } from 'parse5'
import { describe, expect, test } from 'vitest'
import { withEmbeds, withoutEmbeds } from '../../src/markdown/embeds'
import { mentionTexts } from '../../src/markdown/mentions'
import { normalized, render, renderDescription } from '../../src/markdown/render'
import { streamNames } from '../../src/markdown/stream-links'
import { realm } from '../kit/markdown-realm'
import { longMarkdownish, markdownish } from '../kit/markdown-texts'

type Node = DefaultTreeAdapterMap['childNode']
type Element = DefaultTreeAdapterMap['element']

const everything = {
  ...realm,
  translate_emoticons: true,
  linkifiers: [{ id: 1, pattern: 'BUG-(?P<n>[^ ]+)', url_format: 'https://bugs.example.com/%(n)s' }],
}

const embedding = { ...realm, embeds: true }

const oneOf = (...values: string[]) => new RegExp(`^(?:${values.join('|')})$`)
const any = /^/
const id = /^(?:\d+|\*)$/

/** Where a link may lead: by the rule that a browser applies to what it finds there. */
const address = {
  test: (href: string) =>
    oneOf(
      ...'http https mailto tel sms ftp file bitcoin geo im irc ircs magnet matrix mms news nntp openpgp4fpr sip smsto'.split(
        ' ',
      ),
      ...'ssh urn webcal wtai xmpp'.split(' '),
    ).test((URL.parse(href, 'https://chat.example.com/x')?.protocol ?? 'http:').slice(0, -1)),
}
/** Of the web or of this server. */
const picture = { test: (src: string) => /^(?:https?:\/\/|(?![^/?#]*:))/.test(src) && address.test(src) }

type Attributes = Record<string, { test(value: string): boolean }>

/** Every tag of the dialect with every attribute that it may have. */
const allowed: Record<string, Attributes> = {
  ...Object.fromEntries(
    'p em strong del pre code ul li blockquote h1 h2 h3 h4 h5 h6 table thead tbody tr br hr'
      .split(' ')
      .map((tag) => [tag, {}]),
  ),
  ol: { start: /^\d{1,9}$/ },
  th: { align: oneOf('left', 'center', 'right') },
  td: { align: oneOf('left', 'center', 'right') },
  a: {
    href: address,
    title: any,
    class: oneOf('stream', 'stream-topic', 'message_embed_image'),
    // The only style outside of formulas: one picture of the web, with nothing in its address that could end it.
    style: /^background-image: url\(https?:\/\/[^\s"'()<>\\]+\)$/,
    'data-stream-id': id,
    'data-id': /^[\w-]{11}$/,
  },
  img: { alt: /^:[\w+.-]+:$/, class: oneOf('emoji'), src: picture, title: any },
  span: {
    class: oneOf(
      'user-mention',
      'user-mention silent',
      'user-group-mention',
      'user-group-mention silent',
      'emoji emoji-[0-9a-f-]+',
      'tex-error',
      'timestamp-error',
      'katex',
      'katex-display',
      '[a-z][a-z0-9]?',
    ),
    'data-user-id': id,
    'data-user-group-id': id,
    'aria-label': any,
    role: oneOf('img'),
    title: any,
  },
  time: { datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/ },
  div: {
    class: oneOf(
      'codehilite',
      'spoiler-block',
      'spoiler-header',
      'spoiler-content',
      'message_inline_image',
      'youtube-video message_inline_image',
      'message_embed',
      'data-container',
      'message_embed_title',
      'message_embed_description',
    ),
    'data-code-language': any,
    'aria-hidden': oneOf('true'),
  },
}

/** What KaTeX makes within `<span class="katex">`: the only place with styles, and with these only. */
const styles =
  /^(?:(?:height|width|min-width|vertical-align|top|left|bottom|margin-left|margin-right|margin-top|padding-left|padding-right|border-bottom-width|border-top-width|border-right-width|border-left-width|border-width|border-color|border-style|color|background-color|position|font-size):[-#.\w%]+;?)*$/
const mathematics =
  /^(?:span|svg|path|line|math|semantics|annotation|m(?:row|i|n|o|text|s|space|sup|sub|subsup|frac|sqrt|root|over|under|underover|table|tr|td|style|padded|phantom|enclose|multiscripts|labeledtr|glyph|error))$/
const mathematical =
  /^(?:class|style|aria-hidden|xmlns|width|height|viewBox|preserveAspectRatio|d|display|encoding|mathvariant|mathcolor|mathbackground|stretchy|fence|separator|lspace|rspace|minsize|maxsize|linethickness|scriptlevel|displaystyle|accent|accentunder|columnalign|columnspacing|rowspacing|columnlines|rowlines|notation|depth|voffset|movablelimits|symmetric|side|x1|x2|y1|y2|stroke-width|linebreak|align)$/

function problems(nodes: readonly Node[], inMath = false): string[] {
  return nodes.flatMap((node) => {
    if (node.nodeName === '#text') return []
    if (!('tagName' in node)) return [`a node ${node.nodeName}`]
    const isMath = inMath || node.attrs.some(({ name, value }) => name === 'class' && value === 'katex')
    return [...problemsOf(node, inMath), ...problems(node.childNodes, isMath)]
  })
}

function problemsOf({ tagName, attrs }: Element, inMath: boolean): string[] {
  if (inMath) {
    const strange = attrs.filter(
      ({ name, value }) => !mathematical.test(name) || (name === 'style' && !styles.test(value)),
    )
    if (!mathematics.test(tagName)) return [`<${tagName}> in a formula`]
    return strange.map(({ name, value }) => `<${tagName} ${name}="${value}"> in a formula`)
  }
  const known = allowed[tagName]
  if (known === undefined) return [`<${tagName}>`]
  return attrs
    .filter(({ name, value }) => known[name]?.test(value) !== true)
    .map(({ name, value }) => `<${tagName} ${name}="${value}">`)
}

/** Tags in their order; of formulas only the outermost. */
const tagsOf = (html: string): string[] =>
  [...html.matchAll(/<\/?([a-z][a-z0-9]*)(?:[^>"']|"[^"]*"|'[^']*')*>/gi)]
    .map(([tag, name]) => (tag.startsWith('</') ? `/${name}` : name!))
    .filter((name) => !/path|line/.test(name))

function assertSafe(content: string): void {
  for (const html of [render(normalized(content), everything).html, renderDescription(content)]) assertSafeHtml(html)
}

function assertSafeHtml(html: string): void {
  const fragment = parseFragment(html)
  expect(problems(fragment.childNodes).slice(0, 5)).toEqual([])
  // The tree that a browser sees is the one that was meant: no tag is moved, dropped or made up.
  if (tagsOf(serialize(fragment)).join() !== tagsOf(html).join()) expect(serialize(fragment)).toBe(html)
}

/** Fails for what nobody would have looked up. */
const oneKnown = (known: string[]) => (name: string) => {
  expect(known).toContain(name)
  return null
}

describe('whatever is written', () => {
  test('only tags and attributes of the dialect come out, in a tree, and no link runs anything', () => {
    fc.assert(fc.property(markdownish, assertSafe), { numRuns: 20_000 })
  }, 60_000)

  test('nor does anything else when it is as long as it may be', () => {
    fc.assert(
      fc.property(longMarkdownish, (content) => {
        try {
          assertSafe(content)
        } catch (error) {
          // Formulas upon formulas become longer than any message is.
          expect(error).toMatchObject({ refusal: { msg: 'Message is too complex to be shown' } })
        }
      }),
      { numRuns: 100 },
    )
  }, 60_000)

  test('a link to a made-up address keeps to the allowed schemes', () => {
    const parts = [
      ...Array.from('javascript:'),
      ...Array.from('data:'),
      '&colon;',
      '&Tab;',
      '&#58;',
      '\t',
      ' ',
      '%3A',
      '\u0001',
      '/',
      '\\',
      '#',
      '\n',
    ]
    const made = fc.array(fc.constantFrom(...parts), { maxLength: 16 }).map((chosen) => chosen.join(''))
    fc.assert(
      fc.property(fc.oneof(made, markdownish), (to) => {
        for (const content of [`[x](${to})`, `[x](<${to}>)`, `<${to}>`, `https://chat.example.com/${to}`])
          assertSafe(content)
      }),
      { numRuns: 1000 },
    )
  }, 60_000)

  test('what a page says of itself is shown as text, and its picture as an address', () => {
    const pieces = [
      ...Array.from(`'"<>()\\;:&%#?/ {}\n\0\t`),
      '</div>',
      '<script>',
      'url(',
      ');',
      '&quot;',
      '*/',
      'é',
      'a',
    ]
    const said = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((chosen) => chosen.join(''))
    fc.assert(
      fc.property(markdownish, said, said, said, (content, title, description, address) => {
        const { html } = render(normalized(content), everything)
        const image = URL.parse(address, 'https://pictures.example/')?.href ?? ''
        fc.pre(/^https?:/.test(image))
        const { pages } = render(`https://a.example/${title} [x](https://b.example/${address})`, embedding)
        const whole = withEmbeds(
          html,
          pages.map((href) => ({ href, page: { title, description, image } })),
        )
        assertSafeHtml(whole.replaceAll('\0', ''))
        expect(withoutEmbeds(whole)).toBe(html)
      }),
      { numRuns: 3000 },
    )
  }, 60_000)

  test('nobody is mentioned whom the realm does not know', () => {
    fc.assert(
      fc.property(markdownish, (content) => {
        expect(renderDescription(content)).not.toMatch(/data-(?:user|user-group|stream)-id="\d/)
      }),
      { numRuns: 1000 },
    )
  })

  test('a mentioned user is rendered as mentioned', () => {
    fc.assert(
      fc.property(markdownish, (content) => {
        const { html, mentioned, groups, wildcard } = render(normalized(content), realm)
        for (const id of mentioned) expect(html).toContain(`<span class="user-mention" data-user-id="${id}">`)
        for (const id of groups) expect(html).toContain(`<span class="user-group-mention" data-user-group-id="${id}">`)
        expect(html.includes('<span class="user-mention" data-user-id="*">')).toBe(wildcard)
      }),
      { numRuns: 1000 },
    )
  })

  test('what is asked for while rendering was found beforehand', () => {
    fc.assert(
      fc.property(markdownish, (content) => {
        const text = normalized(content)
        const { users, groups } = mentionTexts(text)
        const streams = streamNames(text)
        render(text, { ...realm, user: oneKnown(users), group: oneKnown(groups), stream: oneKnown(streams) })
      }),
      { numRuns: 1000 },
    )
  })

  test('rendering twice gives the same', () => {
    fc.assert(
      fc.property(markdownish, (content) => {
        expect(render(normalized(content), everything)).toEqual(render(normalized(content), everything))
      }),
    )
  })
})
