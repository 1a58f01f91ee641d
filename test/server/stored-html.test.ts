import { env } from 'cloudflare:workers'
import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { newRealm, type Params, type Person, type TestRealm } from '../kit'
import { markdownish } from '../kit/markdown-texts'
import { seed } from '../kit/seeded-messages'

let realm: TestRealm
let ada: Person
let bo: Person
let harbour: number

beforeEach(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  bo = await realm.user('bo')
  harbour = (await realm.stream('harbour', ada, bo)).id
})

const readStoredHtml = async (id: number) =>
  (await env.DB.prepare('select rendered_content as html from message where id = ?')
    .bind(id)
    .first<{ html: string }>())!.html

/** Gives every message of the realm its HTML, as former releases stored it. */
const storeInFull = () =>
  realm.behindTheWriter(
    env.DB.prepare(`
      update message set rendered_content = '<p>' || content || '</p>'
      where rendered_content = '=' and recipient_id = ?
    `).bind(harbour),
  )

/** Whether the search index has exactly the words that the messages have. */
const checkIndex = () => env.DB.exec(`insert into message_search (message_search, rank) values ('integrity-check', 1)`)

test.each([
  ['plain', 'High water at noon', '='],
  ['quotes and accents', '“It’s” "high", naïve', '='],
  ['a mark of itself', '=', '='],
  ['two lines', 'High\nwater', '<p>High<br>\nwater</p>'],
  ['emphasis', '*High* water', '<p><em>High</em> water</p>'],
  ['signs of HTML', 'a < b', '<p>a &lt; b</p>'],
  ['an entity', 'a &lt; b', '<p>a &lt; b</p>'],
  ['spaces at the beginning', '  High', '<p>High</p>'],
  ['no HTML at all', '```quote', ''],
])('the HTML of %s is stored unless it is the content', async (_, content, html) => {
  const id = await ada.send('harbour', 'tides', content)

  expect(await readStoredHtml(id)).toBe(html)
  const { rendered } = await ada.post('/messages/render', { content })
  expect((await bo.messages([['id', String(id)]]))[0]).toMatchObject({ content: rendered })
  const [source] = await bo.messages([['id', String(id)]], { apply_markdown: false })
  expect(source).toMatchObject({ content })
})

test('messages are read as they are rendered, whatever is written', async () => {
  const texts = fc
    .sample(fc.oneof(markdownish, fc.lorem({ maxCount: 20 }), fc.string({ unit: 'grapheme', maxLength: 40 })), 80)
    .filter((text) => text.trim() !== '' && !text.includes('\0') && !text.startsWith('/'))
  const expected: unknown[] = []
  const ids: number[] = []
  for (const content of texts) {
    const answer = await ada.ask('POST', '/messages', { type: 'stream', to: 'harbour', topic: 'tides', content })
    if (answer['result'] !== 'success') continue
    ids.push(answer['id'] as number)
    expected.push((await ada.post('/messages/render', { content }))['rendered'])
  }

  const found = await bo.messages([['stream', 'harbour']], { num_before: 200 })
  const sent = found.filter(({ id }) => ids.includes(id))

  expect(sent.map(({ content }) => content)).toEqual(expected)
  const forms = await Promise.all(ids.map(readStoredHtml))
  expect(forms.filter((html) => html === '=').length).toBeGreaterThan(5)
  expect(forms.filter((html) => html !== '=').length).toBeGreaterThan(5)
  await checkIndex()
})

/** The answers that bo gets. */
const answers = async (requests: readonly (readonly [string, Params])[]) => {
  const all: string[] = []
  for (const [path, params] of requests) all.push(JSON.stringify(await bo.get(path, params)))
  return all
}

/** Ids and lengths of the newest messages, as many as fit. */
const newest = async () =>
  (await bo.messages([['stream', 'harbour']], { num_before: 1200 })).map(({ id, content }) => [id, content.length])

describe('with and without stored HTML', () => {
  test('searches, pages, comparisons and histories have the same answers', async () => {
    const ids: number[] = []
    for (const content of [
      'An albatross',
      'albatrosses, too',
      '**albatross**',
      'x &albatross; y',
      'It’s "quoted"',
      'tides',
    ])
      ids.push(await ada.send('harbour', 'tides', content))
    await ada.patch(`/messages/${ids[0]}`, { content: 'An albatross again' })
    await ada.patch(`/messages/${ids[5]}`, { content: 'quoted albatross' })
    const page = { anchor: 'newest', num_before: 100, num_after: 0 }
    const requests: [string, Params][] = [
      ...['albatross', '"an albatross"', 'quoted', 'tides', 'p', 'albatross again'].map((words): [string, Params] => [
        '/messages',
        { ...page, narrow: [['search', words]] },
      ]),
      ['/messages', page],
      ['/messages', { ...page, apply_markdown: false }],
      ['/messages', { message_ids: ids }],
      ['/messages/matches_narrow', { msg_ids: ids, narrow: [['search', 'albatross']] }],
      [`/messages/${ids[0]}/history`, {}],
    ]

    const before = await answers(requests)
    await checkIndex()
    await storeInFull()

    expect(await readStoredHtml(ids[1]!)).toBe('<p>albatrosses, too</p>')
    expect(await answers(requests)).toEqual(before)
    await checkIndex()
    // The index follows each form.
    await ada.patch(`/messages/${ids[1]}`, { content: 'a cormorant' })
    await realm.owner.delete(`/messages/${ids[4]}`)
    await checkIndex()
  })

  test('pages end at the same message when they become too long', async () => {
    const ids = await seed(ada, 1200, harbour)
    await realm.behindTheWriter(
      env.DB.prepare(`
        update message set content = id || hex(zeroblob(4900)), rendered_content = '='
        where id in (select value from json_each(?))
      `).bind(JSON.stringify(ids)),
      env.DB.prepare(`
        insert into message_search (rowid, content, topic, sender)
        select id, content, topic, sender from message_words where id in (select value from json_each(?))
      `).bind(JSON.stringify(ids)),
    )
    const short = await newest()
    await storeInFull()

    expect(short.length).toBeLessThan(900)
    expect(short.length).toBeGreaterThan(700)
    expect(await newest()).toEqual(short)
  })
})

test('HTML is stored while the Worker of a former release reads it', async () => {
  await realm.behindTheWriter(env.DB.prepare('update realm set uses_short_forms = 0 where id = ?').bind(realm.id))
  await realm.evict()

  const id = await ada.send('harbour', 'tides', 'High water')

  expect(await readStoredHtml(id)).toBe('<p>High water</p>')
  await ada.patch(`/messages/${id}`, { content: 'Low water' })
  expect(await readStoredHtml(id)).toBe('<p>Low water</p>')
})
