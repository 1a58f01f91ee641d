/** The main journeys in the engines of Firefox and Safari, where these are installed. */
import { expect, test, vi } from 'vitest'
import { firefoxPath, openFirefox } from './kit/engines/firefox.ts'
import { untilFocused, untilGone, untilSeen, type Visitor } from './kit/engines/visitor.ts'
import { hasWebKit, openWebKit } from './kit/engines/webkit.ts'
import { Organization, password, type Person } from './kit/organization.ts'
import { talk, type Talk } from './kit/talk.ts'

// Each test starts its own browser, which takes many seconds.
vi.setConfig({ testTimeout: 120_000 })

const harbour = await Organization.found()

interface Engine {
  readonly name: string
  readonly isHere: boolean
  readonly open: () => Promise<Visitor>
}

const engines: readonly Engine[] = [
  { name: 'Firefox', isHere: firefoxPath !== undefined, open: () => openFirefox() },
  { name: 'WebKitGTK', isHere: hasWebKit, open: openWebKit },
]

for (const { name, isHere, open } of engines)
  test.skipIf(!isHere)(`in ${name} one logs in, reads, writes, reacts, edits, searches and logs out`, async () => {
    const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]
    const tides = await talk([ada, bo])
    await tides.say(bo, 'Is it high?')
    const contents = async () => (await messagesOf(bo, tides)).map(({ content }) => content)
    await using visitor = await open()

    await visitor.go(`${harbour.origin}/login`)
    await visitor.click('textbox', 'Email')
    await visitor.press(ada.email, 'Tab', password, 'Enter')
    await untilSeen(visitor, 'high water')
    // The browser loads the page anew, so it must have kept the session cookie.
    await visitor.go(`${harbour.origin}${tides.path}`)
    await untilSeen(visitor, 'Is it high?')

    await visitor.click('textbox', 'Message')
    await visitor.press('It is, since nine.')
    await visitor.click('button', 'Send')
    await expect.poll(contents).toEqual(['Is it high?', 'It is, since nine.'])
    await tides.say(bo, 'Thank you for looking.')
    await untilSeen(visitor, 'Thank you for looking.')

    // Escape selects the newest message, which is Bo's. The key k selects the one above it, which is Ada's own.
    await visitor.press('Escape')
    await untilFocused(visitor, 'ARTICLE')
    await visitor.press('+')
    const reactions = async () => (await messagesOf(bo, tides)).at(-1)!.reactions.map(({ user_id }) => user_id)
    await expect.poll(reactions).toEqual([ada.id])
    await visitor.press('k')
    await visitor.press('e')
    await untilFocused(visitor, 'TEXTAREA')
    await visitor.press(' Now?')
    await visitor.click('button', 'Save')
    await expect.poll(contents).toContain('It is, since nine. Now?')

    await visitor.click('link', 'Inbox')
    await untilGone(visitor, 'Thank you for looking.')
    await visitor.press('/')
    await untilFocused(visitor, 'INPUT')
    await visitor.press('looking', 'Enter')
    await untilSeen(visitor, 'Thank you for looking.')

    await visitor.click('button', 'Your account')
    await visitor.click('menuitem', 'Log out')
    await untilSeen(visitor, 'Password')
    expect(visitor.errors).toEqual([])
  })

/** Asks the server for the messages of the topic, as this person may read them. */
async function messagesOf(person: Person, { name }: Talk) {
  const narrow = [
    { operator: 'stream', operand: name },
    { operator: 'topic', operand: 'high water' },
  ]
  const options = { anchor: 'newest', num_before: 10, num_after: 0, narrow, apply_markdown: false } as const
  return (await person.wire.ask('GET /messages', options)).messages
}
