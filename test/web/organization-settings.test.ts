/** What is set for everybody: that all of it has a control, and that the control does what it says. */
import { readFileSync } from 'node:fs'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import english from '../../web/i18n/en.json' with { type: 'json' }
import type { Texts } from '../../web/i18n/texts.ts'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization, type Person } from './kit/organization.ts'
import { openSettings } from './kit/settings.ts'
import { canBeStale } from './kit/stale.ts'

type Name = keyof Texts['organization']['rules']['settings']

const tabs = {
  Joining: [
    'invite_required',
    'invite_to_realm_policy',
    'disallow_disposable_email_addresses',
    'emails_restricted_to_domains',
    'waiting_period_threshold',
    'signup_notifications_stream_id',
  ],
  Permissions: [
    'create_public_stream_policy',
    'create_private_stream_policy',
    'enable_spectator_access',
    'create_web_public_stream_policy',
    'invite_to_stream_policy',
    'notifications_stream_id',
    'allow_message_editing',
    'message_content_edit_limit_seconds',
    'edit_topic_policy',
    'move_messages_between_streams_policy',
    'allow_edit_history',
    'mandatory_topics',
    'delete_own_message_policy',
    'message_content_delete_limit_seconds',
    'message_retention_days',
    'private_message_policy',
    'wildcard_mention_policy',
    'name_changes_disabled',
    'email_changes_disabled',
    'avatar_changes_disabled',
    'email_address_visibility',
    'presence_disabled',
    'user_group_edit_policy',
    'bot_creation_policy',
    'add_custom_emoji_policy',
    'inline_image_preview',
    'inline_url_embed_preview',
    'default_code_block_language',
  ],
  'Defaults for new people': ['default_language'],
  Exports: ['owner_full_content_access'],
  Storage: ['old_texts_after_days'],
} as const satisfies Record<string, readonly Name[]>

/** Parameters with a control of another kind, which has a test of its own. */
const others = [
  'name',
  'description',
  'authentication_methods',
  'backup_frequency',
  'backups_to_keep',
  'video_chat_provider',
  'jitsi_server_url',
  'message_content_allowed_in_email_notifications',
  'digest_emails_enabled',
  'digest_weekday',
  'return_old_texts',
]

/** Parameters without a control: always refused, or kept for clients alone. */
const withoutEffect = ['string_id', 'send_welcome_emails', 'giphy_rating']

/** A setting as the server has it. */
async function settingOf({ wire }: Person, name: string): Promise<unknown> {
  const told = await wire.ask('POST /register', { fetch_event_types: ['realm'] })
  return (told as Record<string, unknown>)[`realm_${name}`]
}

const control = (settings: Locator, name: Name): Locator => {
  const label = english[`organization.rules.settings.${name}.label`]
  return settings
    .getByRole('checkbox', { name: label })
    .or(settings.getByRole('combobox', { name: label, exact: true }))
    .or(settings.getByRole('textbox', { name: label, exact: true }))
}

/** What a control shows, as a text. */
const readShown = (one: Locator): Promise<string> =>
  one.evaluate((box: HTMLInputElement) => String(box.type === 'checkbox' ? box.checked : box.value))

/** Chooses everything that there is to choose, and asks the server each time. */
async function tryAll(settings: Locator, name: Name, reader: Person): Promise<void> {
  const box = control(settings, name)
  const expectTold = (value: string) =>
    expect.poll(async () => String(await settingOf(reader, name)), { message: name }).toBe(value)
  switch (await box.getAttribute('type', { timeout: 5000 })) {
    case 'checkbox':
      for (let turn = 0; turn < 2; turn += 1) {
        await box.click()
        await expectTold(await readShown(box))
      }
      return
    case 'text':
      await box.fill('python')
      await box.press('Enter')
      return expectTold('python')
  }
  const values = await box.locator('option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))
  expect(values.length).toBeGreaterThan(1)
  for (const value of values.filter((one) => one !== 'other')) {
    await box.selectOption(value)
    if (name === 'message_retention_days' && value === '30')
      await settings.getByRole('button', { name: 'Delete older messages' }).click()
    await expectTold(value)
  }
}

test('every setting of the organization that has an effect has a control', () => {
  const document = JSON.parse(readFileSync('public/api/v1/openapi.json', 'utf8')) as Document
  const body = document.paths['/realm'].patch.requestBody.content['application/x-www-form-urlencoded']
  const known = [...Object.values(tabs).flat(), ...others, ...withoutEffect]
  expect(known.toSorted()).toEqual(Object.keys(body.schema.properties).toSorted())
})

interface Document {
  readonly paths: {
    readonly '/realm': {
      readonly patch: {
        readonly requestBody: {
          readonly content: {
            readonly 'application/x-www-form-urlencoded': {
              readonly schema: { readonly properties: Readonly<Record<string, unknown>> }
            }
          }
        }
      }
    }
  }
}

test.each(Object.entries(tabs))(
  'all of “%s” is stored, and shown to others at once',
  async (tab, names) => {
    const harbour = await Organization.found()
    const bo = await harbour.person('Bo Lindqvist')
    await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: bo.id, role: 100 })
    await harbour.owner.wire.ask('POST /realm/domains', { domain: 'example.com', allow_subdomains: false })
    await using own = await harbour.pageOf(harbour.owner)
    await using his = await harbour.pageOf(bo)
    const settings = await openSettings(own.page, tab)
    const theirs = await openSettings(his.page, tab)
    expect(await violationsInBothThemes(own.page)).toEqual([])
    for (const name of names) {
      await tryAll(settings, name, bo)
      await expect
        .poll(() => readShown(control(theirs, name)), { message: name })
        .toBe(await readShown(control(settings, name)))
    }
    await own.page.setViewportSize({ width: 390, height: 844 })
    expect(await violationsInBothThemes(own.page)).toEqual([])
  },
  120_000,
)

test('codes that mean the same are shown as one', async () => {
  const harbour = await Organization.found()
  await harbour.owner.wire.ask('PATCH /realm', { wildcard_mention_policy: 5 })
  await using own = await harbour.pageOf(harbour.owner)
  const settings = await openSettings(own.page, 'Permissions')
  expect(await control(settings, 'wildcard_mention_policy').locator(':checked').textContent()).toBe('Administrators')
})

test('who is no administrator has none of these tabs', async () => {
  const harbour = await Organization.found()
  const bo = await harbour.person('Bo Lindqvist')
  await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: bo.id, role: 300 })
  await using own = await harbour.pageOf(bo)
  const settings = await openSettings(own.page, 'General')
  const names = await settings.getByRole('tab').allTextContents()
  expect(names).toContain('Profile')
  for (const tab of Object.keys(tabs)) expect(names).not.toContain(tab)
})

test('a time can be another one, and one that deletes messages is asked first', async () => {
  const harbour = await Organization.found()
  await using own = await harbour.pageOf(harbour.owner)
  const settings = await openSettings(own.page, 'Permissions')
  const edited = control(settings, 'message_content_edit_limit_seconds')
  await edited.selectOption('Custom')
  const minutes = settings.getByRole('textbox', { name: 'Time limit for editing your own messages: minutes' })
  expect(await minutes.inputValue()).toBe('10')
  await minutes.fill('soon')
  await minutes.press('Enter')
  await settings.getByRole('alert').getByText('Enter a whole number greater than 0.').waitFor()
  await minutes.fill('45')
  await minutes.press('Enter')
  await expect.poll(() => settingOf(harbour.owner, 'message_content_edit_limit_seconds')).toBe(2700)
  await edited.selectOption('45 minutes')
  await minutes.waitFor({ state: 'detached' })

  const kept = control(settings, 'message_retention_days')
  await kept.selectOption('30 days')
  await settings.getByRole('alert').getByText('messages older than 30 days are deleted').waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await settings.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => kept.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await readShown(kept)).toBe('-1')
  expect(await settingOf(harbour.owner, 'message_retention_days')).toBe(-1)
})

test('only owners change what is theirs: others read it, until they are owners', async () => {
  const harbour = await Organization.found()
  const bo = await harbour.person('Bo Lindqvist')
  const role = (role: 100 | 200) => harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: bo.id, role })
  await role(200)
  await using own = await harbour.pageOf(bo)
  const settings = await openSettings(own.page, 'Joining')
  await settings.getByText('Everyone except guests').waitFor()
  expect(await control(settings, 'invite_to_realm_policy').count()).toBe(0)
  await settings.getByText('Email and password').waitFor()
  expect(await settings.getByRole('checkbox', { name: 'Email and password' }).count()).toBe(0)
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await role(100)
  await control(settings, 'invite_to_realm_policy').waitFor()
})

test('a page that does not know of the end of a right is refused in place', async () => {
  const harbour = await Organization.found()
  const bo = await harbour.person('Bo Lindqvist')
  const role = (role: 100 | 200 | 400) => harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: bo.id, role })
  await role(100)
  await using own = await harbour.pageOf(bo)
  const makeStale = await canBeStale(own.page)
  const settings = await openSettings(own.page, 'Joining')
  const policy = control(settings, 'invite_to_realm_policy')
  await policy.waitFor()
  makeStale()
  await role(200)
  await policy.selectOption('Administrators')
  await settings.getByRole('alert').getByText('You don’t have permission to do this.').waitFor()
  expect(await readShown(policy)).toBe('1')
  await role(400)
  const invited = control(settings, 'invite_required')
  const refusal = settings.getByRole('alert').getByText('You don’t have permission to do this.')
  await invited.click()
  await refusal.waitFor()
  await expect.poll(() => invited.isChecked()).toBe(true)
  await settings.getByRole('textbox', { name: 'New domain' }).fill('boats.example')
  await settings.getByRole('button', { name: 'Add' }).click()
  await expect.poll(() => refusal.count()).toBe(2)
  await settings.getByRole('tab', { name: 'Defaults for new people' }).click()
  await settings.getByRole('radio', { name: 'Dark' }).click()
  await refusal.waitFor()
  expect(await settings.getByRole('radio', { name: 'Same as system' }).isChecked()).toBe(true)
})

test('domains come and go, and restrict who joins', async () => {
  const harbour = await Organization.found()
  const bo = await harbour.person('Bo Lindqvist')
  await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: bo.id, role: 200 })
  await using own = await harbour.pageOf(harbour.owner, { viewport: { width: 390, height: 844 } })
  await using his = await harbour.pageOf(bo)
  const settings = await openSettings(own.page, 'Joining')
  const theirs = await openSettings(his.page, 'Joining')
  const restricted = control(settings, 'emails_restricted_to_domains')
  const name = settings.getByRole('textbox', { name: 'New domain' })
  await name.waitFor()
  expect(await restricted.count()).toBe(0)
  await name.fill('boats')
  await name.press('Enter')
  await settings.getByRole('alert').getByText('Domain must have at least one dot (.)').waitFor()
  await name.fill('Boats.example')
  await settings.getByRole('checkbox', { name: 'Include subdomains', exact: true }).check()
  await settings.getByRole('button', { name: 'Add' }).click()
  const subdomains = { name: 'Include subdomains of boats.example' }
  expect(await theirs.getByRole('checkbox', subdomains).isChecked()).toBe(true)
  await settings.getByRole('checkbox', subdomains).uncheck()
  await expect.poll(() => theirs.getByRole('checkbox', subdomains).isChecked()).toBe(false)
  const { domains } = await bo.wire.ask('GET /realm/domains')
  expect(domains).toEqual([{ domain: 'boats.example', allow_subdomains: false }])
  await restricted.check()
  await settings.getByText('Only addresses from these domains can join.').waitFor()
  expect(await control(settings, 'disallow_disposable_email_addresses').count()).toBe(0)
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await settings.getByRole('button', { name: 'Remove boats.example' }).click()
  await settings.getByText('Removed. Addresses from any domain can join now.').waitFor()
  await expect.poll(() => settingOf(bo, 'emails_restricted_to_domains')).toBe(false)
  await theirs.getByText('No domains yet.').waitFor()
})

test('a way to log in is turned off, but not the last one', async () => {
  const harbour = await Organization.found()
  await using own = await harbour.pageOf(harbour.owner)
  const settings = await openSettings(own.page, 'Joining')
  const byPassword = settings.getByRole('checkbox', { name: 'Email and password' })
  const without = settings.getByRole('checkbox', { name: 'Any account without a password' })
  await without.uncheck()
  await expect.poll(() => settingOf(harbour.owner, 'authentication_methods')).toEqual({ Email: true, Dev: false })
  await byPassword.click()
  await settings.getByRole('alert').getByText('At least one authentication method must be enabled.').waitFor()
  expect(await byPassword.isChecked()).toBe(true)
})

test('what new people begin with is chosen, and what others have stays', async () => {
  const harbour = await Organization.found()
  await using own = await harbour.pageOf(harbour.owner)
  const settings = await openSettings(own.page, 'Defaults for new people')
  await settings.getByRole('radio', { name: 'Dark' }).check()
  await settings.getByRole('checkbox', { name: 'Send with Enter' }).check()
  await settings.getByRole('checkbox', { name: 'Show when they’re online' }).uncheck()
  await settings.getByRole('checkbox', { name: 'Play sounds' }).uncheck()
  await settings.getByRole('checkbox', { name: 'Play for all messages in streams' }).waitFor({ state: 'detached' })
  await settings.getByRole('radio', { name: 'Direct messages and mentions' }).check()
  await settings.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
  const chosen = {
    color_scheme: 2,
    enter_sends: true,
    presence_enabled: false,
    notification_sound: 'none',
    desktop_icon_count_display: 2,
  }
  await expect.poll(() => preferencesOf(harbour.owner, 'realm_user_settings_defaults')).toMatchObject(chosen)
  await expect.poll(() => settingOf(harbour.owner, 'default_language')).toBe('de')
  const carla = await harbour.person('Carla Costa')
  expect(await preferencesOf(carla, 'user_settings')).toMatchObject({ ...chosen, default_language: 'de' })
  expect(await preferencesOf(harbour.owner, 'user_settings')).toMatchObject({ color_scheme: 1, default_language: 'en' })
  await harbour.owner.wire.ask('PATCH /realm/user_settings_defaults', { color_scheme: 3 })
  await expect.poll(() => settings.getByRole('radio', { name: 'Light' }).isChecked()).toBe(true)
})

const preferencesOf = async ({ wire }: Person, type: 'user_settings' | 'realm_user_settings_defaults') =>
  (
    await wire.ask('POST /register', {
      client_capabilities: { notification_settings_null: true, user_settings_object: true },
      fetch_event_types: [type],
    })
  )[type]
