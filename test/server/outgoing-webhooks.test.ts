import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { StoredAttempts } from '../../src/core/turn/attempts'
import { newRealm, type Params } from '../kit'
import { failedAttempts, nextContentOf, answerWithContent, Service, waitForJobs, webhook } from '../kit/services'

/** Ada, who owns the bot, and Bob share a stream; Bob listens to what is said. */
async function scene(service: Service, params: Params = {}) {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const bob = await realm.user('bob')
  const bot = await webhook(ada, service, params)
  const { id: stream_id } = await realm.stream('harbour', ada, bob)
  const listener = await bob.listen({ event_types: ['message'], fetch_event_types: [] })
  return { realm, ada, bob, bot, stream_id, listener }
}

/** Beside it another bot, and a webhook that is posted to last. */
async function newQuietScene() {
  const service = new Service([answerWithContent('Aye')])
  const lastService = new Service()
  const given = await scene(service)
  const robo = await given.realm.bot('robo', given.ada)
  const last = await webhook(given.ada, lastService, { full_name: 'Last', short_name: 'last' })
  return { ...given, robo, service, last, lastService }
}

/** The bot has been called, and its answer is held back. */
async function newCall() {
  const service = new Service([{ ...answerWithContent('Aye'), held: true }])
  const given = await scene(service)
  await given.realm.owner.subscribe('harbour')
  const id = await given.ada.send('harbour', 'tides', '@**Oracle**')
  await service.seen(1)
  return { ...given, service, id }
}

/** Ada's bots were posted to so often in the last minute. */
async function busy(posts: number) {
  const [service, sibyls] = [new Service(), new Service()]
  const given = await scene(service)
  const second = await webhook(given.ada, sibyls, { full_name: 'Sibyl', short_name: 'sibyl' })
  await given.realm.inObject((object) => {
    const { attempts } = object as unknown as { attempts: StoredAttempts }
    for (let post = 0; post < posts; post += 1)
      attempts.record(`posts ${given.ada.id}`, { maxAttempts: 100, seconds: 60, inMemory: true })
  })
  return { ...given, second, service, sibyls }
}

const slack = { interface_type: 2 }

afterEach(() => {
  vi.useRealTimers()
})

describe('a message that mentions the bot', () => {
  test('is posted as JSON, with all that receivers know', async () => {
    const service = new Service()
    const { realm, ada, bot, stream_id } = await scene(service)
    const { state } = await ada.listen({ fetch_event_types: ['realm_bot'] })

    const id = await ada.send('harbour', 'tides', 'When, @**Oracle**?')

    const [seen] = await service.seen(1)
    expect(seen).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': expect.stringMatching(/^RivuletOutgoingWebhook\//) },
    })
    expect(JSON.parse(seen!.body)).toEqual({
      bot_email: bot.email,
      bot_full_name: 'Oracle',
      data: 'When, @**Oracle**?',
      message: {
        id,
        type: 'stream',
        avatar_url: expect.stringMatching(/^https:/),
        client: 'Unspecified',
        content: 'When, @**Oracle**?',
        content_type: 'text/x-markdown',
        rendered_content: `<p>When, <span class="user-mention" data-user-id="${bot.id}">@Oracle</span>?</p>`,
        display_recipient: 'harbour',
        recipient_id: stream_id,
        stream_id,
        subject: 'tides',
        topic_links: [],
        sender_id: ada.id,
        sender_email: ada.email,
        sender_full_name: 'Ada',
        sender_realm_str: realm.string_id,
        is_me_message: false,
        reactions: [],
        submessages: [],
        timestamp: expect.any(Number),
      },
      token: (state['realm_bots'] as { services: { token: string }[] }[])[0]!.services[0]!.token,
      trigger: 'mention',
    })
  })

  test('is answered by the bot in the same topic', async () => {
    const { ada, bob, bot, stream_id, listener } = await scene(new Service([answerWithContent('At **noon**')]))

    await ada.send('harbour', 'tides', 'When, @**Oracle**?')

    expect(await nextContentOf(bot, listener)).toBe('At **noon**')
    expect(await bob.messages()).toMatchObject([
      {},
      { sender_id: bot.id, stream_id, subject: 'tides', client: 'OutgoingWebhookResponse', flags: [] },
    ])
  })

  test('in a private stream that the bot is in is answered there', async () => {
    const { ada, bob, bot, listener } = await scene(new Service([answerWithContent('Aye')]))
    await ada.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'cellar' }],
      principals: [ada.id, bob.id, bot.id],
      invite_only: true,
    })

    await ada.send('cellar', 'casks', '@**Oracle**')

    expect(await nextContentOf(bot, listener)).toBe('Aye')
  })

  test('of a group calls the bot that is in it', async () => {
    const { ada, bot, listener } = await scene(new Service([answerWithContent('Aye')]))
    await ada.post('/user_groups/create', { name: 'seers', description: '', members: [bot.id] })

    await ada.send('harbour', 'tides', '@*seers*')

    expect(await nextContentOf(bot, listener)).toBe('Aye')
  })

  test('is answered where it has been moved to meanwhile', async () => {
    const service = new Service([{ ...answerWithContent('Aye'), held: true }])
    const { ada, bob, bot, listener } = await scene(service)
    const id = await ada.send('harbour', 'tides', '@**Oracle**')
    await service.seen(1)
    await ada.patch(`/messages/${id}`, { topic: 'moon' })

    await service.release()

    await nextContentOf(bot, listener)
    expect(await bob.messages([['topic', 'moon']])).toHaveLength(2)
  })
})

describe('a private message', () => {
  test('is posted, and answered there', async () => {
    const service = new Service([answerWithContent('Aye')])
    const { ada, bot } = await scene(service)
    const listener = await ada.listen({ event_types: ['message'] })

    const id = await ada.write([bot], 'Aye?')

    const [seen] = await service.seen(1)
    expect(JSON.parse(seen!.body)).toMatchObject({
      data: 'Aye?',
      trigger: 'private_message',
      message: { id, type: 'private', display_recipient: [{ id: ada.id }, { id: bot.id }], subject: '' },
    })
    expect(await nextContentOf(bot, listener)).toBe('Aye')
    const [asked, said] = await ada.messages()
    expect(said!['recipient_id']).toBe(asked!['recipient_id'])
  })

  test('to a group is answered to all of it', async () => {
    const { ada, bob, bot, listener } = await scene(new Service([answerWithContent('Aye')]))

    await ada.write([bob, bot], 'Aye?')

    expect(await nextContentOf(bot, listener)).toBe('Aye')
    expect((await ada.messages())[1]).toMatchObject({ display_recipient: { length: 3 } })
  })

  test('is answered, though private messages among people are disabled', async () => {
    const { realm, ada, bot } = await scene(new Service([answerWithContent('Aye')]))
    await realm.set({ private_message_policy: 2 })
    const listener = await ada.listen({ event_types: ['message'] })

    await ada.write([bot], 'Aye?')

    expect(await nextContentOf(bot, listener)).toBe('Aye')
  })

  test('to several bots is posted to each', async () => {
    const [one, other] = [new Service(), new Service()]
    const { ada, bot } = await scene(one)
    const second = await webhook(ada, other, { full_name: 'Sibyl', short_name: 'sibyl' })

    await ada.write([bot, second], 'Aye?')

    expect(JSON.parse((await one.seen(1))[0]!.body)).toMatchObject({ bot_full_name: 'Oracle' })
    expect(JSON.parse((await other.seen(1))[0]!.body)).toMatchObject({ bot_full_name: 'Sibyl' })
  })

  test('to more bots than one message calls is posted to five', async () => {
    const service = new Service()
    const { realm, ada, bob, bot } = await scene(service)
    const bots = [bot]
    for (let number = 1; number <= 5; number += 1)
      bots.push(await webhook(bob, service, { full_name: `Seer ${number}`, short_name: `seer${number}` }))

    await ada.write(bots, 'Aye?')

    const last = new Service([answerWithContent('last')])
    await ada.write([await webhook(realm.owner, last, { full_name: 'Last', short_name: 'last' })], 'Aye?')
    await last.seen(1)
    expect(await service.seen(5)).toHaveLength(5)
  })
})

describe('bots that one person writes to', () => {
  test('are posted to a hundred times in a minute, and not called beyond that', async () => {
    const { realm, ada, bot, second, service, sibyls } = await busy(99)

    await ada.write([bot, second], 'Aye?')
    await ada.write([second], 'And you?')

    await waitForJobs(realm)
    expect([await service.seen(), await sibyls.seen()]).toMatchObject([[{}], []])
    expect(await second.messages()).toHaveLength(2)
  })

  test('are posted to again when the minute is over', async () => {
    const { realm, ada, bot, service } = await busy(100)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })

    await ada.write([bot], 'Aye?')

    await waitForJobs(realm)
    expect(await service.seen()).toHaveLength(1)
  })

  test('are posted to as often as anybody wants where nothing is limited', async () => {
    const { realm, ada, bot, service } = await busy(100)
    await realm.inObject((object) => {
      Object.assign(object, { env: { ...env, RATE_LIMITS: 'off' } })
    })

    await ada.write([bot], 'Aye?')

    await waitForJobs(realm)
    expect(await service.seen()).toHaveLength(1)
  })

  test('count together, no matter who owns them', async () => {
    const { realm, ada, bob } = await busy(100)
    const service = new Service()

    await ada.write([await webhook(bob, service, { full_name: 'Augur', short_name: 'augur' })], 'Aye?')

    await waitForJobs(realm)
    expect(await service.seen()).toEqual([])
  })

  test('are still posted to when somebody else writes to them', async () => {
    const { realm, ada, bob, bot, service } = await busy(100)
    await ada.write([bot], 'Aye?')

    await bob.write([bot], 'And now?')

    await waitForJobs(realm)
    expect(await service.seen()).toMatchObject([{ body: expect.stringContaining('And now?') }])
  })
})

test('what one person writes and does not fit any more behind slow receivers is left out, and their owner is told once', async () => {
  const { realm, ada, bob, bot, listener } = await scene(new Service([{ ...answerWithContent('Aye'), held: true }]))
  await realm.evict()
  const other = await webhook(bob, new Service([answerWithContent('Here')]), {
    full_name: 'Augur',
    short_name: 'augur',
  })
  const own = await ada.listen({ event_types: ['message'], fetch_event_types: [] })
  await realm.inObject((object) => {
    Object.assign(object, { env: { ...env, RATE_LIMITS: 'off' } })
  })

  await Promise.all(Array.from({ length: 100 }, () => ada.write([bot], 'Aye?')))
  for (let more = 0; more < 3; more += 1) await ada.write([bot], 'And now?')
  await bob.send('harbour', 'tides', '@**Augur**')

  expect(await nextContentOf(other, listener)).toBe('Here')
  const notices = async () =>
    (await own.events('message')).map(({ message }) => message as { sender_email: string; content: string })
  const heard = [...(await notices())]
  await vi.waitFor(async () => {
    heard.push(...(await notices()))
    expect(heard.filter(({ content }) => content.includes('not passed on'))).toHaveLength(1)
  })
})

test('nothing is posted any more once the organization is closed', async () => {
  const service = new Service([{ status: 500 }])
  const { realm, ada } = await scene(service)
  await ada.send('harbour', 'tides', '@**Oracle**')
  await vi.waitFor(async () => expect(await failedAttempts(realm)).toEqual([1]))
  await realm.owner.post('/realm/deactivate')

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  await realm.ringAlarm()

  await waitForJobs(realm)
  expect(await service.seen()).toHaveLength(1)
})

describe('nothing is posted of a message', () => {
  test.each<[string, (scene: Awaited<ReturnType<typeof newQuietScene>>) => Promise<unknown>]>([
    ['that mentions somebody else', ({ ada }) => ada.send('harbour', 'tides', '@**Bob** and Oracle')],
    ['that mentions it silently', ({ ada }) => ada.send('harbour', 'tides', '@_**Oracle**')],
    ['that mentions it in code', ({ ada }) => ada.send('harbour', 'tides', '`@**Oracle**`')],
    ['that mentions it in a quote', ({ ada }) => ada.send('harbour', 'tides', '> @**Oracle**')],
    [
      'that mentions everybody',
      async ({ ada, bot }) => {
        await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'harbour' }], principals: [bot.id] })
        return ada.send('harbour', 'tides', '@**all**')
      },
    ],
    ['of another bot', async ({ robo }) => robo.send('harbour', 'tides', '@**Oracle**')],
    ['of another bot, privately', async ({ robo, bot }) => robo.write([bot], 'Aye?')],
    ['of its own', ({ bot }) => bot.send('harbour', 'tides', '@**Oracle**')],
    ['between others', ({ ada, bob }) => ada.write([bob], '@**Oracle**')],
    [
      'in a private stream that it is not in',
      async ({ ada }) => {
        await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'cellar' }], invite_only: true })
        return ada.send('cellar', 'casks', '@**Oracle**')
      },
    ],
    [
      'to a bot that is deactivated',
      async ({ ada, bot }) => {
        await ada.delete(`/bots/${bot.id}`)
        return ada.send('harbour', 'tides', '@**Oracle**')
      },
    ],
    [
      'that comes to mention it by an edit',
      async ({ ada }) => {
        const id = await ada.send('harbour', 'tides', 'Oracle')
        return ada.patch(`/messages/${id}`, { content: '@**Oracle**' })
      },
    ],
  ])('%s', async (_, act) => {
    const given = await newQuietScene()

    await act(given)

    // Jobs are begun in order: what there was to post before has been posted.
    await given.ada.write([given.last], 'Aye?')
    await given.lastService.seen(1)
    expect(await given.service.seen()).toEqual([])
  })
})

describe('the answer', () => {
  test.each([
    ['content', '{"content": "Aye"}', 'Aye'],
    ['content that is a number', '{"content": 42}', '42'],
    ['the former name of content', '{"response_string": "Aye"}', 'Aye'],
    ['both', '{"content": "Aye", "response_string": "No"}', 'Aye'],
    ['content, and that it is required', '{"content": "Aye", "response_not_required": false}', 'Aye'],
    ['no JSON', 'Aye', 'Failure! The bot answered with something that is not JSON.'],
    ['a list', '[{"content": "Aye"}]', 'Failure! The bot answered with something that is no JSON object.'],
    ['null', 'null', 'Failure! The bot answered with something that is no JSON object.'],
    ['content that is an object', '{"content": {}}', 'Failure! The bot answered with a text that is none.'],
  ])('with %s is said', async (_, body, said) => {
    const { ada, bot, listener } = await scene(new Service([{ body }]))

    await ada.send('harbour', 'tides', '@**Oracle**')

    expect(await nextContentOf(bot, listener)).toBe(said)
  })

  test.each([
    ['nothing in it', '{}'],
    ['no body', ''],
    ['an empty text, as former servers have it', '""'],
    ['that none is required', '{"content": "Aye", "response_not_required": true}'],
    ['blank content', '{"content": " \\n "}'],
    ['content that is null', '{"content": null}'],
    ['content too long', '{"content": "%"}'],
    ['a widget that is none', '{"content": "Aye", "widget_content": "{"}'],
  ])('with %s says nothing', async (_, body) => {
    const { ada, bob, bot, listener } = await scene(new Service([{ body, size: 10_001 }, answerWithContent('Next')]))
    await ada.send('harbour', 'tides', '@**Oracle**')

    await ada.send('harbour', 'tides', '@**Oracle** again')

    expect(await nextContentOf(bot, listener)).toBe('Next')
    expect(await bob.messages([['sender', bot.email]])).toHaveLength(1)
  })

  test.each([
    ['text', '"{\\"widget_type\\": \\"poll\\", \\"extra_data\\": {}}"'],
    ['an object', '{"widget_type": "poll", "extra_data": {}}'],
  ])('makes a widget, given as %s', async (_, widget_content) => {
    const body = `{"content": "Aye", "widget_content": ${widget_content}}`
    const { ada, bob, bot, listener } = await scene(new Service([{ body }]))

    await ada.send('harbour', 'tides', '@**Oracle**')

    await nextContentOf(bot, listener)
    const [said] = await bob.messages([['sender', bot.email]])
    const [{ msg_type, content }] = said!['submessages'] as [{ msg_type: string; content: string }]
    expect([msg_type, JSON.parse(content)]).toEqual(['widget', { widget_type: 'poll', extra_data: {} }])
  })

  test('that mentions a bot calls it not', async () => {
    const other = new Service([answerWithContent('No')])
    const { realm, ada, bot, listener } = await scene(new Service([answerWithContent('Ask @**Sibyl**')]))
    await webhook(ada, other, { full_name: 'Sibyl', short_name: 'sibyl' })

    await ada.send('harbour', 'tides', '@**Oracle**')

    expect(await nextContentOf(bot, listener)).toMatch(/Ask/)
    await waitForJobs(realm)
    expect(await other.seen()).toEqual([])
  })

  test.each<[string, (scene: Awaited<ReturnType<typeof newCall>>) => Promise<unknown>]>([
    ['the bot is deactivated', ({ ada, bot }) => ada.delete(`/bots/${bot.id}`)],
    ['the stream is archived', ({ realm, stream_id }) => realm.owner.delete(`/streams/${stream_id}`)],
    ['the message is deleted', ({ realm, id }) => realm.owner.delete(`/messages/${id}`)],
    [
      'only administrators may post any more',
      ({ realm, stream_id }) => realm.owner.patch(`/streams/${stream_id}`, { stream_post_policy: 2 }),
    ],
    [
      'the stream is private now',
      ({ realm, stream_id }) => realm.owner.patch(`/streams/${stream_id}`, { is_private: true }),
    ],
  ])('is not said once %s', async (_, act) => {
    const given = await newCall()
    await act(given)

    await given.service.release()

    const last = new Service([answerWithContent('Last')])
    const sibyl = await webhook(given.ada, last, { full_name: 'Sibyl', short_name: 'sibyl' })
    await given.bob.write([sibyl], 'Aye?')
    await nextContentOf(sibyl, given.listener)
    const said = await env.DB.prepare('select * from message where sender_id = ?').bind(given.bot.id).all()
    expect(said.results).toEqual([])
    await waitForJobs(given.realm)
  })
})

describe('what goes wrong', () => {
  test.each([
    ['a refusal', { status: 404, body: '{"content": "Aye"}' }, "The bot's server answered with status 404."],
    ['an answer without end', { body: '%', size: 70_000 }, 'The answer of the bot is too long.'],
    [
      'a redirect to a file',
      { status: 302, headers: { Location: 'file:///etc/passwd' } },
      "The bot's server answered with status 302.",
    ],
    ['a redirect to nowhere', { status: 307 }, "The bot's server answered with status 307."],
  ])('is said, but not where the bot posts to: %s', async (_, answer, what) => {
    const service = new Service([answer])
    const { ada, bob, bot, listener } = await scene(service)

    await ada.send('harbour', 'tides', '@**Oracle**')

    await nextContentOf(bot, listener)
    const [said] = await bob.messages([['sender', bot.email]], { apply_markdown: false })
    expect(said).toMatchObject({ content: `Failure! ${what}`, subject: 'tides' })
    expect(await service.seen()).toHaveLength(1)
  })

  test('is not a redirect to where the web is', async () => {
    const there = new Service([answerWithContent('Aye')])
    const service = new Service([{ status: 307, headers: { Location: there.url } }])
    const { ada, bot, listener } = await scene(service)

    await ada.send('harbour', 'tides', '@**Oracle**')

    expect(await nextContentOf(bot, listener)).toBe('Aye')
    expect((await there.seen(1))[0]).toMatchObject({ method: 'POST', body: (await service.seen(1))[0]!.body })
  })

  test('is not a redirect to the answer, where nothing is posted again', async () => {
    const there = new Service([answerWithContent('Aye')])
    const { ada, bot, listener } = await scene(new Service([{ status: 302, headers: { Location: there.url } }]))

    await ada.send('harbour', 'tides', '@**Oracle**')

    expect(await nextContentOf(bot, listener)).toBe('Aye')
    expect((await there.seen(1))[0]).toMatchObject({ method: 'GET', body: '' })
  })

  test('is a redirect that leads on and on', async () => {
    const service = new Service([{ status: 307, headers: { Location: '#' } }])
    const { ada, bot, listener } = await scene(service)

    await ada.send('harbour', 'tides', '@**Oracle**')

    expect(await nextContentOf(bot, listener)).toBe("Failure! The bot's server answered with status 307.")
    expect(await service.seen()).toHaveLength(4)
  })
})

describe('in the form of Slack', () => {
  test('a mention is posted as a form, and answered by its text', async () => {
    const service = new Service([{ body: '{"text": "Aye", "content": "No"}' }])
    const { realm, ada, bot, stream_id, listener } = await scene(service, slack)

    await ada.send('harbour', 'tides', 'When, @**Oracle**?')

    const [seen] = await service.seen(1)
    expect(seen!.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(Object.fromEntries(new URLSearchParams(seen!.body))).toEqual({
      token: expect.stringMatching(/^\w{32}$/),
      team_id: realm.string_id,
      team_domain: realm.host,
      channel_id: String(stream_id),
      channel_name: 'harbour',
      timestamp: expect.stringMatching(/^\d+$/),
      user_id: String(ada.id),
      user_name: 'Ada',
      text: 'When, @**Oracle**?',
      trigger_word: 'mention',
      service_id: String(bot.id),
    })
    expect(await nextContentOf(bot, listener)).toBe('Aye')
  })

  test('a private message is not posted, and the bot says why', async () => {
    const service = new Service([{ body: '{"text": "Aye"}' }])
    const { ada, bot } = await scene(service, slack)
    const listener = await ada.listen({ event_types: ['message'] })

    await ada.write([bot], 'Aye?')

    expect(await nextContentOf(bot, listener)).toMatch(/^Failure! Slack.* private messages/)
    expect(await service.seen()).toEqual([])
  })
})

test('a change of the bot holds for what is posted next', async () => {
  const [before, after] = [new Service(), new Service([answerWithContent('Aye')])]
  const { ada, bot, listener } = await scene(before)
  await ada.patch(`/bots/${bot.id}`, { full_name: 'Sibyl', service_payload_url: JSON.stringify(after.url) })

  await ada.send('harbour', 'tides', '@**Sibyl**')

  expect(await nextContentOf(bot, listener)).toBe('Aye')
  expect(await before.seen()).toEqual([])
})

describe('a bot that is passed on', () => {
  test('posts nothing until its new owner says where to, whatever its former owner says', async () => {
    const [former, given, next] = [new Service(), new Service(), new Service([answerWithContent('Aye')])]
    const { realm, ada, bob, bot, listener } = await scene(former)
    const service_payload_url = JSON.stringify(given.url)
    await ada.patch(`/bots/${bot.id}`, { bot_owner_id: bob.id, service_payload_url })
    await bob.post(`/bots/${bot.id}/offer/accept`)
    expect((await bob.patch(`/bots/${bot.id}`))['service_payload_url']).toBeNull()

    await ada.send('harbour', 'tides', '@**Oracle**')
    await waitForJobs(realm)
    expect([await former.seen(), await given.seen()]).toEqual([[], []])

    await bob.patch(`/bots/${bot.id}`, { service_payload_url: JSON.stringify(next.url) })
    await ada.send('harbour', 'tides', '@**Oracle**')
    expect(await nextContentOf(bot, listener)).toBe('Aye')
  })

  test('by an administrator goes on, or posts to where the administrator says', async () => {
    const [before, after] = [new Service([answerWithContent('Aye')]), new Service([answerWithContent('Nay')])]
    const { realm, ada, bob, bot, listener } = await scene(before)
    await bot.passOn(realm.owner, bob)
    await ada.send('harbour', 'tides', '@**Oracle**')
    expect(await nextContentOf(bot, listener)).toBe('Aye')

    const service_payload_url = JSON.stringify(after.url)
    await realm.owner.patch(`/bots/${bot.id}`, { bot_owner_id: ada.id, service_payload_url })
    await ada.post(`/bots/${bot.id}/offer/accept`)
    await ada.send('harbour', 'tides', '@**Oracle**')
    expect(await nextContentOf(bot, listener)).toBe('Nay')
  })
})

test('a bot that an administrator passed on forgets an address that its former owner said since', async () => {
  const [before, since] = [new Service(), new Service()]
  const { realm, ada, bob, bot } = await scene(before)
  await realm.owner.patch(`/bots/${bot.id}`, { bot_owner_id: bob.id })
  await ada.patch(`/bots/${bot.id}`, { service_payload_url: JSON.stringify(since.url) })

  await bob.post(`/bots/${bot.id}/offer/accept`)

  expect((await bob.patch(`/bots/${bot.id}`))['service_payload_url']).toBeNull()
  await ada.send('harbour', 'tides', '@**Oracle**')
  await waitForJobs(realm)
  expect([await before.seen(), await since.seen()]).toEqual([[], []])
})

describe('nothing is unread for the bot', () => {
  const reading = async () => {
    const given = await scene(new Service([answerWithContent('Aye')]))
    await join(given)
    return given
  }

  type Reading = Awaited<ReturnType<typeof scene>>

  const join = ({ ada, bot }: Reading) =>
    ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'harbour' }], principals: [bot.id] })

  /** The bot with a key that is good, after its former one was lost. */
  const askAgain = async ({ ada, bot }: Reading) =>
    Object.assign(bot, { key: (await ada.post(`/bots/${bot.id}/api_key/regenerate`))['api_key'] as string })

  test.each<[string, (given: Reading) => Promise<unknown>]>([
    ['of a stream', ({ ada }) => ada.send('harbour', 'tides', '@**all**')],
    [
      'of what mentions it',
      async ({ ada, bot, listener }) => {
        await ada.send('harbour', 'tides', '@**Oracle**')
        await nextContentOf(bot, listener)
      },
    ],
    ['of a group', ({ ada, bob, bot }) => ada.write([bot, bob], 'Aye?')],
    [
      'after it marked all of the stream read',
      async ({ ada, bot, stream_id }) => {
        await bot.post('/mark_stream_as_read', { stream_id })
        await ada.send('harbour', 'tides', 'Low')
      },
    ],
    [
      'after it marked everything read',
      async ({ ada, bot }) => {
        await ada.write([bot], 'Aye?')
        await bot.post('/mark_all_as_read')
        await ada.write([bot], 'Nay?')
      },
    ],
    [
      'after it left the stream and came back',
      async (given) => {
        await given.bot.delete('/users/me/subscriptions', { subscriptions: ['harbour'] })
        await join(given)
        await given.ada.send('harbour', 'tides', 'Low')
      },
    ],
    [
      'after it was deactivated and taken back',
      async (given) => {
        await given.ada.delete(`/bots/${given.bot.id}`)
        await given.ada.post(`/users/${given.bot.id}/reactivate`)
        await given.bot.takeKeyFrom(given.ada)
        await askAgain(given)
        await given.ada.send('harbour', 'tides', 'Low')
      },
    ],
    [
      'that it marks unread itself',
      async ({ ada, bot }) => {
        const messages = [await ada.send('harbour', 'tides', 'Low')]
        await bot.post('/messages/flags', { messages, op: 'remove', flag: 'read' })
      },
    ],
    [
      'when a topic is resolved in which it spoke',
      async ({ realm, ada, bot, listener }) => {
        const id = await ada.send('harbour', 'tides', '@**Oracle**')
        await nextContentOf(bot, listener)
        realm.keepsNotices = true
        await ada.patch(`/messages/${id}`, { topic: '✔ tides', propagate_mode: 'change_all' })
      },
    ],
  ])('%s', async (_, act) => {
    const given = await reading()
    const { bot } = given

    await act(given)

    const { state } = await bot.listen()
    expect(state['unread_msgs']).toMatchObject({ count: 0, pms: [], huddles: [], streams: [], mentions: [] })
    expect(await bot.messages([['is', 'unread']])).toEqual([])
    const all = await bot.messages()
    expect(all.length).toBeGreaterThan(0)
    for (const { flags } of all) expect(flags).toContain('read')
  })

  test('by what it is told', async () => {
    const { ada, bot } = await reading()
    const told = await bot.listen({ event_types: ['message'] })

    await ada.send('harbour', 'tides', 'Low')

    expect(await told.next()).toMatchObject([{ flags: ['read'] }])
  })

  test('but for a bot that reads by itself it is', async () => {
    const { realm, ada } = await reading()
    const robo = await realm.bot('robo', ada)

    await ada.write([robo], 'Aye?')

    expect(await robo.messages([['is', 'unread']])).toHaveLength(1)
  })
})
