import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import type { StoredAttempts } from '../../src/core/turn/attempts'
import { costOf, newRealm, type Listener, type Person, type TestRealm } from '../kit'
import type { Scripted } from '../kit/outside'
import { redirect, redirects, Service, waitForJobs } from '../kit/services'

const tides = {
  title: 'Tide tables',
  description: 'When the sea comes',
  image: 'https://pictures.example.com/tide.jpg',
}

const html = ({ title, description, image }: Partial<typeof tides>): Scripted => ({
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  body:
    (title === undefined ? '' : `<title>${title}</title>`) +
    (description === undefined ? '' : `<meta name="description" content="${description}">`) +
    (image === undefined ? '' : `<meta property="og:image" content="${image}">`),
})

/** Words that are in the page, and in no address. */
const hidden = { ...tides, title: 'Tide t&#97;bles' }

const page = (differently: Scripted = {}, told: Partial<typeof tides> = tides): Service =>
  new Service([{ ...html(told), ...differently }])

const escapeAmpersands = (url: string): string => url.replaceAll('&', '&amp;')

const embed = (url: string, { title, description, image } = tides): string =>
  `<div class="message_embed"><a class="message_embed_image" href="${escapeAmpersands(url)}" style="background-image: url(${image})"></a>` +
  `<div class="data-container"><div class="message_embed_title"><a href="${escapeAmpersands(url)}" title="${title}">${title}</a></div>` +
  `<div class="message_embed_description">${description}</div></div></div>`

const link = (url: string): string => `<p><a href="${escapeAmpersands(url)}">${escapeAmpersands(url)}</a></p>`

interface Harbour {
  realm: TestRealm
  ada: Person
  bo: Person
  /** Bo, listening to everything. */
  listener: Listener
}

/** Ada and Bo in a stream of a realm that wants previews. */
async function harbour({ wanted = true } = {}): Promise<Harbour> {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const bo = await realm.user('bo')
  await realm.stream('harbour', ada, bo)
  if (wanted) await realm.owner.patch('/realm', { inline_url_embed_preview: true })
  return { realm, ada, bo, listener: await bo.listen({ apply_markdown: true }) }
}

/** The next event of a type. */
async function nextEvent(listener: Listener, type: string): Promise<Record<string, unknown>> {
  for (;;) {
    const [event] = await listener.next(type)
    if (event !== undefined) return event
  }
}

/** Lets go of the answer that is held, once it was asked for. */
async function releaseRequests(service: Pick<Service, 'seen' | 'release'>): Promise<void> {
  await service.seen(1)
  await service.release()
}

const readContent = async (person: Person, id: number): Promise<string> => {
  const { message } = await person.get(`/messages/${id}`)
  return (message as { content: string }).content
}

describe('a link to a page', () => {
  test('is sent at once, and followed by what the page is about as soon as that is known', async () => {
    const { ada, bo, listener } = await harbour()
    const { url, ...service } = heldPart()
    const id = await ada.send('harbour', 'tides', url)

    expect(await readContent(bo, id)).toBe(link(url))
    await releaseRequests(service)
    const event = await nextEvent(listener, 'update_message')

    const { stream_id } = await bo.get('/get_stream_id', { stream: 'harbour' })
    const content = `${link(url)}\n${embed(url)}`
    expect(event).toEqual({
      type: 'update_message',
      user_id: null,
      edit_timestamp: expect.any(Number),
      message_id: id,
      message_ids: [id],
      flags: [],
      rendering_only: true,
      stream_id,
      stream_name: 'harbour',
      content: url,
      rendered_content: content,
    })
    const { message, raw_content } = await bo.get(`/messages/${id}`)
    expect(message).toMatchObject({ content })
    expect(message).not.toHaveProperty('last_edit_timestamp')
    expect(message).not.toHaveProperty('edit_history')
    expect(raw_content).toBe(url)
    const { message_history } = await bo.get(`/messages/${id}/history`)
    expect(message_history).toHaveLength(1)
  })

  test('of a private message has no stream in what is told', async () => {
    const { ada, bo, listener } = await harbour()

    const id = await ada.write([bo], page().url)

    const event = await nextEvent(listener, 'update_message')
    expect(event).toMatchObject({ message_id: id, rendering_only: true })
    expect(Object.keys(event).filter((name) => name.startsWith('stream'))).toEqual([])
  })

  test('tells everybody the flags that they have', async () => {
    const { ada, bo, listener } = await harbour()
    const service = page({ held: true })
    const id = await ada.send('harbour', 'tides', `@**Bo** ${service.url}`)
    await bo.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })
    const sender = await ada.listen()

    await releaseRequests(service)

    expect(await nextEvent(listener, 'update_message')).toMatchObject({ flags: ['starred', 'mentioned'] })
    expect(await nextEvent(sender, 'update_message')).toMatchObject({ flags: ['read'] })
    expect(await bo.flags(id)).toEqual(['starred', 'mentioned'])
  })

  test('is told to those who find the message in the history of a stream, and to nobody who cannot', async () => {
    const { realm, ada, listener } = await harbour()
    const service = page({ held: true })
    await ada.send('harbour', 'tides', service.url)
    const late = await realm.user('late')
    const outsider = await realm.user('outsider')
    await late.subscribe('harbour')
    const [lately, outside] = [await late.listen(), await outsider.listen()]

    await releaseRequests(service)

    await nextEvent(listener, 'update_message')
    expect(await nextEvent(lately, 'update_message')).toMatchObject({ flags: ['read'] })
    expect(await outside.events('update_message')).toEqual([])
  })

  test('is looked up by a GET that says who asks, and for whom it is', async () => {
    const { ada } = await harbour()
    const service = page()

    await ada.send('harbour', 'tides', service.url)

    const [seen] = await service.seen(1)
    expect(seen).toMatchObject({ method: 'GET', body: '' })
    expect(seen!.headers).toMatchObject({
      accept: expect.stringContaining('text/html'),
      'user-agent': expect.stringContaining('Rivulet'),
    })
    expect(seen!.headers).not.toHaveProperty('cookie')
    expect(seen!.headers).not.toHaveProperty('authorization')
  })

  test('that is known already is followed by it at once, and the page is not asked again', async () => {
    const { realm, ada, bo, listener } = await harbour()
    const { url, ...service } = once()
    await ada.send('harbour', 'tides', url)
    await nextEvent(listener, 'update_message')

    const again = await bo.send('harbour', 'tides', `again ${url}`)
    await realm.evict()
    const later = await bo.send('harbour', 'tides', `later ${url}`)

    expect(await readContent(ada, again)).toContain(embed(url))
    expect(await readContent(ada, later)).toContain(embed(url))
    await waitForJobs(realm)
    expect(await service.seen()).toHaveLength(1)
  })

  test('is looked up again after a day, and shown meanwhile as it was', async () => {
    const { realm, ada, bo, listener } = await harbour()
    const service = new Service([html(tides), html({ ...tides, title: 'Tides of June' })])
    await ada.send('harbour', 'tides', service.url)
    await nextEvent(listener, 'update_message')
    await agePreviews(realm, 25)

    const id = await bo.send('harbour', 'tides', service.url)
    expect(await nextEvent(listener, 'message')).toMatchObject({
      message: { content: expect.stringContaining('Tide tables') },
    })

    await nextEvent(listener, 'update_message')
    expect(await readContent(ada, id)).toContain('Tides of June')
  })

  test('that tells nothing is left alone for an hour', async () => {
    const { realm, ada, listener } = await harbour()
    const [dead, good] = [page({ status: 404 }), page()]
    await ada.send('harbour', 'tides', `${dead.url} ${good.url}`)
    await nextEvent(listener, 'update_message')
    const again = await ada.send('harbour', 'tides', dead.url)
    await waitForJobs(realm)
    expect(await dead.seen()).toHaveLength(1)

    await agePreviews(realm, 2)
    await ada.send('harbour', 'tides', dead.url)

    expect(await dead.seen(2)).toHaveLength(2)
    expect(await readContent(ada, again)).toBe(link(dead.url))
  })

  test('beside others stands below all, in their order', async () => {
    const { ada, bo, listener } = await harbour()
    const other = { ...tides, title: 'Currents' }
    const [first, second] = [page({}, other).url, page().url]

    const id = await ada.send('harbour', 'tides', `${first}\n\n${second}`)

    await nextEvent(listener, 'update_message')
    expect(await readContent(bo, id)).toBe(`${link(first)}\n${link(second)}\n${embed(first, other)}${embed(second)}`)
  })

  test('costs one round trip, and one row more than a message with a link', async () => {
    const { ada, listener } = await harbour()
    const send = async (content: string) =>
      costOf(await ada.post('/messages', { type: 'stream', to: 'harbour', topic: 'tides', content }))
    await send('hello')
    const plain = await send('hello')
    const { url } = page()

    expect(await send(url)).toMatchObject({ trips: 1, rows_written: plain.rows_written + 3 })
    await nextEvent(listener, 'update_message')
    expect(await send(url)).toMatchObject({ trips: 1, rows_written: plain.rows_written + 1 })
  })

  test('is found as a link, and not by words of the page', async () => {
    const { ada, listener } = await harbour()
    const { url } = page({}, hidden)
    const id = await ada.send('harbour', 'tides', `gull ${url}`)
    await nextEvent(listener, 'update_message')
    await ada.send('harbour', 'tides', `gull ${url}`)

    const found = async (narrow: unknown[]) => (await ada.messages(narrow)).length
    expect(
      await Promise.all([
        found([['search', 'gull']]),
        found([['has', 'link']]),
        found([['has', 'image']]),
        found([['search', 'tables']]),
      ]),
    ).toEqual([2, 2, 0, 0])

    await ada.patch(`/messages/${id}`, { topic: 'sea', propagate_mode: 'change_all' })
    expect(await found([['search', 'tables']])).toBe(0)
    expect(await readContent(ada, id)).toContain(embed(url))
  })

  test('is told again as it is by now, to who comes back', async () => {
    const { realm, ada, listener } = await harbour()
    const other = await ada.listen()
    const { url } = page()
    await ada.send('harbour', 'tides', url)
    await nextEvent(other, 'update_message')
    await realm.evict()

    const [message, ...updates] = await listener.events('message', 'update_message')

    expect(message).toMatchObject({ message: { content: `${link(url)}\n${embed(url)}` } })
    expect(updates).toMatchObject([{ rendering_only: true }])
  })
})

describe('a page', () => {
  test.each<[string, () => Scripted[]]>([
    ['that is not there', () => [{ ...html(tides), status: 404 }]],
    ['that is no HTML', () => [{ ...html(tides), headers: { 'Content-Type': 'text/plain' } }]],
    ['of no type', () => [{ ...html(tides), headers: {} }]],
    ['without a title', () => [html({ image: tides.image })]],
    ['without a picture', () => [html({ title: tides.title })]],
    ['that tells of itself too late', () => [{ ...html(tides), padding: 512 * 1024 }]],
    [
      'in an encoding that there is not',
      () => [{ ...html(tides), headers: { 'Content-Type': 'text/html; charset=x' } }],
    ],
    [
      'that is elsewhere, where nobody may look',
      () => [redirect(page().url.replace('service.example.com', '127.0.0.1'))],
    ],
    ['that is elsewhere, by another protocol', () => [redirect('ftp://service.example.com/a')]],
    ['behind four redirects', () => [...redirects(4), html(tides)]],
  ])('%s is not shown', async (_, scripted) => {
    const { ada, listener } = await harbour()
    const [strange, good] = [new Service(scripted()), page()]

    const id = await ada.send('harbour', 'tides', `${strange.url}\n\n${good.url}`)

    await nextEvent(listener, 'update_message')
    expect(await readContent(ada, id)).toBe(`${link(strange.url)}\n${link(good.url)}\n${embed(good.url)}`)
  })

  test.each<[string, () => Scripted[]]>([
    ['of XHTML', () => [{ ...html(tides), headers: { 'Content-Type': 'application/xhtml+xml' } }]],
    ['behind three redirects', () => [...redirects(3), html(tides)]],
  ])('%s is shown', async (_, scripted) => {
    const { ada, listener } = await harbour()
    const { url } = new Service(scripted())

    await ada.send('harbour', 'tides', url)

    expect(await nextEvent(listener, 'update_message')).toMatchObject({
      rendered_content: `${link(url)}\n${embed(url)}`,
    })
  })
})

describe('a page is read in the encoding', () => {
  const plain = html({ ...tides, title: 'Café' })

  test.each<[string, Scripted, string]>([
    ['that its server says', { headers: { 'Content-Type': 'text/html; charset="Windows-1252"' } }, 'CafÃ©'],
    [
      'that it says itself',
      { headers: { 'Content-Type': 'text/html' }, body: `<meta charset="latin1">${plain.body}` },
      'CafÃ©',
    ],
    ['that is usual, where nobody says', { headers: { 'Content-Type': 'text/html' } }, 'Café'],
  ])('%s', async (_, differently, title) => {
    const { ada, listener } = await harbour()
    const { url } = new Service([{ ...plain, ...differently }])

    await ada.send('harbour', 'tides', url)

    const event = await nextEvent(listener, 'update_message')
    expect(event['rendered_content']).toContain(`title="${title}"`)
  })
})

describe('nothing is looked up', () => {
  test.each<[string, (there: Harbour, url: string) => Promise<unknown>]>([
    [
      'for a bot',
      async ({ realm, bo }, url) => {
        const bot = await realm.bot('gull', bo)
        await bot.subscribe('harbour')
        await bot.send('harbour', 'tides', url)
      },
    ],
    [
      'at a private address',
      ({ ada }, url) => ada.send('harbour', 'tides', url.replace('service.example.com', '10.0.0.1')),
    ],
    ['in a quote', ({ ada }, url) => ada.send('harbour', 'tides', `> ${url}`)],
    ['in code', ({ ada }, url) => ada.send('harbour', 'tides', `\`${url}\``)],
    ['for a text that is only rendered', ({ ada }, url) => ada.post('/messages/render', { content: url })],
    ['for a topic', ({ ada }, url) => ada.send('harbour', url.slice(0, 60), 'hello')],
    [
      'for a description',
      ({ ada }, url) => ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'sea', description: url }] }),
    ],
    [
      'of eleven pages',
      ({ ada }, url) =>
        ada.send(
          'harbour',
          'tides',
          Array.from({ length: 11 }, (_, index) => `${url}#${index}`)
            .join(' ')
            .slice(0, 9000),
        ),
    ],
    [
      'after a message is moved',
      async ({ realm, ada }, url) => {
        await realm.owner.patch('/realm', { inline_url_embed_preview: false })
        const id = await ada.send('harbour', 'tides', url)
        await realm.owner.patch('/realm', { inline_url_embed_preview: true })
        await ada.patch(`/messages/${id}`, { topic: 'sea' })
      },
    ],
  ])('%s', async (_, act) => {
    const there = await harbour()
    const service = new Service([{ headers: { 'Content-Type': 'text/html' } }])

    await act(there, service.url)

    await waitForJobs(there.realm)
    expect(await service.seen()).toEqual([])
  })

  test('where nobody wants it', async () => {
    const { realm, ada } = await harbour({ wanted: false })
    const { url, ...service } = once()

    const id = await ada.send('harbour', 'tides', url)

    await waitForJobs(realm)
    expect(await service.seen()).toEqual([])
    expect(await readContent(ada, id)).toBe(link(url))
  })

  test('once a thousand pages were, in a day', async () => {
    const { realm, ada, listener } = await harbour()
    const [last, beyond] = [page(), page()]
    await recordLookups(realm, 999)

    await ada.send('harbour', 'tides', `${last.url} ${beyond.url}`)

    await nextEvent(listener, 'update_message')
    expect(await last.seen()).toHaveLength(1)
    expect(await beyond.seen()).toEqual([])
  })

  test('for a message that is only to be sent later, which does not count', async () => {
    const { realm, ada, listener } = await harbour()
    const [later, last] = [page(), page()]
    await recordLookups(realm, 999)
    const deliver_at = new Date(Date.now() + 24 * 3_600_000).toISOString()
    const message = { type: 'stream', to: 'harbour', topic: 'tides', content: later.url }
    await ada.post('/messages', { ...message, delivery_type: 'send_later', deliver_at })

    await ada.send('harbour', 'tides', last.url)

    await nextEvent(listener, 'update_message')
    expect(await last.seen()).toHaveLength(1)
    expect(await later.seen()).toEqual([])
  })

  test('any more once the organization is closed', async () => {
    const { realm, ada } = await harbour()
    // Two are looked up together; the third waits.
    const [one, two, waiting] = [page({ held: true }), page({ held: true }), page()]
    for (const { url } of [one, two, waiting]) await ada.send('harbour', 'tides', url)
    for (const service of [one, two]) await service.seen(1)
    await realm.owner.post('/realm/deactivate')

    for (const service of [one, two]) await service.release()

    await waitForJobs(realm)
    expect(await waiting.seen()).toEqual([])
    const { results } = await env.DB.prepare('select rendered_content as html from message where sender_id = ?')
      .bind(ada.id)
      .all<{ html: string }>()
    expect(results.map(({ html }) => html)).toEqual([one, two, waiting].map(({ url }) => link(url)))
  })
})

describe('a message that changes before its page is known', () => {
  test('shows the pages that it links to by then', async () => {
    const { realm, ada, listener } = await harbour()
    const [slow, quick] = [page({ held: true }), page()]
    const id = await ada.send('harbour', 'tides', slow.url)
    await ada.patch(`/messages/${id}`, { content: quick.url })
    while ((await nextEvent(listener, 'update_message'))['rendering_only'] !== true);

    await releaseRequests(slow)
    await waitForJobs(realm)

    expect(await readContent(ada, id)).toBe(`${link(quick.url)}\n${embed(quick.url)}`)
    expect(await listener.events('update_message')).toEqual([])
  })

  test('keeps what stands below it when another page comes later', async () => {
    const { realm, ada, listener } = await harbour()
    const [slow, quick] = [page({ held: true }, { ...tides, title: 'Late' }), page()]
    const id = await ada.send('harbour', 'tides', slow.url)
    const twice = new Service([html({ ...tides, title: 'Late' })])
    await ada.patch(`/messages/${id}`, { content: `${quick.url}\n\n${twice.url}` })
    while ((await nextEvent(listener, 'update_message'))['rendering_only'] !== true);

    await releaseRequests(slow)
    await waitForJobs(realm)

    expect(await readContent(ada, id)).toContain(embed(quick.url) + embed(twice.url, { ...tides, title: 'Late' }))
  })

  test('is left alone when it is deleted', async () => {
    const { realm, ada, listener } = await harbour()
    const service = page({ held: true })
    const id = await ada.send('harbour', 'tides', service.url)
    await realm.owner.delete(`/messages/${id}`)

    await releaseRequests(service)
    await waitForJobs(realm)

    expect(await listener.events('update_message')).toEqual([])
  })

  test('is left alone when the realm does not want it any more', async () => {
    const { realm, ada, listener } = await harbour()
    const service = page({ held: true })
    const id = await ada.send('harbour', 'tides', service.url)
    await realm.owner.patch('/realm', { inline_url_embed_preview: false })

    await releaseRequests(service)
    await waitForJobs(realm)

    expect(await listener.events('update_message')).toEqual([])
    expect(await readContent(ada, id)).toBe(link(service.url))
  })
})

describe('an edit', () => {
  test('has pages looked up that it adds, and keeps those that are known', async () => {
    const { ada, listener } = await harbour()
    const other = { ...tides, title: 'Currents' }
    const [known, added] = [page(), page({}, other)]
    const id = await ada.send('harbour', 'tides', known.url)
    await nextEvent(listener, 'update_message')

    await ada.patch(`/messages/${id}`, { content: `${known.url}\n\n${added.url}` })

    const both = `${link(known.url)}\n${link(added.url)}\n${embed(known.url)}`
    expect(await nextEvent(listener, 'update_message')).toMatchObject({ rendering_only: false, rendered_content: both })
    expect(await nextEvent(listener, 'update_message')).toMatchObject({
      rendering_only: true,
      rendered_content: both + embed(added.url, other),
    })
    expect(await known.seen()).toHaveLength(1)
  })

  test('that takes the link away takes away what stood below it', async () => {
    const { ada, listener } = await harbour()
    const id = await ada.send('harbour', 'tides', page().url)
    await nextEvent(listener, 'update_message')

    await ada.patch(`/messages/${id}`, { content: 'never mind' })

    expect(await readContent(ada, id)).toBe('<p>never mind</p>')
  })

  test('does not let words of the page be found', async () => {
    const { ada, listener } = await harbour()
    const { url } = page({}, hidden)
    const id = await ada.send('harbour', 'tides', url)
    await nextEvent(listener, 'update_message')

    await ada.patch(`/messages/${id}`, { content: `gull ${url}` })

    expect(await ada.messages([['search', 'gull']])).toHaveLength(1)
    expect(await ada.messages([['search', 'tables']])).toEqual([])
  })
})

test('a text that is only rendered shows what is known', async () => {
  const { ada, listener } = await harbour()
  const { url } = page()
  await ada.send('harbour', 'tides', url)
  await nextEvent(listener, 'update_message')

  const { rendered } = await ada.post('/messages/render', { content: url })

  expect(rendered).toBe(`${link(url)}\n${embed(url)}`)
})

test('pictures are shown as ever, and none when there are more than ten of them and pages together', async () => {
  const { realm, ada, listener } = await harbour()
  const pictures = Array.from({ length: 10 }, (_, index) => `https://x.com/${index}.png`).join(' ')
  const service = page()
  const within = await ada.send('harbour', 'tides', `${pictures.slice(20)} ${service.url}`)
  await nextEvent(listener, 'update_message')

  const beyond = await ada.send('harbour', 'tides', `${pictures} ${service.url}`)

  await waitForJobs(realm)
  expect((await readContent(ada, within)).match(/<img |message_embed"/g)).toHaveLength(10)
  expect(await readContent(ada, beyond)).not.toMatch(/<img |message_embed/)
})

test('what is known of pages goes after a day', async () => {
  const { realm, ada, listener } = await harbour()
  const [old, fresh] = [page(), page()]
  await ada.send('harbour', 'tides', old.url)
  await nextEvent(listener, 'update_message')
  await agePreviews(realm, 25)
  await ada.send('harbour', 'tides', fresh.url)
  await nextEvent(listener, 'update_message')

  await realm.ringAlarm()

  const rows = await env.DB.prepare('select url from linked_page where realm_id = ?').bind(realm.id).all()
  expect(rows.results).toEqual([{ url: fresh.url }])
})

test('the server says that it can', async () => {
  const { listener } = await harbour()

  expect(listener.state).toMatchObject({
    server_inline_url_embed_preview: true,
    realm_inline_url_embed_preview: true,
  })
})

const once = () => part(page())
const heldPart = () => part(page({ held: true }))

/** A service whose address is at hand. */
const part = (service: Service) => ({
  url: service.url,
  seen: (count?: number) => service.seen(count),
  release: () => service.release(),
})

/** So many pages were looked up today. */
const recordLookups = (realm: TestRealm, pages: number): Promise<void> =>
  realm.inObject((object) => {
    const { attempts } = object as unknown as { attempts: StoredAttempts }
    attempts.record('linkPreviews ofRealm', { maxAttempts: 1000, seconds: 24 * 3600 }, pages)
  })

/** Lets hours pass for what is known of pages. */
async function agePreviews(realm: TestRealm, hours: number): Promise<void> {
  await realm.behindTheWriter(
    env.DB.prepare('update linked_page set fetched_at = fetched_at - ? where realm_id = ?').bind(
      hours * 3600,
      realm.id,
    ),
  )
}
