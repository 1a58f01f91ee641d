/** Push messages in a real Firefox, where it is installed: the browser decrypts what the server encrypted. */
import { expect, test } from 'vitest'
import { firefoxPath, openFirefox } from './kit/engines/firefox.ts'
import { startPushRelay } from './kit/engines/push-relay.ts'
import { untilSeen } from './kit/engines/visitor.ts'
import { Organization, password } from './kit/organization.ts'

test.skipIf(firefoxPath === undefined)(
  'a direct message is pushed to a Firefox that has logged in, and decrypted there for its service worker',
  async () => {
    const harbour = await Organization.found()
    const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]
    await using relay = await startPushRelay()
    await using visitor = await openFirefox(relay.preferences)
    await visitor.go(`${harbour.origin}/login`)
    await visitor.click('textbox', 'Email')
    await visitor.press(bo.email, 'Tab', password, 'Enter')
    await untilSeen(visitor, 'Inbox')

    const devices = async () => (await bo.wire.ask('GET /users/me/web_push')).devices
    await expect.poll(devices, { timeout: 30_000 }).toHaveLength(1)
    // Without a window, the service worker shows what it gets.
    await visitor.go('about:blank')
    await ada.wire.ask('POST /messages', { type: 'private', to: `[${bo.id}]`, content: 'High water at noon' })

    await expect.poll(() => relay.readAcknowledgements(), { timeout: 30_000 }).toEqual([100])
    await relay.sendUnreadable()
    await expect.poll(() => relay.readAcknowledgements(), { timeout: 30_000 }).toEqual([100, 101])
  },
  120_000,
)
