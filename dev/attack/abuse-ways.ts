/** Ways to stop, fill or take over an organization that anybody might try; for `abuse.ts`. */
import { Account, type Answer } from './abuse-account.ts'

/** One step of an attack, repeated until the time is over. */
export type Way = (by: Account, random: () => number) => Promise<void>

const whole = (random: () => number, below: number): number => Math.floor(random() * below)

const message = { type: 'stream', to: 'random', topic: 'abuse' }

/** A text of nearly 10,000 bytes that repeats one piece. */
const fillText = (piece: string, bytes = 9990): string => piece.repeat(Math.floor(bytes / Buffer.byteLength(piece)))

/** Pieces of Markdown that take long to render, or become much HTML. */
const dense = [
  '$$\\hat a$$ ', '**a** ', '@**all** ', '#**random>a** ', ':heart:', '`a` ', '> ', '[a](b) ', '~~a~~ ', '* ', '1. ', '|', '```\n',
  '<time:2024-01-01T00:00:00Z> ', 'http://a.b ', '![a](http://a.b/c.png) ', '\\', '[', '](', '***', '__a__ ', '字', '😀', '~~~quote\n', '$$', '\u202e',
] // prettier-ignore

const bombs = [
  `$$\\def\\a{${'x'.repeat(1000)}}${'\\a'.repeat(480)}$$`,
  `$$\\newcommand\\a{${'x'.repeat(400)}}${'\\a'.repeat(200)}$$`,
  `$$\\def\\a#1{#1#1}${'\\a{'.repeat(30)}x${'}'.repeat(30)}$$`,
  `$$${'{'.repeat(900)}x${'}'.repeat(900)}$$`,
  `$$\\gdef\\a{\\b\\b}\\gdef\\b{\\c\\c}\\gdef\\c{${'y'.repeat(300)}}${'\\a'.repeat(300)}$$`,
]

const anonymousAccount = (by: Account) => new Account(by.base, null, by.tally)

/** A random IP address. */
const someNetwork = (random: () => number): string =>
  random() < 0.5
    ? `2001:db8:1:2:${whole(random, 65_536).toString(16)}::${whole(random, 65_536).toString(16)}`
    : `203.0.${whole(random, 256)}.${whole(random, 256)}`

/** Opens a socket on a new queue; null if the server refuses. */
async function socketOf(by: Account): Promise<WebSocket | null> {
  const { queue_id, last_event_id } = await by.ask('POST', '/register', { event_types: ['message'] })
  const { ticket } = await by.ask('POST', '/events/ticket')
  if (typeof queue_id !== 'string' || typeof ticket !== 'string') return null
  const query = new URLSearchParams({ queue_id, last_event_id: String(last_event_id), ticket })
  const socket = new WebSocket(`${by.base.replace('http', 'ws')}/events?${query.toString()}`)
  return new Promise((resolve) => {
    socket.addEventListener('open', () => resolve(socket))
    socket.addEventListener('error', () => resolve(null))
    socket.addEventListener('close', () => resolve(null))
  })
}

const waitForClose = (socket: WebSocket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.readyState === WebSocket.CLOSED) return resolve()
    socket.addEventListener('close', () => resolve())
    setTimeout(() => {
      socket.close()
      resolve()
    }, 3000)
  })

export const ways: Record<string, Way> = {
  async 'formulas that define and repeat'(by, random) {
    await by.ask('POST', '/messages/render', { content: bombs[whole(random, bombs.length)]! })
  },

  async 'texts that are much work'(by, random) {
    const content = fillText(
      dense[whole(random, dense.length)]! + (random() < 0.5 ? dense[whole(random, dense.length)]! : ''),
    )
    await by.ask('POST', random() < 0.5 ? '/messages' : '/messages/render', { ...message, content })
  },

  async 'guesses at passwords'(by, random) {
    const username = ['owner@demo.test', 'member@demo.test', `nobody${whole(random, 1000)}@demo.test`][
      whole(random, 3)
    ]!
    const network = someNetwork(random)
    await anonymousAccount(by).ask(
      'POST',
      '/fetch_api_key',
      { username, password: `guess${whole(random, 1e6)}` },
      { network },
    )
  },

  async 'names that nobody has'(by, random) {
    const email = `${'x'.repeat(6000)}${whole(random, 1e9)}`
    const stranger = new Account(by.base, { email, key: 'k'.repeat(32) }, by.tally)
    await stranger.ask('GET', '/users/me', {}, { network: someNetwork(random) })
  },

  async 'keys that are wrong'(by, random) {
    const key = Array.from({ length: 32 }, () => 'abcdefghij'[whole(random, 10)]).join('')
    const stranger = new Account(by.base, { email: 'owner@demo.test', key }, by.tally)
    await stranger.ask(
      ['GET', 'POST'][whole(random, 2)]!,
      '/users/me/subscriptions',
      {},
      { network: someNetwork(random) },
    )
  },

  async 'documents, again and again'(by, random) {
    const path = ['/openapi.json', '/server_settings', '/nowhere'][whole(random, 3)]!
    await anonymousAccount(by).ask('GET', path, {}, { network: someNetwork(random) })
  },

  async 'large pages'(by) {
    await by.ask('GET', '/messages', { anchor: 'newest', num_before: 5000, num_after: 0 })
  },

  async 'addresses that cannot be'(by, random) {
    const to = `${'y'.repeat(99_000)}${whole(random, 1e9)}`
    await by.ask('POST', '/messages', { ...message, to, content: 'x' })
    await by.ask('POST', '/messages', {
      type: 'private',
      to: [to.slice(0, 9000), to.slice(9000, 18_000)],
      content: 'x',
    })
  },

  async 'queues with large filters'(by, random) {
    const narrow = Array.from({ length: 5 }, () => ['topic', `${'n'.repeat(40)}${whole(random, 1e9)}`])
    await by.ask('POST', '/register', { event_types: [], fetch_event_types: [], narrow, queue_lifespan_secs: 604_800 })
    const large = Array.from({ length: 20 }, () => ['topic', 'n'.repeat(1000)])
    await by.ask('POST', '/register', { event_types: [], narrow: large, queue_lifespan_secs: 604_800 })
  },

  async 'long words on a socket'(by) {
    const socket = await socketOf(by)
    if (socket === null) return
    socket.send(`[${'{},'.repeat(1_000_000)}{}]`)
    await waitForClose(socket)
  },

  async 'many words on a socket'(by, random) {
    const socket = await socketOf(by)
    if (socket === null) return
    for (let index = 0; index < 3000 && socket.readyState === WebSocket.OPEN; index += 1)
      socket.send(JSON.stringify({ last_event_id: whole(random, 10) }))
    await waitForClose(socket)
  },

  async 'many asks on a socket'(by, random) {
    const socket = await socketOf(by)
    if (socket === null) return
    const asks = [
      ['POST /messages', { ...message, content: fillText(dense[whole(random, dense.length)]!) }],
      ['POST /messages/render', { content: bombs[whole(random, bombs.length)]! }],
      ['POST /messages/render', { content: 'x', ignored: 'y'.repeat(60_000) }],
      ['PUT /bot_storage', { storage: JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`) as unknown }],
      ['GET /realm/presence', {}],
      ['POST /typing', { op: 'start', to: [1, 2, 3] }],
      ['GET /nowhere', {}],
    ] as const
    const sent = new Map<number, string>()
    socket.addEventListener('message', ({ data }) => {
      const { id, answer } = JSON.parse(String(data)) as { id?: number; answer?: Answer }
      if (id !== undefined && answer !== undefined) by.countAnswer(sent.get(id) ?? '', answer)
    })
    for (let id = 0; id < 500 && socket.readyState === WebSocket.OPEN; id += 1) {
      const [ask, params] = asks[whole(random, asks.length)]!
      sent.set(id, JSON.stringify({ id, ask, params }))
      socket.send(sent.get(id)!)
    }
    await waitForClose(socket)
  },

  async 'many bots'(by, random) {
    const short_name = `b${whole(random, 1e9)}`
    const { user_id, api_key } = await by.ask('POST', '/bots', { full_name: short_name, short_name })
    if (typeof api_key !== 'string') return
    const { user } = (await by.ask('GET', `/users/${Number(user_id)}`)) as Answer & { user?: { email: string } }
    const bot = new Account(by.base, { email: user?.email ?? '', key: api_key }, by.tally)
    await bot.ask('PUT', '/bot_storage', { storage: { a: 's'.repeat(900_000) } })
    const receiver_id = await ownerId(by)
    // A rate limit refused the request for the owner, so there is no receiver for the bot.
    if (receiver_id === undefined) return
    await by.ask('PATCH', `/bots/${Number(user_id)}`, { bot_owner_id: receiver_id })
    const { user: offered } = (await by.ask('GET', `/users/${Number(user_id)}`)) as Answer & {
      user?: { bot_owner_id: number }
    }
    if (offered?.bot_owner_id === receiver_id) by.tally.gains.push('a bot was given to somebody who did not accept it')
  },

  async 'much in the storage'(by, random) {
    await by.ask('PUT', '/bot_storage', { storage: { [`k${whole(random, 1000)}`]: 's'.repeat(1_000_000) } })
  },

  async 'links of others'(by) {
    const { invites } = await by.ask('GET', '/invites')
    for (const { invited_as, link_url } of (invites ?? []) as { invited_as: number; link_url?: string }[])
      if (invited_as === 100 && link_url !== undefined) by.tally.gains.push('somebody sees a link that makes owners')
  },

  async 'accounts by a link'(by, random) {
    const { link_url } = await someLink(by)
    if (typeof link_url !== 'string') return
    await anonymousAccount(by).ask(
      'POST',
      '/join',
      {
        invitation_key: link_url.split('/').at(-1)!,
        full_name: 'J',
        email: `j${whole(random, 1e9)}@demo.test`,
        password: 'a long password',
      },
      { network: someNetwork(random) },
    )
  },

  async files(by) {
    const form = new FormData()
    form.set('file', new File(['f'.repeat(1_000_000)], 'x.bin'))
    await by.ask('POST', '/user_uploads', {}, { body: form })
  },

  async 'many streams for many people'(by, random) {
    const subscriptions = Array.from({ length: 100 }, () => ({
      name: `s${whole(random, 1e9)}`,
      description: 'd'.repeat(900),
    }))
    const { members } = await by.ask('GET', '/users')
    const principals = ((members ?? []) as { user_id: number }[]).map(({ user_id }) => user_id)
    await by.ask('POST', '/users/me/subscriptions', { subscriptions, principals })
  },

  async 'drafts, reminders and words'(by, random) {
    await by.ask('POST', '/drafts', {
      drafts: Array.from({ length: 100 }, () => ({ type: '', to: [], topic: '', content: 'd'.repeat(9000) })),
    })
    await by.ask('POST', '/messages', {
      ...message,
      content: 'r'.repeat(9000),
      delivery_type: 'remind',
      deliver_at: 'in one hour',
    })
    await by.ask('POST', '/users/me/alert_words', {
      alert_words: Array.from({ length: 100 }, () => `w${whole(random, 1e9)}`),
    })
  },

  async 'edits and reactions without end'(by, random) {
    const { id } = await by.ask('POST', '/messages', { ...message, content: 'e' })
    if (typeof id !== 'number') return
    for (let index = 0; index < 10; index += 1) {
      await by.ask('PATCH', `/messages/${id}`, { content: fillText(String(index)) })
      await by.ask('POST', `/messages/${id}/reactions`, { emoji_name: ['heart', 'tada', 'smile'][whole(random, 3)]! })
      await by.ask('POST', '/submessage', {
        message_id: id,
        msg_type: 'widget',
        content: JSON.stringify('v'.repeat(900)),
      })
    }
    await by.ask('GET', `/messages/${id}/history`)
  },
}

async function ownerId(by: Account): Promise<number | undefined> {
  const { members } = (await by.ask('GET', '/users')) as Answer & { members?: { user_id: number; is_owner: boolean }[] }
  return members?.find(({ is_owner }) => is_owner)?.user_id
}

async function someLink(by: Account): Promise<{ link_url?: string | undefined }> {
  const { invites } = (await by.ask('GET', '/invites')) as Answer & { invites?: { link_url?: string }[] }
  return invites?.find(({ link_url }) => link_url !== undefined) ?? {}
}
