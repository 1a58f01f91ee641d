/**
 * `npm run bench:rows`: what finding messages costs by indexes of their own and by words of the search index, which is
 * written anyway, and what each way costs to write, on 1,000,000 messages (or the number given). The messages are by 1,000
 * people, 60 % of them in 50 streams with up to 2,000 topics each; people, streams, topics and words are as uneven as usual.
 * Rows are those that D1 counts and bills. Times are medians on this machine, within the local D1.
 */
import { readFileSync } from 'node:fs'
import { Log, LogLevel, Miniflare, convertV4MiniflareOptions } from 'miniflare'

const amount = Number(process.argv[2] ?? 1_000_000)
const part = 100_000
/** Messages that enter an index at once: the local D1 breaks off after ten seconds. */
const entries = 20_000
const rounds = 5
const runs = 20

const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    modules: true,
    script: 'export default {}',
    d1Databases: ['DB'],
    cf: false,
    log: new Log(LogLevel.ERROR),
    compatibilityDate: /compatibility_date = "(.*)"/.exec(readFileSync('wrangler.toml', 'utf8'))![1]!,
  }),
)
const database = await miniflare.getD1Database('DB')

interface Cost {
  read: number
  written: number
  /** Milliseconds. */
  time: number
  found: number
  /** Bytes of the database afterwards. */
  size: number
}

async function run(statement: string): Promise<Cost> {
  const { meta, results } = await database.prepare(statement).all()
  const { rows_read: read, rows_written: written, duration: time, size_after: size } = meta
  return { read, written, time, found: results.length, size }
}

/** D1 tells whole milliseconds, so the statement is run many times. */
async function measureStatement(statement: string): Promise<Cost> {
  const times: number[] = []
  const cost = await run(statement)
  while (times.length < rounds) {
    const answers = await database.batch(Array.from({ length: runs }, () => database.prepare(statement)))
    times.push(answers.reduce((sum, { meta }) => sum + meta.duration, 0) / runs)
  }
  return { ...cost, time: times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]! }
}

function print(rows: readonly (readonly (string | number)[])[]): void {
  for (const row of rows) process.stdout.write(`| ${row.join(' | ')} |\n`)
  process.stdout.write('\n')
}

/** A number from 0 to 1. */
const chance = `(abs(random()) / 9223372036854775807.0)`

/** A number from 1 to `maximum`; small ones are frequent. */
const uneven = (maximum: number): string => `cast(pow(${maximum}.0, ${chance}) as integer)`

async function makeMessages(): Promise<void> {
  const words = Array.from({ length: 9 }, () => `'w' || ${uneven(20_000)}`).join(` || ' ' || `)
  for (let first = 1; first <= amount; first += part) {
    const last = Math.min(first + part - 1, amount)
    await run(`
      with recursive number (n) as (select ${first} union all select n + 1 from number where n < ${last}), made as materialized (
        select n, ${chance} < 0.4 as is_private, 'topic ' || ${uneven(2000)} as topic, 'fine ' || ${words} as words
        from number
      )
      insert into message
        (id, event_id, sender_id, recipient_id, is_private, topic, topic_key, content, rendered_content, sent_at, client)
      select n, n, ${uneven(1000)}, iif(is_private, 1000 + ${uneven(2000)}, ${uneven(50)}), is_private,
        iif(is_private, '', topic), iif(is_private, '', topic), words, '<p>' || words || '</p>', 1700000000 + n, 'website'
      from made`)
  }
}

const createTables = async (): Promise<void> => {
  const statements = readFileSync('schema.sql', 'utf8').replaceAll(/--.*$/gm, '').split(';')
  await database.batch(statements.filter((text) => text.trim() !== '').map((text) => database.prepare(text)))
}

/** Fills an index in parts, and answers how long that took, in milliseconds. */
async function fill(index: string, columns: string, view: string): Promise<number> {
  let time = 0
  for (let first = 1; first <= amount; first += entries)
    time += (
      await run(`
        insert into ${index} (rowid, ${columns}) select id, ${columns} from ${view}
        where id >= ${first} and id < ${first + entries}`)
    ).time
  return time
}

const sizeOf = async (index: string): Promise<number> =>
  (await database.prepare(`select sum(length(block)) as size from ${index}_data`).first<{ size: number }>())!.size

const newest = 'order by message.id desc limit 100'
const byIndex = (index: string, condition: string): string =>
  `select message.id, message.topic from message indexed by ${index} where ${condition} ${newest}`
const byWords = (table: string, words: string, condition = 'true'): string => `
  select message.id, message.topic from ${table} as hit cross join message on message.id = hit.rowid
  where hit.${table} match '${words}' and ${condition} order by hit.rowid desc limit 100`

const topicWord = (stream: number, topic: string): string => `t${stream}x${Buffer.from(topic).toString('hex')}0`
const ofTopic = (stream: number, topic: string): string =>
  `recipient_id = ${stream} and topic_key = '${topic}' and not is_private`

const topicsByIndex = (stream: number): string => `
  with recursive newest (key, id) as (
    select * from (
      select topic_key, id from message where recipient_id = ${stream} and not is_private order by topic_key desc, id desc limit 1
    )
    union all
    select message.topic_key, message.id from newest join message on message.id = (
      select id from message where recipient_id = ${stream} and not is_private and topic_key < newest.key
      order by topic_key desc, id desc limit 1
    )
  )
  select * from newest`
const topicsByWords = (stream: number): string => `
  select topic_key, (
    select rowid from placed where placed match 'place : "t' || stream_id || 'x' || lower(hex(topic_key)) || '0"'
    order by rowid desc limit 1
  )
  from topic where stream_id = ${stream}`

const message = (id: number, isPrivate: boolean): string => `
  insert into message
    (id, event_id, sender_id, recipient_id, is_private, topic, topic_key, content, rendered_content, sent_at, client)
  values (${id}, ${id}, 5, ${isPrivate ? 1003 : 7}, ${Number(isPrivate)}, '${isPrivate ? '' : 'topic 1'}',
    '${isPrivate ? '' : 'topic 1'}', 'x', '<p>fine hello world</p>', 0, 'website')`

try {
  await createTables()
  await run(`insert into realm (id, string_id, name, date_created) values (1, 'bench', 'Bench', 0)`)
  await run(`
    with recursive number (n) as (select 1 union all select n + 1 from number where n < 1000)
    insert into user (id, realm_id, delivery_email, email, full_name, name_key, role, date_joined)
    select n, 1, n, n, n, n, 400, 0 from number`)
  await makeMessages()
  const filled = await fill('message_search', 'topic, content, sender', 'message_words')
  // What was not chosen: an index of senders, and words for streams and topics, with a table of the topics that there are.
  const sender = await run('create index message_by_sender on message (sender_id)')
  await run(`
    create view place_words as
    select message_words.*, 'r' || recipient_id || iif(is_private, '', ' t' || recipient_id || 'x' || lower(hex(topic_key)) || '0')
      as place
    from message_words join message using (id)`)
  await run(`
    create virtual table placed using fts5 (
      topic, content, sender, place, content = 'place_words', content_rowid = 'id', tokenize = 'porter unicode61'
    )`)
  await run(`insert into placed (placed, rank) values ('secure-delete', 1)`)
  await run('create table topic (stream_id integer, topic_key text, primary key (stream_id, topic_key)) without rowid')
  await run('insert into topic select distinct recipient_id, topic_key from message where not is_private')
  const placed = await fill('placed', 'topic, content, sender, place', 'place_words')

  const questions: [string, string, string][] = [
    ...[1, 30, 900].map((id): [string, string, string] => [
      `100 newest of a sender (${id})`,
      byIndex('message_by_sender', `sender_id = ${id}`),
      byWords('message_search', `sender : "u${id}"`, `sender_id = ${id}`),
    ]),
    [
      'the same, from the middle',
      byIndex('message_by_sender', `sender_id = 30 and id < ${amount / 2}`),
      byWords('message_search', 'sender : "u30"', `hit.rowid < ${amount / 2} and sender_id = 30`),
    ],
    [
      'a sender in a stream',
      byIndex('message_by_sender', 'sender_id = 30 and recipient_id = 40'),
      byWords('message_search', 'sender : "u30"', 'sender_id = 30 and recipient_id = 40'),
    ],
    [
      'the same, by words for streams',
      byIndex('message_by_sender', 'sender_id = 30 and recipient_id = 40'),
      byWords('placed', 'sender : "u30" AND place : "r40"'),
    ],
    [
      'a word by a sender',
      byWords('message_search', '{topic content} : ("fine")', 'sender_id = 900'),
      byWords('message_search', '{topic content} : ("fine") AND sender : "u900"', 'sender_id = 900'),
    ],
    ['100 newest of a stream', byIndex('message_by_recipient', 'recipient_id = 7'), byWords('placed', 'place : "r7"')],
    ...(
      [
        [7, 'topic 1'],
        [7, 'topic 100'],
        [40, 'topic 1900'],
      ] as const
    ).map(([stream, topic]): [string, string, string] => [
      `100 newest of a topic (${topic})`,
      byIndex('message_by_topic', ofTopic(stream, topic)),
      byWords('placed', `place : "${topicWord(stream, topic)}"`, ofTopic(stream, topic)),
    ]),
    ['topics of a stream', topicsByIndex(7), topicsByWords(7)],
  ]
  const rows: (string | number)[][] = [
    ['question', 'found', 'rows by index', 'ms', 'rows by words', 'ms'],
    ['---', '---', '---', '---', '---', '---'],
  ]
  for (const [name, index, words] of questions) {
    const [one, other] = [await measureStatement(index), await measureStatement(words)]
    rows.push([name, `${one.found}/${other.found}`, one.read, one.time.toFixed(2), other.read, other.time.toFixed(2)])
  }
  print(rows)

  await run('drop index message_by_sender')
  const ids = [amount + 1, amount + 2]
  const stream = await run(message(ids[0]!, false))
  const conversation = await run(message(ids[1]!, true))
  const insert = (table: string, columns: string, view: string, id: number) =>
    run(`insert into ${table} (rowid, ${columns}) select id, ${columns} from ${view} where id = ${id}`)
  const entry = await insert('message_search', 'topic, content, sender', 'message_words', ids[0]!)
  await insert('message_search', 'topic, content, sender', 'message_words', ids[1]!)
  const deleted = await run(`
    delete from message_search
    where rowid in (with recursive number (n) as (select 1 union all select n + 1 from number where n < 1000) select n * ${amount / 1000} from number)`)
  print([
    ['write', 'rows written', 'ms'],
    ['---', '---', '---'],
    ['message of a stream, without its entry in the search index', stream.written, stream.time.toFixed(1)],
    ['private message, without its entry', conversation.written, conversation.time.toFixed(1)],
    ['entry of the search index', entry.written, entry.time.toFixed(1)],
    [`${deleted.written} entries deleted, with their words`, deleted.written, deleted.time.toFixed(0)],
    ['index of senders, made anew', sender.written, sender.time.toFixed(0)],
    ['search index filled, words from HTML', amount, filled.toFixed(0)],
    ['the same with words for streams and topics', amount, placed.toFixed(0)],
  ])
  print([
    ['bytes for a message', ''],
    ['---', '---'],
    ['search index', ((await sizeOf('message_search')) / amount).toFixed(0)],
    ['search index with words for streams and topics', ((await sizeOf('placed')) / amount).toFixed(0)],
    ['all', (deleted.size / amount).toFixed(0)],
  ])
} finally {
  await miniflare.dispose()
}
