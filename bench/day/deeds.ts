import type { Terms } from '../../client/index.ts'
import { onLeaveOf, partnersOf } from './members.ts'
import type { Desk, Office } from './office.ts'
import { bringMail } from './outside.ts'
import { hasPhone, messagesOfMark, shares, type Deed } from './people.ts'
import { texts } from '../texts.ts'

/** Does one thing at a device, as the web client does it. */
type Doing = (desk: Desk, office: Office) => Promise<unknown>

const topics = 30

const words = ['harbour', 'invoice', 'compiler', 'backup', 'lunch']

/** Milliseconds after which what has not come about is a failure. */
const patience = 60_000

export const waitUntilSettled = async (isDone: () => boolean): Promise<void> => {
  const end = performance.now() + patience
  while (!isDone()) {
    if (performance.now() > end) throw new Error(`Nothing came of it in ${patience / 1000} seconds`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Sends something; other deeds need its id. */
async function send(
  { client, sent }: Desk,
  to: { stream_id: number; topic: string } | { user_ids: number[] },
  content: string,
): Promise<void> {
  const { id } = await client.outbox.do({ kind: 'send', to, content }).done
  sent.push({ id, at: Date.now() })
}

const ownStream = ({ client }: Desk, { chance }: Office): number =>
  chance.one(client.store.state.subscriptions.peek())!.stream_id

const idsOf = (persons: readonly number[], { people }: Office): number[] =>
  persons.map((person) => people[person]!).toSorted((a, b) => a - b)

const others = ({ person }: Desk, office: Office, count: number): number[] =>
  idsOf(partnersOf(person, count, office.chance), office)

/** Tells some people something, and waits for the push to their phones. */
async function push(to: readonly number[], { outside: { pushService } }: Office, telling: () => Promise<void>) {
  const before = pushService.count
  await telling()
  if (to.some(hasPhone)) await waitUntilSettled(() => pushService.count > before)
}

/** One of the newest messages that this device was told. */
const recent = ({ client }: Desk, { chance }: Office): number => {
  const held = [...client.store.messages.values()].slice(-40)
  return chance.one(held)!.id
}

/** Shows a narrow, once its page is there. */
async function show({ client }: Desk, terms: Terms) {
  const view = client.view(terms, 'newest')
  await waitUntilSettled(() => !view.isLoading.peek())
  return view
}

const narrowOf = (desk: Desk, office: Office): Terms => [
  { operator: 'stream', operand: ownStream(desk, office) },
  { operator: 'topic', operand: `topic ${office.chance.below(topics)}` },
]

async function upload({ client, files }: Desk, { chance }: Office): Promise<void> {
  const file = new Blob(['x'.repeat(20_000)], { type: 'text/plain' })
  const { uri } = await client.outbox.do({ kind: 'upload', name: `notes ${chance.below(1e9)}.txt`, file }).done
  files.push(uri)
}

/** Does at a device what other deeds rest on: it shows a narrow, and has sent a message, a draft and a file. */
export async function prepare(desk: Desk, office: Office): Promise<void> {
  const view = await show(desk, [])
  view.close()
  await speak(desk, office)
  await doings['a draft'](desk, office)
  await upload(desk, office)
}

/** Says something, in a stream or in private. */
export const speak = (desk: Desk, office: Office): Promise<unknown> =>
  doings[office.chance.happens(shares.private) ? 'a direct message' : 'a message to a topic'](desk, office)

/** Milliseconds in which a message may be edited, with two minutes to spare. */
const editable = 8 * 60_000

/** Whether a device has what a deed is done to. */
export function isReady(deed: Deed, { sent, drafts, files }: Desk): boolean {
  if (deed === 'an edit') return sent.length > 0 && Date.now() - sent.at(-1)!.at < editable
  if (deed === 'a deletion') return sent.length > 0
  if (deed === 'a draft that is sent or dropped') return drafts.length > 0
  return deed !== 'a file that is shown' || files.length > 0
}

export const doings: Readonly<Record<Deed, Doing>> = {
  'a message to a topic': (desk, office) =>
    send(
      desk,
      { stream_id: ownStream(desk, office), topic: `topic ${office.chance.below(topics)}` },
      office.chance.one(texts)!,
    ),
  'a message that mentions somebody'(desk, office) {
    const { chance, everybody } = office
    const [other] = partnersOf(desk.person, 1, chance)
    const to = { stream_id: everybody, topic: `topic ${chance.below(topics)}` }
    return push([other!], office, () => send(desk, to, `@**Person ${other}** ${chance.one(texts)!}`))
  },
  'a direct message'(desk, office) {
    const to = partnersOf(desk.person, office.chance.happens(0.25) ? 2 : 1, office.chance)
    return push(to, office, () => send(desk, { user_ids: idsOf(to, office) }, office.chance.one(texts)!))
  },
  async 'a mail about a missed message'(desk, office) {
    const { id, address } = onLeaveOf(desk.person, office)
    const before = office.outside.mailsTo(address)
    await send(desk, { user_ids: [id] }, office.chance.one(texts)!)
    await waitUntilSettled(() => office.outside.mailsTo(address) > before)
  },
  'a mail that becomes a message': (_, { site, mailboxes, chance }) =>
    bringMail(site, chance.one(mailboxes)!, chance.one(texts)!),
  'a typing notice': (desk, office) => desk.client.ask('POST /typing', { op: 'start', to: others(desk, office, 1) }),
  'marking messages as read'({ client }) {
    const unread = client.store.unread
      .confirmedEntries()
      .map(([id]) => id)
      .toSorted((a, b) => b - a)
      .slice(0, messagesOfMark)
    return unread.length === 0 ? Promise.resolve() : client.outbox.do({ kind: 'read', messages: unread }).done
  },
  'a report of presence': ({ client }) =>
    client.ask('POST /users/me/presence', { status: 'active', slim_presence: true, ping_only: false }),
  'a reaction': (desk, office) => {
    const emoji = office.chance.one([
      { emoji_name: '+1', emoji_code: '1f44d' },
      { emoji_name: 'tada', emoji_code: '1f389' },
      { emoji_name: 'heart', emoji_code: '2764' },
    ])!
    return desk.client.outbox.do({
      kind: 'react',
      message_id: recent(desk, office),
      reaction_type: 'unicode_emoji',
      ...emoji,
    }).done
  },
  'an edit': ({ client, sent }, { chance }) =>
    client.outbox.do({
      kind: 'edit',
      message_id: sent.at(-1)!.id,
      content: `${chance.one(texts)!} (mended ${chance.below(1e6)})`,
    }).done,
  'a star': (desk, office) => desk.client.outbox.do({ kind: 'star', messages: [recent(desk, office)] }).done,
  'a deletion': ({ client, sent }) => client.outbox.do({ kind: 'delete', message_id: sent.pop()!.id }).done,
  async 'a draft'(desk, office) {
    const draft = {
      type: 'private',
      to: others(desk, office, 1),
      topic: '',
      content: office.chance.one(texts)!,
      timestamp: Math.floor(Date.now() / 1000) - office.chance.below(1e6),
    } as const
    const { ids } = await desk.client.outbox.do({ kind: 'draft', draft }).done
    desk.drafts.push(ids![0]!)
  },
  'a draft that is sent or dropped': ({ client, drafts }) =>
    client.outbox.do({ kind: 'discard', draft_id: drafts.pop()! }).done,
  'a setting': ({ client }, { chance }) =>
    client.outbox.do({
      kind: 'subscription',
      stream_id: chance.one(client.store.state.subscriptions.peek())!.stream_id,
      property: 'color',
      value: `#${chance.below(0xffffff).toString(16).padStart(6, '0')}`,
    }).done,
  async 'a search'(desk, { chance }) {
    const view = await show(desk, [{ operator: 'search', operand: `${chance.one(words)!} ${chance.one(words)!}` }])
    view.close()
  },
  async 'a narrow'(desk, office) {
    const view = await show(desk, narrowOf(desk, office))
    view.close()
  },
  async 'a page of older messages'({ client }, { chance }) {
    const anchor = chance.one([...client.store.messages.values()])!.id
    await client.ask('GET /messages', { anchor: String(anchor), num_before: 100, num_after: 0, client_gravatar: false })
  },
  'a file that is sent': upload,
  async 'a file that is shown'(desk, office) {
    await (await desk.browser.fetch(office.site + office.chance.one(desk.files)!)).arrayBuffer()
  },
  'another read': (desk, office) =>
    desk.client.ask('GET /messages/{message_id}/read_receipts', { message_id: recent(desk, office) }),
  async 'a lost connection'({ client, browser: { sockets } }) {
    for (const socket of sockets) socket.lose()
    // It tries again by itself within a second.
    await waitUntilSettled(() => sockets.size > 0 && client.status.peek() === 'live')
  },
  async 'a registration'(desk, office) {
    await office.reopen(desk)
    await waitUntilSettled(() => desk.client.status.peek() === 'live')
    const view = await show(desk, narrowOf(desk, office))
    view.close()
  },
  async 'a login'({ person }, { site, addresses }) {
    const body = new URLSearchParams({ username: addresses[person]!, password: 'seven grey herons' })
    const response = await fetch(`${site}/api/v1/session`, { method: 'POST', headers: { Origin: site }, body })
    if (!response.ok) throw new Error(await response.text())
  },
}
