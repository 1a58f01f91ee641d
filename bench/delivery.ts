/** How soon others are told of a message: one listener after one message, and a crowd of them after one message. */
import { form, send } from './load.ts'
import { people, type Listener, type Organization } from './organization.ts'
import type { Server } from './server.ts'

const messages = 200
const sockets = 500
const polls = 200
const crowds = 7

/** Milliseconds from sending to the event, for one kind of client. */
export interface Timing {
  readonly name: string
  readonly ours: number
  readonly bare: number
  /** Highest ratio of `ours` to `bare` that passes. */
  readonly goal?: number | undefined
  /** Highest value of `ours` that passes. */
  readonly maximum?: number | undefined
}

/** The node runtime takes headers here, which browsers do not. */
const open = (url: string, headers: Record<string, string>): WebSocket =>
  new WebSocket(url.replace('http', 'ws'), { headers } as unknown as string[])

/** Resolves once the socket is open. */
const waitForOpen = (socket: WebSocket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true })
    socket.addEventListener('error', () => reject(new Error('A socket did not open')), { once: true })
  })

/** The next thing said on it. */
const nextMessage = (socket: WebSocket): Promise<string> =>
  new Promise((resolve) => socket.addEventListener('message', ({ data }) => resolve(String(data)), { once: true }))

const measureMs = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2
}

/** The open socket of a new event queue. */
async function socketOf({ ours }: Server, listener: Listener, event_types?: string): Promise<WebSocket> {
  const { queue_id, last_event_id } = await listener.register(event_types)
  const socket = open(`${ours}/events?queue_id=${queue_id}&last_event_id=${last_event_id}`, listener.headers)
  await waitForOpen(socket)
  return socket
}

/**
 * From a message's sending until its sender has the answer and another client has its event: over HTTP beside one bare insert
 * from request to answer, and over the sender's socket beside HTTP.
 */
export async function sendToDelivery(server: Server, organization: Organization): Promise<Timing[]> {
  const listening = await socketOf(server, organization.listener(0))
  // A socket may say 20 things a second, so that people take turns.
  const senders = await Promise.all(
    Array.from({ length: people }, (_, number) => socketOf(server, organization.listener(number), '[]')),
  )
  const times: { http: number; socket: number; bare: number }[] = []
  for (let number = 0; number < messages; number += 1) {
    const http = await measureMs(() => Promise.all([send(organization.sendMessage()), nextMessage(listening)]))
    const { sender, params } = organization.nextMessage()
    const ask = JSON.stringify({ id: number, ask: 'POST /messages', params })
    const socket = await measureMs(() => Promise.all([askAndWait(senders[sender]!, ask), nextMessage(listening)]))
    times.push({ http, socket, bare: await measureMs(() => send(organization.insertRow())) })
  }
  for (const socket of [listening, ...senders]) socket.close()
  const medianOf = (name: keyof (typeof times)[number]) => median(times.map((time) => time[name]))
  const http = medianOf('http')
  return [
    { name: 'send over HTTP to delivery, median ms; bare: one insert', ours: http, bare: medianOf('bare'), goal: 2.5 },
    {
      name: 'send over the socket to delivery, median ms; bare: over HTTP',
      ours: medianOf('socket'),
      bare: http,
      goal: 0.8,
    },
  ]
}

/** Asks, and waits for a good answer. */
async function askAndWait(socket: WebSocket, ask: string): Promise<void> {
  const answer = nextMessage(socket)
  socket.send(ask)
  const text = await answer
  if (!text.includes('"result":"success"')) throw new Error(`${ask}: ${text}`)
}

/** From a message's sending until the last of a crowd has its event, beside a bare broadcast of the same bytes. */
export async function broadcast({ ours, bare }: Server, organization: Organization): Promise<Timing[]> {
  const registerListener = async (number: number) => {
    const listener = organization.listener(number)
    return { ...listener, ...(await listener.register()) }
  }
  const crowd: Awaited<ReturnType<typeof registerListener>>[] = []
  // All at once, the last would wait for too long.
  while (crowd.length < sockets + polls)
    crowd.push(...(await Promise.all(Array.from({ length: 50 }, (_, place) => registerListener(crowd.length + place)))))
  const open500 = crowd
    .slice(0, sockets)
    .map(({ queue_id, last_event_id, headers }) =>
      open(`${ours}/events?queue_id=${queue_id}&last_event_id=${last_event_id}`, headers),
    )
  await Promise.all(open500.map(waitForOpen))
  const bareSockets = Array.from({ length: sockets }, () => open(`${bare}/socket`, {}))
  await Promise.all(bareSockets.map(waitForOpen))

  const times: { sockets: number; polls: number; bare: number }[] = []
  for (let round = 0; round < crowds; round += 1) {
    const waiting = crowd.slice(sockets).map(async (listener) => {
      const { queue_id, last_event_id, headers } = listener
      const url = `${ours}/events?queue_id=${queue_id}&last_event_id=${last_event_id}`
      const answer = JSON.parse(await send({ method: 'GET', url, headers })) as { events: { id: number }[] }
      listener.last_event_id = answer.events.at(-1)!.id
    })
    // All of them are there when the last has asked; there is nothing to tell when the server has them all.
    await new Promise((resolve) => setTimeout(resolve, 500))
    const arrivals = open500.map(nextMessage)
    const start = performance.now()
    const sent = send(organization.sendMessage())
    const payload = (await Promise.all(arrivals))[0]!
    const reached = performance.now() - start
    await Promise.all([sent, ...waiting])
    const answered = performance.now() - start
    const bareArrivals = bareSockets.map(nextMessage)
    times.push({
      sockets: reached,
      polls: answered,
      bare: await measureMs(() => Promise.all([send(form(`${bare}/broadcast`, { payload })), ...bareArrivals])),
    })
  }
  for (const socket of [...open500, ...bareSockets]) socket.close()
  const medianOf = (name: keyof (typeof times)[number]) => median(times.map((time) => time[name]))
  const bareTime = medianOf('bare')
  return [
    { name: `a message to ${sockets} sockets, ms until the last`, ours: medianOf('sockets'), bare: bareTime },
    { name: `and to ${polls} long-polls besides, ms until the last`, ours: medianOf('polls'), bare: bareTime },
  ]
}
