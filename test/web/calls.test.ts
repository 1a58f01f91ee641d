/** Links to calls in messages, and on which server the calls are. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization, type Person } from './kit/organization.ts'
import { openSettings } from './kit/settings.ts'

const box = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const callButton = (page: Page) => page.getByRole('button', { name: 'Add call' })
const servers = (settings: Locator) => settings.getByRole('combobox', { name: 'Video and voice calls' })
const address = (settings: Locator) => settings.getByRole('textbox', { name: 'Address of the Jitsi Meet server' })

/** The servers for calls that an organization has set, as others learn it. */
async function serversOf({ wire }: Person) {
  const { realm_video_chat_provider, realm_jitsi_server_url, jitsi_server_url } = await wire.ask('POST /register', {
    fetch_event_types: ['realm'],
  })
  return [realm_video_chat_provider, realm_jitsi_server_url, jitsi_server_url]
}

async function add(page: Page, name: string): Promise<void> {
  await callButton(page).click()
  await page.getByRole('menuitem', { name }).click()
}

test('a call is a link at the caret, each to another room', async () => {
  const harbour = await Organization.found()
  const bo = await harbour.person('Bo Lindqvist')
  await using own = await harbour.pageOf(harbour.owner, {}, `/#narrow/pm-with/${bo.id}-bo`)
  await box(own.page).fill('now')
  await box(own.page).press('Home')
  await add(own.page, 'Add video call')
  expect(await box(own.page).inputValue()).toMatch(
    /^\[Join video call\.\]\(https:\/\/meet\.jit\.si\/[0-9a-f]{32}\) now$/,
  )
  await add(own.page, 'Add voice call')
  const text = await box(own.page).inputValue()
  expect(text).toMatch(
    /\[Join voice call\.\]\(https:\/\/meet\.jit\.si\/[0-9a-f]{32}#config\.startWithVideoMuted=true\)/,
  )
  const rooms = [...text.matchAll(/[0-9a-f]{32}/g)].map(([room]) => room)
  expect(new Set(rooms).size).toBe(2)
  await callButton(own.page).click()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await own.page.keyboard.press('Escape')
  await own.page.getByRole('button', { name: 'Send', exact: true }).click()
  const link = own.page.getByRole('link', { name: 'Join video call.' })
  expect(await link.getAttribute('href')).toBe(`https://meet.jit.si/${rooms[0]}`)
})

test('an administrator turns calls off, or chooses another server, and the message boxes of others follow', async () => {
  const harbour = await Organization.found()
  const bo = await harbour.person('Bo Lindqvist')
  await using own = await harbour.pageOf(harbour.owner)
  await using his = await harbour.pageOf(bo, {}, `/#narrow/pm-with/${harbour.owner.id}-ada`)
  await callButton(his.page).waitFor()
  const settings = await openSettings(own.page, 'Permissions')

  await servers(settings).selectOption('Off')
  await callButton(his.page).waitFor({ state: 'detached' })
  expect(await serversOf(bo)).toEqual([0, null, 'https://meet.jit.si'])

  await servers(settings).selectOption('Another Jitsi Meet server')
  await address(settings).fill('meet.example.com')
  await address(settings).press('Enter')
  await settings.getByRole('alert').getByText('Enter an address that begins with https://.').waitFor()
  await address(settings).fill('https://ada@meet.example.com')
  await address(settings).press('Enter')
  await settings.getByRole('alert').getByText('Invalid address').waitFor()
  expect(await serversOf(bo)).toEqual([0, null, 'https://meet.jit.si'])
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await address(settings).fill('https://meet.example.com/harbour/')
  await address(settings).press('Enter')
  await expect.poll(() => address(settings).inputValue()).toBe('https://meet.example.com/harbour')
  await add(his.page, 'Add video call')
  expect(await box(his.page).inputValue()).toMatch(/\(https:\/\/meet\.example\.com\/harbour\/[0-9a-f]{32}\)/)

  await servers(settings).selectOption('meet.jit.si (default)')
  await address(settings).waitFor({ state: 'detached' })
  await expect.poll(() => serversOf(bo)).toEqual([1, null, 'https://meet.jit.si'])
})
