/** Sends messages to the demo organization, so that there is something to read and to try. */
export async function sayHello(base: string): Promise<void> {
  for (const { by, likedBy, ...message } of demoMessages) {
    const { id } = await post<{ id: number }>(base, '/messages', message, await credentials(base, by))
    for (const name of likedBy)
      await post(base, `/messages/${id}/reactions`, { emoji_name: 'thumbs_up' }, await credentials(base, name))
  }
}

/** A message, the demo account that sends it, and the accounts that react to it. */
type DemoMessage = Readonly<Record<'by' | 'type' | 'to' | 'content', string>> & {
  readonly topic?: string
  readonly likedBy: readonly string[]
}

const to = (by: string, stream: string, topic: string, content: string, ...likedBy: string[]): DemoMessage => ({
  by,
  type: 'stream',
  to: stream,
  topic,
  content,
  likedBy,
})

const alone = (by: string, name: string, content: string): DemoMessage => ({
  by,
  type: 'private',
  to: JSON.stringify([`${name}@demo.test`]),
  content,
  likedBy: [],
})

const script = `Yes:
\`\`\`js
const { messages } = await ask('GET /messages', { anchor: 'newest', num_before: 10, num_after: 0 })
\`\`\``

const demoMessages: readonly DemoMessage[] = [
  to('owner', 'general', 'welcome', 'Welcome to **Rivulet**. Every message has a stream and a topic.'),
  to('member', 'general', 'welcome', '@**Demo owner** hello! Where do I put things that belong nowhere?'),
  to(
    'owner',
    'general',
    'welcome',
    'In #**random>lunch**, say. And a new topic is free: begin one below.',
    'member',
    'admin',
  ),
  to(
    'moderator',
    'general',
    'trying things out',
    'Press `?` for all keys, `/` to search, and `Ctrl+K` to go anywhere.',
  ),
  to('admin', 'general', 'trying things out', 'Log in as somebody else in a private window, and talk with yourself.'),
  to('member', 'general', 'bots', 'Can a program read along?'),
  to('moderator', 'general', 'bots', script),
  to('admin', 'random', 'lunch', 'In here. Soup today. :stew:', 'member'),
  to('member', 'random', 'lunch', '/poll And tomorrow?\nNoodles\nFish\nSandwiches on the pier'),
  to('moderator', 'random', 'weather', '| day | wind |\n| --- | --- |\n| today | 3 |\n| tomorrow | 6, and rain |'),
  to('owner', 'private', 'plans', 'Only owners and administrators read this.'),
  ...['member', 'admin'].map((name) => alone('owner', name, 'Good to have you here. This is for the two of us alone.')),
  alone('member', 'owner', 'Thank you! I find my way.'),
]

const keys = new Map<string, string>()

/** The credentials of a demo account. */
async function credentials(base: string, name: string): Promise<string> {
  const email = `${name}@demo.test`
  const key =
    keys.get(name) ?? (await post<{ api_key: string }>(base, '/dev_fetch_api_key', { username: email })).api_key
  keys.set(name, key)
  return `Basic ${btoa(`${email}:${key}`)}`
}

/** Sends a POST request to the server at `base`. Throws if it is refused. */
export async function post<T>(
  base: string,
  path: string,
  params: Record<string, string>,
  authorization?: string,
): Promise<T> {
  const response = await fetch(base + path, {
    method: 'POST',
    body: new URLSearchParams(params),
    headers: authorization === undefined ? {} : { Authorization: authorization },
  })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return (await response.json()) as T
}
