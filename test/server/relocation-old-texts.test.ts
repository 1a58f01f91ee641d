/** An organization whose old texts are in the object goes to another database (decisions 50 and 53). */
import { afterAll, expect, test, vi } from 'vitest'
import { formerRowsSeconds } from '../../src/core/relocation/schedule'
import { newRealm, type Answer, type Person } from '../kit'
import { ageMessages, checkIndexes, moveOldTexts, movedIds, setOldTexts, textsInObject } from '../kit/old-texts'
import { passPlaceTime, askToRelocate, ringUntilPhase } from '../kit/relocations'
import { addSecondDatabase } from '../kit/second-database'

// The clock never goes back, because isolates remember places until a time.
afterAll(() => vi.useRealTimers())

/** What a person reads, and finds. */
const viewOf = async (person: Person) => ({
  html: await person.messages(),
  markdown: await person.messages([], { apply_markdown: false }),
  searched: await person.messages([['search', 'driftwood']]),
  inTopic: await person.messages([
    ['topic', 'ebb'],
    ['search', 'bold'],
  ]),
})

const idsOf = (messages: readonly Answer[]) => messages.map((message) => message['id'])

test('old texts are read, found, changed and deleted as before in another database', { timeout: 120_000 }, async () => {
  const second = await addSecondDatabase()
  const realm = await newRealm()
  const ada = await realm.user('ada')
  await realm.set({ message_content_edit_limit_seconds: 0 })
  await realm.stream('harbour', realm.owner, ada)
  const plain = await ada.send('harbour', 'tides', 'driftwood at the pier')
  const bold = await ada.send('harbour', 'ebb', 'some **bold** words & <i>')
  const edited = await ada.send('harbour', 'tides', 'another driftwood')
  await ageMessages(realm, 100)
  await setOldTexts(realm, 30)
  await moveOldTexts(realm)
  const oldIds = [plain, bold, edited]
  expect(await movedIds(realm)).toEqual(oldIds)
  const young = await ada.send('harbour', 'tides', 'young driftwood')
  const before = await viewOf(realm.owner)
  expect(idsOf(before.searched)).toEqual([plain, edited, young])
  expect(idsOf(before.inTopic)).toEqual([bold])

  await askToRelocate(realm, { database: 'DB_2' })
  for (let alarm = 1; alarm <= 30; alarm += 1) await realm.ringAlarm()
  passPlaceTime()
  expect(await ringUntilPhase(realm, 'leaving')).toMatchObject({ database: 'DB_2' })

  expect(await movedIds(realm, second)).toEqual(oldIds)
  expect(await viewOf(realm.owner)).toEqual(before)
  await checkIndexes(realm, second)

  // Deleting the former rows deletes none of the texts.
  vi.setSystemTime(Date.now() + (formerRowsSeconds + 1) * 1000)
  await ringUntilPhase(realm, null)
  expect(await movedIds(realm)).toEqual([])
  expect(await textsInObject(realm, oldIds)).toHaveLength(3)
  expect(await viewOf(realm.owner)).toEqual(before)

  await ada.patch(`/messages/${edited}`, { content: 'an anchor' })
  await realm.owner.delete(`/messages/${plain}`)
  const { html, searched } = await viewOf(realm.owner)
  expect(idsOf(html)).not.toContain(plain)
  expect(html.find((message) => message['id'] === edited)).toMatchObject({ content: '<p>an anchor</p>' })
  expect(idsOf(searched)).toEqual([young])
  await moveOldTexts(realm, second)
  expect(await textsInObject(realm, [plain])).toEqual([])

  // What grows old there moves, too.
  vi.setSystemTime(Date.now() + 40 * 86_400_000)
  const viewBefore = await viewOf(realm.owner)
  await moveOldTexts(realm, second)
  expect(await movedIds(realm, second)).toEqual([bold, edited, young])
  expect(await viewOf(realm.owner)).toEqual(viewBefore)
  await checkIndexes(realm, second)
})
