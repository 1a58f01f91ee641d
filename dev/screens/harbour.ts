import { fetchLocally } from '../run/fetch-locally.ts'
import { found, type Organization, type Person } from '../run/organization.ts'

/** An organization with the user whose screens are shown, and the addresses of those screens. */
export interface Scene {
  readonly organization: Organization
  readonly reader: Person
  readonly addresses: {
    readonly topic: string
    readonly stream: string
    readonly person: string
    readonly rich: string
    readonly poll: string
  }
}

const say = async (person: Person, to: string, topic: string, content: string): Promise<number> =>
  (await person.wire.ask('POST /messages', { type: 'stream', to, topic, content })).id

const write = async (person: Person, people: readonly Person[], content: string): Promise<number> => {
  const to = JSON.stringify(people.map(({ id }) => id))
  return (await person.wire.ask('POST /messages', { type: 'private', to, content })).id
}

const react = (person: Person, message_id: number, emoji_name: string) =>
  person.wire.ask('POST /messages/{message_id}/reactions', { message_id, emoji_name })

async function streamId(person: Person, stream: string): Promise<number> {
  return (await person.wire.ask('GET /get_stream_id', { stream })).stream_id
}

/** Adds an integration, and sends it a request that fails, because its end is missing. */
async function connectSentry({ origin }: Organization, owner: Person, stream_id: number): Promise<void> {
  const { api_key } = await owner.wire.ask('POST /integrations', { service: 'sentry', stream_id, topic: 'errors' })
  await fetchLocally(`${origin}/api/v1/external/sentry?api_key=${api_key}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Sentry-Hook-Resource': 'issue' },
    body: '{"action":"created","data":{"issue":{"title":"TypeError: depth is undefined"',
  })
}

/** A usual day of a small team that builds a tide gauge. */
export async function harbour(port: number): Promise<Scene> {
  const organization = await found(port, { name: 'Harbour Works', string_id: 'harbour', owner: 'Ada Park' })
  const ada = organization.owner
  const [bo, carla, dev, elif, finn] = await Promise.all(
    ['Bo Lindqvist', 'Carla Costa', 'Dev Anand', 'Elif Demir', 'Finn O’Hara'].map((name) => organization.person(name)),
  )
  const everybody = [ada, bo!, carla!, dev!, elif!, finn!]
  const streams = [
    ['general', 'For everybody'],
    ['tide gauge', 'Hardware and firmware of the gauge'],
    ['website', 'harbourworks.example, and what stands on it'],
    ['operations', 'What runs, and what does not'],
  ] as const
  for (const [name, description] of streams)
    await ada.wire.ask('POST /users/me/subscriptions', {
      subscriptions: [{ name, description }],
      principals: everybody.map(({ id }) => id),
      announce: false,
    })
  await ada.wire.ask('POST /users/me/subscriptions', {
    subscriptions: [{ name: 'budget', description: 'Numbers that are nobody else’s' }],
    principals: [ada.id, carla!.id],
    invite_only: true,
    announce: false,
  })

  await say(ada, 'general', 'welcome', 'Welcome, @**Elif Demir**! Ask anything in a topic of its own.')
  await say(elif!, 'general', 'welcome', 'Thank you! Where do the drawings of the **housing** live?')
  await say(bo!, 'general', 'welcome', 'In #**tide gauge>housing**, with the print files.')
  await say(
    finn!,
    'general',
    'lunch on Friday',
    '/poll What do we eat on Friday?\nNoodles\nFish, of course\nSandwiches on the pier',
  )
  await say(dev!, 'tide gauge', 'housing', 'The new gasket holds: 48 hours at 2 m, and it is dry inside.')
  await say(carla!, 'tide gauge', 'housing', 'Beautiful. Can we keep the screws from the first version?')
  await say(
    dev!,
    'tide gauge',
    'firmware 1.4',
    'Sampling every second drains the battery in 9 days. Every ten seconds: 71 days.',
  )
  await say(
    bo!,
    'tide gauge',
    'firmware 1.4',
    'Then sample fast only while the level changes:\n```python\ndef interval(levels: list[float]) -> int:\n    """Seconds until the next sample."""\n    change = max(levels) - min(levels)\n    return 1 if change > 0.05 else 10\n```',
  )
  const good = await say(
    elif!,
    'tide gauge',
    'firmware 1.4',
    'Lovely. 5 cm is less than a wave, though: shall we take the **median of 10**?\n\n| window | false alarms |\n| --- | --- |\n| 3 | 41 a day |\n| 10 | 2 a day |',
  )
  for (const person of [ada, bo!, dev!]) await react(person, good, 'thumbs_up')
  await react(carla!, good, 'heart')
  await say(
    dev!,
    'tide gauge',
    'firmware 1.4',
    '> shall we take the median of 10?\n\nYes. I flash it tonight, and we look at it tomorrow at <time:2027-03-05T09:00:00Z>.',
  )
  await say(ada, 'tide gauge', 'firmware 1.4', 'Then I tell the harbour master. :ship:')
  await say(carla!, 'website', 'opening hours', 'The page still shows the winter hours.')
  await say(finn!, 'website', 'opening hours', 'Mended. In summer it is 6 to 22.')
  await say(bo!, 'operations', 'backups', 'Restored last night’s copy on the spare: 4 minutes, nothing missing.')
  await say(carla!, 'budget', 'next year', 'A second gauge fits if we build the housing ourselves.')
  await write(carla!, [ada], 'Do you have ten minutes this afternoon?')
  await write(ada, [carla!], 'At three, on the pier?')
  await write(carla!, [ada], 'Perfect.')
  await write(bo!, [ada, dev!], 'Who takes the boat out tomorrow?')
  await ada.wire.ask('POST /users/me/status', { status_text: 'On the pier', emoji_name: 'ship' })
  await finn!.wire.ask('POST /users/me/status', { status_text: 'Back on Monday' })
  for (const person of [bo!, carla!, elif!])
    await person.wire.ask('POST /users/me/presence', { status: person === elif ? 'idle' : 'active' })

  for (const [name, description, members] of [
    ['pilots', 'Who bring ships in', [bo!, dev!]],
    ['on call', 'Who come at night', [ada, carla!, elif!]],
  ] as const)
    await ada.wire.ask('POST /user_groups/create', { name, description, members: members.map(({ id }) => id) })

  await ada.wire.ask('POST /bots', { full_name: 'Tide Gull', short_name: 'tide-gull' })
  await bo!.wire.ask('POST /bots', { full_name: 'Builds', short_name: 'builds', bot_type: 2 })
  const operations = await streamId(ada, 'operations')
  await bo!.wire.ask('POST /integrations', { service: 'github', stream_id: await streamId(bo!, 'website') })
  await connectSentry(organization, ada, operations)
  await carla!.wire.ask('POST /integrations', { service: 'stripe' })

  // Settings of the organization.
  await ada.wire.ask('POST /realm/filters', {
    pattern: '#(?P<id>[0-9]+)',
    url_format_string: 'https://harbourworks.example/issues/%(id)s',
  })
  const url_prefix = 'https://play.harbourworks.example/?code='
  await ada.wire.ask('POST /realm/playgrounds', { name: 'Snake pit', pygments_language: 'Python', url_prefix })
  const piers = { 1: { text: 'North pier', order: '1' }, 2: { text: 'South pier', order: '2' } }
  await ada.wire.ask('POST /realm/profile_fields', { name: 'Place', field_type: 3, field_data: piers })
  await ada.wire.ask('POST /realm/profile_fields', { name: 'Birthday', hint: 'For the cake', field_type: 4 })

  // This user has read some of it.
  const reader = ada
  await reader.wire.ask('POST /mark_all_as_read')
  await say(dev!, 'tide gauge', 'firmware 1.4', '@**Ada Park** it is on the gauge now. First hour: no false alarm.')
  await say(elif!, 'tide gauge', 'firmware 1.4', 'I see it in the graph. The evening will tell.')
  await say(finn!, 'website', 'opening hours', 'Somebody asks for a map of the moorings. Shall I draw one?')
  await write(bo!, [ada, dev!], 'The wind turns at ten, so early is better.')
  await reader.wire.ask('POST /messages/flags', { messages: [good], op: 'add', flag: 'starred' })

  const gauge = await streamId(ada, 'tide gauge')
  const general = await streamId(ada, 'general')
  return {
    organization,
    reader,
    addresses: {
      topic: `#narrow/stream/${gauge}/topic/firmware.201.2E4`,
      stream: `#narrow/stream/${gauge}`,
      person: `#narrow/pm-with/${carla!.id}-carla`,
      rich: `#narrow/stream/${gauge}/topic/firmware.201.2E4/near/${good}`,
      poll: `#narrow/stream/${general}/topic/lunch.20on.20Friday`,
    },
  }
}
