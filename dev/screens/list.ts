import type { Page } from 'playwright-core'
import type { Scene } from './harbour.ts'

/** A screen: its address, and what to do there before the picture is taken. */
export interface Screen {
  readonly name: string
  /** The hash of its address, including `#`. */
  readonly at?: (addresses: Scene['addresses']) => string
  readonly open?: (page: Page) => Promise<void>
  /** Only taken with the usual organization. */
  readonly isUsual?: boolean
}

const newestMessage = (page: Page) => page.getByRole('main').getByRole('article').last()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function openActions(page: Page): Promise<void> {
  await newestMessage(page).waitFor()
  await newestMessage(page).hover()
  await button(page, 'More actions').click()
}

const write = (page: Page, text: string) => page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)

/** Opens a tab of the settings; on a phone, its page. */
const settings = (name: string) => async (page: Page) => {
  await button(page, 'Your account').click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog
    .getByRole('tab', { name, exact: true })
    .or(dialog.getByRole('button', { name, exact: true }))
    .click()
  // Wait until the tab has loaded.
  await dialog.locator('.sections > *').first().waitFor()
  await page.waitForLoadState('networkidle')
}

/** The part of the notifications that is about push. */
async function pushNotifications(page: Page): Promise<void> {
  await settings('Notifications')(page)
  await page.getByRole('heading', { name: 'Devices with push notifications' }).scrollIntoViewIfNeeded()
}

/** The tab with a backup that was made. */
async function backups(page: Page): Promise<void> {
  await settings('Backups')(page)
  const tab = page.getByRole('dialog', { name: 'Settings' })
  await tab.getByLabel('Back up automatically').selectOption('Every day')
  await tab.getByRole('button', { name: 'Back up now' }).click()
  await tab.getByText('complete and checked').first().waitFor()
}

/** The tab with an export, which the first one who opens it makes. */
async function exports(page: Page): Promise<void> {
  await settings('Exports')(page)
  const tab = page.getByRole('dialog', { name: 'Settings' })
  const link = tab.getByRole('link', { name: 'Download' })
  const nothing = tab.getByText('No exports yet.')
  await nothing.or(link).waitFor()
  if (await nothing.isVisible()) await button(page, 'Create export').click()
  await link.waitFor()
}

/** The tab with an archive of one's own data. */
async function ownData(page: Page): Promise<void> {
  await settings('Your data')(page)
  await button(page, 'Request archive').click()
  await page.getByRole('link', { name: 'Download archive' }).waitFor()
}

export const screens: readonly Screen[] = [
  { name: 'inbox', at: () => '#inbox' },
  { name: 'recent', at: () => '#recent' },
  { name: 'private', at: () => '#private' },
  { name: 'all', at: () => '#narrow' },
  { name: 'mentions', at: () => '#narrow/is/mentioned' },
  { name: 'starred', at: () => '#narrow/is/starred' },
  { name: 'drafts', at: () => '#drafts' },
  { name: 'scheduled', at: () => '#scheduled' },
  { name: 'topic', at: ({ topic }) => topic },
  { name: 'stream', at: ({ stream }) => stream },
  { name: 'person', at: ({ person }) => person },
  {
    name: 'beside',
    at: () => '#inbox',
    isUsual: true,
    async open(page) {
      await page
        .getByRole('main')
        .getByRole('link', { name: /opening hours/ })
        .click()
      await newestMessage(page).waitFor()
    },
  },
  { name: 'nowhere', at: () => '#narrow/stream/4000000', isUsual: true },
  { name: 'poll', at: ({ poll }) => poll, isUsual: true },
  { name: 'actions', at: ({ rich }) => rich, open: openActions, isUsual: true },
  {
    name: 'reaction',
    at: ({ topic }) => topic,
    isUsual: true,
    async open(page) {
      await newestMessage(page).waitFor()
      await newestMessage(page).hover()
      await button(page, 'Add reaction').click()
    },
  },
  {
    name: 'suggestions',
    at: ({ topic }) => topic,
    isUsual: true,
    async open(page) {
      await write(page, '')
      await page.keyboard.type('Ask @')
      await page.getByRole('listbox').waitFor()
    },
  },
  {
    name: 'later',
    at: ({ topic }) => topic,
    isUsual: true,
    async open(page) {
      await write(page, 'Good morning!')
      await button(page, 'Send later').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'preview',
    at: ({ topic }) => topic,
    isUsual: true,
    async open(page) {
      await write(page, 'Is this **strong** enough? `code` and :tada:')
      await button(page, 'Preview').click()
    },
  },
  { name: 'organization-emoji', open: settings('Emoji'), isUsual: true },
  { name: 'organization-linkifiers', open: settings('Linkifiers'), isUsual: true },
  { name: 'organization-playgrounds', open: settings('Playgrounds'), isUsual: true },
  { name: 'organization-profile-fields', open: settings('Profile fields'), isUsual: true },
  { name: 'organization-default-streams', open: settings('Default streams'), isUsual: true },
  { name: 'organization-exports', open: exports, isUsual: true },
  { name: 'organization-backups', open: backups, isUsual: true },
  { name: 'organization-import', open: settings('Import'), isUsual: true },
  { name: 'organization-claims', open: settings('Imported people'), isUsual: true },
  { name: 'organization-usage', open: settings('Usage'), isUsual: true },
  { name: 'organization-storage', open: settings('Storage'), isUsual: true },
  { name: 'push-notifications', open: pushNotifications, isUsual: true },
  { name: 'organization', open: settings('Organization') },
  { name: 'organization-joining', open: settings('Joining'), isUsual: true },
  { name: 'organization-permissions', open: settings('Permissions'), isUsual: true },
  { name: 'organization-defaults', open: settings('Defaults for new people'), isUsual: true },
  { name: 'people', open: settings('People') },
  {
    name: 'person-changed',
    isUsual: true,
    async open(page) {
      await settings('People')(page)
      await button(page, 'Edit Bo Lindqvist').click()
      await button(page, 'Deactivate').click()
    },
  },
  {
    name: 'person-erased',
    isUsual: true,
    async open(page) {
      await settings('People')(page)
      await button(page, 'Edit Bo Lindqvist').click()
      await button(page, 'Delete data of Bo Lindqvist').click()
    },
  },
  { name: 'own-data', open: ownData, isUsual: true },
  { name: 'bots', open: settings('Bots'), isUsual: true },
  {
    name: 'bot-made',
    isUsual: true,
    async open(page) {
      await settings('Bots')(page)
      await button(page, 'Edit Tide Gull').click()
      await button(page, 'Create new key').click()
      await button(page, 'Create now').click()
      await button(page, 'Download zuliprc').waitFor()
    },
  },
  { name: 'integrations', open: settings('Integrations') },
  {
    name: 'integration',
    isUsual: true,
    async open(page) {
      await settings('Integrations')(page)
      await button(page, 'Open Sentry').click()
      await page.getByText('Request', { exact: true }).click()
    },
  },
  {
    name: 'integration-form',
    isUsual: true,
    async open(page) {
      await settings('Integrations')(page)
      await button(page, 'Add an integration').click()
      await button(page, 'GitHub').click()
      await page.getByRole('radio', { name: 'Only some events' }).click()
    },
  },
  {
    name: 'integration-added',
    isUsual: true,
    async open(page) {
      await settings('Integrations')(page)
      await button(page, 'Add an integration').click()
      await button(page, 'Grafana').click()
      await button(page, 'Add an integration').click()
      await button(page, 'Send a test message').click()
      await page.getByRole('link', { name: 'Show the test message' }).waitFor()
    },
  },
  { name: 'groups', open: settings('Groups'), isUsual: true },
  { name: 'invitations', open: settings('Invitations'), isUsual: true },
  {
    name: 'stream-rules',
    at: ({ stream }) => stream,
    isUsual: true,
    async open(page) {
      await page.getByRole('button', { name: 'About tide gauge' }).click()
      await page.getByText('Edit stream').click()
    },
  },
]
