/** Texts of old messages move to the object, and nobody sees a difference. */
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { newRealm, type Person } from '../kit'
import { age, checkIndexes, moveOldTexts, movedIds, setOldTexts, textsInObject } from '../kit/old-texts'

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
  await age(realm, 100)
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
