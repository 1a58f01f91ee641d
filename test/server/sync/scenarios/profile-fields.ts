import { type Person } from '../../../kit'
import { everyone, type Scenario } from '../scenario'

/** What people can say about themselves. */
export const profileFieldScenarios: Scenario[] = [
  {
    title: 'a profile field is made',
    action: 'createProfileField',
    told: everyone,
    async play({ owner, watch }) {
      await watch()
      await owner.post('/realm/profile_fields', { name: 'Vessel', hint: 'Its name', field_type: 1 })
    },
  },
  {
    title: 'a profile field changes',
    action: 'updateProfileField',
    told: everyone,
    async play({ owner, watch }) {
      const id = await profileField(owner)
      await watch()
      await owner.patch(`/realm/profile_fields/${id}`, { name: 'Boat', hint: 'Of any size' })
    },
  },
  {
    title: 'profile fields are put into another order',
    action: 'reorderProfileFields',
    told: everyone,
    async play({ owner, watch }) {
      const first = await profileField(owner)
      const { id: second } = await owner.post('/realm/profile_fields', { name: 'Berth', field_type: 1 })
      await watch()
      await owner.patch('/realm/profile_fields', { order: [second, first] })
    },
  },
  {
    title: 'a profile field is deleted',
    action: 'deleteProfileField',
    told: everyone,
    async play({ owner, involved, watch }) {
      const id = await profileField(owner)
      await involved.patch('/users/me/profile_data', { data: [{ id, value: 'Gull' }] })
      await watch()
      await owner.delete(`/realm/profile_fields/${id}`)
    },
  },
  {
    title: 'somebody says something about themself',
    action: 'updateProfileData',
    told: everyone,
    async play({ owner, involved, guest, watch }) {
      const id = await profileField(owner)
      const { id: friends } = await owner.post('/realm/profile_fields', { name: 'Mates', field_type: 6 })
      await watch()
      const data = [
        { id, value: 'The **Gull**' },
        { id: friends, value: [guest.id] },
      ]
      await involved.patch('/users/me/profile_data', { data })
    },
  },
  {
    title: 'somebody takes back what they said',
    action: 'updateProfileData',
    told: everyone,
    async play({ owner, guest, watch }) {
      const id = await profileField(owner)
      await guest.patch('/users/me/profile_data', { data: [{ id, value: 'Gull' }] })
      await watch()
      await guest.delete('/users/me/profile_data', { data: [id] })
    },
  },
  {
    title: 'an administrator says something about somebody',
    action: 'updateUser',
    told: everyone,
    async play({ owner, involved, watch }) {
      const id = await profileField(owner)
      await watch()
      await owner.patch(`/users/${involved.id}`, { profile_data: [{ id, value: 'Gull' }] })
    },
  },
]

async function profileField(owner: Person): Promise<number> {
  const { id } = await owner.post('/realm/profile_fields', { name: 'Vessel', field_type: 1 })
  return id as number
}
