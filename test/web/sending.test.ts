import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { messages, talk } from './kit/talk.ts'

const harbour = await Organization.found()
const ada = await harbour.person('Ada Park')
const box = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })

const everybody = 1
const administrators = 2

test('the reason of a refusal is in the language of the page', async () => {
  const tides = await talk([harbour.owner, ada])
  const { stream_id } = tides
  await using own = await harbour.pageOf(ada, { locale: 'de' }, tides.path)
  const { page } = own
  const field = page.getByRole('textbox', { name: 'Nachricht', exact: true })
  await field.waitFor()
  await own.context.setOffline(true)
  await field.fill('Ebbe')
  await field.press('Control+Enter')
  await harbour.owner.wire.ask('PATCH /streams/{stream_id}', { stream_id, stream_post_policy: administrators })
  await own.context.setOffline(false)
  await messages(page).filter({ hasText: 'Nicht gesendet' }).getByText('Das darfst du nicht').waitFor()
})

test('what the server refuses is tried again, or given back', async () => {
  const tides = await talk([harbour.owner, ada])
  const { stream_id } = tides
  const post = (stream_post_policy: 1 | 2) =>
    harbour.owner.wire.ask('PATCH /streams/{stream_id}', { stream_id, stream_post_policy })
  await using own = await harbour.pageOf(ada, {}, tides.path)
  const { page } = own
  await box(page).waitFor()
  await own.context.setOffline(true)
  for (const text of ['One', 'Two']) {
    await box(page).fill(text)
    await box(page).press('Control+Enter')
  }
  await messages(page).filter({ hasText: 'One' }).getByText('Sending').waitFor()
  await post(administrators)
  await own.context.setOffline(false)
  const refusedMessage = (text: string) => messages(page).filter({ hasText: text }).filter({ hasText: 'Not sent' })
  await refusedMessage('One').waitFor()
  await refusedMessage('Two').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])

  // The box is closed as long as one may not write.
  await refusedMessage('Two').getByRole('button', { name: 'Discard' }).click()
  await refusedMessage('Two').waitFor({ state: 'detached' })
  await post(everybody)
  await expect.poll(() => box(page).inputValue()).toBe('Two')
  await refusedMessage('One').getByRole('button', { name: 'Try again' }).click()
  await refusedMessage('One').waitFor({ state: 'detached' })
  await expect
    .poll(async () => {
      const { messages: all } = await ada.wire.ask('GET /messages', {
        anchor: 'newest',
        num_before: 5,
        num_after: 0,
        narrow: [
          { operator: 'stream', operand: stream_id },
          { operator: 'topic', operand: 'high water' },
        ],
        apply_markdown: false,
      })
      return all.map(({ content }) => content)
    })
    .toEqual(['One'])
})
