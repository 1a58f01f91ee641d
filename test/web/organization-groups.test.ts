/** Groups of people: making, naming, describing, members, deleting, and who may what of that. */
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { openSettings } from './kit/settings.ts'
import { canBeStale } from './kit/stale.ts'

/** An organization with two members, and its groups as the owner knows and makes them. */
async function world() {
  const harbour = await Organization.found()
  const { wire } = harbour.owner
  const groupNamed = async (name: string) =>
    (await wire.ask('GET /user_groups')).user_groups.find((group) => group.name === name)
  async function newGroup(name: string, ...members: number[]): Promise<number> {
    await wire.ask('POST /user_groups/create', { name, description: 'Who bring ships in', members })
    return (await groupNamed(name))!.id
  }
  const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]
  return { harbour, ada, bo, groupNamed, newGroup }
}

const isFocused = (one: Element): boolean => one === document.activeElement

test('a member makes a group, which others see at once, changes it, and deletes it', async () => {
  const { harbour, ada, bo, groupNamed, newGroup } = await world()
  await using own = await harbour.pageOf(ada)
  await using others = await harbour.pageOf(harbour.owner, { viewport: { width: 390, height: 844 } })
  const elsewhere = await openSettings(others.page, 'Groups')
  const settings = await openSettings(own.page, 'Groups')
  await settings.getByText('No groups yet.').waitFor()
  await settings.getByRole('button', { name: 'Create group' }).click()
  await settings.getByRole('button', { name: 'Create group' }).click()
  await settings.getByText('Enter a name for the group.').waitFor()
  await settings.getByRole('textbox', { name: 'Name' }).fill('pilots')
  await settings.getByRole('textbox', { name: 'Description' }).fill('Who bring ships in')
  const find = settings.getByRole('searchbox', { name: 'Find or add people' })
  await find.fill('lindq')
  await find.press('Enter')
  await settings.getByRole('button', { name: 'Remove Bo Lindqvist' }).waitFor()
  expect(await find.inputValue()).toBe('')
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await settings.getByRole('button', { name: 'Create group' }).click()
  await settings.getByText('The group pilots was created.').waitFor()
  expect(await groupNamed('pilots')).toMatchObject({ description: 'Who bring ships in', members: [ada.id, bo.id] })
  await expect.poll(() => settings.getByRole('button', { name: 'Create group' }).evaluate(isFocused)).toBe(true)

  await elsewhere.getByRole('button', { name: 'Edit pilots' }).click()
  await elsewhere.getByRole('heading', { name: '2 members' }).waitFor()
  expect(await violationsInBothThemes(others.page)).toEqual([])

  await settings.getByRole('button', { name: 'Edit pilots' }).click()
  await settings.getByRole('button', { name: 'Remove Bo Lindqvist' }).click()
  await elsewhere.getByRole('heading', { name: '1 member' }).waitFor()
  await expect.poll(() => find.evaluate(isFocused)).toBe(true)
  await find.fill('olga')
  await settings.getByRole('button', { name: 'Add Olga Owner' }).click()
  await elsewhere.getByRole('heading', { name: '2 members' }).waitFor()
  await settings.getByRole('textbox', { name: 'Description' }).fill('')
  await settings.getByRole('textbox', { name: 'Name' }).fill('tide pilots')
  await settings.getByRole('textbox', { name: 'Name' }).press('Enter')
  await elsewhere.getByRole('heading', { name: 'tide pilots' }).waitFor()
  await expect
    .poll(() => groupNamed('tide pilots'))
    .toMatchObject({
      description: '',
      members: [harbour.owner.id, ada.id],
    })

  await newGroup('sailors', ada.id)
  await settings.getByRole('textbox', { name: 'Name' }).fill('Sailors')
  await settings.getByRole('textbox', { name: 'Name' }).press('Enter')
  await settings.getByRole('alert').getByText('This name is already taken.').waitFor()
  await settings.getByRole('textbox', { name: 'Name' }).fill('tide pilots')

  await settings.getByRole('button', { name: 'Delete' }).click()
  await settings.getByText('Nobody will be able to mention the group.').waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await settings.getByRole('button', { name: 'Delete tide pilots' }).click()
  await settings.getByText('The group tide pilots was deleted.').waitFor()
  await elsewhere.getByRole('button', { name: 'Create group' }).waitFor()
  expect(await groupNamed('tide pilots')).toBeUndefined()
})

test('members of a group and moderators change it, others look at it; guests, and whom the policy does not admit, have no tab', async () => {
  const { harbour, bo, newGroup } = await world()
  const mo = await harbour.person('Mo Roles')
  const give = (role: 200 | 300 | 400 | 600) =>
    harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: mo.id, role })
  const group_id = await newGroup('anchors', bo.id)
  await using own = await harbour.pageOf(mo)
  const settings = await openSettings(own.page, 'Groups')
  await settings.getByRole('button', { name: 'View anchors' }).click()
  await settings.getByText('Only its members and moderators can edit this group.').waitFor()
  await settings.getByText('Bo Lindqvist').waitFor()
  expect(await settings.getByRole('textbox').count()).toBe(0)
  for (const name of ['Delete', 'Remove Bo Lindqvist'])
    expect(await settings.getByRole('button', { name }).count()).toBe(0)

  await harbour.owner.wire.ask('POST /user_groups/{group_id}/members', { group_id, add: [mo.id] })
  await settings.getByRole('button', { name: 'Delete' }).waitFor()
  await settings.getByRole('button', { name: 'Remove Mo Roles' }).click()
  await settings.getByRole('button', { name: 'Delete' }).waitFor({ state: 'detached' })
  await give(300)
  await settings.getByRole('button', { name: 'Delete' }).waitFor()

  const tab = settings.getByRole('tab', { name: 'Groups' })
  for (const [policy, role, count] of [
    [2, 300, 0],
    [2, 200, 1],
    [4, 300, 1],
    [4, 400, 0],
    [1, 400, 1],
    [1, 600, 0],
  ] as const) {
    await harbour.owner.wire.ask('PATCH /realm', { user_group_edit_policy: policy })
    await give(role)
    await expect.poll(() => tab.count()).toBe(count)
  }
})

test('what a page tries that has not heard yet is refused in place', async () => {
  const { harbour, ada, bo, groupNamed, newGroup } = await world()
  const group_id = await newGroup('buoys', ada.id, bo.id)
  await using own = await harbour.pageOf(ada)
  const stop = await canBeStale(own.page)
  const settings = await openSettings(own.page, 'Groups')
  await settings.getByRole('button', { name: 'Edit buoys' }).click()
  await settings.getByRole('heading', { name: '2 members' }).waitFor()
  stop()
  await harbour.owner.wire.ask('POST /user_groups/{group_id}/members', { group_id, delete: [ada.id] })
  const refusals = settings.getByRole('alert').getByText('You don’t have permission to do this.')
  await settings.getByRole('button', { name: 'Remove Bo Lindqvist' }).click()
  await refusals.waitFor()
  await settings.getByRole('textbox', { name: 'Name' }).fill('ours')
  await settings.getByRole('textbox', { name: 'Name' }).press('Enter')
  await expect.poll(() => refusals.count()).toBe(2)
  await settings.getByRole('button', { name: 'Delete' }).click()
  await settings.getByRole('button', { name: 'Delete buoys' }).click()
  await expect.poll(() => refusals.count()).toBe(3)
  expect(await groupNamed('buoys')).toMatchObject({ members: [bo.id] })

  await harbour.owner.wire.ask('PATCH /realm', { user_group_edit_policy: 2 })
  await settings.getByRole('button', { name: 'All groups' }).click()
  await settings.getByRole('button', { name: 'Create group' }).click()
  await settings.getByRole('textbox', { name: 'Name' }).fill('mine')
  await settings.getByRole('button', { name: 'Create group' }).click()
  await refusals.waitFor()
})
