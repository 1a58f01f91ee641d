import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { provokes, refusalLine } from './kit/console.ts'
import { Organization, type Person } from './kit/organization.ts'
import { action, messages } from './kit/talk.ts'

const harbour = await Organization.found()
const ada = await harbour.person('Ada Park')

let made = 0

/** A private stream with Ada and somebody new, Bo. */
async function openCellar() {
  const bo = await harbour.person('Bo Lindqvist')
  const name = `cellar ${++made}`
  await ada.wire.ask('POST /users/me/subscriptions', {
    subscriptions: [{ name }],
    principals: [ada.id, bo.id],
    invite_only: true,
    history_public_to_subscribers: true,
  })
  const { stream_id } = await ada.wire.ask('GET /get_stream_id', { stream: name })
  const say = async (person: Person, content: string) =>
    (await person.wire.ask('POST /messages', { type: 'stream', to: name, topic: 'wine', content })).id
  const remove = (person: Person) =>
    harbour.owner.wire.ask('DELETE /users/me/subscriptions', { subscriptions: [name], principals: [person.id] })
  return { bo, name, stream_id, path: `/#narrow/stream/${stream_id}/topic/wine`, say, remove }
}

const vote = (person: Person, message_id: number, content: object) =>
  person.wire.ask('POST /submessage', { message_id, msg_type: 'widget', content: JSON.stringify(content) })

test('whoever is removed from the stream that they read goes on reading it as it was, and is offered nothing that is refused', async () => {
  const wine = await openCellar()
  const { bo } = wine
  const first = await wine.say(ada, 'There is red wine')
  await wine.say(bo, 'I like white')
  const poll = await wine.say(ada, '/poll Which?\nRed')
  await vote(ada, poll, { type: 'new_option', idx: 1, option: 'White' })
  await vote(bo, poll, { type: 'vote', key: `${ada.id},1`, vote: 1 })
  await ada.wire.ask('POST /messages/{message_id}/reactions', { message_id: first, emoji_name: 'tada' })
  await using own = await harbour.pageOf(bo, {}, wine.path)
  const { page } = own
  const ours = messages(page).filter({ hasText: 'I like white' })
  await ours.hover()
  await action(page, 'Add reaction').waitFor()
  await page.getByRole('button', { name: 'Resolve topic' }).waitFor()

  await wine.remove(bo)

  await page.getByText('Only subscribers can post in this stream.').waitFor()
  await ada.wire.ask('PATCH /messages/{message_id}', { message_id: first, content: 'The key is under the mat' })
  await ada.wire.ask('PATCH /messages/{message_id}', {
    message_id: poll,
    topic: 'secret cellar',
    propagate_mode: 'change_all',
  })
  // What is told to Bo comes after all that would have been.
  await ada.wire.ask('POST /messages', { type: 'private', to: JSON.stringify([bo.id]), content: 'Do you see it?' })
  await page.getByRole('link', { name: /Ada Park.*1 unread/ }).waitFor()
  for (const reload of [false, true]) {
    if (reload) {
      // What the browser kept may have the stream still: then its topics are asked for before the removal is heard of.
      provokes(refusalLine(400, `/users/me/${wine.stream_id}/topics`))
      await page.reload()
    }
    await messages(page).filter({ hasText: 'There is red wine' }).waitFor()
    expect(await messages(page).count()).toBe(3)
    expect(await page.getByText(/under the mat|secret cellar/).count()).toBe(0)
    await ours.hover()
    await action(page, 'More actions').click()
    const items = await page.getByRole('menuitem').allTextContents()
    expect(items).toContain('Quote')
    for (const name of ['Edit', 'Move', 'Delete', 'View read receipts']) expect(items.join()).not.toContain(name)
    await page.keyboard.press('Escape')
    expect(await action(page, 'Add reaction').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Resolve topic' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /^Red/ }).isDisabled()).toBe(true)
    expect(await page.getByRole('textbox', { name: 'New option' }).count()).toBe(0)
    expect(await violationsInBothThemes(page)).toEqual([])
  }

  // Let in again, Bo sees what it has become.
  await ada.wire.ask('POST /users/me/subscriptions', { subscriptions: [{ name: wine.name }], principals: [bo.id] })
  await page.goto(`${harbour.origin}/#narrow/stream/${wine.stream_id}/topic/secret.20cellar`)
  await messages(page).filter({ hasText: 'The key is under the mat' }).hover()
  await action(page, 'Add reaction').waitFor()
})

test('an edit that was begun before the removal is refused with the reason, and its text stays', async () => {
  const wine = await openCellar()
  const { bo } = wine
  await wine.say(bo, 'I like white')
  await using own = await harbour.pageOf(bo, {}, wine.path)
  const { page } = own
  await messages(page).filter({ hasText: 'I like white' }).hover()
  await action(page, 'More actions').click()
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  const box = messages(page).getByRole('textbox')
  await box.fill('I like red')

  await wine.remove(bo)
  await page.getByText('Only subscribers can post in this stream.').waitFor()
  await messages(page).getByRole('button', { name: 'Save' }).click()

  await page.getByText('This doesn’t exist anymore, or you don’t have access to it.').waitFor()
  expect(await box.inputValue()).toBe('I like red')
  expect(
    (
      await ada.wire.ask('GET /messages', {
        anchor: 'newest',
        num_before: 1,
        num_after: 0,
        narrow: [{ operator: 'stream', operand: wine.stream_id }] as never,
      })
    ).messages,
  ).toMatchObject([{ content: '<p>I like white</p>' }])
})
