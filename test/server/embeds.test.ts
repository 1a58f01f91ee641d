import { describe, expect, test } from 'vitest'
import { withEmbeds, withoutEmbeds } from '../../src/markdown/embeds'
import { withoutReferences } from '../../src/markdown/references'
import { linkedPages, render, withPages } from '../../src/markdown/render'
import { outsideAddress, ownHosts } from '../../src/previews/addresses'
import { pageIn } from '../../src/previews/page'
import { realm } from '../kit/markdown-realm'

const embedding = { ...realm, embeds: true }

const pages = (count: number) => Array.from({ length: count }, (_, index) => `http://x.com/${index}`)

const pictures = (count: number) => Array.from({ length: count }, (_, index) => `http://x.com/${index}.png`)

describe('pages that a text links to', () => {
  const [a, b] = ['https://a.com/x', 'http://b.com/']

  test.each<[string, string[]]>([
    [`see ${a}, and [that](${b})`, [a, b]],
    [`${a} ${a}\n\n${a}`, [a]],
    ['see a.com/x', ['http://a.com/x']],
    [`* ${a}\n\n# ${b}`, [a, b]],
    [`x|y\n-|-\n${a}|${b}`, [a, b]],
    [`\`\`\`spoiler ${a}\n${b}\n\`\`\``, [a, b]],
    [`> ${a}`, []],
    [`\`\`\`quote\n${a}\n\`\`\``, []],
    [`\`${a}\``, []],
    [`\`\`\`\n${a}\n\`\`\``, []],
    ['https://a.com/x.png https://www.youtube.com/watch?v=0123456789a', []],
    ['ada@a.com [x](tel:1) [x](#narrow) [x](/user_uploads/1/a.txt)', []],
    ['https://chat.example.com/help', []],
  ])('%s', (content, linked) => {
    expect(render(content, embedding).pages).toEqual(linked)
    expect(linkedPages(content, realm)).toEqual(linked)
  })

  test('are ten at most, together with pictures, and else none', () => {
    expect(render(pages(10).join(' '), embedding).pages).toHaveLength(10)
    expect(render(pages(11).join(' '), embedding).pages).toEqual([])
    const both = [...pages(5), ...pictures(6)].join(' ')
    expect(render(both, embedding)).toMatchObject({ pages: [], links: { has_image: false } })
    expect(render(both, { ...embedding, previews: false }).pages).toHaveLength(5)
  })

  test('are none, and count for nothing, where nobody wants them', () => {
    expect(render([...pages(5), ...pictures(6)].join(' '), realm)).toMatchObject({
      pages: [],
      links: { has_image: true },
    })
  })
})

describe('below a message', () => {
  const page = { title: 'T', description: 'D', image: 'https://x.com/a.png' }

  test('a page without a description has none', () => {
    expect(withEmbeds('<p>x</p>', [{ href: 'https://a.com', page: { ...page, description: '' } }])).toBe(
      '<p>x</p>\n<div class="message_embed"><a class="message_embed_image" href="https://a.com" ' +
        'style="background-image: url(https://x.com/a.png)"></a><div class="data-container">' +
        '<div class="message_embed_title"><a href="https://a.com" title="T">T</a></div></div></div>',
    )
  })

  test('what a page says is text', () => {
    const html = withEmbeds('', [{ href: 'https://a.com', page: { ...page, title: `<b a="'">`, description: '&lt;' } }])
    expect(html).toContain(`title="&lt;b a=&quot;'&quot;&gt;">&lt;b a="'"&gt;</a>`)
    expect(html).toContain('<div class="message_embed_description">&amp;lt;</div>')
  })

  test.each([
    ['https://x.com/a(1).png', 'https://x.com/a%281%29.png'],
    [`https://x.com/'a'?b="c"`, 'https://x.com/%27a%27?b=%22c%22'],
    ['https://x.com/a%20b?c=d&e[]=1;f', 'https://x.com/a%20b?c=d&amp;e[]=1;f'],
    ['https://x.com/a\\);color:red;b:url(', 'https://x.com/a%5c%29;color:red;b:url%28'],
  ])('the picture at %s is at %s', (image, address) => {
    expect(withEmbeds('', [{ href: 'https://a.com', page: { ...page, image } }])).toContain(
      `style="background-image: url(${address})"`,
    )
  })

  test('stands what is known, and nothing if it became too long', () => {
    const known = (href: string) => (href === 'https://a.com' ? page : null)
    expect(withPages('<p></p>', ['https://a.com', 'https://b.com'], known)).toBe(
      withEmbeds('<p></p>', [{ href: 'https://a.com', page }]),
    )
    const long = 'x'.repeat(999_900)
    expect(withPages(long, ['https://a.com'], known)).toBe(long)
  })

  test('a text cannot put what looks as if it came from a page', () => {
    const { html } = render('a\n<div class="message_embed">', embedding)
    expect(withoutEmbeds(html)).toBe(html)
  })
})

const picture = '<meta property="og:image" content="/a.png">'

const pageOf = (html: string) => pageIn(html, (address) => URL.parse(address, 'https://x.com/b/c'))

describe('a page says', () => {
  test.each([
    ['<title>T</title>', 'T', ''],
    ['<TITLE>\n a\t b </TITLE>', 'a b', ''],
    ['<title>T</title><svg><title>S</title></svg>', 'T', ''],
    ['<title>T</title><meta property="og:title" content="O"><meta name="twitter:title" content="W">', 'O', ''],
    ['<title>T</title><meta name="twitter:title" content="W">', 'W', ''],
    ['<title>T</title><meta property="og:title" content=" ">', 'T', ''],
    ['<title>T</title><meta name="Description" content="D">', 'T', 'D'],
    ['<title>T</title><meta name=description content=D><meta property=og:description content=O>', 'T', 'O'],
    ['<title>T</title><meta property="og:title" content="1"><meta property="og:title" content="2">', '1', ''],
    ['<title>a &amp;amp; &eacute;&#x41;&#66; &lt;b&gt; \\* &nope;</title>', 'a &amp; éAB <b> \\* &nope;', ''],
    ['<title>a&#10;&#0;\u0001b</title>', 'a &#0; b', ''],
    [`<title>${'é'.repeat(201)}</title>`, `${'é'.repeat(199)}…`, ''],
    [`<title>${'🚀'.repeat(200)}</title>`, '🚀'.repeat(200), ''],
    [`<title>T</title><meta name="description" content="${'d'.repeat(600)}">`, 'T', `${'d'.repeat(499)}…`],
  ])('%s', async (html, title, description) => {
    expect(await pageOf(picture + html)).toEqual({ title, description, image: 'https://x.com/a.png' })
  })

  test.each([
    ['<meta property="og:image" content="d.png">', 'https://x.com/b/d.png'],
    ['<meta name="og:image" content="https://y.com/d.png?a&amp;b">', 'https://y.com/d.png?a&b'],
    ['<meta property="og:image:secure_url" content="//y.com/d.png">', 'https://y.com/d.png'],
    ['<meta name="twitter:image" content="d.png">', 'https://x.com/b/d.png'],
  ])('%s', async (html, image) => {
    expect(await pageOf(`<title>T</title>${html}`)).toMatchObject({ image })
  })

  test.each([
    ['nothing', ''],
    ['no title', picture],
    ['no picture', '<title>T</title>'],
    ['a picture that is nowhere', '<title>T</title><meta property="og:image" content="">'],
    ['what no parser understands', `${'<'.repeat(1000)}${'<a b='.repeat(1000)}`],
  ])('%s', async (_, html) => {
    expect(await pageOf(html)).toBeNull()
  })
})

test.each([
  ['&amp;&lt;&gt;&quot;&#39;&nbsp;', '&<>"\'\u00A0'],
  ['&amp;lt;', '&lt;'],
  ['\\& a &b; &', '\\& a &b; &'],
])('%s means %s', (html, text) => {
  expect(withoutReferences(html)).toBe(text)
})

describe('an address', () => {
  const own = ownHosts('https://acme.chat.org:8443', { ROOT_DOMAIN: 'Chat.org:8443' })

  test.each([
    'https://example.com/a?b#c',
    'http://example.com:8080/',
    'https://localhost.example.com/',
    'https://notchat.org/',
    'https://example.com./',
    'https://test.example.com/',
    'https://home.example.com/',
    'https://mylocal.net/',
    'https://boxes.dev/',
    'https://xn--bcher-kva.example.com/',
    'https://a-b_c.example.co.uk:444/',
  ])('%s is of the world outside', (address) => {
    expect(outsideAddress(address, undefined, own)?.href).toBe(address)
  })

  test.each([
    'http://127.0.0.1/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://8.8.8.8/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://a.localhost:8787/',
    'http://printer.local/',
    'http://metadata.google.internal/',
    'http://metadata.google.internal./',
    'http://intranet/',
    'http://router.home.arpa/',
    'http://localhost../',
    'http://example.com../',
    'http://a..example.com/',
    'http://.example.com/',
    'http://localhost.localdomain/',
    'http://api.default.svc/',
    'http://api.default.svc.cluster.local/',
    'http://fritz.box/',
    'http://nas.lan/',
    'http://wiki.intranet/',
    'http://wiki.corp/',
    'http://pi.home/',
    'http://pi.HOME./',
    'http://abc.onion/',
    'http://a.test/',
    'http://a.example/',
    'http://a.invalid/',
    'http://1.0.0.127.in-addr.arpa/',
    'http://acme.chat.org/',
    'http://other.chat.org:1/',
    'http://chat.org./',
    'https://ada:secret@example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '//example.com',
    'http://',
    `https://example.com/${'x'.repeat(2000)}`,
  ])('%s is not', (address) => {
    expect(outsideAddress(address, undefined, own)).toBeNull()
  })

  test('may be relative to another', () => {
    expect(outsideAddress('../d', 'https://example.com/a/b/c', own)?.href).toBe('https://example.com/a/d')
  })

  test('is not the own one where the deployment has only one organization', () => {
    expect(outsideAddress('https://chat.org/', undefined, ownHosts('https://chat.org', {}))).toBeNull()
  })
})
