/** The baseline: the least that a Worker with Hono and D1 can do for the same request. */
import { createHmac } from 'node:crypto'
import { DurableObject } from 'cloudflare:workers'
import { Hono } from 'hono'

interface Bindings {
  DB: D1Database
  ROOM: DurableObjectNamespace<Room>
}

/** As in `src/web-push/`: bytes of each push, and pushes that are under way at the same time. */
const [pushBytes, pushConnections] = [4096, 30]

const app = new Hono<{ Bindings: Bindings }>()

/** Sends what it is given to everybody who is connected. */
export class Room extends DurableObject<Bindings> {
  override async fetch(): Promise<Response> {
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server)
    return new Response(null, { status: 101, webSocket: client })
  }

  /** Sends bodies as large as those of pushes, over as many connections. */
  async push(endpoint: string, amount: number): Promise<void> {
    const numbers = Array.from({ length: amount }).keys()
    const body = new Uint8Array(pushBytes)
    const connection = async () => {
      for (const number of numbers) {
        const response = await fetch(`${endpoint}/${number}`, { method: 'POST', body })
        await response.body?.cancel()
      }
    }
    await Promise.all(Array.from({ length: pushConnections }, connection))
  }

  async broadcast(payload: string): Promise<void> {
    for (const socket of this.ctx.getWebSockets()) socket.send(payload)
  }
}

app.get('/socket', ({ env, req }) => env.ROOM.getByName('room').fetch(req.raw))

app.post('/broadcast', async (context) => {
  const { payload } = await context.req.parseBody<Record<string, string>>()
  await context.env.ROOM.getByName('room').broadcast(payload!)
  return context.json({})
})

app.post('/pushes', async (context) => {
  const { endpoint, amount } = await context.req.parseBody<Record<string, string>>()
  await context.env.ROOM.getByName('pushes').push(endpoint!, Number(amount))
  return context.json({})
})

/** An event of another service: compares its signature, reads it, and hands on a text. */
app.post('/events', async ({ env, req, json }) => {
  const { header = '', secret = '' } = req.query()
  const body = await req.text()
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  if (header !== '' && req.header(header)?.endsWith(signature) !== true) return json({}, 403)
  const names = Object.keys(JSON.parse(body) as object)
  await env.ROOM.getByName('events').broadcast(names.join(' '))
  return json({})
})

/** One row into a table with the columns and indexes of Rivulet's. */
app.post('/messages', async (context) => {
  const { sender_id, recipient_id, topic, content } = await context.req.parseBody<Record<string, string>>()
  const { meta } = await context.env.DB.prepare(
    `insert into message (
      event_id, sender_id, recipient_id, is_private, topic, topic_key, content, rendered_content, sent_at, client
    )
    values (0, ?, ?, 0, ?, ?, ?, ?, ?, 'bench')`,
  )
    .bind(Number(sender_id), Number(recipient_id), topic, topic, content, content, Math.floor(Date.now() / 1000))
    .run()
  return context.json({ id: meta.last_row_id })
})

const newest = (condition: string) => `
  select
    message.id, sender_id, sender.email as sender_email, sender.full_name as sender_full_name, recipient_id, is_private,
    stream.name as stream_name, topic, rendered_content, sent_at, client, is_me_message, wildcard_mentioned, submessages
  from message
  join user as sender on sender.id = sender_id
  join stream on stream.id = recipient_id
  ${condition}
  order by message.id desc
  limit 100`

/** The rows that Rivulet answers with, as they are: no account, no rights, no flags. */
app.get('/messages', async (context) => {
  const recipient_id = context.req.query('recipient_id')
  const statement =
    recipient_id === undefined
      ? context.env.DB.prepare(newest(''))
      : context.env.DB.prepare(newest('where recipient_id = ?')).bind(Number(recipient_id))
  const { results } = await statement.all()
  return context.json({ messages: results })
})

/** All people, with the columns that Rivulet shows. */
app.get('/people', async ({ env, json }) => {
  const { results } = await env.DB.prepare(
    `select id, delivery_email, email, full_name, role, bot_type, bot_owner_id, is_active, date_joined, timezone,
      avatar_version, avatar_path
    from user order by id`,
  ).all()
  return json({ people: results })
})

export default app
