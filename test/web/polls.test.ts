import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization, type Person } from './kit/organization.ts'
import { messages, talk } from './kit/talk.ts'

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]

const add = (person: Person, message_id: number, content: unknown) =>
  person.wire.ask('POST /submessage', { message_id, msg_type: 'widget', content: JSON.stringify(content) })

const readSubmessages = async (message_id: number): Promise<unknown[]> => {
  const { message } = await ada.wire.ask('GET /messages/{message_id}', { message_id })
  return message.submessages.slice(1).map(({ sender_id, content }) => [sender_id, JSON.parse(content) as unknown])
}

const group = (page: Page, name: string) => messages(page).getByRole('group', { name })

test('people vote, see who voted, and add an option', async () => {
  const tides = await talk([ada, bo])
  const id = await tides.say(ada, '/poll When?\nSaturday\n- Sunday')
  await add(ada, id, { type: 'vote', key: 'canned,1', vote: 1 })
  await using own = await harbour.pageOf(bo, {}, tides.path)
  const poll = group(own.page, 'Poll: When?')
  // Also before anybody chose it.
  await poll.getByRole('button', { name: 'Saturday 0 votes' }).waitFor()
  await poll.getByRole('button', { name: 'Sunday 1 vote' }).click()
  expect(await poll.getByRole('button', { name: 'Sunday 2 votes', pressed: true }).isVisible()).toBe(true)
  await poll.getByText('Ada Park and Bo Lindqvist').waitFor()
  await poll.getByRole('textbox', { name: 'New option' }).fill('Monday')
  await own.page.keyboard.press('Enter')
  await poll.getByRole('button', { name: 'Monday 0 votes' }).press('Space')
  await poll.getByRole('button', { name: 'Monday 1 vote' }).waitFor()
  await poll.getByRole('button', { name: 'Sunday 2 votes' }).click()
  await poll.getByRole('button', { name: 'Sunday 1 vote', pressed: false }).waitFor()
  expect(await poll.getByRole('button', { name: 'Edit question' }).count()).toBe(0)
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await expect
    .poll(() => readSubmessages(id))
    .toEqual([
      [ada.id, { type: 'vote', key: 'canned,1', vote: 1 }],
      [bo.id, { type: 'vote', key: 'canned,1', vote: 1 }],
      [bo.id, { type: 'new_option', idx: 1, option: 'Monday' }],
      [bo.id, { type: 'vote', key: `${bo.id},1`, vote: 1 }],
      [bo.id, { type: 'vote', key: 'canned,1', vote: -1 }],
    ])

  // What others do is seen at once.
  await add(ada, id, { type: 'question', question: 'Which day?' })
  await group(own.page, 'Poll: Which day?').waitFor()
})

test('the question is edited by who asked it, and the focus comes back', async () => {
  const tides = await talk([ada])
  await tides.say(ada, '/poll When\nSaturday')
  await using own = await harbour.pageOf(ada, {}, tides.path)
  await group(own.page, 'Poll: When').getByRole('button', { name: 'Edit question' }).press('Enter')
  await own.page.keyboard.type('Which day?')
  await own.page.keyboard.press('Enter')
  const edit = group(own.page, 'Poll: Which day?').getByRole('button', { name: 'Edit question' })
  await expect.poll(() => edit.evaluate((one) => one === document.activeElement)).toBe(true)
})

test('tasks are added, and ticked off more than once', async () => {
  const tides = await talk([ada, bo])
  const id = await tides.say(ada, '/todo')
  await add(ada, id, { type: 'new_task', key: 2, task: 'Caulk', desc: 'the hull', completed: false })
  await using own = await harbour.pageOf(bo, {}, tides.path)
  const list = group(own.page, 'To-do list')
  await list.getByRole('textbox', { name: 'New task' }).fill('Paint')
  await list.getByRole('textbox', { name: 'Description' }).fill('blue')
  await list.getByRole('button', { name: 'Add' }).click()
  await list.getByRole('checkbox', { name: /Paint.*blue/ }).waitFor()
  const caulk = list.getByRole('checkbox', { name: /Caulk.*the hull/ })
  for (const isDone of [true, false, true]) {
    await caulk.press('Space')
    await expect.poll(() => caulk.isChecked()).toBe(isDone)
  }
  expect(await violationsInBothThemes(own.page)).toEqual([])
  const strike = [bo.id, { type: 'strike', key: `2,${ada.id}` }]
  await expect
    .poll(() => readSubmessages(id))
    .toEqual([
      [ada.id, { type: 'new_task', key: 2, task: 'Caulk', desc: 'the hull', completed: false }],
      [bo.id, { type: 'new_task', key: 1, task: 'Paint', desc: 'blue', completed: false }],
      strike,
      strike,
      strike,
    ])
})

test('a to-do list has the title and the tasks that it was written with', async () => {
  const tides = await talk([ada, bo])
  await tides.say(ada, '/todo Release <2> & rest\n- Caulk\n- Paint')
  await using own = await harbour.pageOf(bo, {}, tides.path)
  const list = group(own.page, 'Release <2> & rest')
  await list.getByRole('checkbox', { name: 'Caulk' }).check()
  await list.getByRole('checkbox', { name: 'Paint' }).waitFor()
  await expect.poll(() => list.getByRole('checkbox', { name: 'Caulk' }).isChecked()).toBe(true)
})

test('what is refused is undone, and the reason is said', async () => {
  const tides = await talk([ada, bo])
  const id = await tides.say(ada, '/poll When?\nSaturday')
  // Until there is no room for a vote.
  for (const length of [9000, 1000, 100, 1]) {
    const fill = (idx: number): Promise<unknown> =>
      add(ada, id, { type: 'new_option', idx, option: 'x'.repeat(length) }).then(() => fill(idx + 1))
    await expect(fill(0)).rejects.toThrow('too many')
  }
  await using own = await harbour.pageOf(bo, {}, tides.path)
  await group(own.page, 'Poll: When?').getByRole('button', { name: 'Saturday' }).click()
  await own.page.getByText('There are too many submessages of this message.').waitFor()
  await group(own.page, 'Poll: When?').getByRole('button', { name: 'Saturday', pressed: false }).waitFor()
  expect(await group(own.page, 'Poll: When?').getByText('1 vote').count()).toBe(0)
})

test('whatever people add, the message is shown', async () => {
  const tides = await talk([ada, bo])
  const poll = await tides.say(ada, '/poll When?\nSaturday\nSaturday')
  for (const content of [
    { type: 'vote', key: 'canned,7', vote: 1 },
    { type: 'vote', key: '__proto__', vote: 1 },
    { type: 'new_option', idx: 0, option: '<img src=x onerror=alert(1)>' },
    { type: 'new_option', idx: 1, option: 'x'.repeat(9000) },
  ])
    await add(bo, poll, content)
  const odd = await Promise.all(
    [
      { widget_type: 'poll', extra_data: { question: { a: 1 }, options: [1, null, 'Fine'] } },
      { widget_type: 'todo', extra_data: [{}] },
      { widget_type: 'zform', extra_data: { choices: 7 } },
      ['widget'],
    ].map(async (widget) => {
      const { id } = await ada.wire.ask('POST /messages', {
        type: 'stream',
        to: tides.name,
        topic: 'high water',
        content: 'The text of it',
        widget_content: JSON.stringify(widget),
      })
      return id
    }),
  )
  await add(bo, odd[3]!, { type: 'vote' })
  for (let idx = 2; idx <= 130; idx += 1) await add(bo, poll, { type: 'new_option', idx, option: `Number ${idx}` })
  await using own = await harbour.pageOf(bo, {}, tides.path)
  await group(own.page, 'Poll: When?').getByText('33 more options aren’t shown.').waitFor()
  expect(await group(own.page, 'Poll: When?').getByRole('listitem').count()).toBe(100)
  await messages(own.page)
    .getByRole('group', { name: 'Poll', exact: true })
    .getByRole('button', { name: 'Fine' })
    .waitFor()
  await group(own.page, 'To-do list').waitFor()
  expect(await messages(own.page).getByText('The text of it').count()).toBe(2)
})
