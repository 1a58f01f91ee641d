/** A day on a phone, by fingers alone. */
import { expect, test } from 'vitest'
import { Organization } from './kit/organization.ts'
import { action, messages, longPress, talk } from './kit/talk.ts'

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test('one finds a topic in the drawer, reads, writes, and reacts', async () => {
  const tides = await talk([ada, bo])
  const message_id = await tides.say(ada, 'Is it high?')
  await using own = await harbour.pageOf(bo, phone)
  const { page } = own
  const streams = page.getByRole('navigation', { name: 'Streams' })
  await page.getByRole('button', { name: 'Streams' }).tap()
  await streams.getByRole('button', { name: `Topics in ${tides.name}` }).tap()
  await streams.getByRole('link', { name: 'high water, 1 unread' }).tap()
  await page.getByRole('heading', { name: `${tides.name} › high water`, level: 1 }).waitFor()
  await streams.waitFor({ state: 'hidden' })

  const asked = messages(page).filter({ hasText: 'Is it high?' })
  await asked.waitFor()
  await page.getByRole('textbox', { name: 'Message', exact: true }).tap()
  await page.keyboard.type('It is.')
  await page.getByRole('button', { name: 'Send', exact: true }).tap()
  await messages(page).filter({ hasText: 'It is.' }).waitFor()

  await longPress(asked.getByText('Is it high?'))
  await action(page, 'Add reaction').tap()
  await page.getByRole('button', { name: ':tada:', exact: true }).tap()
  const reaction = asked.getByRole('button', { name: ':tada:, 1, with yours' })
  await reaction.waitFor()
  await expect
    .poll(async () => (await ada.wire.ask('GET /messages/{message_id}', { message_id })).message.reactions)
    .toMatchObject([{ emoji_name: 'tada', user_id: bo.id }])
  await reaction.tap()
  await reaction.waitFor({ state: 'detached' })
})
