import { describe, expect, test } from 'vitest'
import { topLevelDomainLines } from '../../dev/generate/top-level-domains'
import { topLevelDomainList } from '../../src/markdown/top-level-domain-list'
import { topicLinks } from '../../src/markdown/topic-links'
import { linkifierProblem } from '../../src/markdown/linkifiers'
import { render } from '../../src/markdown/render'
import { html, inline, realm } from '../kit/markdown-realm'

const plain = { previews: false }

const link = (href: string, text = href) => `<a href="${href}">${text}</a>`

test('the list of top-level domains is what its generator makes', () => {
  expect(topLevelDomainList.trim()).toBe(topLevelDomainLines())
})

describe('bare links', () => {
  test.each([
    ['http://a.example.com/x?y=1&z=2', link('http://a.example.com/x?y=1&amp;z=2')],
    ['foo.com/bar', link('http://foo.com/bar', 'foo.com/bar')],
    ['www.foo.com', link('http://www.foo.com', 'www.foo.com')],
    ['foo.abogado', link('http://foo.abogado', 'foo.abogado')],
    ['foo.ευ', link('http://foo.ευ', 'foo.ευ')],
    ['me@foo.com', link('mailto:me@foo.com', 'me@foo.com')],
    ['bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT', link('bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT')],
    ['http://localhost:9000/x', link('http://localhost:9000/x')],
    ['http://1.2.3.4:8/', link('http://1.2.3.4:8/')],
    ['http://user:pw@e.com/', link('http://user:pw@e.com/')],
    ['(http://foo.com/a_(b))', `(${link('http://foo.com/a_(b)')})`],
    ['http://foo.com/((((((a))))))', link('http://foo.com/((((((a))))))')],
    ['"http://foo.com"', `"${link('http://foo.com')}"`],
    ['foo.com.', `${link('http://foo.com', 'foo.com')}.`],
    ['http://e.com!', `${link('http://e.com')}!`],
    ['see foo.com, bar.org?', `see ${link('http://foo.com', 'foo.com')}, ${link('http://bar.org', 'bar.org')}?`],
    ['<http://x.com>', `&lt;${link('http://x.com')}&gt;`],
    ['http://x.com/*a*_b_,c;d::e~f', link('http://x.com/*a*_b_,c;d::e~f')],
    ['http://e.com/?a=1', link('http://e.com/?a=1')],
    ['http://e.com/#a', link('http://e.com/#a')],
    ['x:foo.com', `x:${link('http://foo.com', 'foo.com')}`],
    ['a\nfoo.com\nb', `a<br>\n${link('http://foo.com', 'foo.com')}<br>\nb`],
    ['http://e.com/:smile:x', link('http://e.com/:smile:x')],
    ['http://e.com/a@**Ada', link('http://e.com/a@**Ada')],
    ['http://e.com/é', link('http://e.com/é')],
  ])('%o', (content, expected) => {
    expect(inline(content)).toBe(expected)
  })

  test.each([
    'x.com:8080/path',
    '1.2.3.4',
    'EXAMPLE.COM',
    'foo.py',
    'foo.md',
    'foo.zip',
    'foo.java',
    'foo.mov',
    'v1.2.3',
    '//e.com',
    'ftp://e.com/x',
    'file:///x/y',
    'http://e.com?x[]=1',
    'a@b.com/foo',
    'http://',
    'foo.zork',
    'a.b',
    '/foo.com',
    'http://x.com/a"b',
    'bitcoin:xyz',
  ])('%o is none', (content) => {
    expect(inline(content)).toBe(content)
  })
})

describe('titled links', () => {
  test.each([
    ['[t](http://x.com)', link('http://x.com', 't')],
    ['[t](http://x.com "ttl")', '<a href="http://x.com" title="ttl">t</a>'],
    [`[t](http://x.com 'a "b" c')`, '<a href="http://x.com" title="a &quot;b&quot; c">t</a>'],
    ['[t](foo.com)', link('http://foo.com', 't')],
    ['[t](me@foo.com)', link('mailto:me@foo.com', 't')],
    ['[t](/rel)', link('/rel', 't')],
    ['[t](#frag)', link('#frag', 't')],
    ['[](http://x.com)', link('http://x.com')],
    ['[ ](http://x.com)', link('http://x.com')],
    ['[**b** :smile: @**Ada Park**](http://x.com)', link('http://x.com', '**b** :smile: @**Ada Park**')],
    ['[a b](<http://x.com/a b>)', link('http://x.com/a%20b', 'a b')],
    ['[a [b] c](http://x.com/y_(z))', link('http://x.com/y_(z)', 'a [b] c')],
    ['[<i>x</i>](http://x.com)', link('http://x.com', '&lt;i&gt;x&lt;/i&gt;')],
    ['[x](//evil.com)', link('http://evil.com', 'x')],
    ['[a] [b](http://x.com)', `[a] ${link('http://x.com', 'b')}`],
    ['[a]', '[a]'],
    ['[a][b]', '[a][b]'],
    ['[a](', '[a]('],
    ['[a]()', '[a]()'],
    ['[x]: http://y.com', `[x]: ${link('http://y.com')}`],
    ['![alt](http://x.com/i)', `![alt](${link('http://x.com/i')})`],
    ['[v](javascript:alert)', '[v](javascript:alert)'],
    ['[v](data:text/html,x)', '[v](data:text/html,x)'],
    ['javascript:foo.com', `javascript:${link('http://foo.com', 'foo.com')}`],
  ])('%o', (content, expected) => {
    expect(inline(content)).toBe(expected)
  })

  test.each(
    (
      'http https mailto tel sms ftp file bitcoin geo im irc ircs magnet matrix mms news nntp openpgp4fpr sip smsto ssh ' +
      'urn webcal wtai xmpp HTTPS'
    ).split(' '),
  )('may have the scheme %s', (scheme) => {
    expect(inline(`[x](${scheme}:y)`)).toBe(link(`${scheme}:y`, 'x'))
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '&#106;avascript:alert(1)',
    '\u0001javascript:alert(1)',
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
      expect([...html(content).matchAll(/href="(?!http:\/\/)/g)]).toEqual([])
  })
})

describe('links to the realm', () => {
  test.each([
    ['https://chat.example.com/#narrow/is/starred', '#narrow/is/starred'],
    ['https://chat.example.com/help/foo', 'help/foo'],
    ['https://chat.example.com/', 'https://chat.example.com/'],
    ['https://chat.example.com', 'https://chat.example.com'],
    ['https://chat.example.com//evil.com', 'https://chat.example.com//evil.com'],
    ['https://chat.example.com/javascript:alert', 'https://chat.example.com/javascript:alert'],
    ['https://chat.example.com.evil.com/x', 'https://chat.example.com.evil.com/x'],
  ])('%s leads to %s', (address, href) => {
    expect(inline(address)).toBe(link(href, address))
    expect(inline(`[t](${address})`)).toBe(link(href, 't'))
  })
})

describe('what links lead to', () => {
  test.each<[content: string, found: string]>([
    ['http://x.com', 'link'],
    ['[x](http://x.com)', 'link'],
    ['[x](#frag)', 'link'],
    ['> http://x.com', 'link'],
    ['`http://x.com`', ''],
    ['<a href="x">', ''],
    ['x', ''],
    ['http://x.com/a.png', 'link image'],
    ['> http://x.com/a.png', 'link'],
    ['[x](/user_uploads/1/ab/a.txt)', 'link attachment'],
    ['[x](/user_uploads/1/ab/a.png)', 'link image attachment'],
    ['https://chat.example.com/user_uploads/1/ab/a.txt', 'link attachment'],
    ['[x](http://x.com/user_uploads/1/ab/a.txt)', 'link'],
    ['`/user_uploads/1/ab/a.txt`', ''],
  ])('%o has %o', (content, found) => {
    const { links, attachments } = render(content, realm)
    const has = ['link', 'image', 'attachment'].filter((kind) => links[`has_${kind}` as keyof typeof links])
    expect(has.join(' ')).toBe(found)
    expect(attachments.map((path) => path.replace(/\.\w+$/, ''))).toEqual(links.has_attachment ? ['1/ab/a'] : [])
  })
})

const bug = { id: 1, pattern: 'BUG-(?P<n>\\d+)', url_format: 'https://bugs.example.com/%(n)s' }
const bugLink = (n: number) => link(`https://bugs.example.com/${n}`, `BUG-${n}`)

describe('linkifiers', () => {
  const linkifiers = [bug, { id: 2, pattern: '(?P<all>B[A-Z]*-3 x)', url_format: 'https://e.com/100%%/%(all)s' }]

  test.each([
    ['see BUG-12, (BUG-3)', `see ${bugLink(12)}, (${bugLink(3)})`],
    ['BUG-1 BUG-2\nBUG-4', `${bugLink(1)} ${bugLink(2)}<br>\n${bugLink(4)}`],
    ['xBUG-4', 'xBUG-4'],
    ['BUG-5x', 'BUG-5x'],
    ['BUG-5é', 'BUG-5é'],
    ['`BUG-5`', '<code>BUG-5</code>'],
    ['[BUG-5](http://x.com)', link('http://x.com', 'BUG-5')],
    ['http://x.com/,BUG-5', link('http://x.com/,BUG-5')],
    ['#**garden>BUG-5**', inline('#**garden>BUG-5**')],
    ['BUG-3 x', `${bugLink(3)} x`],
    ['BG-3 x', link('https://e.com/100%/BG-3%20x', 'BG-3 x')],
    ['**BUG-1**', '<strong>BUG-1</strong>'],
  ])('%o', (content, expected) => {
    expect(inline(content, { linkifiers })).toBe(expected)
  })

  test('find matches however far they are apart', () => {
    const content = Array.from({ length: 9 }, (_, index) => `${'x '.repeat(index * 150)}BUG-${index}`).join(' ')
    expect(inline(content, { linkifiers }).match(/<a /g)).toHaveLength(9)
  })

  test('leave mentions alone', () => {
    const greedy = [{ id: 1, pattern: 'see (?P<x>.*)', url_format: 'https://e.com/%(x)s' }]
    expect(inline('see @**Ada Park**', { linkifiers: greedy })).toContain('user-mention')
  })

  test.each([
    ['BUG-(?P<n>\\d+)', 'https://bugs.example.com/%(n)s', null],
    ['x', 'https://e.com/%%', null],
    ['#(?P<a>a+)(?P<b>b)', 'http://e.com/?a=%(a)s&b=%(b)s#%(b)s', null],
    ['', 'https://e.com', 'pattern'],
    ['(', 'https://e.com', 'pattern'],
    ['a)(b', 'https://e.com', 'pattern'],
    ['(?=a)', 'https://e.com', 'pattern'],
    ['(a)\\1', 'https://e.com', 'pattern'],
    ['a{1001}', 'https://e.com', 'pattern'],
    ['(abc){400}', 'https://e.com', 'pattern'],
    ['x'.repeat(1001), 'https://e.com', 'pattern'],
    ['(?P<n>a)', 'https://e.com', '__all__'],
    ['a', 'https://e.com/%(n)s', '__all__'],
    ['(?P<n>a)', 'javascript:%(n)s', 'url_format_string'],
    ['(?P<n>a)', '%(n)s', 'url_format_string'],
    ['(?P<n>a)', 'ftp://e.com/%(n)s', 'url_format_string'],
    ['(?P<n>a)', 'https://e.com/%(n)d', 'url_format_string'],
    ['(?P<n>a)', 'https://e.com/%(n)s %', 'url_format_string'],
    ['(?P<n>a)', 'https://', 'url_format_string'],
  ])('%o with %o: %o', (pattern, url_format, field) => {
    expect(linkifierProblem(pattern, url_format)?.field ?? null).toBe(field)
  })
})

describe('links of a topic', () => {
  test.each([
    ['no links', []],
    ['BUG-1 and BUG-2', ['https://bugs.example.com/1', 'https://bugs.example.com/2']],
    ['foo.com BUG-1', ['https://foo.com', 'https://bugs.example.com/1']],
    ['http://x.com/y', ['http://x.com/y']],
    ['me@foo.com', ['mailto:me@foo.com']],
  ])('%o', (topic, urls) => {
    expect(topicLinks(topic, [bug]).map(({ url }) => url)).toEqual(urls)
  })

  test('are those of several linkifiers for the same text', () => {
    const other = { id: 2, pattern: '(?P<x>BUG-\\d)', url_format: 'https://e.com/%(x)s' }
    expect(topicLinks('BUG-1', [bug, other])).toEqual([
      { text: 'BUG-1', url: 'https://bugs.example.com/1' },
      { text: 'BUG-1', url: 'https://e.com/BUG-1' },
    ])
  })
})

const image = (url: string, { src = url, title = '' } = {}) =>
  `<div class="message_inline_image"><a href="${url}"${title === '' ? '' : ` title="${title}"`}><img src="${src}"></a></div>`

const pictures = (count: number): string =>
  Array.from({ length: count }, (_, index) => `http://x.com/${index}.png`).join(' ')

describe('previews', () => {
  const [a, b] = ['http://x.com/a.png', 'http://x.com/b.JPG?c#d']

  test.each([
    [`see ${a}`, `<p>see ${link(a)}</p>\n${image(a)}`],
    [`[t](${a})`, `<p>${link(a, 't')}</p>\n${image(a, { title: 't' })}`],
    [a, image(a)],
    [`* ${a}`, `<ul>\n<li>${image(a)}</li>\n</ul>`],
    [`* see ${a}`, `<ul>\n<li>see ${link(a)}${image(a)}</li>\n</ul>`],
    [`${a} ${b}\n\nend`, `<p>${link(a)} ${link(b)}</p>\n${image(a)}${image(b)}\n<p>end</p>`],
    [`see ${a} ${a}\n\n${a}`, `<p>see ${link(a)} ${link(a)}</p>\n${image(a)}\n<p>${link(a)}</p>`],
    [`# see ${a}`, `<h1>see ${link(a)}</h1>\n${image(a)}`],
    [
      '[t](/user_uploads/1/a.png)',
      `<p>${link('/user_uploads/1/a.png', 't')}</p>\n${image('/user_uploads/1/a.png', { title: 't' })}`,
    ],
    [`> ${a}`, `<blockquote>\n<p>${link(a)}</p>\n</blockquote>`],
    ['```quote\n' + a + '\n```', `<blockquote>\n<p>${link(a)}</p>\n</blockquote>`],
    [
      '```spoiler\n' + a + '\n```',
      '<div class="spoiler-block"><div class="spoiler-header">\n</div>' +
        `<div class="spoiler-content" aria-hidden="true">\n${image(a)}\n</div></div>`,
    ],
    ['http://pasteboard.co/a.png', `<p>${link('http://pasteboard.co/a.png')}</p>`],
    ['http://x.com/a.svg', `<p>${link('http://x.com/a.svg')}</p>`],
    ['[t](file:a.png)', `<p>${link('file:a.png', 't')}</p>`],
    [
      'https://www.youtube.com/watch?v=0123456789a',
      `<p>${link('https://www.youtube.com/watch?v=0123456789a')}</p>\n` +
        '<div class="youtube-video message_inline_image"><a data-id="0123456789a" ' +
        'href="https://www.youtube.com/watch?v=0123456789a"><img src="https://i.ytimg.com/vi/0123456789a/default.jpg"></a></div>',
    ],
    [
      'see https://github.com/o/r/blob/main/x/y.png',
      `<p>see ${link('https://github.com/o/r/blob/main/x/y.png')}</p>\n` +
        image('https://github.com/o/r/blob/main/x/y.png', {
          src: 'https://raw.githubusercontent.com/o/r/main/x/y.png',
        }),
    ],
    [
      'see https://en.wikipedia.org/wiki/File:X.jpg',
      `<p>see ${link('https://en.wikipedia.org/wiki/File:X.jpg')}</p>\n` +
        image('https://en.wikipedia.org/wiki/Special:FilePath/File:X.jpg'),
    ],
  ])('%o', (content, expected) => {
    expect(html(content)).toBe(expected)
  })

  test('of ten different pictures are shown, of eleven none', () => {
    expect(html(pictures(10)).match(/<img /g)).toHaveLength(10)
    expect(html(`${pictures(10)} ${pictures(10)}`).match(/<img /g)).toHaveLength(10)
    expect(html(pictures(11))).not.toContain('<img ')
    expect(render(pictures(11), realm).links.has_image).toBe(false)
  })

  test('are not shown where the realm does not want them', () => {
    expect(html(a, plain)).toBe(`<p>${link(a)}</p>`)
    expect(render(a, { ...realm, ...plain }).links).toMatchObject({ has_link: true, has_image: false })
  })

  test('in a table stand after it', () => {
    expect(html(`a|b\n-|-\n${a}|x`)).toMatch(/<\/table>\n<div class="message_inline_image">/)
  })
})
