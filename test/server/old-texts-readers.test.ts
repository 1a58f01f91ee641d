/** Pushes, mails, webhooks, previews, files, integrations and imports, where the texts of messages moved to the object meanwhile. */
import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { newRealm, reach, type Person, type TestRealm } from '../kit'
import { smallChapters, TestImport } from '../kit/imports'
import { addIntegration, postEvent, workflowRun } from '../kit/integrations'
import { MailService, type ServiceMail } from '../kit/mail-service'
import { moveTexts } from '../kit/moved-texts'
import { ageMessages, checkIndexes, moveOldTexts, movedIds, setOldTexts, textsInObject } from '../kit/old-texts'
import { PushDevice } from '../kit/push-device'
import { nextContentOf, answerWithContent, Service, waitForJobs, webhook } from '../kit/services'

// Mails that can be answered have tests of their own (incoming-mail.test.ts).
delete env.EMAIL_DOMAIN

/** Until what jobs do is done, also on a busy machine. */
const patience = { timeout: 20_000 }

const objects = env.OLD_TEXTS!

afterEach(() => {
  env.OLD_TEXTS = objects
  vi.useRealTimers()
  MailService.end()
})

async function harbour() {
  const realm = await newRealm()
  const { owner } = realm
  const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
  await realm.stream('harbour', owner, ada, bo)
  await realm.set({ message_content_edit_limit_seconds: 0 })
  return { realm, owner, ada, bo, mention: `@**${bo.full_name}**` }
}

/** From now on the object with old texts answers nobody. */
const loseObject = (): void => {
  env.OLD_TEXTS = { getByName: () => ({ texts: rejectAsLost }) } as unknown as NonNullable<typeof env.OLD_TEXTS>
}

const rejectAsLost = () => Promise.reject(new Error('The object is lost'))

/** A message that is a hundred days old, and whose text moved by the daily work. */
async function oldMessage(realm: TestRealm, sender: Person, content: string): Promise<number> {
  const id = await sender.send('harbour', 'tides', content)
  await ageMessages(realm, 100, [id])
  await moveTexts(realm, [id])
  expect(await movedIds(realm)).toContain(id)
  return id
}

/** A phone of somebody, and the push messages that it got. */
async function phoneOf(person: Person) {
  const service = new Service([{ status: 201 }])
  const device = new PushDevice(service.url)
  await person.post('/users/me/web_push', { ...device.subscription })
  return async (count: number) => (await service.seen(count)).map((seen) => device.payloadOf(seen))
}

const readAgenda = (realm: TestRealm): Promise<string[]> =>
  realm.inObject((_, { storage: { sql } }) =>
    sql
      .exec<{ key: string }>('select key from agenda order by key')
      .toArray()
      .map(({ key }) => key),
  )

const untilAgenda = (realm: TestRealm, ...keys: RegExp[]): Promise<void> =>
  vi.waitFor(
    async () => expect(await readAgenda(realm)).toEqual(keys.map((key) => expect.stringMatching(key))),
    patience,
  )

async function ringAlarmAfter(realm: TestRealm, seconds: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
  await realm.ringAlarm()
}

const bodyOf = ({ text }: ServiceMail): string => text.split('\n-- \n')[0]!

test('a push of a reaction needs no text, also while the object does not answer', async () => {
  const { realm, ada, bo } = await harbour()
  await bo.patch('/settings', { enable_reaction_notifications: true })
  const pushes = await phoneOf(bo)
  const id = await oldMessage(realm, bo, 'an **old** word')
  loseObject()

  await ada.post(`/messages/${id}/reactions`, { emoji_name: 'octopus' })

  expect(await pushes(1)).toEqual([
    expect.objectContaining({ type: 'reaction', message_id: id, body: expect.stringContaining('🐙') }),
  ])
})

test('an edit of an old message pushes and mails to those whom it mentions, with the words of the edit', async () => {
  const { realm, ada, bo, mention } = await harbour()
  const service = new MailService()
  const pushes = await phoneOf(bo)
  const id = await oldMessage(realm, ada, 'nobody yet')

  await ada.patch(`/messages/${id}`, { content: `now ${mention} too` })

  expect(await pushes(1)).toEqual([
    expect.objectContaining({ message_id: id, body: `${ada.full_name}: now @${bo.full_name} too` }),
  ])
  await untilAgenda(realm, new RegExp(`^missed_messages:${bo.id}$`))
  await ringAlarmAfter(realm, 121)
  const [mail] = await service.mails(1)
  expect(bodyOf(mail!)).toContain(`now @${bo.full_name} too`)
  expect(await movedIds(realm)).toEqual([])
  await checkIndexes(realm)
})

test('an edit of an old message notifies nobody whom it mentioned before', async () => {
  const { realm, ada, bo, mention } = await harbour()
  const pushes = await phoneOf(bo)
  const id = await ada.send('harbour', 'tides', `${mention} look`)
  expect(await pushes(1)).toHaveLength(1)
  await ageMessages(realm, 100)
  await moveTexts(realm, [id])

  await ada.patch(`/messages/${id}`, { content: `${mention} look again` })
  await ada.write([bo], 'the end')

  expect((await pushes(2)).map(({ body }) => body)).toEqual([expect.stringContaining('look'), 'the end'])
})

test('a mail has the texts that moved while it waited, and the one before', async () => {
  const { realm, ada, bo, mention } = await harbour()
  const service = new MailService()
  const before = await ada.send('harbour', 'tides', 'what was **before**')
  const id = await ada.send('harbour', 'tides', `${mention} the *news*`)
  await untilAgenda(realm, new RegExp(`^missed_messages:${bo.id}$`))
  await moveTexts(realm, [before, id])

  await ringAlarmAfter(realm, 121)

  const [mail] = await service.mails(1)
  expect(bodyOf(mail!)).toMatch(/what was before\n.*the news\n/s)
  expect(mail!.html).toContain('the <em>news</em>')
})

test('a mail waits for texts that cannot be read, and the other mails do not wait for it', async () => {
  const { realm, ada, bo, mention } = await harbour()
  const cy = await realm.user('cy')
  await cy.subscribe('harbour')
  const service = new MailService()
  const id = await ada.send('harbour', 'tides', `${mention} the *news*`)
  await ada.write([cy], 'in private')
  await untilAgenda(realm, new RegExp(`^missed_messages:${bo.id}$`), new RegExp(`^missed_messages:${cy.id}$`))
  await moveTexts(realm, [id])
  loseObject()

  await ringAlarmAfter(realm, 121)
  expect((await service.mails(1)).map(({ to }) => to)).toEqual([[cy.email]])
  await untilAgenda(realm, /^mails?:/)
  env.OLD_TEXTS = objects
  await ringAlarmAfter(realm, 61)

  expect(bodyOf((await service.mailsTo(bo.email, 2))[0]!)).toContain('the news')
  await untilAgenda(realm)
})

test('a mail goes without the message before if its text cannot be read', async () => {
  const { realm, ada, bo, mention } = await harbour()
  const service = new MailService()
  await oldMessage(realm, ada, 'what was before')
  await ada.send('harbour', 'tides', `${mention} the news`)
  await untilAgenda(realm, new RegExp(`^missed_messages:${bo.id}$`))
  loseObject()

  await ringAlarmAfter(realm, 121)

  expect(bodyOf((await service.mails(1))[0]!)).not.toContain('what was before')
})

test('a webhook that failed is called again with the text that moved meanwhile', async () => {
  const { realm, ada, bo } = await harbour()
  const service = new Service([{ status: 500 }, answerWithContent('Aye')])
  const bot = await webhook(ada, service)
  const listener = await bo.listen({ event_types: ['message'] })
  const id = await ada.send('harbour', 'tides', 'When, @**Oracle**, is *noon*?')
  await service.seen(1)
  await moveTexts(realm, [id])

  await ringAlarmAfter(realm, 60)

  expect(await nextContentOf(bot, listener)).toBe('Aye')
  const posts = (await service.seen(2)).map(({ body }) => JSON.parse(body) as { data: string; message: object })
  expect(posts[1]).toEqual({ ...posts[0], token: expect.anything() })
  expect(posts[1]!.data).toBe('When, @**Oracle**, is *noon*?')
  await waitForJobs(realm)
})

test('a preview that comes after the text moved changes nothing, and a preview that moved along stays', async () => {
  const { realm, owner, ada } = await harbour()
  await owner.patch('/realm', { inline_url_embed_preview: true })
  const page = {
    headers: { 'Content-Type': 'text/html' },
    body: '<title>Tide tables</title><meta property="og:image" content="https://pictures.example.com/tide.jpg">',
  }
  const [slow, quick] = [new Service([{ ...page, held: true }]), new Service([page])]
  const contentOf = async (id: number) => String((await ada.get(`/messages/${id}`))['message']!['content' as never])
  const late = await ada.send('harbour', 'tides', slow.url)
  const soon = await ada.send('harbour', 'tides', quick.url)
  await vi.waitFor(async () => expect(await contentOf(soon)).toContain('message_embed'), patience)
  const before = [await contentOf(late), await contentOf(soon)]
  await slow.seen(1)
  const listener = await ada.listen({ event_types: ['update_message'] })
  // It ends when nothing of the realm is under way any more.
  const moving = moveTexts(realm, [late, soon])
  await vi.waitFor(async () => expect(await movedIds(realm)).toEqual([late, soon]), patience)

  await slow.release()
  await moving
  await waitForJobs(realm)

  expect([await contentOf(late), await contentOf(soon)]).toEqual(before)
  expect(await listener.events()).toEqual([])
  expect(await movedIds(realm)).toEqual([late, soon])
  // With its next edit, the message gets what is known of the page by now.
  await ada.patch(`/messages/${late}`, { content: `see ${slow.url}` })
  expect(await contentOf(late)).toContain('message_embed')
  await checkIndexes(realm)
})

test('who lost access opens the files that old messages had then, and no others', async () => {
  const { realm, owner, ada } = await harbour()
  const lou = await realm.user('lou')
  await owner.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'crew' }],
    principals: [owner.id, ada.id, lou.id],
    invite_only: true,
  })
  const file = async (name: string): Promise<string> =>
    String((await ada.upload('POST', '/user_uploads', [new File([name], `${name}.txt`)]))['uri'])
  const [unchanged, replaced, added] = [await file('unchanged'), await file('replaced'), await file('added')]
  const ids = [
    await ada.send('crew', 'log', `[one](${unchanged})`),
    await ada.send('crew', 'log', `[two](${replaced})`),
    await ada.send('crew', 'log', 'no file'),
  ]
  await moveTexts(realm, ids)
  await owner.must('DELETE', '/users/me/subscriptions', { subscriptions: ['crew'], principals: [lou.id] })
  const statusOf = async (person: Person, path: string): Promise<number> =>
    (await reach(realm.host, path, { headers: { Authorization: person.authorization } })).status

  // Edits in the same second as the loss of access count as later.
  await ada.patch(`/messages/${ids[1]!}`, { content: 'gone' })
  await ada.patch(`/messages/${ids[2]!}`, { content: `[three](${added})` })
  await moveTexts(realm, ids)
  expect(await movedIds(realm)).toEqual(ids)

  expect(await statusOf(lou, unchanged)).toBe(200)
  expect(await statusOf(lou, added)).toBe(403)
  expect(await statusOf(owner, added)).toBe(200)
  expect(await lou.get(`/messages/${ids[1]!}`)).toMatchObject({ raw_content: `[two](${replaced})` })
  expect(await lou.get(`/messages/${ids[2]!}`)).toMatchObject({ raw_content: 'no file' })
})

test('an integration changes its message also after the text moved, and lists what it posted', async () => {
  const { realm, owner } = await harbour()
  const { id: stream_id } = await realm.stream('builds', owner)
  const { api_key, bot_id, secret } = await addIntegration(owner, { service: 'github', stream_id })
  const post = (status: string, conclusion: string | null) =>
    postEvent(realm, workflowRun(1, status, conclusion), { event: 'workflow_run', query: { api_key }, secret })
  await post('in_progress', null)
  const readBuilds = async () =>
    (await owner.messages([{ operator: 'stream', operand: 'builds' }], { apply_markdown: false })) as unknown as {
      id: number
      content: string
    }[]
  const [first] = await readBuilds()
  await ageMessages(realm, 100)
  await setOldTexts(realm, 30)
  await moveOldTexts(realm)
  expect(await movedIds(realm)).toContain(first!.id)
  const deliveries = await owner.get(`/integrations/${bot_id}/deliveries`)
  expect(deliveries['posted']).toEqual([expect.objectContaining({ message_id: first!.id })])

  // The same news once more changes nothing.
  await post('in_progress', null)
  expect(await movedIds(realm)).toContain(first!.id)
  await post('completed', 'success')

  const after = await readBuilds()
  expect(after.map(({ id }) => id)).toEqual([first!.id])
  expect(after[0]!.content).not.toBe(first!.content)
  await moveOldTexts(realm)
  expect(await textsInObject(realm, [first!.id])).toEqual([])
  await checkIndexes(realm)
})

test('an import forgets the old texts of what was there before', async () => {
  const realm = await newRealm()
  realm.keepsNotices = true
  await realm.stream('harbour', realm.owner)
  const notices = (await realm.owner.messages([])).map(({ id }) => id as number)
  expect(notices.length).toBeGreaterThan(0)
  await moveTexts(realm, notices)
  expect(await textsInObject(realm, notices)).toHaveLength(notices.length)

  const begun = await TestImport.begin(realm)
  await begun.sendAll(smallChapters(realm.owner))
  await moveOldTexts(realm)

  expect(await textsInObject(realm, notices)).toEqual([])
  expect(await movedIds(realm)).toEqual([])
  const state = env.DB.prepare(
    `select old_texts_up_to, (select count(*) from old_text_removal where id > (realm.id - 1) * 4294967296 and id <= realm.id * 4294967296)
      + (select count(*) from returned_text where message_id > (realm.id - 1) * 4294967296 and message_id <= realm.id * 4294967296) as amount
    from realm where id = ?`,
  ).bind(realm.id)
  expect(await state.first()).toEqual({ old_texts_up_to: 0, amount: 0 })
  await checkIndexes(realm)
})
