import { describe, expect, test } from 'vitest'
import { feedIn } from '../../src/integrations/feeds/document'
import { entryContent } from '../../src/integrations/feeds/entry-message'
import type { FeedEntry } from '../../src/integrations/feeds/feed'
import { nothingKnown } from '../../src/markdown/context'
import { render } from '../../src/markdown/render'

const read = (document: string, type = 'application/xml') => feedIn(new TextEncoder().encode(document), type)

const expected = {
  title: 'Tides & weather',
  entries: [
    {
      id: 'tide-7',
      title: 'High < low',
      link: 'https://tides.example.com/7',
      author: 'Ada Park',
      text: 'It was high.\nThen low.',
      dated_at: Date.UTC(2026, 4, 4, 9, 30),
    },
  ],
}

const rssItem = `
  <title>High &amp;lt; low</title>
  <link>https://tides.example.com/7</link>
  <guid isPermaLink="false">tide-7</guid>
  <dc:creator>Ada Park</dc:creator>
  <pubDate>Mon, 04 May 2026 09:30:00 GMT</pubDate>
  <description><![CDATA[<style>p { color: red }</style><p>It was <b>high</b>.</p>Then low.]]></description>`

const formats: Readonly<Record<string, string>> = {
  'RSS 2.0': `<?xml version="1.0"?><!-- tides --><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
    <title>Tides &amp;amp; weather</title><atom:link href="https://tides.example.com/rss" rel="self"/>
    <image><title>Not this</title></image><item>${rssItem}</item></channel></rss>`,
  'RSS 1.0': `<rdf:RDF><channel rdf:about="x"><title>Tides &amp;amp; weather</title><items><rdf:Seq/></items></channel>
    <item rdf:about="https://tides.example.com/7">${rssItem}</item></rdf:RDF>`,
  Atom: `<feed xmlns="http://www.w3.org/2005/Atom"><title>Tides &amp; weather</title><entry>
    <id>tide-7</id><title type="html">High &amp;lt; low</title>
    <link rel="edit" href="https://tides.example.com/edit"/><link href="https://tides.example.com/7"/>
    <author><name>Ada Park</name><email>ada@example.com</email></author><source><title>Not this</title></source>
    <published>2026-05-04T09:30:00Z</published><content type="html">&lt;p&gt;It was high.&lt;/p&gt;Then low.</content>
  </entry></feed>`,
  'Atom with a prefix': `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>Tides &amp; weather</a:title><a:entry>
    <a:id>tide-7</a:id><a:title>High &lt; low</a:title><a:link href="https://tides.example.com/7"/>
    <a:author><a:name>Ada Park</a:name></a:author><a:updated>2026-05-04T09:30:00Z</a:updated>
    <a:summary>It was high.\nThen low.</a:summary></a:entry></a:feed>`,
  'JSON Feed': JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Tides & weather',
    items: [
      {
        id: 'tide-7',
        title: 'High < low',
        url: 'https://tides.example.com/7',
        authors: [{ name: 'Ada Park' }],
        date_published: '2026-05-04T09:30:00Z',
        content_html: '<p>It was high.</p>Then low.',
      },
    ],
  }),
}

test.each(Object.entries(formats))('%s is read', (_, document) => {
  expect(read(document)).toMatchObject(expected)
})

test.each([
  ['a ttl', '<ttl>90</ttl>', 5400],
  ['a period', '<sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>4</sy:updateFrequency>', 21_600],
  ['the longer one of both', '<ttl>1</ttl><sy:updatePeriod>hourly</sy:updatePeriod>', 3600],
  ['none', '<ttl>soon</ttl><sy:updatePeriod>hourly</sy:updatePeriod><sy:updateFrequency>0</sy:updateFrequency>', null],
])('a feed says how often it wants to be read: %s', (_, elements, seconds) => {
  expect(read(`<rss><channel>${elements}</channel></rss>`)?.minIntervalSeconds).toBe(seconds)
})

test.each([
  ['the type of the answer', 'application/xml; charset=iso-8859-1', [], ''],
  ['the document', 'text/xml', [], '<?xml version="1.0" encoding="ISO-8859-1"?>'],
])('the encoding is that of %s', (_, type, mark, declaration) => {
  const bytes = Buffer.concat([
    Buffer.from(mark),
    Buffer.from(`${declaration}<rss><channel><title>Flut für alle`, 'latin1'),
  ])
  expect(feedIn(Buffer.concat([bytes, Buffer.from('</title></channel></rss>')]), type)?.title).toBe('Flut für alle')
})

test('a byte order mark says more about the encoding than anything else', () => {
  const bytes = Buffer.from(
    '\uFEFF<?xml version="1.0" encoding="utf-8"?><rss><channel><title>Ebbe</title></channel></rss>',
    'utf16le',
  )
  expect(feedIn(bytes, 'text/xml; charset=utf-8')?.title).toBe('Ebbe')
})

test('an encoding that nobody knows is taken for UTF-8', () => {
  expect(read('<?xml version="1.0" encoding="tide"?><rss><channel><title>Für</title></channel></rss>')?.title).toBe(
    'Für',
  )
})

const item = '<item><guid>x</guid><title>x</title></item>'

describe('a hostile document', () => {
  test.each([
    ['a web page', '<!doctype html><html><head><title>Tides</title></head><body><p>x</body></html>'],
    ['JSON that is no feed', '{"items": [{"id": 1}]}'],
    ['JSON that breaks off', '{"version": "https://jsonfeed.org/version/1", "items": ['],
    ['nothing', ''],
    ['no text', '\0\u0001\uFFFF'.repeat(1000)],
    ['a hundred thousand elements in each other', `<rss>${'<a>'.repeat(100_000)}`],
    ['a million brackets', '<'.repeat(1_000_000)],
  ])('is no feed: %s', (_, document) => {
    expect(read(document)).toBeNull()
  })

  test('gives at most a thousand entries', () => {
    expect(read(`<rss><channel>${item.repeat(20_000)}</channel></rss>`)?.entries).toHaveLength(1000)
  })

  test('cannot grow by entities that it declares', () => {
    const entities = Array.from({ length: 20 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`)
    const document = `<!DOCTYPE rss [<!ENTITY l0 "lol">${entities.join('')}]><rss><channel><title>&l20;</title></channel></rss>`
    expect(read(document)?.title).toBe('&l20;')
  })

  test('reads no file', () => {
    const document = `<!DOCTYPE rss [<!ENTITY f SYSTEM "file:///etc/passwd">]><rss><channel><title>&f;</title></channel></rss>`
    expect(read(document)?.title).toBe('&f;')
  })

  test('has texts of bounded length', () => {
    const [entry] = read(
      `<rss><channel><item><description>${'tide '.repeat(100_000)}</description></item></channel></rss>`,
    )!.entries
    expect(entry!.text.length).toBeLessThanOrEqual(20_000)
  })

  test('that breaks off has the entries before that', () => {
    expect(read(`<rss><channel><title>T</title>${item}${item.slice(0, -10)}`)?.entries).toHaveLength(1)
  })
})

const entry: FeedEntry = {
  id: '1',
  title: 'Spring tide',
  link: '/7',
  author: 'Ada',
  text: 'It was high. Then it was low.',
  dated_at: null,
}

const contentOf = (fields: Partial<FeedEntry>): string =>
  entryContent({ ...entry, ...fields }, 'https://tides.example.com/rss')

describe('the message of an entry', () => {
  test.each([
    [
      'has its title as a link, its author and its text',
      {},
      '**[Spring tide](https://tides.example.com/7)** by Ada\nIt was high. Then it was low.',
    ],
    ['has no link where there is none', { link: '', author: '' }, '**Spring tide**\nIt was high. Then it was low.'],
    [
      'has its text where there is no title',
      { title: '' },
      'It was high. Then it was low. https://tides.example.com/7',
    ],
    ['leads to web pages only', { link: 'javascript:alert(1)', text: '', author: '' }, '**Spring tide**'],
    [
      'is there for an entry without anything',
      { title: '', link: '', author: '', text: '' },
      'An entry without a title.',
    ],
  ])('%s', (_, fields, content) => {
    expect(contentOf(fields)).toBe(content)
  })

  test('ends at the end of a sentence', () => {
    const sentence = 'The tide came in, and it went out again. '
    expect(contentOf({ text: sentence.repeat(100) })).toMatch(/out again\.$/)
    expect(contentOf({ text: sentence.repeat(100) }).length).toBeLessThan(500)
  })

  test.each([
    '@**all** @**Ada Park** @*ops* #**garden**',
    '](javascript:alert(1)) [here](https://evil.example) **b** `c` $$x$$',
    '```\n@**all**\n~~~~quote\n````',
    '\n\n# Title\n> quote\n* @**all**',
    '/me <b>x</b> &#64;**all** \u202E\0 \uD800',
  ])('mentions nobody and hides no address: %s', (text) => {
    const content = contentOf({ title: `Tide ${text}`, author: text, text })
    const { html, mentioned, groups, wildcard } = render(content, {
      ...nothingKnown,
      user: () => ({ id: 7, full_name: 'Ada Park' }),
      group: (name) => ({ id: 4, name }),
      wildcards: true,
    })
    expect({ mentioned, groups, wildcard }).toEqual({ mentioned: [], groups: [], wildcard: false })
    expect(html).not.toMatch(/href="https:\/\/evil\.example"[^>]*>(?!https:)/)
    expect(html).not.toMatch(/href="javascript/)
  })
})
