import { expect } from 'vitest'
import type { Person } from '../../../kit'
import { pictureFile } from '../../../kit/pictures'
import { everyone, type Scenario } from '../scenario'

/** Pictures of people, of emoji and of the organization. */
export const pictureScenarios: Scenario[] = [
  {
    title: 'somebody uploads a picture of themself',
    action: 'changeAvatar',
    told: everyone,
    async play({ involved, watch }) {
      await watch()
      await keep(involved, '/users/me/avatar')
    },
  },
  {
    title: 'somebody takes their picture back',
    action: 'changeAvatar',
    told: everyone,
    async play({ guest, watch }) {
      await keep(guest, '/users/me/avatar')
      await watch()
      await guest.delete('/users/me/avatar')
    },
  },
  {
    title: 'a bot gets a picture',
    action: 'changeAvatar',
    told: everyone,
    async play({ bot, watch }) {
      await watch()
      await keep(bot, '/users/me/avatar')
    },
  },
  {
    title: 'the organization gets an icon',
    action: 'changeRealmPicture',
    told: everyone,
    async play({ owner, watch }) {
      await watch()
      await keep(owner, '/realm/icon')
    },
  },
  {
    title: 'the organization takes a logo back',
    action: 'changeRealmPicture',
    told: everyone,
    async play({ owner, watch }) {
      await keep(owner, '/realm/logo', { night: true })
      await watch()
      await owner.delete('/realm/logo', { night: true })
    },
  },
  {
    title: 'an emoji is added',
    action: 'addRealmEmoji',
    told: everyone,
    async play({ involved, watch }) {
      await watch()
      await keep(involved, '/realm/emoji/gull')
    },
  },
  {
    title: 'an emoji is deleted',
    action: 'deactivateRealmEmoji',
    told: everyone,
    async play({ involved, watch }) {
      await keep(involved, '/realm/emoji/gull')
      await watch()
      await involved.delete('/realm/emoji/gull')
    },
  },
]

async function keep(person: Person, path: string, params = {}): Promise<void> {
  expect((await person.upload('POST', path, [pictureFile()], params)).msg).toBe('')
}
