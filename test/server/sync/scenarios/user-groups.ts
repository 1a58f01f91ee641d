import { type Person } from '../../../kit'
import { everyone, type Scenario } from '../scenario'

/** Groups of people. */
export const groupScenarios: Scenario[] = [
  {
    title: 'somebody makes a user group',
    action: 'createUserGroup',
    told: everyone,
    async play({ involved, guest, watch }) {
      await watch()
      await involved.post('/user_groups/create', { name: 'Crew', description: 'All hands', members: [guest.id] })
    },
  },
  {
    title: 'somebody renames a user group',
    action: 'updateUserGroup',
    told: everyone,
    async play({ involved, watch }) {
      const id = await group(involved)
      await watch()
      await involved.patch(`/user_groups/${id}`, { name: 'Sailors', description: 'All of them' })
    },
  },
  {
    title: 'somebody changes who is in a user group',
    action: 'changeGroupMembers',
    told: everyone,
    async play({ involved, uninvolved, guest, watch }) {
      const id = await group(involved)
      await watch()
      await involved.post(`/user_groups/${id}/members`, { add: [uninvolved.id, guest.id], delete: [involved.id] })
    },
  },
  {
    title: 'somebody deletes a user group',
    action: 'deleteUserGroup',
    told: everyone,
    async play({ involved, watch }) {
      const id = await group(involved)
      await watch()
      await involved.delete(`/user_groups/${id}`)
    },
  },
]

async function group(founder: Person): Promise<number> {
  await founder.post('/user_groups/create', { name: 'Crew', description: 'All hands', members: [founder.id] })
  const groups = (await founder.get('/user_groups'))['user_groups'] as { id: number; name: string }[]
  return groups.find(({ name }) => name === 'Crew')!.id
}
