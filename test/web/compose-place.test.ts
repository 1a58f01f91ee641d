import { expect, test } from 'vitest'
import { Organization } from './kit/organization.ts'
import { routeScript } from './kit/scripts.ts'
import { messages, talk } from './kit/talk.ts'

const harbour = await Organization.found()
const ada = await harbour.person('Ada Park')

test('what is read stays where it is when the box below it is loaded', async () => {
  const tides = await talk([ada])
  const id = await tides.say(ada, 'High water')
  await ada.wire.ask('POST /messages/flags', { messages: [id], op: 'add', flag: 'starred' })
  const elsewhere = await talk([harbour.owner], 'low water')
  await elsewhere.say(harbour.owner, 'High water')
  await using own = await harbour.pageOf(ada)
  const { page } = own
  for (const [path, name] of [
    [tides.path, 'Send'],
    [`/#narrow/stream/${tides.stream_id}`, 'Send'],
    // She has not joined these, of which a notice says so.
    [elsewhere.path, 'Send'],
    [`/#narrow/stream/${elsewhere.stream_id}`, 'Send'],
    ['/#narrow/is/starred', 'New message'],
  ] as const) {
    const { promise: isRead, resolve } = Promise.withResolvers<void>()
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
    const unroute = await routeScript(page, /class:.compose[`'"]/, async (route) => {
      hold()
      await isRead
      await route.continue()
    })
    await page.goto(`${harbour.origin}/icon.svg`)
    await page.goto(harbour.origin + path)
    const message = messages(page).filter({ hasText: 'High water' })
    await message.waitFor()
    await isHeld
    const { y } = (await message.boundingBox())!
    resolve()
    await page.getByRole('button', { name, exact: true }).waitFor()
    expect(Math.abs((await message.boundingBox())!.y - y), path).toBeLessThan(1)
    await unroute()
  }
})
