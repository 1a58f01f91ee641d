/** Texts of old messages move to the object, and nobody sees a difference. */
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { moveShare } from '../../src/old-texts/pace'
import { messageColumns } from '../../src/old-texts/queries'
import { newRealm, type Person } from '../kit'
import { pretendUse } from '../kit/day-shares'
import { ageMessages, checkIndexes, moveOldTexts, movedIds, setOldTexts, textsInObject } from '../kit/old-texts'

async function harbour() {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const { id: stream_id } = await realm.stream('harbour', realm.owner, ada)
  return { realm, ada, owner: realm.owner, stream_id }
}

const pageOf = (person: Person, apply_markdown = true) => person.messages([], { apply_markdown })

test('a page is the same before and after the texts of its messages moved', async () => {
  const { realm, ada, owner } = await harbour()
  await ada.send('harbour', 'tides', 'plain')
  await owner.send('harbour', 'tides', 'some **bold** words & <i>')
  await ada.write([owner], 'for you :smile:')
  const edited = await ada.send('harbour', 'tides', 'first')
  await ada.patch(`/messages/${edited}`, { content: 'second `code`' })
  await owner.post(`/messages/${edited}/reactions`, { emoji_name: 'smile' })
  await ageMessages(realm, 100)
  const young = await ada.send('harbour', 'tides', 'young')
  const before = { html: await pageOf(owner), raw: await pageOf(owner, false) }

  await setOldTexts(realm, 30)
  await moveOldTexts(realm)

  const moved = await movedIds(realm)
  expect(moved).toHaveLength(4)
  expect(moved).not.toContain(young)
  expect(await textsInObject(realm, moved)).toHaveLength(4)
  expect({ html: await pageOf(owner), raw: await pageOf(owner, false) }).toEqual(before)
  await checkIndexes(realm)
  const { results } = await env.DB.prepare('select content, rendered_content from message where id = ?')
    .bind(moved[0])
    .all()
  expect(results).toEqual([{ content: '', rendered_content: '>17' }])
})

test('a moved row keeps all its columns', async () => {
  const { results } = await env.DB.prepare(`select name from pragma_table_info('message')`).all<{ name: string }>()
  expect(results.map(({ name }) => name).toSorted()).toEqual(messageColumns.toSorted())
})

test('what is not old enough, or was changed lately, stays until it is', async () => {
  const { realm, ada } = await harbour()
  const edited = await ada.send('harbour', 'tides', 'edited')
  const first = await ada.send('harbour', 'tides', 'first')
  await ageMessages(realm, 20)
  await setOldTexts(realm, 30)
  await moveOldTexts(realm)
  expect(await movedIds(realm)).toEqual([])

  await ageMessages(realm, 20)
  await ada.patch(`/messages/${edited}`, { topic: 'ebb' })
  await moveOldTexts(realm)
  expect(await movedIds(realm)).toEqual([first])
  await ageMessages(realm, 31)
  await moveOldTexts(realm)
  expect(await movedIds(realm)).toEqual([edited, first])
  expect((await ada.messages()).map(({ subject, content }) => [subject, content])).toEqual([
    ['ebb', '<p>edited</p>'],
    ['tides', '<p>first</p>'],
  ])
})

test('many messages move in many steps, and the share of the day ends them', async () => {
  const { realm, ada } = await harbour()
  for (let index = 0; index < 120; index += 1) await ada.send('harbour', 'tides', `number ${index}`)
  const before = await pageOf(ada)
  await ageMessages(realm, 100)
  await setOldTexts(realm, 30)
  // 20 per cent of 500 rows: two steps of fifty write more.
  const quota = env.QUOTA_ROWS_WRITTEN
  env.QUOTA_ROWS_WRITTEN = '1500'
  try {
    await realm.evict()
    await moveOldTexts(realm)
    const moved = (await movedIds(realm)).length
    expect(moved).toBeGreaterThanOrEqual(50)
    expect(moved).toBeLessThan(120)
  } finally {
    if (quota === undefined) delete env.QUOTA_ROWS_WRITTEN
    else env.QUOTA_ROWS_WRITTEN = quota
  }
  await moveOldTexts(realm)
  expect(await movedIds(realm)).toHaveLength(120)
  const withoutTimes = (messages: typeof before) => messages.map((message) => ({ ...message, timestamp: 0 }))
  expect(withoutTimes(await pageOf(ada))).toEqual(withoutTimes(before))
  await checkIndexes(realm)
})

test('texts that came back leave half of the share of the day to others', async () => {
  const { realm, ada } = await harbour()
  const send = async (topic: string, amount: number): Promise<number[]> => {
    const ids: number[] = []
    for (let number = 1; number <= amount; number += 1) ids.push(await ada.send('harbour', topic, `number ${number}`))
    return ids
  }
  const former = await send('tides', 60)
  await ageMessages(realm, 100)
  await setOldTexts(realm, 30)
  await moveOldTexts(realm)
  // A tenth of the 100,000 rows of the day.
  await pretendUse(ada, { rows_written: 10_000 }, { share: moveShare(realm.id) })
  await ada.patch(`/messages/${former[0]}`, { topic: 'fog', propagate_mode: 'change_all' })
  expect(await movedIds(realm)).toEqual([])
  const others = await send('mole', 20)
  await ageMessages(realm, 100)

  await moveOldTexts(realm)

  // One step moves fifty.
  expect(await movedIds(realm)).toEqual([...former.slice(0, 50), ...others])
})

test('a topic that moves or is resolved takes its old texts along', async () => {
  const { realm, ada, owner } = await harbour()
  await realm.stream('quay', owner, ada)
  const ids = [await ada.send('harbour', 'tides', 'the *first*'), await owner.send('harbour', 'tides', 'the second')]
  await ageMessages(realm, 100)
  await setOldTexts(realm, 30)
  await moveOldTexts(realm)
  const { stream_id } = await owner.get('/get_stream_id', { stream: 'quay' })

  await owner.patch(`/messages/${ids[0]}`, { topic: '✔ tides', propagate_mode: 'change_all' })
  expect(await movedIds(realm)).toEqual([])
  await owner.patch(`/messages/${ids[0]}`, { stream_id, propagate_mode: 'change_all' })
  const found = await owner.messages([
    { operator: 'stream', operand: 'quay' },
    { operator: 'search', operand: 'first tides' },
  ])
  expect(found).toMatchObject([{ id: ids[0], subject: '✔ tides', content: '<p>the <em>first</em></p>' }])
  await moveOldTexts(realm)
  expect(await textsInObject(realm, ids)).toEqual([])
  await checkIndexes(realm)
})

test('old texts of more than 8 MB do not come back at once', async () => {
  const { realm, ada, owner } = await harbour()
  const ids = [await ada.send('harbour', 'tides', 'one'), await ada.send('harbour', 'tides', 'two')]
  await ageMessages(realm, 100)
  await setOldTexts(realm, 30)
  await moveOldTexts(realm)
  await realm.behindTheWriter(
    env.DB.prepare(`update message set rendered_content = '>9000000' where id = ?`).bind(ids[1]),
  )
  expect(await owner.ask('PATCH', `/messages/${ids[0]}`, { topic: 'ebb', propagate_mode: 'change_all' })).toMatchObject(
    {
      status: 400,
      code: 'BAD_REQUEST',
    },
  )
  await owner.patch(`/messages/${ids[0]}`, { topic: 'ebb', propagate_mode: 'change_one' })
  expect(await movedIds(realm)).toEqual([ids[1]])
})

/** Pages of the search index of the database. */
const pages = async () =>
  (await env.DB.prepare('select count(*) as amount from message_search_data').first<{ amount: number }>())!.amount

test('the search index is merged after the first day on which texts moved', async () => {
  const { realm, ada } = await harbour()
  for (let index = 0; index < 60; index += 1) await ada.send('harbour', 'tides', `word${index} tide`)
  await ageMessages(realm, 100)
  const before = await pages()
  await setOldTexts(realm, 30)
  await moveOldTexts(realm)
  expect(await movedIds(realm)).toHaveLength(60)
  expect(await pages()).toBeLessThan(before)
  await checkIndexes(realm)
})
