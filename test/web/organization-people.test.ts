/** How administrators look after people: names, roles, passwords, sessions, the end of accounts, and bringing back. */
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { provokes, refusalLine } from './kit/console.ts'
import { Organization, password, type Person } from './kit/organization.ts'
import { openSettings } from './kit/settings.ts'
import { canBeStale } from './kit/stale.ts'

/** An organization, and what its owner knows of people and gives them. */
async function world() {
  const harbour = await Organization.found()
  const { wire } = harbour.owner
  const userOf = async ({ id }: Person) => (await wire.ask('GET /users/{user_id}', { user_id: id })).user
  const give = (person: Person, role: 100 | 200 | 300 | 400 | 600) =>
    wire.ask('PATCH /users/{user_id}', { user_id: person.id, role })
  return { harbour, userOf, give }
}

test('a person is found by name or address, and gets another name and role, which everybody sees at once', async () => {
  const { harbour, userOf } = await world()
  const ada = await harbour.person('Ada Park')
  await harbour.person('Bo Lindqvist')
  await using own = await harbour.pageOf(harbour.owner)
  await using hers = await harbour.pageOf(ada)
  const settings = await openSettings(own.page, 'People')
  const find = settings.getByRole('searchbox', { name: 'Find by name or email' })
  await find.fill('lindqvist')
  await expect.poll(() => settings.getByRole('listitem').count()).toBe(1)
  await find.fill(ada.email)
  await settings.getByText('Member · since').waitFor()
  await settings.getByText(ada.email).waitFor()
  await settings.getByRole('button', { name: 'Edit Ada Park' }).click()
  await expect.poll(() => settings.getByRole('heading', { name: 'Ada Park' }).evaluate(isFocused)).toBe(true)

  const name = settings.getByRole('textbox', { name: 'Name' })
  await name.fill('Ada P@rk')
  await name.press('Enter')
  await settings.getByRole('alert').getByText('Invalid characters in name!').waitFor()
  await name.fill(' ')
  await name.press('Enter')
  await settings.getByRole('alert').getByText('Enter a name.').waitFor()
  await name.fill('Ada Quay')
  await name.press('Enter')
  await settings.getByRole('heading', { name: 'Ada Quay' }).waitFor()

  const role = settings.getByRole('combobox', { name: 'Role' })
  await role.selectOption('Administrator')
  await settings.getByText('Saved').last().waitFor()
  expect(await userOf(ada)).toMatchObject({ full_name: 'Ada Quay', role: 200 })
  expect(await violationsInBothThemes(own.page)).toEqual([])
  // She is one at once.
  const ownSettings = await openSettings(hers.page, 'People')
  await ownSettings.getByRole('button', { name: 'Edit Ada Quay' }).waitFor()

  await settings.getByRole('button', { name: 'All people' }).click()
  await expect.poll(() => settings.getByRole('button', { name: 'Edit Ada Quay' }).evaluate(isFocused)).toBe(true)
  expect(await find.inputValue()).toBe(ada.email)
  await find.fill('nobody of this name')
  await settings.getByText('No people match.').waitFor()
})

const isFocused = (one: Element): boolean => one === document.activeElement

test('a new password is chosen by a link, and sessions are ended', async () => {
  const { harbour } = await world()
  const dana = await harbour.person('Dana Forgot')
  await using own = await harbour.pageOf(harbour.owner)
  await using hers = await harbour.pageOf(dana)
  const settings = await openSettings(own.page, 'People')
  await settings.getByRole('button', { name: 'Edit Dana Forgot' }).click()
  await settings.getByRole('button', { name: 'Create link' }).click()
  const link = await settings.getByRole('textbox', { name: 'Link for Dana Forgot' }).inputValue()
  const { email } = await harbour.owner.wire.ask('GET /password_reset', { key: link.split('/').at(-1)! })
  expect(email).toBe(dana.email)

  await settings.getByRole('button', { name: 'Log out everywhere' }).click()
  await settings.getByRole('alert').getByText('They have to log in again in every browser').waitFor()
  await settings.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => settings.getByRole('button', { name: 'Log out everywhere' }).evaluate(isFocused)).toBe(true)
  await settings.getByRole('button', { name: 'Log out everywhere' }).click()
  await settings.getByRole('button', { name: 'Log out now' }).click()
  await settings.getByText('Logged out everywhere').waitFor()
  await hers.page.getByText('You were logged out.').waitFor()
})

test('who is deactivated goes with their bots, is told so, and is brought back', async () => {
  const { harbour, userOf } = await world()
  const gus = await harbour.person('Gus Gone')
  await gus.wire.ask('POST /bots', { full_name: 'Gull', short_name: 'gull' })
  await harbour.owner.wire.ask('POST /user_groups/create', {
    name: 'pilots',
    description: 'Who bring ships in',
    members: [gus.id],
  })
  await using own = await harbour.pageOf(harbour.owner)
  await using others = await harbour.pageOf(harbour.owner, { viewport: { width: 390, height: 844 } })
  await using his = await harbour.pageOf(gus)
  const elsewhere = await openSettings(others.page, 'People')
  await elsewhere.getByRole('button', { name: 'Edit Gus Gone' }).click()
  await elsewhere.getByRole('heading', { name: 'Gus Gone' }).waitFor()
  const settings = await openSettings(own.page, 'People')
  await settings.getByRole('button', { name: 'Edit Gus Gone' }).click()
  await settings.getByRole('button', { name: 'Deactivate', exact: true }).click()
  const question = settings.getByRole('alert')
  await question.getByText('These bots are deactivated, too: Gull.').waitFor()
  await question.getByText('Group memberships are kept: pilots.').waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await settings.getByRole('button', { name: 'Deactivate Gus Gone' }).click()
  await his.page.getByRole('alert').getByText('This account is deactivated.').waitFor()
  expect((await userOf(gus)).is_active).toBe(false)

  // Where he was open on another screen, the list is shown.
  await elsewhere.getByRole('heading', { name: '1 deactivated' }).waitFor()
  expect(await violationsInBothThemes(others.page)).toEqual([])
  await settings.getByRole('button', { name: 'Reactivate Gus Gone' }).click()
  await settings.getByText('Gus Gone was reactivated.').waitFor()
  await settings.getByRole('button', { name: 'Edit Gus Gone' }).waitFor()
  await elsewhere.getByRole('heading', { name: '1 deactivated' }).waitFor({ state: 'detached' })
  expect((await userOf(gus)).is_active).toBe(true)
  await gus.wire.ask('POST /fetch_api_key', { username: gus.email, password })
})

test('owners are looked after by owners, the only one keeps the role, and guests become members first', async () => {
  const { harbour, give } = await world()
  const ada = await harbour.person('Ada Admin')
  const gil = await harbour.person('Gil Guest')
  await give(ada, 200)
  await give(gil, 600)
  await using own = await harbour.pageOf(ada)
  await using owners = await harbour.pageOf(harbour.owner)
  const settings = await openSettings(own.page, 'People')
  await settings.getByRole('button', { name: 'Edit Olga Owner' }).click()
  await settings.getByText('Only owners can change the role').waitFor()
  await settings.getByRole('textbox', { name: 'Name' }).waitFor()
  for (const name of ['Create link', 'Log out everywhere', 'Deactivate'])
    expect(await settings.getByRole('button', { name }).count()).toBe(0)
  expect(await settings.getByRole('combobox').count()).toBe(0)

  const roles = async (name: string) => {
    await settings.getByRole('button', { name: 'All people' }).click()
    await settings.getByRole('button', { name: `Edit ${name}` }).click()
    return settings.getByRole('combobox', { name: 'Role' }).getByRole('option').allTextContents()
  }
  expect(await roles('Gil Guest')).toEqual(['Moderator', 'Member', 'Guest'])
  expect(await roles('Ada Admin')).toEqual(['Administrator', 'Moderator', 'Member', 'Guest'])
  // Their own account is not ended here.
  expect(await settings.getByRole('button', { name: 'Deactivate' }).count()).toBe(0)

  const ofOwner = await openSettings(owners.page, 'People')
  await ofOwner.getByRole('button', { name: 'Edit Olga Owner' }).click()
  await ofOwner.getByText('The only owner of the organization keeps this role.').waitFor()
  expect(await ofOwner.getByRole('combobox').count()).toBe(0)
  await give(ada, 100)
  await ofOwner.getByRole('combobox', { name: 'Role' }).waitFor()
  await give(ada, 200)
  await ofOwner.getByRole('combobox', { name: 'Role' }).waitFor({ state: 'detached' })
})

test('what a page tries that has not heard yet is refused in place', async () => {
  provokes(refusalLine(400, '/users'), refusalLine(400, '/realm/newcomers'))
  const { harbour, userOf, give } = await world()
  const ada = await harbour.person('Ada Stale')
  const bo = await harbour.person('Bo Stale')
  const gone = await harbour.person('Gone Stale')
  await harbour.owner.wire.ask('DELETE /users/{user_id}', { user_id: gone.id })
  await give(ada, 200)
  await using own = await harbour.pageOf(ada)
  const stop = await canBeStale(own.page)
  const settings = await openSettings(own.page, 'People')
  await settings.getByRole('button', { name: 'Edit Bo Stale' }).click()
  const role = settings.getByRole('combobox', { name: 'Role' })
  await role.waitFor()
  stop()
  await give(ada, 400)
  await role.selectOption('Guest')
  const refusals = settings.getByRole('alert').getByText('You don’t have permission to do this.')
  await refusals.waitFor()
  expect(await role.locator(':checked').textContent()).toBe('Member')
  const name = settings.getByRole('textbox', { name: 'Name' })
  await name.fill('Somebody Else')
  await name.press('Enter')
  await expect.poll(() => refusals.count()).toBe(2)
  await settings.getByRole('button', { name: 'Create link' }).click()
  await expect.poll(() => refusals.count()).toBe(3)
  await settings.getByRole('button', { name: 'Log out everywhere' }).click()
  await settings.getByRole('button', { name: 'Log out now' }).click()
  await expect.poll(() => refusals.count()).toBe(4)
  await settings.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await settings.getByRole('button', { name: 'Deactivate Bo Stale' }).click()
  await expect.poll(() => refusals.count()).toBe(5)
  await settings.getByRole('button', { name: 'All people' }).click()
  await settings.getByRole('button', { name: 'Reactivate Gone Stale' }).click()
  await refusals.first().waitFor()
  expect(await userOf(bo)).toMatchObject({ full_name: 'Bo Stale', role: 400, is_active: true })
  expect((await userOf(gone)).is_active).toBe(false)
})

test('of many people some are shown at first, and all to whoever wants to see them', async () => {
  const { harbour } = await world()
  const { wire } = harbour.owner
  const names = Array.from({ length: 52 }, (_, index) => `Sailor ${index + 1}`)
  for (const full_name of names) {
    const email = `${full_name.toLowerCase().replace(' ', '-')}@example.com`
    await wire.ask('POST /users', { full_name, email, password })
  }
  await using own = await harbour.pageOf(harbour.owner)
  const settings = await openSettings(own.page, 'People')
  await settings.getByRole('heading', { name: '53 people' }).waitFor()
  expect(await settings.getByRole('listitem').count()).toBe(50)
  await settings.getByRole('button', { name: 'Show 3 more' }).click()
  await settings.getByRole('button', { name: 'Edit Sailor 52' }).click()
  await settings.getByRole('button', { name: 'All people' }).click()
  // The list is as it was.
  expect(await settings.getByRole('listitem').count()).toBe(53)
})

test('who gives their own rights away finds themself on another tab', async () => {
  const { harbour, give, userOf } = await world()
  const ada = await harbour.person('Ada Park')
  await give(ada, 200)
  await using own = await harbour.pageOf(ada)
  const settings = await openSettings(own.page, 'People')
  await settings.getByRole('button', { name: 'Edit Ada Park' }).click()
  await settings.getByText('If you give up permissions, someone else has to give them back.').waitFor()
  const role = settings.getByRole('combobox', { name: 'Role' })
  await role.focus()
  await role.selectOption('Member')
  const general = settings.getByRole('tab', { name: 'General', selected: true })
  await general.waitFor()
  await expect.poll(() => general.evaluate(isFocused)).toBe(true)
  expect((await userOf(ada)).role).toBe(400)
})

test('moderators, members and guests have no such tabs; who may invite has a tab for it', async () => {
  const { harbour, give } = await world()
  const mo = await harbour.person('Mo Roles')
  await using own = await harbour.pageOf(mo)
  const settings = await openSettings(own.page, 'General')
  const tabs = ['People', 'Password resets', 'Invitations'].map((name) =>
    settings.getByRole('tab', { name, exact: true }),
  )
  const readCounts = async () => (await Promise.all(tabs.map((tab) => tab.count()))).join(' ')
  for (const [role, expected] of [
    [300, '0 0 1'],
    [400, '0 0 1'],
    [600, '0 0 0'],
    [200, '1 1 1'],
    [100, '1 1 1'],
  ] as const) {
    // A guest is a member before.
    if (role === 200) await give(mo, 400)
    await give(mo, role)
    await expect.poll(readCounts).toBe(expected)
  }
})

test('invitations are a tab for those who may invite: where the policy admits nobody, administrators make links for many', async () => {
  const works = await Organization.found()
  const mika = await works.person('Mika Paso')
  await using own = await works.pageOf(works.owner)
  await using hers = await works.pageOf(mika)
  const settings = await openSettings(own.page, 'Invitations')
  const ofMember = await openSettings(hers.page, 'Invitations')
  await ofMember.getByRole('textbox', { name: 'Emails' }).fill('new@example.com')
  await ofMember.getByRole('button', { name: 'Create links' }).click()
  await ofMember.getByRole('textbox', { name: 'Link for new@example.com' }).first().waitFor()
  await settings.getByText('new@example.com').waitFor()
  await settings.getByRole('radio', { name: 'One link per person' }).check()

  await works.owner.wire.ask('PATCH /realm', { invite_to_realm_policy: 6 })
  await ofMember.getByRole('tab', { name: 'Invitations' }).waitFor({ state: 'detached' })
  await settings.getByRole('radio').first().waitFor({ state: 'detached' })
  await settings.getByRole('button', { name: 'Create link', exact: true }).click()
  await settings.getByRole('textbox', { name: 'Invitation link' }).first().waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  const { invites } = await works.owner.wire.ask('GET /invites')
  expect(invites.filter(({ is_multiuse }) => is_multiuse)).toHaveLength(1)
})

test('who waits for a password is a tab, too', async () => {
  const works = await Organization.found()
  const dana = await works.person('Dana Forgot')
  await works.owner.wire.ask('POST /password_reset', { email: dana.email })
  await using own = await works.pageOf(works.owner)
  const settings = await openSettings(own.page, 'Password resets')
  await settings.getByRole('button', { name: 'Create link for Dana Forgot' }).click()
  await settings.getByRole('textbox', { name: 'Link for Dana Forgot' }).waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
})
