import { form, send, type Sending } from './load.ts'
import type { Server } from './server.ts'
import { texts } from './texts.ts'

export const people = 10
const topics = 31
const streams = ['general', 'random', 'support', 'design', 'harbour']
/** Messages that are there before anything is measured. */
const history = 3000

/** The requests that are measured: of each pair, the first is Rivulet's, the second the bare Worker's. */
export interface Organization {
  /** The next message to the same stream, from the next person. */
  readonly sendMessage: () => Sending
  readonly insertRow: () => Sending
  /** The next message to the same stream, as parameters, and the number of the person who sends it. */
  readonly nextMessage: () => { sender: number; params: Record<string, string> }
  /** The 100 newest messages of all streams, or of one. */
  readonly getMessages: (narrowed: boolean) => Sending
  readonly selectRows: (narrowed: boolean) => Sending
  /** Somebody who listens to the stream that messages are sent to; people take turns. */
  readonly listener: (number: number) => Listener
}

export interface Listener {
  readonly headers: Record<string, string>
  /** Makes an event queue: for messages, unless told otherwise. */
  register(event_types?: string): Promise<{ queue_id: string; last_event_id: number }>
}

interface Person {
  user_id: number
  authorization: { Authorization: string }
}

const password = 'seven grey herons'

/** Founds a realm where ten people share five streams with some history, and copies its rows to the bare Worker. */
export async function found({ ours, bare, databases }: Server): Promise<Organization> {
  const everybody = await gather(ours)
  const messages = sendingsOf(ours, everybody)
  for (let first = 0; first < history; first += people)
    await Promise.all(Array.from({ length: people }, () => send(messages())))
  for (const table of ['realm', 'user', 'stream', 'message']) await copy(databases, table)

  const stream = streams[0]!
  const { id: recipient_id } = (await databases.ours
    .prepare('select id from stream where name = ?')
    .bind(stream)
    .first<{ id: number }>())!
  const narrow = encodeURIComponent(JSON.stringify([{ operator: 'stream', operand: stream }]))
  const next = counter()
  return {
    sendMessage: sendingsOf(ours, everybody, stream),
    insertRow() {
      const { person, topic, content } = messageOf(next(), everybody)
      return form(`${bare}/messages`, { sender_id: person.user_id, recipient_id, topic, content })
    },
    nextMessage() {
      const number = next()
      const { topic, content } = messageOf(number, everybody)
      return { sender: number % people, params: { type: 'stream', to: stream, topic, content } }
    },
    getMessages: (narrowed) => ({
      method: 'GET',
      url: `${ours}/messages?anchor=newest&num_before=100&num_after=0${narrowed ? `&narrow=${narrow}` : ''}`,
      headers: everybody[next() % people]!.authorization,
    }),
    listener(number) {
      const { authorization } = everybody[number % people]!
      return {
        headers: authorization,
        async register(event_types = '["message"]') {
          const wanted = { event_types, fetch_event_types: '[]' }
          return JSON.parse(await send(form(`${ours}/register`, wanted, authorization))) as {
            queue_id: string
            last_event_id: number
          }
        },
      }
    },
    selectRows: (narrowed) => ({
      method: 'GET',
      url: `${bare}/messages${narrowed ? `?recipient_id=${recipient_id}` : ''}`,
      headers: {},
    }),
  }
}

/** Creates everybody and subscribes them to all streams. */
async function gather(ours: string): Promise<Person[]> {
  const post = async <T>(path: string, params: Record<string, string>, as?: Person): Promise<T> =>
    JSON.parse(await send(form(ours + path, params, as?.authorization))) as T
  const owner = personOf(
    await post<CreatedAccount>('/realm', {
      realm_name: 'Bench',
      string_id: 'bench',
      owner_full_name: 'Olga Owner',
      owner_email: 'olga@example.com',
      owner_password: password,
    }),
  )
  const everybody = [owner]
  for (let number = 1; number < people; number += 1) {
    const email = `person${number}@example.com`
    await post('/users', { email, password, full_name: `Person ${number}` }, owner)
    everybody.push(personOf(await post<CreatedAccount>('/fetch_api_key', { username: email, password })))
  }
  const subscriptions = JSON.stringify(streams.map((name) => ({ name })))
  const principals = JSON.stringify(everybody.map(({ user_id }) => user_id))
  await post('/users/me/subscriptions', { subscriptions, principals }, owner)
  return everybody
}

function counter(): () => number {
  let count = 0
  return () => (count += 1)
}

/** The requests of an endless conversation, in all streams or in one. */
function sendingsOf(ours: string, everybody: Person[], stream?: string): () => Sending {
  const next = counter()
  return () => {
    const { person, to, topic, content } = messageOf(next(), everybody)
    return form(`${ours}/messages`, { type: 'stream', to: stream ?? to, topic, content }, person.authorization)
  }
}

const messageOf = (number: number, everybody: Person[]) => ({
  person: everybody[number % people]!,
  to: streams[number % streams.length]!,
  topic: `topic ${number % topics}`,
  content: texts[number % texts.length]!,
})

interface CreatedAccount {
  user_id: number
  email: string
  api_key: string
}

const personOf = ({ user_id, email, api_key }: CreatedAccount): Person => ({
  user_id,
  authorization: { Authorization: `Basic ${btoa(`${email}:${api_key}`)}` },
})

async function copy({ ours, bare }: Server['databases'], table: string): Promise<void> {
  const { results } = await ours.prepare(`select * from ${table}`).all()
  const columns = Object.keys(results[0]!)
  const statement = bare.prepare(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  )
  for (let first = 0; first < results.length; first += 500)
    await bare.batch(
      results.slice(first, first + 500).map((row) => statement.bind(...columns.map((column) => row[column]))),
    )
}
