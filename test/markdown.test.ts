import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mentionTexts, nameAndId, type MentionLookup } from '../src/markdown/mentions'
import { plainText, render, renderDescription } from '../src/markdown/render'

const people = [
  { id: 7, full_name: 'Ada Park' },
  { id: 8, full_name: 'Bo Li' },
  { id: 9, full_name: `<b onclick='x'>"Mallory" & co</b>` },
]

const lookup: MentionLookup = (text) => {
  const { name, id } = nameAndId(text)
  const person = people.find(
    (one) => (id === null || one.id === id) && (name === '' || one.full_name.toLowerCase() === name.toLowerCase()),
  )
  return person === undefined ? null : { kind: 'user', ...person }
}

const html = (content: string): string => render(content, lookup).html

describe('what the dialect knows', () => {
  test.each([
    ['hello', '<p>hello</p>'],
    ['', ''],
    ['one\ntwo', '<p>one<br>\ntwo</p>'],
    ['one\n\ntwo', '<p>one</p>\n<p>two</p>'],
    ['*c*', '<p><em>c</em></p>'],
    ['**b**', '<p><strong>b</strong></p>'],
    ['`code`', '<p><code>code</code></p>'],
    ['`<&nbsp;>`', '<p><code>&lt;&amp;nbsp;&gt;</code></p>'],
    ['# Title', '<h1>Title</h1>'],
    ['* x\n* y', '<ul>\n<li>x</li>\n<li>y</li>\n</ul>'],
    ['1. a\n2. b', '<ol>\n<li>a</li>\n<li>b</li>\n</ol>'],
    ['3. a\n3. b', '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>'],
    ['> q\n> r', '<blockquote>\n<p>q<br>\nr</p>\n</blockquote>'],
    ['---', '<hr>'],
    ['/me waves', '<p>/me waves</p>'],
    ['http://x.com/y?z=1&w=2', '<p><a href="http://x.com/y?z=1&amp;w=2">http://x.com/y?z=1&amp;w=2</a></p>'],
    ['[t](http://x.com)', '<p><a href="http://x.com">t</a></p>'],
    ['[t](http://x.com "ttl")', '<p><a href="http://x.com" title="ttl">t</a></p>'],
    ['[t](/rel)', '<p><a href="/rel">t</a></p>'],
    ['[t](#frag)', '<p><a href="#frag">t</a></p>'],
    ['[a b](<http://x.com/a b>)', '<p><a href="http://x.com/a%20b">a b</a></p>'],
    ['me@foo.com', '<p><a href="mailto:me@foo.com">me@foo.com</a></p>'],
  ])('%o is %o', (content, expected) => {
    expect(html(content)).toBe(expected)
  })
})

describe('raw HTML', () => {
  test.each([
    ['<b>x</b>', '<p>&lt;b&gt;x&lt;/b&gt;</p>'],
    ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['<!-- x -->', '<p>&lt;!-- x --&gt;</p>'],
    ['<img src=x onerror=alert(1)>', '<p>&lt;img src=x onerror=alert(1)&gt;</p>'],
    ['![x](http://x.com/i.png)', '<p>!<a href="http://x.com/i.png">x</a></p>'],
    ['# <i>x</i>', '<h1>&lt;i&gt;x&lt;/i&gt;</h1>'],
    ['> <i>x</i>', '<blockquote>\n<p>&lt;i&gt;x&lt;/i&gt;</p>\n</blockquote>'],
    ['[<i>x</i>](http://x.com)', '<p><a href="http://x.com">&lt;i&gt;x&lt;/i&gt;</a></p>'],
    ['```"><script>\nx\n```', '<pre><code class="language-&quot;&gt;&lt;script&gt;">x\n</code></pre>'],
  ])('%o is shown as text', (content, expected) => {
    expect(html(content)).toBe(expected)
  })
})

describe('links', () => {
  test.each(['http', 'https', 'mailto', 'tel', 'sms', 'ftp', 'xmpp', 'matrix', 'magnet', 'HTTPS'])(
    'may have the scheme %s',
    (scheme) => {
      expect(html(`[x](${scheme}:y)`)).toContain('<a href="')
    },
  )

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'javascript&colon;alert(1)',
    '&#106;avascript:alert(1)',
    '\u0001javascript:alert(1)',
    'java&Tab;script:alert(1)',
    'java&NewLine;script:alert(1)',
    '<javascript:alert(1)>',
    '< javascript:alert(1)>',
    '<java\tscript:alert(1)>',
    'vbscript:x',
    'data:text/html,x',
    'data:image/png;base64,AAAA',
    'data:image/svg+xml;base64,AAAA',
    'blob:http://x.com/y',
    'filesystem:x',
    'view-source:x',
    'intent:x',
    'foo:bar',
    ':x',
  ])('may not go to %s', (address) => {
    for (const content of [`[x](${address})`, `<${address}>`, `[x][y]\n\n[y]: ${address}`, address])
      expect(hrefs(html(content)).filter((href) => !href.startsWith('http://'))).toEqual([])
  })
})

describe('mentions', () => {
  const ada = '<span class="user-mention" data-user-id="7">@Ada Park</span>'
  const silent = '<span class="user-mention silent" data-user-id="7">Ada Park</span>'

  test.each<[content: string, expected: string, mentioned: number[]]>([
    ['@**Ada Park**', ada, [7]],
    ['@**ada park**', ada, [7]],
    ['@**Ada Park|7**', ada, [7]],
    ['@**|7**', ada, [7]],
    ['@_**Ada Park**', silent, []],
    ['@**Ada Park**!', `${ada}!`, [7]],
    ['(@**Ada Park**)', `(${ada})`, [7]],
    ['@**Bo Li|7**', '@<strong>Bo Li|7</strong>', []],
    ['@**Nobody**', '@<strong>Nobody</strong>', []],
    ['a@**Ada Park**', 'a@<strong>Ada Park</strong>', []],
    ['@Ada', '@Ada', []],
    ['`@**Ada Park**`', '<code>@**Ada Park**</code>', []],
    ['@**Ada Park** @_**Ada Park** @**Ada Park**', `${ada} ${silent} ${ada}`, [7]],
    [
      '@**|9**',
      `<span class="user-mention" data-user-id="9">@&lt;b onclick='x'&gt;&quot;Mallory&quot; &amp; co&lt;/b&gt;</span>`,
      [9],
    ],
    ['[@**Ada Park**](http://x.com)', '<a href="http://x.com">@<strong>Ada Park</strong></a>', []],
  ])('%o', (content, expected, mentioned) => {
    const rendered = render(content, lookup)

    expect(rendered.html.replace('&lt;b onclick=&#39;x&#39;', `&lt;b onclick='x'`)).toBe(`<p>${expected}</p>`)
    expect(rendered.mentioned).toEqual(mentioned)
    expect(rendered.wildcard).toBe(false)
  })

  test('in a quote are silent, and outside of it again are not', () => {
    expect(render('> @**Ada Park** @**all**', lookup)).toMatchObject({
      html:
        `<blockquote>\n<p>${silent} ` +
        '<span class="user-mention silent" data-user-id="*">all</span></p>\n</blockquote>',
      mentioned: [],
      wildcard: false,
    })
    expect(render('> > @**Ada Park**\n\n@**Bo Li**', lookup).mentioned).toEqual([8])
    expect(render('> * # @**Ada Park**', lookup).mentioned).toEqual([])
  })

  test.each(['all', 'everyone', 'stream'])('@**%s** is for all', (word) => {
    expect(render(`@**${word}**`, lookup)).toMatchObject({
      html: `<p><span class="user-mention" data-user-id="*">@${word}</span></p>`,
      mentioned: [],
      wildcard: true,
    })
    expect(render(`@_**${word}**`, lookup)).toMatchObject({
      html: `<p><span class="user-mention silent" data-user-id="*">${word}</span></p>`,
      wildcard: false,
    })
  })

  test('are looked up beforehand by the same text as while rendering', () => {
    fc.assert(
      fc.property(markdownish, (content) => {
        const before = new Set(mentionTexts(content))
        render(content, (text) => {
          expect(before).toContain(text)
          return lookup(text)
        })
      }),
    )
  })

  test.each<[text: string, name: string, id: number | null]>([
    ['Ada', 'Ada', null],
    ['Ada|7', 'Ada', 7],
    ['|7', '', 7],
    ['Ada|x', 'Ada|x', null],
    ['Ada|7|8', 'Ada|7', 8],
    [`Ada|${'9'.repeat(400)}`, `Ada|${'9'.repeat(400)}`, null],
  ])('%o names %o with the id %o', (text, name, id) => {
    expect(nameAndId(text)).toEqual({ name, id })
  })
})

test.each([
  ['http://x.com', true],
  ['[x](http://x.com)', true],
  ['`http://x.com`', false],
  ['<a href="x">', false],
  ['x', false],
])('%o has a link: %o', (content, has_link) => {
  expect(render(content, lookup).links.has_link).toBe(has_link)
})

/** Pieces that mean something, glued in any order. */
const markdownish = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '*',
        '**',
        '***',
        '_',
        '~~',
        '`',
        '``',
        '```',
        '\n',
        '\n\n',
        '    ',
        '> ',
        '* ',
        '1. ',
        '# ',
        '---',
        '|',
        '[',
        ']',
        '(',
        ')',
        '](',
        '![',
        '<',
        '>',
        '"',
        "'",
        '&',
        '&lt;',
        '&#60;',
        '&quot;',
        '\\',
        ':',
        '@',
        '@_',
        '@**Ada Park**',
        '@_**Bo Li**',
        '@**|9**',
        '@**all**',
        '@**Nobody**',
        'http://x.com/',
        'foo.com',
        'a@b.co',
        'javascript:alert(1)',
        'JAVASCRIPT:',
        'data:text/html,',
        'vbscript:',
        '<script>',
        '</script>',
        '<img src=x ',
        'onerror=alert(1)',
        'onclick="x"',
        ' style=x',
        '<a href="javascript:x">',
        '&#106;avascript:',
        '\t',
        '\0',
        '🌊',
      ),
      fc.string({ maxLength: 5 }),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(''))

/** Every tag that the dialect has, in the only forms in which it writes them. */
const harmless = [
  /<\/?(p|em|strong|s|del|code|pre|ul|ol|li|blockquote|h[1-6]|table|thead|tbody|tr|th|td)>/g,
  /<(br|hr)>/g,
  /<ol start="\d+">/g,
  /<(th|td) (style="text-align:(left|center|right)"|align="(left|center|right)")>/g,
  /<code class="language-[^"<>]*">/g,
  /<a href="[^"<>]*"( title="[^"<>]*")?>|<\/a>/g,
  /<span class="user-mention( silent)?" data-user-id="(\d+|\*)">|<\/span>/g,
]

const hrefs = (rendered: string): string[] =>
  [...rendered.matchAll(/ href="([^"]*)"/g)].map((match) => match[1]!.replaceAll('&amp;', '&'))

const runs = { numRuns: 1000 }

/** The clock of a Worker stands still but for input and output. */
async function now(): Promise<number> {
  await scheduler.wait(0)
  return Date.now()
}

describe('whatever is written', () => {
  test('no tag appears but those of the dialect, in their harmless forms', () => {
    fc.assert(
      fc.property(markdownish, (content) => {
        const text = harmless.reduce((rest, tag) => rest.replaceAll(tag, ''), html(content))
        expect(text).not.toMatch(/[<>]/)
      }),
      runs,
    )
  })

  test('no link runs a script', () => {
    fc.assert(
      fc.property(markdownish, (content) => {
        for (const href of hrefs(html(content)))
          expect(href).toMatch(/^(https?:|mailto:|ftp:|file:|[^:]*$|[^:]*[/?#])/i)
      }),
      runs,
    )
  })

  test('a link to a made-up address keeps to the allowed schemes', () => {
    const address = fc
      .array(
        fc.constantFrom(
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
        ),
        { maxLength: 16 },
      )
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(address, markdownish), (to) => {
        for (const content of [`[x](${to})`, `[x](<${to}>)`, `<${to}>`, `[x]\n\n[x]: ${to}`])
          for (const href of hrefs(html(content)))
            expect(href).not.toMatch(
              /^[\s\0-\u0020]*(j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t|d\s*a\s*t\s*a|vbscript)\s*:/i,
            )
      }),
      runs,
    )
  })

  test('without a mention of all nobody is mentioned whom the lookup does not know', () => {
    fc.assert(
      fc.property(markdownish, (content) => {
        const rendered = render(content, () => null)
        expect(rendered.mentioned).toEqual([])
        expect(rendered.html).not.toMatch(/data-user-id="\d/)
      }),
      runs,
    )
  })

  test('whoever is mentioned is shown as mentioned', () => {
    fc.assert(
      fc.property(markdownish, (content) => {
        const rendered = render(content, lookup)
        for (const id of rendered.mentioned)
          expect(rendered.html).toContain(`<span class="user-mention" data-user-id="${id}">`)
        expect(rendered.html.includes('<span class="user-mention" data-user-id="*">')).toBe(rendered.wildcard)
      }),
      runs,
    )
  })

  test('rendering twice gives the same', () => {
    fc.assert(
      fc.property(markdownish, (content) => {
        expect(render(content, lookup)).toEqual(render(content, lookup))
        expect(renderDescription(content)).toBe(renderDescription(content))
      }),
    )
  })

  test.each([
    ['stars', '*'.repeat(10_000)],
    ['stars with letters', '*a'.repeat(5000)],
    ['opening brackets', '['.repeat(10_000)],
    ['links that never close', '[x]('.repeat(2500)],
    ['opening mentions', '@**'.repeat(3333)],
    ['mentions that never close', `@**${'x @'.repeat(3300)}`],
    ['backticks', Array.from({ length: 140 }, (_, index) => '`'.repeat(index)).join(' ')],
    ['quotes', '> '.repeat(5000)],
    ['nested lists', Array.from({ length: 140 }, (_, index) => `${' '.repeat(index)}* x`).join('\n')],
    ['angle brackets', '<'.repeat(10_000)],
    ['ampersands', '&'.repeat(10_000)],
    ['addresses', 'http://a.b '.repeat(900)],
    ['dots', 'a.'.repeat(5000)],
    ['at signs', 'a@'.repeat(5000)],
    ['columns', '|'.repeat(5000) + '\n' + '|-'.repeat(2500)],
  ])('the longest message is rendered in time: %s', async (_, content) => {
    const start = await now()
    html(content)
    expect((await now()) - start).toBeLessThan(4000)
  })
})

describe('plain text', () => {
  test.each([
    ['hello *world*', 'hello world'],
    ['a < b && c > "d"', 'a < b && c > "d"'],
    ['# one\n\n* two\n* three', 'one two three'],
    ['&lt;b&gt;', '<b>'],
    ['&amp;lt;', '&lt;'],
    ['<b>x</b>', '<b>x</b>'],
    ['@**Ada Park**', '@Ada Park'],
    ['[text](http://x.com "title")', 'text'],
    ['', ''],
  ])('of %o is %o', (content, expected) => {
    expect(plainText(html(content))).toBe(expected)
  })

  test('of words is those words', () => {
    const words = fc.array(fc.stringMatching(/^[a-zäöü]{1,8}$/), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(words, (list) => {
        expect(plainText(html(list.join(' ')))).toBe(list.join(' '))
        expect(plainText(html(list.join('\n')))).toBe(list.join(' '))
        expect(plainText(html(list.map((word) => `**${word}**`).join('\n\n')))).toBe(list.join(' '))
        expect(plainText(html(list.map((word) => `> * ${word}`).join('\n')))).toBe(list.join(' '))
      }),
    )
  })

  test('has no white edges and no double spaces, and every character of escaped text', () => {
    fc.assert(
      fc.property(markdownish, (content) => {
        expect(plainText(html(content))).not.toMatch(/^\s|\s$|\s\s/)
      }),
    )
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", 'a', ';', '#'), minLength: 1 }),
        (text) => {
          expect(plainText(html('x`' + text + '`'))).toBe(`x ${text}`)
        },
      ),
    )
  })
})
