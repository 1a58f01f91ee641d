import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { newRealm, type Person } from '../kit'
import { customEmoji, withdrawEmoji } from '../kit/custom-emoji'
import { runScript } from '../kit/script'
import { seed } from '../kit/seeded-messages'

/** Marks as read as the first databases had them: bits of 64 messages in a row. */
const readWord = `
  create table read_word (
    user_id integer not null references user (id),
    word integer not null,
    bits integer not null,
    primary key (user_id, word)
  ) without rowid`

/** What the first databases had in the place of the tables and indexes that have changed since. */
const older = `
  ${readWord};
  drop table read_page;
  drop table message_search;
  drop view message_words;
  alter table message drop column commit_token;
  drop index attachment_by_charged;
  alter table attachment drop column charged_to;
  drop table bot_offer;
  drop index bot_by_creator;
  alter table user drop column creator_id;
  drop index newcomer_by_sponsor;
  alter table user drop column sponsor_id;
  drop table limit_use;
  alter table user_group drop column creator_id;
  alter table user_group_member drop column adder_id;
  alter table bot_storage drop column charged_to;
  create table bot_storage_total (realm_id integer primary key references realm (id), bytes integer not null);
  alter table realm_export drop column export_type;
  alter table realm_export drop column copied_at;
  alter table realm_export drop column copy_runs;
  alter table realm drop column uses_short_forms;
  alter table realm drop column old_texts_up_to;
  drop table returned_text;
  drop table old_text_removal;
  drop table operator_key;
  alter table realm_place drop column moves;
  alter table realm_place drop column is_moving;
  alter table realm drop column database_mark;
  update subscription_span set unread_from = to_id where to_id < 9007199254740991;
  alter table subscription_span drop column ended_at;
  alter table subscription_span drop column ended_name;
  create virtual table message_search using fts5 (
    topic, content, content = '', contentless_delete = 1, tokenize = 'porter unicode61'
  );
  create index message_by_sender on message (sender_id);
  insert into message_search (rowid, topic, content) select id, topic, content from message`

const isNeeded = async (migration: string): Promise<boolean> => {
  const where = /^-- Where: (.*)/.exec(migration)![1]!
  return (await env.DB.prepare(`select 1 from sqlite_schema where ${where}`).first()) !== null
}

/** Whether the database goes on without a migration that it needs. */
async function isLeftOut(migration: string): Promise<boolean> {
  const [, unless] = /^-- Unless: (.*)/m.exec(migration) ?? []
  return unless !== undefined && (await env.DB.prepare(`select ${unless} as holds`).first('holds')) === 1
}

const isAfterDeployment = (migration: string): boolean =>
  migration.split('\n')[1]!.startsWith('-- After the deployment.')

/** Does what `npx node dev/run/upgrade.ts` does, and answers how many rows it wrote. */
async function upgrade({ isDeployed = true } = {}): Promise<number> {
  let written = 0
  for (const migration of env.MIGRATIONS)
    if ((isDeployed || !isAfterDeployment(migration)) && (await isNeeded(migration)) && !(await isLeftOut(migration)))
      written += await runScript(migration)
  return written + (await runScript(env.SCHEMA))
}

/** Tables with their columns, in order, and everything else as it was created. */
const schema = async () =>
  (
    await env.DB.prepare(`
      select name, iif(type = 'table', (
        select group_concat(concat_ws(' ', info.name, info.type, info."notnull", info.dflt_value))
        from pragma_table_info(sqlite_schema.name) as info
      ), sql) as holds
      from sqlite_schema
      where name not like '\\_cf%' escape '\\'
      order by name
    `).all()
  ).results

async function harbour() {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const bo = await realm.user('bo')
  const { id: stream_id } = await realm.stream('harbour', ada, bo)
  return { realm, ada, bo, stream_id }
}

const contents = async (person: Person, operator: string, operand: string) =>
  (await person.messages([{ operator, operand }])).map(({ content }) => content)

/** Whether the index has exactly what the messages have. */
const checkIndex = () => env.DB.exec(`insert into message_search (message_search, rank) values ('integrity-check', 1)`)

test('a database of an older release is upgraded with its rows, and for few rows written', async () => {
  const { realm, ada, bo } = await harbour()
  const current = await schema()
  const kept = [await ada.send('harbour', 'tides', 'an old **albatross**'), await bo.send('harbour', 'tides', 'older')]
  for (let number = 0; number < 50; number += 1) await ada.write([bo], `ahoy ${number}`)
  await runScript(older)
  await realm.evict()

  const written = await upgrade()

  expect(written).toBeLessThan(50)
  expect(await schema()).toEqual(current)
  await checkIndex()
  expect(await contents(bo, 'search', 'albatross')).toHaveLength(1)
  expect(await contents(ada, 'sender', 'bo@example.com')).toEqual(['<p>older</p>'])
  await ada.patch(`/messages/${kept[0]}`, { content: 'a new cormorant' })
  await realm.owner.delete(`/messages/${kept[1]}`)
  const sent = await ada.send('harbour', 'tides', 'newest')
  expect(await contents(bo, 'sender', 'ada@example.com')).toHaveLength(52)
  expect(await contents(bo, 'search', 'albatross')).toEqual([])
  expect(sent).toBeGreaterThan(kept[1]!)
  await checkIndex()
})

const htmlOf = async (id: number) =>
  (await env.DB.prepare('select rendered_content as html from message where id = ?').bind(id).first())!['html']

test('messages have their HTML in the database until the deployment is over', async () => {
  const { realm, ada, bo } = await harbour()
  await runScript(older)

  expect(await upgrade({ isDeployed: false })).toBeLessThan(60)
  await realm.evict()
  const during = await ada.send('harbour', 'tides', 'during the deployment')
  expect(await upgrade()).toBeLessThan(20)
  await realm.evict()
  const afterwards = await ada.send('harbour', 'tides', 'after the deployment')

  expect([await htmlOf(during), await htmlOf(afterwards)]).toEqual(['<p>during the deployment</p>', '='])
  expect(await contents(bo, 'search', 'deployment')).toEqual([
    '<p>during the deployment</p>',
    '<p>after the deployment</p>',
  ])
  await checkIndex()
})

test('marks as read of an older release stay, also those that came to pages before', async () => {
  const { realm, ada, bo, stream_id } = await harbour()
  const ids = await seed(bo, 300, stream_id)
  const earlier = new Set(ids.filter((id) => id % 64 === 63 || id % 5 === 0))
  const later = new Set(ids.filter((id) => id % 64 === 31 || id % 7 === 0))
  const mark = (read: ReadonlySet<number>) =>
    env.DB.prepare(`
      insert into read_word (user_id, word, bits)
      select ?1, value >> 6, sum(1 << (value & 63)) from json_each(?2) group by 2
    `).bind(ada.id, JSON.stringify([...read]))
  const unread = async () => (await ada.messages([['is', 'unread']], { num_before: 1000 })).map(({ id }) => id)
  await runScript(older)
  await realm.behindTheWriter(mark(earlier))

  // A row of the page, and what tables and the search index are made of: the tables of old texts are among them.
  expect(await upgrade()).toBeLessThan(60)

  expect(await unread()).toEqual(ids.filter((id) => !earlier.has(id)))
  await runScript(readWord)
  await realm.behindTheWriter(mark(later))
  await upgrade()
  await realm.evict()
  expect(await unread()).toEqual(ids.filter((id) => !earlier.has(id) && !later.has(id)))
})

test('bots of an older release have at most the role of their owner, who made them, and everybody is trusted', async () => {
  const { realm, ada } = await harbour()
  const [robin, wren] = [await realm.bot('robin', ada), await realm.bot('wren', realm.owner, { role: 200 })]
  await runScript(older)
  await realm.behindTheWriter(env.DB.prepare('update user set role = 100 where id = ?').bind(robin.id))

  await upgrade()

  const roleOf = async (bot: Person) => (await realm.owner.get(`/users/${bot.id}`))['user']
  expect([await roleOf(robin), await roleOf(wren)]).toMatchObject([{ role: 400 }, { role: 200 }])
  const { results: creators } = await env.DB.prepare('select creator_id from user where id in (?, ?) order by id')
    .bind(robin.id, wren.id)
    .all()
  expect(creators).toEqual([{ creator_id: ada.id }, { creator_id: realm.owner.id }])
  expect(await env.DB.prepare('select count(*) as newcomers from user where sponsor_id is not null').first()).toEqual({
    newcomers: 0,
  })
})

test('files of an older release take the space of their uploader, or of who owns the bot that uploaded them', async () => {
  const { realm, ada, bo } = await harbour()
  const robin = await realm.bot('robin', ada)
  const file = new File(['x'.repeat(100)], 'x.txt')
  for (const by of [ada, robin, robin, bo]) await by.upload('POST', '/user_uploads', [file])
  const readCharges = async () =>
    (
      await env.DB.prepare('select user_id, bytes, files from upload_space where user_id in (?, ?, ?) order by user_id')
        .bind(ada.id, bo.id, robin.id)
        .all()
    ).results
  await runScript(older)
  // A row for each account that uploaded.
  await realm.behindTheWriter(
    env.DB.prepare('update upload_space set bytes = 100, files = 1 where user_id = ?').bind(ada.id),
    env.DB.prepare('insert into upload_space (user_id, bytes, files) values (?, 200, 2)').bind(robin.id),
  )

  await upgrade()
  await realm.evict()

  const expected = [
    { user_id: ada.id, bytes: 300, files: 3 },
    { user_id: bo.id, bytes: 100, files: 1 },
  ]
  expect(await readCharges()).toEqual(expected)
  const { attachments } = await ada.get('/attachments', { include_bots: true })
  expect((attachments as { uploaded_by?: number }[]).map((file) => file.uploaded_by)).toEqual([
    undefined,
    robin.id,
    robin.id,
  ])
  await upgrade()
  expect(await readCharges()).toEqual(expected)
})

test('what was made before counts for whoever made it, and for the first owner if nobody knows who did', async () => {
  const { realm, ada, bo } = await harbour()
  const bot = await realm.bot('robin', ada)
  await bot.must('PUT', '/bot_storage', { storage: { tide: 'high' } })
  await ada.post('/user_groups/create', { name: 'pilots', description: '', members: [ada.id, bo.id] })
  const code = await customEmoji(bo, 'blob')
  await withdrawEmoji(realm.owner, code)
  const readCounts = async () =>
    (
      await env.DB.prepare(`
        select limit_name, user_id, amount from limit_use where user_id > ? and user_id < ? order by limit_name, user_id
      `)
        .bind((realm.id - 1) * 2 ** 32, realm.id * 2 ** 32)
        .all()
    ).results
  const before = await readCounts()
  await runScript(older)
  await realm.evict()

  await upgrade()

  expect(await readCounts()).toEqual(
    before.map((use) => (String(use['limit_name']).includes('roup') ? { ...use, user_id: realm.owner.id } : use)),
  )
  const { user_groups } = await ada.get('/user_groups')
  const { id } = (user_groups as { id: number; name: string }[]).find(({ name }) => name === 'pilots')!
  await ada.post(`/user_groups/${id}/members`, { delete: [bo.id] })
  await ada.delete(`/user_groups/${id}`)
  expect((await readCounts()).filter(({ limit_name }) => String(limit_name).includes('roup'))).toEqual([
    { limit_name: 'groupMembers', user_id: realm.owner.id, amount: 0 },
    { limit_name: 'userGroups', user_id: realm.owner.id, amount: 0 },
  ])
})

test('who lost access to a stream in an older release reads its messages as they were then', async () => {
  const { realm, ada, bo } = await harbour()
  const members = [ada, bo].map(({ id }) => id)
  const options = { invite_only: true, principals: members }
  await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'cellar' }, { name: 'attic' }], ...options })
  const [kept, archived] = [await ada.send('cellar', 'wine', 'red'), await ada.send('attic', 'hats', 'straw')]
  const leave = (name: string, people: number[]) =>
    realm.owner.delete('/users/me/subscriptions', { subscriptions: [name], principals: people })
  await leave('cellar', [bo.id])
  // An archived stream, that both were in until then.
  const { stream_id } = await ada.get('/get_stream_id', { stream: 'attic' })
  await realm.owner.delete(`/streams/${String(stream_id)}`)
  await ada.patch(`/messages/${kept}`, { content: 'white' })
  await ada.patch(`/messages/${archived}`, { content: 'felt' })
  await runScript(older)
  await realm.evict()

  expect(await upgrade()).toBeLessThan(110)

  expect(await contents(bo, 'id', String(kept))).toEqual(['<p>red</p>'])
  expect(await contents(ada, 'id', String(kept))).toEqual(['<p>white</p>'])
  expect(await contents(bo, 'id', String(archived))).toEqual(['<p>felt</p>'])
  expect(await bo.ask('POST', `/messages/${kept}/reactions`, { emoji_name: 'smile' })).toMatchObject({ status: 400 })
  await bo.post(`/messages/${archived}/reactions`, { emoji_name: 'smile' })
  // Nothing became unread by it.
  expect(await contents(bo, 'is', 'unread')).toEqual([])
})

test('an upgrade of what is up to date changes nothing', async () => {
  const { ada } = await harbour()
  await ada.send('harbour', 'tides', 'albatross')
  const before = await schema()

  expect(await upgrade()).toBeLessThan(5)

  expect(await schema()).toEqual(before)
  expect(await contents(ada, 'search', 'albatross')).toHaveLength(1)
})

test('a restored database, whose search index is empty, finds words again after an upgrade', async () => {
  const { ada, bo } = await harbour()
  const id = await ada.send('harbour', 'tides', 'albatross')
  await env.DB.exec(`insert into message_search (message_search) values ('delete-all')`)
  expect(await contents(bo, 'search', 'albatross')).toEqual([])
  // What is not in the index can be edited and deleted all the same.
  await ada.patch(`/messages/${id}`, { content: 'albatrosses' })
  await env.DB.exec(`insert into message_search (message_search) values ('delete-all')`)
  await ada.send('harbour', 'tides', 'a later albatross')

  await upgrade()

  expect(await contents(bo, 'search', 'albatross')).toEqual(['<p>albatrosses</p>', '<p>a later albatross</p>'])
  await checkIndex()
})

test('a database with too many messages for a new search index keeps the former one, which finds the same', async () => {
  const { realm, ada, bo } = await harbour()
  const former = await ada.send('harbour', 'albatrosses', 'an old **albatross**')
  await runScript(`
    drop table message_search;
    create virtual table message_search using fts5 (
      topic, content, sender, content = 'message_words', content_rowid = 'id', tokenize = 'porter unicode61'
    );
    insert into message_search (message_search, rank) values ('secure-delete', 1);
    insert into message_search (message_search) values ('rebuild')`)
  await realm.evict()
  // Another organization, whose first and last message have so many ids between them.
  const crowded = realm.id + 1000
  const first = (crowded - 1) * 2 ** 32 + 1
  await env.DB.batch([
    env.DB.prepare(`
      insert into realm (id, string_id, name, date_created, settings, user_settings_defaults)
      select ?, 'crowded', name, date_created, settings, user_settings_defaults from realm where id = ?
    `).bind(crowded, realm.id),
    env.DB.prepare(`
      insert into message (id, event_id, sender_id, recipient_id, is_private, topic, topic_key, content, rendered_content, sent_at, client)
      select value, 0, ?, 0, 1, '', '', 'ahoy', '=', 0, '' from json_each(?)
    `).bind(ada.id, JSON.stringify([first, first + 500_001])),
    env.DB.prepare(`insert into message_search (message_search) values ('rebuild')`),
  ])

  expect(await upgrade()).toBeLessThan(10)

  const index = await env.DB.prepare(`select sql from sqlite_schema where name = 'message_search'`).first<string>('sql')
  expect(index).toContain('topic, content, sender')
  const sent = await ada.send('harbour', 'tides', 'albatrosses')
  expect(await contents(bo, 'search', 'albatross')).toEqual([
    '<p>an old <strong>albatross</strong></p>',
    '<p>albatrosses</p>',
  ])
  await ada.patch(`/messages/${former}`, { content: 'a cormorant' })
  await realm.owner.delete(`/messages/${sent}`)
  await checkIndex()
  expect(await contents(bo, 'search', 'cormorant')).toEqual(['<p>a cormorant</p>'])

  // With fewer messages, the next upgrade makes the new index.
  await env.DB.batch([
    env.DB.prepare('delete from message_search where rowid in (?, ?)').bind(first, first + 500_001),
    env.DB.prepare('delete from message where id in (?, ?)').bind(first, first + 500_001),
    env.DB.prepare('delete from realm where id = ?').bind(crowded),
  ])
  await upgrade()
  expect(
    await env.DB.prepare(`select sql from sqlite_schema where name = 'message_search'`).first<string>('sql'),
  ).toContain('content, topic, sender')
  await checkIndex()
})
