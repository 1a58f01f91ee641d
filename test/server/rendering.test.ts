import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { newRealm, type Answer, type Person, type TestRealm } from '../kit'
import { markdownish } from '../kit/markdown-texts'

let realm: TestRealm
let ada: Person
let bo: Person
let cy: Person
let harbour: { id: number }

beforeAll(async () => {
  realm = await newRealm()
  ada = await realm.user('ada', { role: 200 })
  bo = await realm.user('bo')
  cy = await realm.user('cy')
  harbour = await realm.stream('harbour', ada, bo)
  await realm.stream('cellar', cy)
})

const renderText = async (content: string, person = ada): Promise<string> =>
  (await person.post('/messages/render', { content }))['rendered'] as string

const messageOf = async (id: number, person = ada): Promise<Answer> =>
  (await person.get(`/messages/${id}`))['message'] as Answer

const sendAndRead = async (content: string, topic = 'tides', person = ada): Promise<Answer> =>
  messageOf(await person.send('harbour', topic, content))

describe('what a message names', () => {
  test('streams become links, subscribed to or not, by their exact name', async () => {
    expect(await renderText('#**harbour>low tide**')).toBe(
      `<p><a class="stream-topic" data-stream-id="${harbour.id}" ` +
        `href="/#narrow/stream/${harbour.id}-harbour/topic/low.20tide">#harbour &gt; low tide</a></p>`,
    )
    expect(await renderText('#**cellar**')).toContain('class="stream"')
    expect(await renderText('#**Harbour**')).toBe('<p>#<strong>Harbour</strong></p>')
  })

  test('a stream that its writer must not know of is no more than a name', async () => {
    await cy.post('/users/me/subscriptions', { subscriptions: [{ name: 'vault' }], invite_only: true })
    const guest = await realm.user('guest', { role: 600 })
    await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'harbour' }], principals: [guest.id] })

    expect(await renderText('#**vault>x**', bo)).toBe('<p>#<strong>vault&gt;x</strong></p>')
    expect(await renderText('#**vault**', bo)).toBe('<p>#<strong>vault</strong></p>')
    expect(await renderText('#**vault**', cy)).toContain('data-stream-id')
    // Administrators know that it is there.
    expect(await renderText('#**vault**', ada)).toContain('data-stream-id')
    expect(await renderText('#**cellar**', bo)).toContain('data-stream-id')
    expect(await renderText('#**cellar** #**harbour**', guest)).toMatch(/^<p>#<strong>cellar<\/strong> <a .*#harbour/)
    const many = Array.from({ length: 20 }, (_, index) => `#**nowhere ${index}**`).join(' ')
    expect((await renderText(`${many} #**harbour** #**cellar** #**vault**`, bo)).match(/<a /g)).toHaveLength(2)
    expect((await renderText(`${many} #**harbour** #**cellar** #**vault**`, cy)).match(/<a /g)).toHaveLength(3)
  })

  test('many streams at once become links, too', async () => {
    const many = Array.from({ length: 20 }, (_, index) => `#**nowhere ${index}**`).join(' ')
    expect((await renderText(`${many} #**harbour** #**cellar** #**Harbour**`)).match(/<a /g)).toHaveLength(2)
  })

  test('a linkifier makes links in messages and in topics to come', async () => {
    const { id } = await ada.post('/realm/filters', {
      pattern: 'BUG-(?P<n>\\d+)',
      url_format_string: 'https://bugs.example.com/%(n)s',
    })
    const message = await sendAndRead('see BUG-7', 'BUG-12 and foo.com')
    expect(message['content']).toBe('<p>see <a href="https://bugs.example.com/7">BUG-7</a></p>')
    const links = [
      { text: 'BUG-12', url: 'https://bugs.example.com/12' },
      { text: 'foo.com', url: 'https://foo.com' },
    ]
    expect(message['topic_links']).toEqual(links)
    expect((await bo.messages([], { anchor: message['id'], num_before: 0, num_after: 0 }))[0]!['topic_links']).toEqual(
      links,
    )

    await ada.delete(`/realm/filters/${id}`)

    expect(await renderText('see BUG-7')).toBe('<p>see BUG-7</p>')
    expect((await messageOf(message['id'] as number))['content']).toContain('bugs.example.com')
  })

  test('links to the realm are relative', async () => {
    const origin = `http://${realm.host}`
    expect(await renderText(`${origin}/help/x`)).toBe(`<p><a href="help/x">${origin}/help/x</a></p>`)
  })
})

describe('settings', () => {
  test('emoticons are translated for those who want it', async () => {
    await bo.patch('/settings', { translate_emoticons: true })
    expect(await renderText('hi :)', bo)).toContain('class="emoji emoji-1f642"')
    expect(await renderText('hi :)', ada)).toBe('<p>hi :)</p>')
    await bo.patch('/settings', { translate_emoticons: false })
    expect(await renderText('hi :)', bo)).toBe('<p>hi :)</p>')
  })

  test('code without a language is in that of the realm', async () => {
    await realm.set({ default_code_block_language: 'python' })
    expect(await renderText('```\nx\n```')).toContain('data-code-language="Python"')
    await realm.set({ default_code_block_language: '' })
    expect(await renderText('```\nx\n```')).not.toContain('data-code-language')
  })

  test('pictures are shown unless the realm does not want them', async () => {
    expect(await sendAndRead('http://x.com/a.png')).toMatchObject({
      content: expect.stringContaining('<img src="http://x.com/a.png">') as string,
    })
    expect((await ada.messages([{ operator: 'has', operand: 'image' }])).length).toBe(1)
    await realm.set({ inline_image_preview: false })
    expect(await renderText('http://x.com/a.png')).not.toContain('<img')
    await realm.set({ inline_image_preview: true })
  })
})

describe('whom a message calls', () => {
  test('members of a mentioned group who receive it have the flag mentioned, others do not', async () => {
    await ada.post('/user_groups/create', { name: 'crew', description: 'x', members: [bo.id, cy.id] })
    const id = await ada.send('harbour', 'tides', 'ahoy @*crew*')
    expect((await messageOf(id))['content']).toMatch(/<span class="user-group-mention" data-user-group-id="\d+">@crew</)
    expect(await bo.flags(id)).toContain('mentioned')
    expect(await cy.flags(id)).not.toContain('mentioned')
    expect(await bo.flags(await ada.send('harbour', 'tides', 'ahoy @_*crew*'))).not.toContain('mentioned')
    expect(await bo.flags(await ada.send('harbour', 'tides', '> @*crew*'))).not.toContain('mentioned')
  })

  test('a system group cannot be mentioned', async () => {
    expect(await renderText('@*role:members*')).toBe('<p>@<em>role:members</em></p>')
  })

  test('those have the flag has_alert_word whose word occurs, and who receive the message', async () => {
    await bo.post('/users/me/alert_words', { alert_words: ['Lantern'] })
    await cy.post('/users/me/alert_words', { alert_words: ['lantern'] })
    const id = await ada.send('harbour', 'tides', 'where is the `lantern`?')
    expect(await bo.flags(id)).toEqual(['has_alert_word'])
    expect(await cy.flags(id)).not.toContain('has_alert_word')
    expect(await bo.flags(await ada.send('harbour', 'tides', 'lanterns'))).toEqual([])
    expect(await bo.flags(await ada.send('harbour', 'tides', '@**Bo** lantern'))).toEqual([
      'mentioned',
      'has_alert_word',
    ])
  })

  test('an edit finds out anew whom it calls', async () => {
    await bo.post('/users/me/alert_words', { alert_words: ['anchor'] })
    await ada.post('/user_groups/create', { name: 'hands', description: 'x', members: [bo.id] })
    const id = await ada.send('harbour', 'tides', 'anchor @*hands*')
    expect(await bo.flags(id)).toEqual(['mentioned', 'has_alert_word'])

    await ada.patch(`/messages/${id}`, { content: 'nothing' })
    expect(await bo.flags(id)).toEqual([])

    await ada.patch(`/messages/${id}`, { content: '@*hands* anchor' })
    expect(await bo.flags(id)).toEqual(['mentioned', 'has_alert_word'])
  })
})

const widget = (message: Answer) =>
  (message['submessages'] as Answer[]).map(({ content }) => JSON.parse(content as string) as unknown)

describe('widgets', () => {
  test.each([
    ['/poll Lunch?\n- soup\n* bread\n\nfish', 'Lunch?', ['soup', 'bread', 'fish']],
    ['/poll', '', []],
    ['/poll -', '-', []],
  ])('%o is a poll', async (content, question, options) => {
    const message = await sendAndRead(content)
    expect(widget(message)).toEqual([{ widget_type: 'poll', extra_data: { question, options } }])
    expect((message['submessages'] as Answer[])[0]).toMatchObject({ msg_type: 'widget', sender_id: ada.id })
    expect(message['content']).toContain('/poll')
  })

  test('/todo is a to-do list', async () => {
    expect(widget(await sendAndRead('/todo'))).toEqual([{ widget_type: 'todo', extra_data: null }])
  })

  test.each(['/polls x', 'a\n/poll x', ' /todo', '/todolist'])('%o is none', async (content) => {
    expect((await sendAndRead(content))['submessages']).toEqual([])
  })
})

test('what becomes too long is refused', async () => {
  const url_format_string = `https://e.com/${'x'.repeat(1000)}`
  const { id } = await ada.post('/realm/filters', { pattern: 'longlink', url_format_string })
  const content = 'longlink '.repeat(300)
  expect(await ada.ask('POST', '/messages/render', { content })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  await ada.delete(`/realm/filters/${id}`)
})

/** The HTML of a text as a new message, as one that is edited into it, or null when it cannot be one. */
async function asMessage(content: string, edited: number | null): Promise<string | null> {
  const to = { type: 'stream', to: 'harbour', topic: 'tides', content }
  const { status, id } =
    edited === null
      ? await ada.ask('POST', '/messages', to)
      : await ada.ask('PATCH', `/messages/${edited}`, { content })
  return status === 200 ? ((await messageOf(edited ?? (id as number)))['content'] as string) : null
}

test('whatever is written, it is rendered beforehand as it is sent and as it is edited in', async () => {
  const id = await ada.send('harbour', 'tides', 'x')
  await fc.assert(
    fc.asyncProperty(markdownish, async (raw) => {
      const content = `x${raw}`
      const { status, rendered: html = null } = await ada.ask('POST', '/messages/render', { content })
      expect([200, 400]).toContain(status)
      expect([await asMessage(content, null), await asMessage(content, id)]).toEqual([html, html])
    }),
    { numRuns: 60 },
  )
})
